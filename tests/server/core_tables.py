"""Tables without a server, with their state and projection, and shorthands for commands."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from typing import Any

from saleroom.server.core.apply import apply, replay
from saleroom.server.core.create_table import first_events, new_header
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.decide.system_events import bot_move
from saleroom.server.core.project.projection import Projection
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.protocol.bodies import TableRequest
from saleroom.server.protocol.commands import client_message

SEED = bytes(range(6, 38))
ANN, BEN, CLEO, DAN, EVE, *MORE = (letter * 64 for letter in "abcdef0123")
PEOPLE = (ANN, BEN, CLEO, DAN, EVE, *MORE)
NAMES = ("Ann", "Bert", "Cleo", "Dan", "Eve", "Fay", "Guy", "Hal", "Ida", "Jim")
START_TIME = 100.0


class CoreTable:
    """A table with its events so far. Tests set its clock, `now`."""

    def __init__(self, header: TableHeader, events: Iterable[TableEvent] = ()) -> None:
        self.header, self.events = header, list(events)
        self.state = replay(header, self.events)
        self.projection = Projection(self.state)
        self.now = START_TIME
        self._ids = itertools.count()

    def again(self) -> CoreTable:
        """Return the same table, replayed from its events."""
        return CoreTable(self.header, self.events)

    def command(self, kind: str, **parts: object) -> Any:
        """Return a command with a new id."""
        return client_message.validate_python({"type": kind, "id": f"command-{next(self._ids)}", **parts})

    def do(self, holder: str | None, kind: str, present=(), new_table=None, **parts: object) -> TableEvent:
        """Carry out a command."""
        return self.add(
            decide(self.state, self.command(kind, **parts), holder, self.now, present=present, new_table=new_table)
        )

    def add(self, event: TableEvent | None) -> TableEvent:
        """Apply an event."""
        assert event is not None
        apply(self.state, event)
        self.events.append(event)
        return event

    def refused(self, holder: str | None, kind: str, present=(), new_table=None, **parts: object) -> CommandRefusal:
        """Return the refusal of a command, and check that the table has not changed."""
        before = snapshots(self)
        try:
            decide(self.state, self.command(kind, **parts), holder, self.now, present=present, new_table=new_table)
        except CommandRefusal as refusal:
            assert snapshots(self) == before
            assert refusal.text and "\n" not in refusal.text
            return refusal
        raise AssertionError(f"{kind} was not refused")

    def act(self, seat: int, action: str | None = None) -> TableEvent:
        """Make a move for the person or bot in `seat`; by default, the first legal move."""
        action = action or self.state.match.legal(seat)[0]
        holders = self.state.seats[seat].holders
        if not holders:
            return self.add(bot_move(self.state, seat, action, self.now))
        return self.do(holders[0], "act", at=self.state.turn_version(seat), action=action)

    def play(self, *actions: str) -> None:
        """Play moves, each given as seat and action, such as ``2 pass``."""
        for action in actions:
            seat, _, words = action.partition(" ")
            self.act(int(seat), words)

    def play_on(self, rng: random.Random, until=lambda state: state.over) -> None:
        """Play random legal moves until `until` returns true for the table's state."""
        while not until(self.state):
            seat = rng.choice(list(self.state.progress.turn_versions))
            self.act(seat, rng.choice(self.state.match.legal(seat)))


def new_table(game: str, *chairs: str, start: bool = False, **options: object) -> CoreTable:
    """Return a table that Ann owns; each of `chairs` is ``me``, ``open`` or ``bot``."""
    asked = TableRequest(
        game=game, name="Ann", chairs=[{"kind": kind} for kind in chairs], options=options, start=start
    )
    header = new_header(asked, "table-1", ANN, SEED, 0.0)
    return CoreTable(header, first_events(header, asked, 0.0))


def started_table(game: str, people: int, seats: int = 4, **options: object) -> CoreTable:
    """Return a table with a match in progress. Ann and other people have the first seats, bots the remaining seats."""
    table = new_table(game, "me", *["open"] * (people - 1), *["bot"] * (seats - people), **options)
    for seat in range(1, people):
        table.do(PEOPLE[seat], "sit", seat=seat, name=NAMES[seat])
    table.do(ANN, "start")
    return table


def snapshots(table: CoreTable) -> list[bytes]:
    """Return the snapshots for a spectator and for every seat."""
    seats = range(table.header.seats)
    present = [True] * len(seats)
    return [
        table.projection.snapshot_bytes(watcher, False, build="build", present=present, spectators=0, now=1e6)
        for watcher in (None, *seats)
    ]
