"""All information that a table can give a person at one moment, for any request."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from saleroom.bots.players import player
from saleroom.match.record import to_line
from saleroom.server.api.tables import _listed_table
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.decide.checks import check_hint, check_nudge, why_not
from saleroom.server.core.project.summary import summarise
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import commands
from saleroom.server.workers.hints import rule_reasons
from tests.contract.test_refusals import NONSENSE
from tests.server.core_tables import ANN, CoreTable
from tests.server.secrecy_story import NEXT

STRANGER = "9" * 64
VERBS = ("play", "keep", "lay", "kitty", "discard")
SAYS = [text for text in NONSENSE if 0 < len(text) <= 60 and text.isprintable()]


def told(table: CoreTable, seat: int, number: float) -> Iterator[tuple[str, object]]:
    """Yield all information that a table can give a seat and a spectator now, for any request."""
    state = table.state
    holders = [place.holders for place in state.seats]
    for watcher, holder in ((seat, (holders[seat] or [None])[0]), (None, STRANGER)):
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
            yield "answers", list(answers(state, watcher, holder, random.Random(number)))
        if number < 0.1:
            record = state.record(watcher)
            yield "record", to_line(record) if record else None
    yield "lobby", _listed_table(table.header, summarise(state), ANN)


def answers(state: TableState, seat: int | None, holder: str | None, rng: random.Random) -> Iterator[object]:
    """Yield the table's answers to all kinds of commands."""
    asked = state.turn_version(seat)
    ats = [asked or 0, (asked or 1) - 1, state.version]
    yield proposed(state, holder, "undo")
    yield proposed(state, holder, "consent", yes=rng.random() < 0.5)
    yield proposed(state, holder, "leave")
    yield attempt(lambda: check_nudge(state, rng.randrange(state.header.seats), holder, state.last_event.at + 5))
    if state.match is None or state.over:
        return
    for action in (*rng.sample(SAYS, 3), *(f"{verb} {rng.choice(state.match.game.pieces)}" for verb in VERBS)):
        yield proposed(state, holder, "act", at=rng.choice(ats), action=action)
        yield None if seat is None else sent(why_not(state, seat, action))
    yield attempt(lambda: hint(state, holder))


def attempt(what: Callable[[], Any]) -> Any:
    """Return a result, or its refusal."""
    try:
        return what()
    except CommandRefusal as refusal:
        return sent(refusal)


def sent(refusal: CommandRefusal | None) -> Any:
    """Return all parts of a refusal that are sent."""
    return refusal and (refusal.reason, refusal.text, refusal.key, refusal.params)


def proposed(state: TableState, holder: str | None, kind: str, **parts: Any) -> Any:
    """Return the event that a command would yield."""
    command = commands.client_message.validate_python({"type": kind, "id": "probe-123", **parts})
    return attempt(lambda: decide(state, command, holder, 1e6, present=(), new_table=NEXT))


def hint(state: TableState, holder: str | None) -> Any:
    """Return the house's hint, computed as in the hub except for its random seed."""
    seat, match = check_hint(state, holder), state.match
    view = match.view(seat)
    action = match.game.format_action(
        view, seat, player("house", match.game, b"chance").choose(match.views(seat), seat)
    )
    return action, rule_reasons(match.game, view, seat, action)
