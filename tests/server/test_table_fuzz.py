"""Fuzz test of a table: any person sends random commands at any time.

The commands yield events or refusals, and only the events determine the state.
"""

from __future__ import annotations

import itertools
import random
import zlib

import orjson
import pytest

from saleroom.games import NAMES
from saleroom.match.fair_deals import fair_faults
from saleroom.match.referee import faults
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.decide.system_events import bot_move, resolve_undo_request
from saleroom.server.protocol import commands
from tests.games import short
from tests.server.core_tables import ANN, PEOPLE, CoreTable, new_table, snapshots

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
KINDS = (
    *("sit", "sit", "sit", "sit", "leave", "reseat", "remove", "mute", "settle"),
    *("start", "undo", "consent", "say", "rematch", "act"),
)
USUAL = ("act", "act", "act", "act", "house", "house", "house", "house", "house", "undo", "consent")


class Crowd:
    """Many people around one table, who send both sensible and senseless commands."""

    def __init__(self, game: str, number: int) -> None:
        """Seed the random choices with `number`."""
        seats, options = short.seats(game), short.options(game)
        self.rng = random.Random(zlib.crc32(f"{game} {number}".encode()))
        self.table = new_table(game, "me", *["open"] * (seats - 1), **options)
        self.seats = seats
        self.outcomes: set[str] = set()
        for holder, seat in zip(PEOPLE[1:], range(1, seats), strict=False):
            self.table.do(holder, "sit", seat=seat, name="Ann", word=str(seat))
        self.table.do(ANN, "start")

    def play(self) -> None:
        """Send many commands, until the match is over. Sometimes check that replayed events give the same table."""
        for _ in range(500):
            self.step()
            table = self.table
            assert orjson.loads(table.projection.update_bytes(None, False, 0.0))["version"] == len(table.events)
            if self.rng.random() < 0.03:
                assert snapshots(table.again()) == snapshots(table)
            if table.state.over:
                break

    def step(self) -> None:
        """Make one random step."""
        standing = self.table.state.undo_request is not None
        usual = ("consent",) if standing and self.rng.random() < 0.6 else USUAL
        vacant = any(place.kind == "open" for place in self.table.state.seats)
        usual = ("sit",) if vacant and self.rng.random() < 0.4 else usual
        kind = self.rng.choice(usual if self.rng.random() < 0.75 else KINDS)
        self.table.now += self.rng.choice((0.1, 1.0, 40.0))
        holder = self.rng.choice((*PEOPLE[:8], None))
        present = [self.rng.random() < 0.7 for _ in range(self.seats)]
        if self.rng.random() < 0.05:
            event = resolve_undo_request(self.table.state, present, self.table.now)
        elif kind == "house":
            event = self.house()
        else:
            event = self.proposed(kind, holder, present)
        if event is not None:
            self.table.add(event)

    def house(self):
        """Return the event of a random bot move, which can be illegal. Return None if no seat has to act."""
        state = self.table.state
        due = [(seat, False) for seat, _ in state.bots_to_act()] + [(seat, True) for seat in state.people_to_act()]
        if not due:
            return None
        seat, away = self.rng.choice(due)
        legal = state.match.legal_ids(seat)
        return bot_move(state, seat, self.rng.choice([*legal, 9999]), self.table.now, for_person=away)

    def proposed(self, kind: str, holder: str | None, present: list[bool]):
        """Return the event of a command, or None if the command is refused."""
        command = self.command(kind, holder)
        before = snapshots(self.table) if self.rng.random() < 0.05 else None
        try:
            event = decide(self.table.state, command, holder, self.table.now, present=present, new_table="next")
            self.outcomes |= {kind, event.kind}
        except CommandRefusal as refusal:
            event = None
            assert 0 < len(refusal.text) <= 200
            self.outcomes.add(refusal.reason)
        assert before is None or snapshots(self.table) == before
        return event

    def command(self, kind: str, holder: str | None) -> commands.Command:
        """Return a command of the given kind, sensible or not."""
        rng, table = self.rng, self.table.state
        text = rng.choice(NASTY[1:]) + rng.choice("ab")
        vacant = [seat for seat, place in enumerate(table.seats) if place.kind == "open"]
        seat = rng.choice([rng.randrange(self.seats + 1), *vacant])
        parts = {
            "sit": {"seat": seat, "name": text[:24], "word": rng.choice((None, text))},
            "reseat": {"seat": seat, "to": rng.choice((None, "house", "random", "nobody"))},
            "remove": {"seat": seat},
            "mute": {"seat": seat, "on": rng.random() < 0.5},
            "settle": {"hints": rng.random() < 0.5, "clock": rng.choice((None, "none", 30))},
            "consent": {"yes": rng.random() < 0.8},
            "say": {"text": text},
            "act": self.action(table.seat_of(holder)),
        }
        return self.table.command(kind, **parts.get(kind, {}))

    def action(self, seat: int | None) -> dict[str, object]:
        """Return the version and the action for an `act` command; usually the action is legal."""
        asked = self.table.state.turn_version(seat)
        nonsense = self.rng.choice((*NASTY[1:], "bid 99999999", "keep", "lay ZZ", "play 6-6 L", "discard 2C 2C"))
        if asked is None or seat is None or self.rng.random() < 0.3:
            return {"at": self.rng.choice((asked or 0, self.rng.randrange(50))), "action": nonsense}
        return {"at": asked, "action": self.rng.choice(self.table.state.match.legal(seat))}


def test_any_command_is_an_event_or_a_refusal_and_events_determine_the_state():
    outcomes: set[str] = set()
    for game, number in itertools.product(NAMES, range(4)):
        crowd = Crowd(game, number)
        crowd.play()
        outcomes |= crowd.outcomes
        table = crowd.table
        assert snapshots(table.again()) == snapshots(table)
        assert table.again().state.record(0) == table.state.record(0)
        if table.state.undo_request:
            table.add(resolve_undo_request(table.state, [True] * crowd.seats, table.now + 1000))
        table.play_on(crowd.rng)
        assert faults(table.state.record(None)) == []
        assert fair_faults(table.state.record(None)) == []
    assert outcomes >= {"act", "undo", "ask", "agree", "refuse", "say", "leave", "reseat", "settle", "sit", "mute"}
    assert outcomes >= {"illegal", "stale", "not-yours", "not-now", "malformed"}


@pytest.mark.parametrize("game", NAMES)
def test_a_table_replayed_to_any_version_equals_the_table_then(game):
    crowd = Crowd(game, 99)
    table = crowd.table
    first = len(table.events)
    seen = [snapshots(table)]
    while len(seen) < 60 and not table.state.over:
        crowd.step()
        seen += [snapshots(table)] * (len(table.events) - first + 1 - len(seen))
    for version, there in enumerate(seen, first):
        assert snapshots(CoreTable(table.header, table.events[:version])) == there
    again = CoreTable(table.header, table.events[:first])
    for event, there in zip(table.events[first:], seen[1:], strict=True):
        again.add(event)
        assert snapshots(again) == there
