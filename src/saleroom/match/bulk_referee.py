"""Records verified in bulk: those in order by compiled code, all others by the referee, who says what is wrong.

A record is in order here if its seed gives every card that it names and each action and score is right. About anything
else the referee is asked, so that faults are the same, word for word.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.games import ALL, load
from saleroom.kernel import readiness
from saleroom.kernel.bits import members
from saleroom.kernel.compile import COMPILED
from saleroom.kernel.game import Game, Turn, sow
from saleroom.kernel.replays import (
    ACTION,
    ASK,
    BEGUN,
    COLUMNS,
    DRAWN,
    ENDED,
    KEPT,
    NO_ACTION,
    NO_EVENT,
    SEALED,
    TABLE,
    UNKNOWN,
    replay,
)
from saleroom.match.errors import BadRecord
from saleroom.match.events import TABLE as TABLE_NAME
from saleroom.match.fair import fair_faults
from saleroom.match.record import from_line, option_faults, shape_faults
from saleroom.match.referee import faults, own_seed

PATIENCE = 1000
"""Records of a game that are verified without machine code, where there is none yet."""
MOST_CODES = 1 << 16
"""Different events of a game that are remembered."""
MARK = "replay-ready"


class BulkReferee:
    """Verifies the lines of files, one after another."""

    def __init__(self, patience: int = PATIENCE) -> None:
        """`patience` is how many records of a game are left to the referee before its replay is compiled."""
        self._patience = patience
        self._replays: dict[str, _Replays] = {}
        self._seen: dict[str, int] = {}

    def line_faults(self, line: bytes, fair: bool = False) -> tuple[Any, list[str]]:
        """Return the record that a line holds, and everything that is wrong with it."""
        try:
            record = from_line(line)
        except BadRecord as error:
            return None, [str(error)]
        return record, self.faults(record, fair)

    def faults(self, record: Any, fair: bool = False) -> list[str]:
        """Return everything that a referee objects to in a record, whatever the value."""
        wrong = shape_faults(record, ALL)
        if wrong:
            return wrong
        drawn = self._drawn(record)
        wrong = faults(record) if drawn is None else []
        return wrong or (fair_faults(record, drawn) if fair else [])

    def _drawn(self, record: dict[str, Any]) -> bool | None:
        """None unless the record is in order; then whether its seed drew the first dealer too."""
        name = record["game"]
        replays = self._replays.get(name)
        if replays is None:
            self._seen[name] = self._seen.get(name, 0) + 1
            if self._seen[name] <= self._patience and not _on_disk(name):
                return None
            replays = self._replays[name] = _Replays(load(name))
        drawn = replays.drawn(record)
        if not replays.marked and drawn is not None:
            replays.marked = _note_on_disk(name)
        return drawn


def _on_disk(name: str) -> bool:
    mark = readiness.mark(load(name).record.fields[0].name, MARK)
    return COMPILED and mark is not None and mark.exists()


def _note_on_disk(name: str) -> bool:
    """Note that the machine code is made, so that the next process need not be patient."""
    mark = readiness.mark(load(name).record.fields[0].name, MARK)
    try:
        if COMPILED and mark is not None:
            mark.touch()
    except OSError:  # a full disk costs the next process its patience
        pass
    return True


class _Codes(dict):
    """Events of seats by text, each with a number; the table's have none of their own."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self._seats = {str(seat): seat for seat in range(seats)}
        self.actors = np.zeros(64, np.int64)
        self.words: list[str] = []

    def __missing__(self, text: str) -> int:
        actor, _, words = text.partition(" ")
        if actor == TABLE_NAME:
            return TABLE
        if actor not in self._seats or not words or len(self) >= MOST_CODES:
            return NO_EVENT
        code = self[text] = len(self)
        if code == len(self.actors):
            self.actors = np.concatenate([self.actors, self.actors])
        self.actors[code] = self._seats[actor]
        self.words.append(words)
        return code


class _Replays:
    """Replays of records of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.marked = False
        self._codes = _Codes(game.seats[-1])
        self._ids = np.full((len(game.phases), len(self._codes.actors)), UNKNOWN, np.int64)
        self._blanks: dict[Any, Any] = {}

    def drawn(self, record: dict[str, Any]) -> bool | None:
        """None unless the record is in order; then whether its seed drew the first dealer too."""
        seed, states = own_seed(record), self._begun(record)
        if seed is None or states is None:
            return None
        seats, deals = len(record["players"]), record["deals"]
        if not 0 <= deals[0]["dealer"] < seats:
            return None
        sow(states, [seed])
        events = [event for deal in deals for event in deal["events"]]
        codes = np.array([self._codes[event] for event in events], np.int64)
        one = _Replay(self, states, deals, events, codes, seats)
        return one.first_was_drawn if one.runs() and one.agrees(record) else None

    def _begun(self, record: dict[str, Any]) -> Any:
        """Return the match of a record before its first deal, in an array of one; None if it cannot be set up."""
        version, seats = record.get("rules_version", 1), len(record["players"])
        try:
            key = version, seats, repr(record["options"])  # ValueError for a number too long to print
            if key not in self._blanks:
                self._blanks[key] = self._blank(version, seats, record["options"])
        except ValueError:
            return None
        return self._blanks[key].copy()

    def _blank(self, version: int, seats: int, given: dict[str, Any]) -> Any:
        if option_faults(self.game.options_in(version), given) or None in given.values():
            raise ValueError("an option is missing")
        return self.game.blank(1, self.game.settle_options(given, seats, version), seats)

    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the seat of each code, and its id in each phase."""
        missing = len(self._codes.actors) - self._ids.shape[1]
        if missing:
            more = np.full((len(self._ids), missing), UNKNOWN, np.int64)
            self._ids = np.concatenate([self._ids, more], axis=1)
        return self._codes.actors, self._ids

    def id_of(self, states: Any, code: int) -> int:
        """Return the action that an event means in this state; remember it where the phase decides."""
        seat = int(self._codes.actors[code])
        try:
            action = self.game.parse_action(self.game.record.view(states, seat)[0], seat, self._codes.words[code])
        except ValueError:
            return NO_ACTION
        if self.game.words_by_phase:
            self._ids[int(states[0].phase), code] = action
        return action


