"""A story replayed through a real server: its sockets, endpoints, log and metrics are recorded."""

from __future__ import annotations

import base64
import json
import logging
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from saleroom.match import fair_deals
from saleroom.match.match import Match
from saleroom.server.api import services, tables
from saleroom.server.ops.logs import FACTS, JsonFormatter
from saleroom.server.realtime import heartbeat
from saleroom.server.realtime.socket_limits import SocketLimits
from saleroom.server.workers import bot_pool, hints
from tests.server.core_tables import PEOPLE, SEED
from tests.server.http_client import opened
from tests.server.live_tables import holder, token
from tests.server.secrecy import Story, cards_from

NOW = 1_000_000_000.0
TABLE = "table-1"
EASY = SocketLimits(rate=100_000, burst=100_000, address_rate=100_000, address_burst=100_000, outgoing=10_000)
PEEKS = ("record", "", "story", "story/1", "review/0", "fair")


@dataclass
class Heard:
    """All output of a server."""

    sockets: dict[int | None, list[str]] = field(default_factory=dict)
    """Messages to each seat's socket, and to a spectator's; without `presence`, which may come at any time."""
    present: list[str] = field(default_factory=list)
    peeked: list[tuple[int, str, str]] = field(default_factory=list)
    """Answers to requests and reconnections of the watcher and of a stranger."""
    logged: Counter[str] = field(default_factory=Counter)
    measures: str = ""

    def watched(self, seat: int) -> dict[str, Any]:
        """Return the output that must not depend on anything that a seat cannot see."""
        told = {"seat": self.sockets[seat], "spectator": self.sockets[None]}
        return told | {"peeked": self.peeked, "logged": self.logged, "measures": kept(self.measures)}

    def everything(self) -> str:
        """Return all output as one text."""
        told = [text for texts in self.sockets.values() for text in texts]
        peeked = [" ".join(map(str, peek)) for peek in self.peeked]
        return "\n".join([*told, *self.present, *peeked, *self.logged, self.measures])


def kept(measures: str) -> list[str]:
    """Return the names of the metrics.

    Their values depend on the work of the server, and continue from test to test.
    """
    return sorted({line.rpartition(" ")[0] for line in measures.splitlines() if line.startswith("saleroom")})


class Socket:
    """A connection of a person."""

    def __init__(self, browser: Any, who: int | None, heard: Heard) -> None:
        """Prepare a connection; `who` is a seat, or None for a spectator without a token."""
        self.browser, self.who, self.heard = browser, who, heard
        self.texts: list[str] = []

    @contextmanager
    def open(self) -> Iterator[Socket]:
        """Connect, and read the snapshot."""
        where = f"/api/tables/{TABLE}/socket"
        with self.browser.websocket_connect(where, headers={"host": "127.0.0.1:8642"}) as self.session:
            self.session.send_text(json.dumps({"type": "hello", "token": None if self.who is None else name(self.who)}))
            self.until(lambda message: message["type"] == "snapshot")
            yield self

    def until(self, right: Any) -> dict[str, Any]:
        """Read until the right message arrives."""
        while True:
            text = self.session.receive_text()
            message = json.loads(text)
            if message["type"] == "presence":
                assert set(message) == {"type", "present", "watchers"}
                self.heard.present.append(text)
                continue
            self.texts.append(text)
            if right(message):
                return message

    def say(self, command: str, kind: str, **parts: Any) -> dict[str, Any]:
        """Send a command; return the answer."""
        self.session.send_text(json.dumps({"type": kind, "id": command, **parts}))
        return self.until(lambda message: message.get("id") == command)


def name(seat: int) -> str:
    """Return the token of the person on a seat."""
    return token(f"guest {seat}")


