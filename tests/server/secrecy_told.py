"""Everything that a table can tell somebody at one moment, whatever he asks for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from saleroom.bots.players import player
from saleroom.match.record import to_line
from saleroom.server import wire
from saleroom.server.api.tables import brief_of
from saleroom.server.briefs import summary_of
from saleroom.server.hinting import reasons
from saleroom.server.judging import Refusal
from saleroom.server.table import Table
from tests.contract.test_refusals import NONSENSE
from tests.server.secrecy_story import NEXT
from tests.server.tabling import ANN

STRANGER = "9" * 64
VERBS = ("play", "keep", "lay", "kitty", "discard")
SAYS = [text for text in NONSENSE if 0 < len(text) <= 60 and text.isprintable()]


def told(table: Table, seat: int, number: float) -> Iterator[tuple[str, object]]:
    """Everything that a table can tell a seat now, and a spectator, whatever they ask."""
    holders = [place.holders for place in table.seating.places]
    for watcher, holder in ((seat, (holders[seat] or [None])[0]), (None, STRANGER)):
        for owner in (False, True):
            if table.last is not None:
                yield "update", table.update_bytes(watcher, owner, table.last.at + 1)
            now = (table.last.at if table.last else 0) + 2
            yield "snapshot", table.snapshot_bytes(watcher, owner, "build", [True] * len(holders), 3, now)
        if number < 0.3:
            yield "answers", list(answers(table, watcher, holder, random.Random(number)))
        if number < 0.1:
            record = table.record(watcher)
            yield "record", to_line(record) if record else None
    yield "lobby", brief_of(table.header, summary_of(table), ANN)


def answers(table: Table, seat: int | None, holder: str | None, rng: random.Random) -> Iterator[object]:
    """What the table answers to anything that somebody may say to it."""
    asked = table.asked(seat)
    ats = [asked or 0, (asked or 1) - 1, table.version]
    yield proposed(table, holder, "undo")
    yield proposed(table, holder, "consent", yes=rng.random() < 0.5)
    yield proposed(table, holder, "leave")
    yield attempt(lambda: table.check_nudge(rng.randrange(table.header.seats), holder, table.last.at + 5))
    if table.match is None or table.over:
        return
    for action in (*rng.sample(SAYS, 3), *(f"{verb} {rng.choice(table.match.game.pieces)}" for verb in VERBS)):
        yield proposed(table, holder, "act", at=rng.choice(ats), action=action)
        yield None if seat is None else table.why(seat, action)
    yield attempt(lambda: hint(table, holder))


def attempt(what: Callable[[], Any]) -> Any:
    """What comes of it, or how it is refused."""
    try:
        return what()
    except Refusal as refusal:
        return refusal.reason, refusal.text


def proposed(table: Table, holder: str | None, kind: str, **parts: Any) -> Any:
    """What a command would bring."""
    command = wire.client_message.validate_python({"type": kind, "id": "probe-123", **parts})
    return attempt(lambda: table.propose(command, holder, 1e6, (), NEXT))


def hint(table: Table, holder: str | None) -> Any:
    """What the house would do, made as the hub makes it but for its chance."""
    seat, match = table.check_hint(holder), table.match
    view = match.view(seat)
    action = match.game.format_action(
        view, seat, player("house", match.game, b"chance").choose(match.views(seat), seat)
    )
    return action, reasons(match.game, view, seat, action)