class _Replay:
    """One record under replay."""

    def __init__(
        self,
        replays: _Replays,
        states: Any,
        deals: Sequence[dict[str, Any]],
        events: list[str],
        codes: NDArray[np.int64],
        seats: int,
    ) -> None:
        self.replays, self.game, self.states = replays, replays.game, states
        self.deals, self.events, self.codes, self.seats = deals, events, codes, seats
        self.ends = np.cumsum([len(deal["events"]) for deal in deals])
        self.marks = self._sealed_begin()
        self._turned: list[str] = []
        self._written: list[str] = []
        raw = states.view(np.uint64).reshape(1, -1)
        room = int((codes == TABLE).sum() + self.marks.sum())
        self.kept = np.zeros(room, states.dtype)
        self.places = np.zeros((room, 3), np.int64)
        self.scores, self.carries = np.zeros((len(deals), seats), np.int64), np.zeros(len(deals), np.int64)
        self.progress = np.zeros(COLUMNS, np.int64)
        self.progress[ACTION] = UNKNOWN
        self._raw = raw, self.kept.view(np.uint64).reshape(room, raw.shape[1])

    def _sealed_begin(self) -> NDArray[np.bool_]:
        """Mark the first event of each run of sealed choices."""
        marks = np.zeros(len(self.events), np.bool_)
        if self.game.sealed:
            verbs, starts = list(map(_verb, self.events)), {0, *self.ends.tolist()}
            for place, verb in enumerate(verbs):
                marks[place] = verb in self.game.sealed and (place in starts or verbs[place - 1] != verb)
        return marks

    @property
    def first_was_drawn(self) -> bool:
        """Whether chance drew the first dealer that the record names."""
        return bool(self.progress[BEGUN] == DRAWN)

    def runs(self) -> bool:
        """Replay the events; return whether all are in order."""
        raw, kept = self._raw
        while True:
            actors, ids = self.replays.arrays()
            first = int(self.deals[0]["dealer"])
            result = replay(
                self.states, raw, first, self.codes, self.marks, self.ends, actors, ids, kept, self.places, self.scores,
                self.carries, self.progress,
            )  # fmt: skip
            if result != ASK:
                return result == ENDED
            self.progress[ACTION] = self.replays.id_of(self.states, int(self.codes[self.progress[0]]))

    def agrees(self, record: dict[str, Any]) -> bool:
        """Whether scores, dealers and all that the table turned over are as the record says."""
        rows = range(int(self.progress[KEPT]))
        return self._ends_as(record) and all(map(self._kept_as_written, rows)) and self._turned == self._written

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

    def _kept_as_written(self, row: int) -> bool:
        """Whether the events at a state that was kept are as they must be: the table's, or sealed ones in order."""
        event, deal, count = self.places[row].tolist()
        state = self.kept[row]
        if count == SEALED:
            return self._in_seat_order(event, deal, self.game.sealed[_verb(self.events[event])](state))
        if event == (self.ends[deal - 1] if deal else 0) and state.dealer != self.deals[deal]["dealer"]:
            return False
        if count and len(self._turned) != len(self._written):
            return False
        self._written += self.events[event : event + count]
        self._turned += map(self._text, self.game.turns(state), repeat(state))
        return True

    def _text(self, turn: Turn, state: Any) -> str:
        """Return the event that turns something over."""
        pieces = sorted(state[turn.pile][turn.start : turn.start + turn.count].tolist()) if turn.pile else []
        names: Any = self.game.pieces
        return " ".join([TABLE_NAME, turn.words, *(names[piece] for piece in pieces)])

    def _in_seat_order(self, event: int, deal: int, first: int) -> bool:
        """Whether the run of sealed choices that begins with an event is listed clockwise from `first`."""
        verb, places = _verb(self.events[event]), []
        for text in self.events[event : self.ends[deal]]:
            if _verb(text) != verb:
                break
            places.append((int(text.partition(" ")[0]) - first) % self.seats)
        return places == sorted(places)


def _verb(event: str) -> str:
    """The second word of an event."""
    return event.partition(" ")[2].partition(" ")[0]