class Tellings(logging.Handler):
    """Records the lines of the log, without times."""

    def __init__(self, heard: Heard) -> None:
        super().__init__(logging.DEBUG)
        self.heard = heard
        self.setFormatter(JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        vars(record).get(FACTS, {}).pop("ms", None)
        line = json.loads(self.format(record))
        line.pop("at")
        self.heard.logged[json.dumps(line)] += 1


@contextmanager
def nothing_by_chance() -> Iterator[None]:
    """Stop the clock, and make all of the server's random choices known."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: NOW)
        patch.setattr(services, "SocketLimits", lambda: EASY)
        patch.setattr(heartbeat, "QUIET", math.inf)  # how often a pong is sent depends on the machine
        drawn = {"token_urlsafe": lambda size: TABLE, "token_bytes": lambda size: SEED}
        patch.setattr(tables, "secrets", SimpleNamespace(**drawn))
        patch.setattr(hints, "hint_message", _searched)
        patch.setattr(hints, "PLAYER", "search:100")
        yield


async def _searched(crew: bot_pool.BotPool, match: Match, *asked: Any, hinted: Any = hints.hint_message) -> Any:
    """Return a hint as it is once the search is ready."""
    await crew.search_ready(match.game.name)
    return await hinted(crew, match, *asked)


@contextmanager
def listening(heard: Heard) -> Iterator[None]:
    """Record all that the server logs, at every level."""
    logger, handler = logging.getLogger("saleroom"), Tellings(heard)
    before = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.level, logger.propagate = before


def play(path: Path, story: Story, seat: int, words: Sequence[str], script: list[str]) -> Heard:
    """Play the first deeds of an orderly story in a new server with other cards;

    `words` are the actions of its moves.
    """
    heard = Heard()
    with listening(heard), nothing_by_chance(), cards_from(script), opened(path, leniency=1e6) as browser:
        header = story.table.header
        given = {key: value for key, value in header.options.items() if value is not None}
        chairs = [{"kind": "me"}, *({"kind": "open"} for _ in range(story.seats - 1))]
        asked = {"game": header.game, "name": "Ann", "chairs": chairs, "options": given, "listed": True}
        made = browser.post("/api/tables", headers=bearer(0), json=asked)
        assert made.json() == {"id": TABLE}, made.text
        with ExitStack() as stack:
            people = {who: Socket(browser, who, heard) for who in (*range(story.seats), None)}
            for who in people.values():
                stack.enter_context(who.open())
            for number, action in enumerate(words):
                _deed(story, number, action, people)
                for who in (seat, None):
                    _peek(browser, people[who], number, heard)
            heard.sockets = {who: socket.texts for who, socket in people.items()}
        heard.measures = browser.get("/metrics").text
    return heard


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
    for other, socket in people.items():
        if other != who:
            socket.until(lambda message: message["type"] == "update" and message["version"] == deed.event.number)


def _peek(browser: Any, socket: Socket, number: int, heard: Heard) -> None:
    """Send some of all possible requests at a time."""
    command = f"peek-{socket.who}-{number}"
    socket.say(f"{command}-hint", "hint")
    match number % 4:
        case 0:
            headers = {} if socket.who is None else bearer(socket.who)
            for what in PEEKS:
                answer = browser.get(f"/api/tables/{TABLE}/{what}".rstrip("/"), headers=headers)
                heard.peeked.append((number, what, f"{answer.status_code} {answer.text} {dict(answer.headers)}"))
            heard.peeked.append((number, "lobby", browser.get("/api/tables", headers=headers).text))
        case 1:
            again = Socket(browser, socket.who, heard)
            with again.open():
                heard.peeked.append((number, "again", again.texts[0]))
        case 2:
            socket.say(f"{command}-stale", "act", at=max(number - 3, 0), action="pass")
            socket.say(f"{command}-rematch", "rematch")
        case 3:
            for at, action in enumerate(("pass", "play QS", "play 6-4", "lay QS", "keep QS", "discard QS", "nonsense")):
                socket.say(f"{command}-{at}", "why", action=action)


def bearer(seat: int) -> dict[str, str]:
    """Return the headers of a person's requests."""
    return {"authorization": f"Bearer {name(seat)}"}


# Secrets that may never appear


def shapes(secret: bytes) -> list[str]:
    """Return a secret in all the ways in which it might be written."""
    texts = [secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode()]
    return [text.rstrip("=") for text in texts] + [repr(secret), str(list(secret))]


def seeds(server_seed: bytes, words: Sequence[str]) -> list[str]:
    """Return the server's seed and that of the match, in all notations."""
    return [*shapes(server_seed), *shapes(fair_deals.combine(server_seed, words))]


def identities(names: Sequence[str]) -> list[str]:
    """Return the tokens of people, and their stored holders."""
    return [known for name in names for known in (token(name), holder(name), holder(name).upper())]
