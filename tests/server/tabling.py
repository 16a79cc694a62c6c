"""Set tables up: who sits there, what they do, and what each of them is told."""

from __future__ import annotations

import itertools
import random
from typing import Any

from saleroom.server import wire
from saleroom.server.founding import first_rows, new_header
from saleroom.server.judging import Refusal
from saleroom.server.rest import TableAsked
from saleroom.server.rows import Row
from saleroom.server.table import Table

SEED = bytes(range(32))
ANN, BEN, CLEO, DAN, EVE, *MORE = (letter * 64 for letter in "abcdef0123")
PEOPLE = (ANN, BEN, CLEO, DAN, EVE, *MORE)
NAMES = ("Ann", "Bert", "Cleo", "Dan", "Eve", "Fay", "Guy", "Hal", "Ida", "Jim")
LATER = 100.0


class Room:
    """A table with its rows so far, and commands in short."""

    def __init__(self, game: str, *chairs: str, start: bool = False, **options: object) -> None:
        """Ann's table; `chairs` are ``me``, ``open`` or ``bot``."""
        asked = TableAsked(
            game=game, name="Ann", chairs=[{"kind": kind} for kind in chairs], options=options, start=start
        )
        self.header = new_header(asked, "table-1", ANN, SEED, 0.0)
        self.rows = first_rows(self.header, asked, 0.0)
        self.table = Table(self.header, self.rows)
        self.now = LATER
        self._ids = itertools.count()

    def command(self, kind: str, **parts: object) -> Any:
        """A command with an id of its own."""
        return wire.client_message.validate_python({"type": kind, "id": f"command-{next(self._ids)}", **parts})

    def do(self, holder: str | None, kind: str, present=(), new_table=None, **parts: object) -> Row:
        """Carry out a command."""
        row = self.table.propose(self.command(kind, **parts), holder, self.now, present, new_table)
        return self.add(row)

    def add(self, row: Row | None) -> Row:
        """Let a row happen."""
        assert row is not None
        self.table.apply(row)
        self.rows.append(row)
        return row

    def refused(self, holder: str | None, kind: str, present=(), new_table=None, **parts: object) -> Refusal:
        """The refusal of a command; nothing has changed."""
        before = told(self.table)
        try:
            self.table.propose(self.command(kind, **parts), holder, self.now, present, new_table)
        except Refusal as refusal:
            assert told(self.table) == before
            assert refusal.text and "\n" not in refusal.text
            return refusal
        raise AssertionError(f"{kind} was not refused")

    def act(self, seat: int, action: str | None = None) -> Row:
        """A move of a seat, whoever has it; its first legal one if no other is named."""
        action = action or self.table.match.legal(seat)[0]
        holders = self.table.seating.places[seat].holders
        if not holders:
            return self.add(self.table.house_row(seat, action, False, self.now))
        return self.do(holders[0], "act", at=self.table.asked(seat), action=action)

    def play(self, *actions: str) -> None:
        """Moves such as ``2 pass``."""
        for action in actions:
            seat, _, words = action.partition(" ")
            self.act(int(seat), words)

    def play_on(self, rng: random.Random, until=lambda table: table.over) -> None:
        """Play at random until something is so."""
        while not until(self.table):
            seat = rng.choice(list(self.table.playing.asked))
            self.act(seat, rng.choice(self.table.match.legal(seat)))


def room_of(game: str, people: int, seats: int = 4, **options: object) -> Room:
    """A match that has begun: Ann and others on the first seats, the house on the rest."""
    bots = ["bot"] * (seats - people)
    room = Room(game, "me", *["open"] * (people - 1), *bots, start=False, **options)
    for seat in range(1, people):
        room.do(PEOPLE[seat], "sit", seat=seat, name=NAMES[seat])
    room.do(ANN, "start")
    return room


def told(table: Table) -> list[bytes]:
    """The snapshots of all seats and of a spectator."""
    seats = range(table.header.seats)
    present = [True] * len(seats)
    return [table.snapshot_bytes(watcher, False, "build", present, 0, 1e6) for watcher in (None, *seats)]
