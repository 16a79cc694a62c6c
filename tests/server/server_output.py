"""Everything that a table or a server sends, and the messages that a seat is allowed to get."""

from __future__ import annotations

import base64
import json
import logging
import math
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import orjson
import pytest

from saleroom.bots.players import player
from saleroom.match import fair_deals
from saleroom.match.match import Match
from saleroom.match.record import to_line
from saleroom.server.api import services, tables
from saleroom.server.core.apply import apply, replay
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.decide.checks import check_hint, check_nudge, why_not
from saleroom.server.core.project.listing import listed_table
from saleroom.server.core.project.projection import Projection
from saleroom.server.core.project.summary import summarise
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.ops.logs import FACTS, JsonFormatter
from saleroom.server.protocol import commands
from saleroom.server.realtime import heartbeat
from saleroom.server.realtime.socket_limits import SocketLimits
from saleroom.server.workers import bot_pool, hints
from saleroom.server.workers.hints import rule_reasons
from tests.contract.test_refusals import NONSENSE
from tests.server.core_tables import ANN, PEOPLE, SEED, CoreTable
from tests.server.http_client import opened
from tests.server.live_tables import holder, token
from tests.server.twin_tables import NEXT, Story, cards_from

STRANGER = "9" * 64
VERBS = ("play", "keep", "lay", "kitty", "discard")
SAYS = [text for text in NONSENSE if 0 < len(text) <= 60 and text.isprintable()]


def table_output(table: CoreTable, seat: int, number: float) -> Iterator[tuple[str, object]]:
    """Yield every output that a table could now send to a seat or a spectator.

    The random `number` selects some requests.
    """
    state = table.state
    holders = [place.holders for place in state.seats]
    for watcher, person in ((seat, (holders[seat] or [None])[0]), (None, STRANGER)):
        for owner in (False, True):
            if state.last_event is not None:
                yield "update", table.projection.update_bytes(watcher, owner, state.last_event.at + 1)
            now = (state.last_event.at if state.last_event else 0) + 2
            yield (
                "snapshot",
                table.projection.snapshot_bytes(
                    watcher, owner, build="build", present=[True] * len(holders), spectators=3, now=now
                ),
            )
        if watcher is not None and state.match is not None:
            yield "program", orjson.dumps(table.projection.bot_full(watcher, state.last_event.at + 1))
        if number < 0.3:
            yield "answers", list(answers(state, watcher, person, random.Random(number)))
        if number < 0.1:
            record = state.record(watcher)
            yield "record", to_line(record) if record else None
    yield "lobby", listed_table(table.header, summarise(state), ANN, time.time(), minutes=9, portraits={})


def answers(state: TableState, seat: int | None, holder: str | None, rng: random.Random) -> Iterator[object]:
    """Yield the table's answers to commands of all kinds."""
    turn = state.turn_version(seat)
    versions = [turn or 0, (turn or 1) - 1, state.version]
    yield proposed(state, holder, "undo")
    yield proposed(state, holder, "consent", yes=rng.random() < 0.5)
    yield proposed(state, holder, "leave")
    yield attempt(lambda: check_nudge(state, rng.randrange(state.header.seats), holder, state.last_event.at + 5))
    if state.match is None or state.over:
        return
    for action in (*rng.sample(SAYS, 3), *(f"{verb} {rng.choice(state.match.game.pieces)}" for verb in VERBS)):
        yield proposed(state, holder, "act", at=rng.choice(versions), action=action)
        yield None if seat is None else sent(why_not(state, seat, action))
    yield attempt(lambda: hint(state, holder))


def attempt(what: Callable[[], Any]) -> Any:
    """Return the result of a call, or the parts of its refusal."""
    try:
        return what()
    except CommandRefusal as refusal:
        return sent(refusal)


def sent(refusal: CommandRefusal | None) -> Any:
    """Return all parts of a refusal that are sent to clients."""
    return refusal and (refusal.reason, refusal.text, refusal.key, refusal.params)


