"""Random stories: a match in which a crowd plays, chats and takes back moves, with the cause of each event."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from saleroom.games import load
from saleroom.kernel.options import Value
from saleroom.match.events import TABLE
from saleroom.match.match import Match
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.decide.system_events import add_device, bot_move, resolve_undo_request
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import commands
from tests.contract.chance import Mood, random_options
from tests.games import short
from tests.server.core_tables import ANN, NAMES, PEOPLE, CoreTable, new_table

NEXT = "next-table"
LINES = ("Hello", "??", "I have JD", "well played")
USUAL = ("act",) * 24 + ("undo", "undo", "undo", "say", "odd")
ODD = ("settle", "leave", "sit", "reseat", "device", "rematch", "start")


def lively(game: str, seats: int, rng: random.Random) -> dict[str, Value]:
    """Return options for short matches of a few deals, with auctions."""
    return {**short.deals(game, 2), **short.lively(game, seats, rng)}


@dataclass(frozen=True)
class Deed:
    """One event at the true table, and its cause."""

    event: TableEvent
    command: Any
    """None without a command: the house moved, a request lapsed, another device joined."""
    present: tuple[bool, ...]
    deal: int
    """Number of deals before it."""

    def judged(self, table: CoreTable, action: str) -> TableEvent | None:
        """Return the event of the same cause at another table; a move is `action` there."""
        event, command = self.event, self.command
        if isinstance(command, commands.Act):
            command = command.model_copy(update={"action": action})
        if command is not None:
            return decide(table.state, command, event.holder, event.at, present=self.present, new_table=NEXT)
        if event.kind == "move":
            assert event.seat is not None
            return bot_move(table.state, event.seat, action, event.at, for_person=event.data["by_house"])
        if event.kind == "device":
            assert event.seat is not None and event.holder is not None
            return add_device(table.state, event.seat, event.holder, event.at)
        return resolve_undo_request(table.state, self.present, event.at)


@dataclass(frozen=True)
class Cut:
    """A moment of the true table from which a twin is made."""

    count: int
    """Number of deeds before it."""
    match: Match
    standing: tuple[int, ...]
    """Indices of those deeds that are moves and have not been taken back."""


class Story:
    """A match in which a crowd plays, chats and takes back moves; all but the house act at random."""

    def __init__(self, game: str, rng: random.Random, seats: int | None = None, orderly: bool = False) -> None:
        """Seat the players; `orderly` people keep their seats, are always present and send every command themselves."""
        self.rng, self.mood, self.orderly = rng, Mood(rng), orderly
        self.seats = seats or rng.choice(load(game).seats)
        options = random_options(load(game), self.seats, rng, **lively(game, self.seats, rng))
        given = {name: value for name, value in options.items() if value is not None}
        self.table = new_table(game, "me", *["open"] * (self.seats - 1), **given)
        self.first = list(self.table.events)
        self.deeds: list[Deed] = []
        self.cuts: list[Cut] = []
        self.kinds: Counter[str] = Counter()
        self._standing: list[int] = []
        self._present = (True,) * self.seats
        for seat in range(1, self.seats):
            self._said(PEOPLE[seat], "sit", seat=seat, name=NAMES[seat], word=f"word {seat}")
        if not orderly:
            self._said(ANN, "settle", clock=30)
        self._said(ANN, "start")

    @property
    def state(self) -> TableState:
        """State of the true table."""
        return self.table.state

    def play(self, most: int = 600, cuts: float = 0.1) -> Story:
        """Play at most `most` events; some moments become cuts."""
        while not self.state.over and len(self.deeds) < most:
            if self.rng.random() < cuts:
                self.cut()
            self._step()
        return self

    def cut(self) -> Cut:
        """Store this moment as a cut."""
        assert self.state.match is not None
        self.cuts.append(Cut(len(self.deeds), self.state.match.copy(), tuple(self._standing)))
        return self.cuts[-1]

    def _step(self) -> None:
        rng, state = self.rng, self.state
        if not self.orderly:
            self.table.now += rng.choice((0.1, 1.0, 20.0))
            self._present = tuple(rng.random() < 0.8 for _ in range(self.seats))
        kind = rng.choice(("consent", "consent", "act") if state.undo_request else USUAL)
        vacant = any(place.kind == "open" for place in state.seats)
        if kind == "odd" or vacant:
            kind = "say" if self.orderly else "sit" if vacant else rng.choice(ODD)
        if kind == "act" and state.progress is not None:
            self._move(rng.choice(list(state.progress.turn_versions)))
        elif kind == "device":
            self._device()
        elif not self.orderly and state.undo_request and rng.random() < 0.2:
            self._note(resolve_undo_request(state, self._present, self.table.now), None)
        else:
            self._try(kind)

    def _move(self, seat: int) -> None:
        state, place = self.state, self.state.seats[seat]
        assert state.match is not None
        action = self.mood.choose(state.match.legal(seat))
        away = place.kind == "human" and not self.orderly and self.rng.random() < 0.1
        if away or place.kind == "bot":
            self._note(bot_move(state, seat, action, self.table.now, for_person=away), None)
        elif place.kind == "human":
            self._said(place.holders[0], "act", at=state.turn_version(seat), action=action)

    def _device(self) -> None:
        seat, taken = self.rng.randrange(self.seats), set(PEOPLE[: self.seats])
        with contextlib.suppress(CommandRefusal):
            self._note(add_device(self.state, seat, self.rng.choice(sorted(set(PEOPLE) - taken)), self.table.now), None)

    def _try(self, kind: str) -> None:
        """Try a command that may be refused."""
        rng, places = self.rng, self.state.seats
        asked = self.state.undo_request.waits_for if kind == "consent" and self.state.undo_request else []
        whose = [places[seat].holders[0] for seat in asked if places[seat].holders]
        holder = rng.choice(whose or PEOPLE[: self.seats + (not self.orderly)])
        if kind in ("settle", "reseat"):
            holder = self.state.owner
        vacant = [seat for seat, place in enumerate(places) if place.kind == "open"] or [0]
        parts: dict[str, dict[str, Any]] = {
            "sit": {"seat": rng.choice(vacant), "name": "Zoe"},
            "reseat": {"seat": rng.randrange(self.seats), "to": rng.choice((None, "house", "random"))},
            "settle": {"hints": rng.random() < 0.8, "clock": rng.choice((None, "none", 30))},
            "consent": {"yes": rng.random() < 0.8},
            "say": {"text": rng.choice(LINES)},
        }
        with contextlib.suppress(CommandRefusal):
            self._said(holder, kind, **parts.get(kind, {}))

    def _said(self, holder: str, kind: str, **parts: Any) -> None:
        command = self.table.command(kind, **parts)
        self._note(decide(self.state, command, holder, self.table.now, present=self._present, new_table=NEXT), command)

    def _note(self, event: TableEvent | None, command: Any) -> None:
        if event is None:
            return
        match = self.state.match
        deed = Deed(event, command, self._present, len(match.deals) if match else 0)
        sealed = self.state.progress is not None and bool(self.state.progress.sealed_events())
        before = actions(match)
        self.table.add(event)
        self.deeds.append(deed)
        self.kinds[f"sealed {event.kind}" if sealed and event.kind == "undo" else event.kind] += 1
        if event.kind == "move":
            self._standing.append(len(self.deeds) - 1)
        elif event.kind == "undo":
            self._standing = list(left_of(self._standing, before, actions(self.state.match)))


def actions(match: Match | None) -> list[str]:
    """Return the standing actions of the players, in the order of time."""
    return [] if match is None else [event for event in match.history if not event.startswith(TABLE)]


def left_of(standing: Sequence[int], before: Sequence[str], after: Sequence[str]) -> Iterator[int]:
    """Yield the moves that still stand after some were taken back."""
    rest = list(after)
    for deed, text in zip(standing, before, strict=True):
        if rest and rest[0] == text:
            rest.pop(0)
            yield deed
    assert not rest
