"""Compiled replays that check whether a record of a game is valid for its seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.bits import members
from saleroom.kernel.game import Game, set_seeds
from saleroom.kernel.replays import (
    ACTION,
    ASK,
    BEGUN,
    COLUMNS,
    DRAWN,
    ENDED,
    EVENT,
    KEPT,
    SEALED,
    SEAT,
    TABLE,
    UNKNOWN,
    replay,
)
from saleroom.match.event_codes import EventCodes
from saleroom.match.record import option_faults
from saleroom.match.referee import own_seed
from saleroom.match.turn_memory import Columns, TurnMemory


class Replays:
    """Replays of records of one game, with a cache of event codes and opening states."""

    def __init__(self, game: Game) -> None:
        """Start with empty caches."""
        self.game = game
        self.codes = EventCodes(game)
        self.turns = TurnMemory(game)
        self._blanks: dict[Any, Any] = {}

    def drawn(self, record: dict[str, Any]) -> bool | None:
        """Return whether the first dealer in the record was drawn from its seed; None if the record is not valid."""
        seed, states = own_seed(record), self._begun(record)
        if seed is None or states is None:
            return None
        seats, deals = len(record["players"]), record["deals"]
        if not 0 <= deals[0]["dealer"] < seats:
            return None
        set_seeds(states, [seed])
        one = _Replay(self, states, deals, seats)
        return one.first_was_drawn if one.runs() and one.agrees(record) else None

    def _begun(self, record: dict[str, Any]) -> Any:
        """Return the match of a record before its first deal, as an array of one state; None if it cannot be set up."""
        version, seats = record.get("rules_version", 1), len(record["players"])
        try:
            key = version, seats, repr(record["options"])  # `repr` raises ValueError for a number with too many digits
            if key not in self._blanks:
                self._blanks[key] = self._blank(version, seats, record["options"])
        except ValueError:
            return None
        return self._blanks[key].copy()

    def _blank(self, version: int, seats: int, given: dict[str, Any]) -> Any:
        if option_faults(self.game.options_in(version), given) or None in given.values():
            raise ValueError("an option is missing")
        return self.game.blank(1, self.game.settle_options(given, seats, version), seats)


class _Replay:
    """One record that is being replayed."""

    def __init__(self, replays: Replays, states: Any, deals: Sequence[dict[str, Any]], seats: int) -> None:
        self.codes, self.turns, self.game = replays.codes, replays.turns, replays.game
        self.states, self.deals, self.seats = states, deals, seats
        self.events: list[str] = [event for deal in deals for event in deal["events"]]
        self.coded, self.chosen = self.codes.encode(self.events)
        self.ends = np.cumsum([len(deal["events"]) for deal in deals])
        self.sealed = self._sealed_verbs()
        self.marks = self._sealed_begin()
        room = int((self.coded == TABLE).sum() + self.marks.sum())
        self.snapshots = np.empty(room, states.dtype)
        self.places = np.zeros((room, 3), np.int64)
        self.scores, self.carries = np.zeros((len(deals), seats), np.int64), np.zeros(len(deals), np.int64)
        self.progress = np.zeros(COLUMNS, np.int64)
        self.progress[ACTION] = UNKNOWN
        # this makes new arrays on the same memory, because `ndarray.view` inspects all fields of a record and takes
        # longer
        words = states.dtype.itemsize // 8
        self._raw = np.ndarray((1, words), np.uint64, states), np.ndarray((room, words), np.uint64, self.snapshots)

    def _sealed_verbs(self) -> NDArray[np.int64]:
        """Return the number of each event's verb among the game's sealed verbs, from 1; 0 if it is not sealed."""
        if not self.game.sealed or not self.codes.sealed.size:
            return np.zeros(len(self.events), np.int64)
        return np.where(self.coded < 0, 0, self.codes.sealed[self.coded])

    def _sealed_begin(self) -> NDArray[np.bool_]:
        """Mark the first event of each series of consecutive sealed choices."""
        marks = self.sealed > 0
        same = np.zeros(len(marks), np.bool_)
        same[1:] = self.sealed[1:] == self.sealed[:-1]
        same[self.ends[:-1][self.ends[:-1] < len(marks)]] = False
        return marks & ~same

    @property
    def first_was_drawn(self) -> bool:
        """Whether chance drew the first dealer named in the record."""
        return bool(self.progress[BEGUN] == DRAWN)

    def runs(self) -> bool:
        """Replay all events; return whether all of them are valid."""
        raw, snapshots = self._raw
        first = int(self.deals[0]["dealer"])
        while True:
            result = replay(
                self.states, raw, first, self.coded, self.chosen, self.marks, self.ends, self.codes.meanings, snapshots,
                self.places, self.scores, self.carries, self.progress,
            )  # fmt: skip
            if result != ASK:
                return result == ENDED
            self.progress[ACTION] = self.codes.id_of(self.states, int(self.coded[self.progress[EVENT]]))

    def agrees(self, record: dict[str, Any]) -> bool:
        """Return whether the replayed scores, dealers and table events agree with the record."""
        return self._ends_as(record) and self._snapshots_agree(int(self.progress[KEPT]))

    def _ends_as(self, record: dict[str, Any]) -> bool:
        state, over = self.states[0], bool(self.states["winners"][0])
        last = len(self.deals) - (not over)
        settled = zip(self.deals, self.scores.tolist(), self.carries.tolist(), strict=True)
        for number, (deal, score, carry) in enumerate(settled):
            if number < last and (deal.get("score") != score or deal.get("carry") != carry):
                return False
            if number >= last and ("score" in deal or "carry" in deal):
                return False
        if not over:
            return "scores" not in record and "winners" not in record
        scores = self.states["scores"][0, : self.seats].tolist()
        return record.get("scores") == scores and record.get("winners") == members(state.winners)

    def _snapshots_agree(self, count: int) -> bool:
        """Return whether the record's table events and the order of its sealed choices follow from the saved states."""
        columns, turned, written = Columns(self.snapshots[:count]), [], []
        begins = [0, *self.ends.tolist()]
        for row, (event, deal, events) in enumerate(self.places[:count].tolist()):
            if events == SEALED:
                if not self._in_seat_order(event, begins[deal + 1], columns.states[row]):
                    return False
                continue
            if event == begins[deal] and columns["dealer"][row] != self.deals[deal]["dealer"]:
                return False
            if events and len(turned) != len(written):
                return False
            written += self.events[event : event + events]
            turned += self.turns.events(columns, row)
        return turned == written

    def _in_seat_order(self, event: int, end: int, state: Any) -> bool:
        """Return whether the sealed choices from `event` on are listed clockwise from the correct seat."""
        verb = int(self.sealed[event])
        first = list(self.game.sealed.values())[verb - 1](state)
        differs = np.append(self.sealed[event:end] != verb, True)
        run = self.coded[event : event + int(differs.argmax())]
        seats = (self.codes.meanings[SEAT, run] - first) % self.seats
        return bool((seats[1:] >= seats[:-1]).all())
