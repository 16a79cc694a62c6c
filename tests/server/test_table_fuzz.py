"""Anything that anybody may send, at any time: rows or refusals, and the rows alone say how the table stands."""

from __future__ import annotations

import itertools
import random
import zlib

import orjson
import pytest

from saleroom.match.fair import fair_faults
from saleroom.match.referee import faults
from saleroom.server import wire
from saleroom.server.judging import Refusal
from saleroom.server.table import Table
from tests.server.tabling import ANN, PEOPLE, Room, told

GAMES = {
    "auction-house": (4, {"rounds": 2}),
    "auction-hearts": (4, {"deals": 2}),
    "auction-pitch": (5, {"deals": 2}),
    "auction-draw": (3, {"deals": 3}),
    "auction-flop-poker": (4, {"deals": 3}),
}
NASTY = (
    "",
    "\u202eevil",
    "a\u0000b",
    "\u200b",
    "<script>",
    "{}",
    "x" * 24,
    "\U0001d518\U0001d52b",
    "é" * 12,
    "\n",
    "0",
    "pass",
    "٣",
)
KINDS = ("sit", "sit", "sit", "sit", "leave", "reseat", "settle", "start", "undo", "consent", "say", "rematch", "act")
USUAL = ("act", "act", "act", "act", "house", "house", "house", "house", "house", "undo", "consent")


class Crowd:
    """Many people, not all of them sensible, around one table."""

    def __init__(self, game: str, number: int) -> None:
        """`number` is their chance."""
        seats, options = GAMES[game]
        self.rng = random.Random(zlib.crc32(f"{game} {number}".encode()))
        self.room = Room(game, "me", *["open"] * (seats - 1), **options)
        self.seats = seats
        self.outcomes: set[str] = set()
        for holder, seat in zip(PEOPLE[1:], range(1, seats), strict=False):
            self.room.do(holder, "sit", seat=seat, name="Ann", word=str(seat))
        self.room.do(ANN, "start")

    def play(self) -> None:
        """Many things, until the match is over; now and then its rows are folded anew."""
        for _ in range(500):
            self.step()
            room = self.room
            assert orjson.loads(room.table.update_bytes(None, False, 0.0))["version"] == len(room.rows)
            if self.rng.random() < 0.03:
                assert told(Table(room.header, room.rows)) == told(room.table)
            if room.table.over:
                break

    def step(self) -> None:
        """One thing that somebody does."""
        standing = self.room.table.taking_back is not None
        usual = ("consent",) if standing and self.rng.random() < 0.6 else USUAL
        vacant = any(place.kind == "open" for place in self.room.table.seating.places)
        usual = ("sit",) if vacant and self.rng.random() < 0.4 else usual
        kind = self.rng.choice(usual if self.rng.random() < 0.75 else KINDS)
        self.room.now += self.rng.choice((0.1, 1.0, 40.0))
        holder = self.rng.choice((*PEOPLE[:8], None))
        present = [self.rng.random() < 0.7 for _ in range(self.seats)]
        if self.rng.random() < 0.05:
            row = self.room.table.overdue_row(present, self.room.now)
        elif kind == "house":
            row = self.house()
        else:
            row = self.proposed(kind, holder, present)
        if row is not None:
            self.room.add(row)

    def house(self):
        """A move of the house, which may not fit."""
        table = self.room.table
        due = [(seat, False) for seat, _ in table.bots_due()] + [(seat, True) for seat in table.humans_due()]
        if not due:
            return None
        seat, away = self.rng.choice(due)
        legal = table.match.legal_ids(seat)
        return table.house_row(seat, self.rng.choice([*legal, 9999]), away, self.room.now)

    def proposed(self, kind: str, holder: str | None, present: list[bool]):
        """The row of a command, or nothing."""
        command = self.command(kind, holder)
        before = told(self.room.table) if self.rng.random() < 0.05 else None
        try:
            row = self.room.table.propose(command, holder, self.room.now, present, "next")
            self.outcomes |= {kind, row.kind}
        except Refusal as refusal:
            row = None
            assert 0 < len(refusal.text) <= 200
            self.outcomes.add(refusal.reason)
        assert before is None or told(self.room.table) == before
        return row

    def command(self, kind: str, holder: str | None) -> wire.Command:
        """A command of a kind, sensible or not."""
        rng, table = self.rng, self.room.table
        text = rng.choice(NASTY[1:]) + rng.choice("ab")
        vacant = [seat for seat, place in enumerate(table.seating.places) if place.kind == "open"]
        seat = rng.choice([rng.randrange(self.seats + 1), *vacant])
        parts = {
            "sit": {"seat": seat, "name": text[:24], "word": rng.choice((None, text))},
            "reseat": {"seat": seat, "to": rng.choice((None, "house", "random", "nobody"))},
            "settle": {"hints": rng.random() < 0.5, "clock": rng.choice((None, "none", 30))},
            "consent": {"yes": rng.random() < 0.8},
            "say": {"text": text},
            "act": self.action(table.seat_of(holder)),
        }
        return self.room.command(kind, **parts.get(kind, {}))

    def action(self, seat: int | None) -> dict[str, object]:
        """Something to do in a match, mostly what is legal."""
        asked = self.room.table.asked(seat)
        nonsense = self.rng.choice((*NASTY[1:], "bid 99999999", "keep", "lay ZZ", "play 6-6 L", "discard 2C 2C"))
        if asked is None or seat is None or self.rng.random() < 0.3:
            return {"at": self.rng.choice((asked or 0, self.rng.randrange(50))), "action": nonsense}
        return {"at": asked, "action": self.rng.choice(self.room.table.match.legal(seat))}


def test_anything_is_a_row_or_a_refusal_and_the_rows_say_it_all():
    outcomes: set[str] = set()
    for game, number in itertools.product(GAMES, range(4)):
        crowd = Crowd(game, number)
        crowd.play()
        outcomes |= crowd.outcomes
        room = crowd.room
        assert told(Table(room.header, room.rows)) == told(room.table)
        assert Table(room.header, room.rows).record(0) == room.table.record(0)
        if room.table.taking_back:
            room.add(room.table.overdue_row([True] * crowd.seats, room.now + 1000))
        room.play_on(crowd.rng)
        assert faults(room.table.record(None)) == []
        assert fair_faults(room.table.record(None)) == []
    assert outcomes >= {"act", "undo", "ask", "agree", "refuse", "say", "leave", "reseat", "settle", "sit"}
    assert outcomes >= {"illegal", "stale", "not-yours", "not-now", "malformed"}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_folded_at_any_version_is_the_table_that_was_there(game):
    crowd = Crowd(game, 99)
    room = crowd.room
    first = len(room.rows)
    seen = [told(room.table)]
    while len(seen) < 60 and not room.table.over:
        crowd.step()
        seen += [told(room.table)] * (len(room.rows) - first + 1 - len(seen))
    for version, there in enumerate(seen, first):
        assert told(Table(room.header, room.rows[:version])) == there
    again = Table(room.header, room.rows[:first])
    for row, there in zip(room.rows[first:], seen[1:], strict=True):
        again.apply(row)
        assert told(again) == there