def proposed(state: TableState, holder: str | None, kind: str, **parts: Any) -> Any:
    """Return the event that a command would yield, or its refusal."""
    command = commands.client_message.validate_python({"type": kind, "id": "probe-123", **parts})
    return attempt(lambda: decide(state, command, holder, 1e6, present=(), new_table=NEXT))


def hint(state: TableState, holder: str | None) -> Any:
    """Return the hint of the `house` bot, computed as in the hub except for its random seed."""
    seat, match = check_hint(state, holder), state.match
    view = match.view(seat)
    action = match.game.format_action(
        view, seat, player("house", match.game, b"chance").choose(match.views(seat), seat)
    )
    return action, rule_reasons(match.game, view, seat, action)


# A server with sockets and endpoints


NOW = 1_000_000_000.0
TABLE = "table-1"
EASY = SocketLimits(rate=100_000, burst=100_000, address_rate=100_000, address_burst=100_000, outgoing=10_000)
PEEKS = ("record", "", "story", "story/1", "review/0", "fair")


@dataclass
class ServerOutput:
    """All output of a server."""

    sockets: dict[int | None, list[str]] = field(default_factory=dict)
    """Messages to the socket of each seat and of a spectator, except `presence`, which can arrive at any time."""
    present: list[str] = field(default_factory=list)
    peeked: list[tuple[int, str, str]] = field(default_factory=list)
    """Answers to requests and reconnections by two people: the one in the watched seat, and a stranger."""
    logged: Counter[str] = field(default_factory=Counter)
    measures: str = ""

    def watched(self, seat: int) -> dict[str, Any]:
        """Return the output that must not depend on anything hidden from a seat."""
        messages = {"seat": self.sockets[seat], "spectator": self.sockets[None]}
        return messages | {"peeked": self.peeked, "logged": self.logged, "measures": metric_names(self.measures)}

    def everything(self) -> str:
        """Return all output as one text."""
        messages = [text for texts in self.sockets.values() for text in texts]
        peeked = [" ".join(map(str, peek)) for peek in self.peeked]
        return "\n".join([*messages, *self.present, *peeked, *self.logged, self.measures])


def metric_names(measures: str) -> list[str]:
    """Return the names of the metrics.

    The values are left out because they depend on the server's work and accumulate over all tests.
    """
    names = {line.rpartition(" ")[0] for line in measures.splitlines() if line.startswith("saleroom")}
    return sorted({re.sub(r'\{file="[^"]*"\}', "", name) for name in names})  # each server has a data file of its own


class Socket:
    """WebSocket connection of a person."""

    def __init__(self, browser: Any, who: int | None, output: ServerOutput) -> None:
        """Prepare a connection; `who` is a seat, or None for a spectator without a token."""
        self.browser, self.who, self.output = browser, who, output
        self.texts: list[str] = []

    @contextmanager
    def open(self) -> Iterator[Socket]:
        """Connect, and read the snapshot."""
        where = f"/api/tables/{TABLE}/socket"
        with self.browser.websocket_connect(where, headers={"host": "127.0.0.1:8642"}) as self.session:
            secret = None if self.who is None else token_of(self.who)
            self.session.send_text(json.dumps({"type": "hello", "token": secret}))
            self.until(lambda message: message["type"] == "snapshot")
            yield self

    def until(self, is_right: Any) -> dict[str, Any]:
        """Read messages until one satisfies `is_right`, and return it."""
        while True:
            text = self.session.receive_text()
            message = json.loads(text)
            if message["type"] == "presence":
                assert set(message) == {"type", "present", "watchers"}
                self.output.present.append(text)
                continue
            self.texts.append(text)
            if is_right(message):
                return message

    def say(self, command: str, kind: str, **parts: Any) -> dict[str, Any]:
        """Send a command; return the answer."""
        self.session.send_text(json.dumps({"type": kind, "id": command, **parts}))
        return self.until(lambda message: message.get("id") == command)


def token_of(seat: int) -> str:
    """Return the token of the person on a seat."""
    return token(f"guest {seat}")


class LogRecorder(logging.Handler):
    """Log handler that records the lines of the log, without times."""

    def __init__(self, output: ServerOutput) -> None:
        super().__init__(logging.DEBUG)
        self.output = output
        self.setFormatter(JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        vars(record).get(FACTS, {}).pop("ms", None)
        line = json.loads(self.format(record))
        for chance in ("at", "request", "connection"):
            line.pop(chance, None)
        self.output.logged[json.dumps(line)] += 1


@contextmanager
def nothing_by_chance() -> Iterator[None]:
    """Stop the clock, and replace all random choices of the server by fixed values."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: NOW)
        patch.setattr(services, "SocketLimits", lambda: EASY)
        patch.setattr(heartbeat, "QUIET", math.inf)  # otherwise the number of pongs would depend on the machine's speed
        drawn = {"token_urlsafe": lambda size: TABLE, "token_bytes": lambda size: SEED}
        patch.setattr(tables, "secrets", SimpleNamespace(**drawn))
        patch.setattr(hints, "hint_message", _searched)
        patch.setattr(hints, "PLAYER", "search:100")
        yield


async def _searched(crew: bot_pool.BotPool, match: Match, *arguments: Any, hinted: Any = hints.hint_message) -> Any:
    """Wait until the search has ended, and return its hint."""
    await crew.search_ready(match.game.name)
    return await hinted(crew, match, *arguments)


@contextmanager
def listening(output: ServerOutput) -> Iterator[None]:
    """Record every line that the server logs, at every level."""
    logger, handler = logging.getLogger("saleroom"), LogRecorder(output)
    before = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.level, logger.propagate = before


def play_in_server(path: Path, story: Story, seat: int, words: Sequence[str], script: list[str]) -> ServerOutput:
    """Play the first events of the match `story` on a new server, and return the server's output.

    `words` has the action of each event; `script` lists the cards to deal.
    """
    output = ServerOutput()
    with listening(output), nothing_by_chance(), cards_from(script), opened(path, leniency=1e6) as browser:
        header = story.table.header
        given = {key: value for key, value in header.options.items() if value is not None}
        chairs = [{"kind": "me"}, *({"kind": "open"} for _ in range(story.seats - 1))]
        request = {"game": header.game, "name": "Ann", "chairs": chairs, "options": given, "listed": True}
        created = browser.post("/api/tables", headers=bearer(0), json=request)
        assert created.json() == {"id": TABLE}, created.text
        with ExitStack() as stack:
            people = {who: Socket(browser, who, output) for who in (*range(story.seats), None)}
            for who in people.values():
                stack.enter_context(who.open())
            for number, action in enumerate(words):
                _deed(story, number, action, people)
                for who in (seat, None):
                    _peek(browser, people[who], number, output)
            output.sockets = {who: socket.texts for who, socket in people.items()}
        browser.get("/metrics")  # a request is counted once it is answered
        output.measures = browser.get("/metrics").text
    return output


def _deed(story: Story, number: int, action: str, people: dict[int | None, Socket]) -> None:
    deed = story.deeds[number]
    who = PEOPLE.index(deed.event.holder)
    parts = deed.command.model_dump()
    if "action" in parts:
        parts["action"] = action
    parts["type"], command = parts.pop("type"), parts.pop("id")
    kind = parts.pop("type")
    answer = people[who].say(command, kind, **parts)
    assert answer == {"type": "done", "id": command, "version": deed.event.number}, answer
    for person, socket in people.items():
        if person != who:
            socket.until(lambda message: message["type"] == "update" and message["version"] == deed.event.number)


def _peek(browser: Any, socket: Socket, number: int, output: ServerOutput) -> None:
    """Send a few requests, selected by `number`, and record the answers."""
    command = f"peek-{socket.who}-{number}"
    socket.say(f"{command}-hint", "hint")
    match number % 4:
        case 0:
            headers = {} if socket.who is None else bearer(socket.who)
            for what in PEEKS:
                answer = browser.get(f"/api/tables/{TABLE}/{what}".rstrip("/"), headers=headers)
                output.peeked.append((number, what, f"{answer.status_code} {answer.text} {dict(answer.headers)}"))
            output.peeked.append((number, "lobby", browser.get("/api/tables", headers=headers).text))
        case 1:
            again = Socket(browser, socket.who, output)
            with again.open():
                output.peeked.append((number, "again", again.texts[0]))
        case 2:
            socket.say(f"{command}-stale", "act", at=max(number - 3, 0), action="pass")
            socket.say(f"{command}-rematch", "rematch")
        case 3:
            actions = ("pass", "play QS", "play 6-4", "lay QS", "keep QS", "discard QS", "nonsense")
            for index, action in enumerate(actions):
                socket.say(f"{command}-{index}", "why", action=action)


def bearer(seat: int) -> dict[str, str]:
    """Return the headers of a person's requests."""
    return {"authorization": f"Bearer {token_of(seat)}"}


# Secrets that must never appear


def shapes(secret: bytes) -> list[str]:
    """Return a secret in all notations in which it might be written."""
    texts = [secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode()]
    return [text.rstrip("=") for text in texts] + [repr(secret), str(list(secret))]


def seeds(server_seed: bytes, words: Sequence[str]) -> list[str]:
    """Return the server's seed and the match's seed, each in all notations."""
    return [*shapes(server_seed), *shapes(fair_deals.combine(server_seed, words))]


def identities(names: Sequence[str]) -> list[str]:
    """Return the tokens of people, and the ids under which the store keeps these people."""
    return [known for name in names for known in (token(name), holder(name), holder(name).upper())]


# Messages that a seat is allowed to get


BY_THE_WAY = ("build", "present", "watchers", "ticking")
"""Fields that depend on the moment, or on who is connected."""


class Received(NamedTuple):
    """The relevant parts of a received snapshot or update."""

    version: int
    kind: str
    text: str


def received(message: dict[str, Any]) -> Received:
    """Return the relevant parts of a message."""
    parts = {name: part for name, part in message.items() if name not in BY_THE_WAY}
    return Received(message["version"], message["type"], json.dumps(parts, sort_keys=True))


def check_received(
    header: TableHeader, events: Sequence[TableEvent], holder: str, messages: Iterable[Received]
) -> None:
    """Fail if a received message differs from the message that the event log allows its seat to get."""
    state = replay(header, [])
    projection, unexplained = Projection(state), set(messages)
    versions = {each.version for each in unexplained}
    for event in events:
        apply(state, event)
        own = (state.seat_of(holder), state.is_owner(holder))
        update = projection.update(*own, 0.0)  # called for every event: updates reuse parts of earlier ones
        if state.version in versions:
            allowed = [
                received(dict(update)),
                received(dict(projection.snapshot(*own, build="", present=[], spectators=0, now=0.0))),
            ]
            unexplained -= set(allowed)
            wrong = [each for each in unexplained if each.version == state.version]
            assert not wrong, f"{header.game}, {holder[:8]}:\n" + "\n".join(_differences(wrong[0], allowed))
    assert not unexplained, (
        f"{holder[:8]} got versions {sorted(each.version for each in unexplained)}, which do not exist"
    )


def _differences(message: Received, allowed: Iterable[Received]) -> list[str]:
    """Return a description of each part in which a message differs from the allowed message."""
    meant = json.loads(next(each.text for each in allowed if each.kind == message.kind))
    parts = json.loads(message.text)
    return [
        f"{message.kind} {message.version}, {name}: {parts.get(name)} where it should be {meant.get(name)}"
        for name in sorted({*parts, *meant})
        if parts.get(name) != meant.get(name)
    ]
