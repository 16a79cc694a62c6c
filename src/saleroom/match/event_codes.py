"""Codes for seats' events, and the meanings of these codes for compiled replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.fields import WORD
from saleroom.kernel.game import Game
from saleroom.kernel.replays import FIRST, NO_ACTION, NO_EVENT, NO_SET, PHASES, SEAT, SET, TABLE, UNKNOWN

MOST_CODES = 1 << 16
"""Maximum number of codes of a game, and of cached meanings, to keep in memory."""


class EventCodes(dict[str, int]):
    """Codes of seats' events, by the event's text.

    All events of a seat with the same piece-choosing verb share one code.
    """

    def __init__(self, game: Game) -> None:
        """Start without known events."""
        super().__init__()
        self.game = game
        self.meanings: NDArray[np.int64] = np.full((PHASES + len(game.phases), 0), UNKNOWN, np.int64)
        """Meanings by code, as `saleroom.kernel.replays` describes them."""
        self.sealed: NDArray[np.int64] = np.zeros(0, np.int64)
        """For each code, the number, from 1, of its verb among the game's sealed verbs; 0 if the verb is not sealed."""
        self._words: list[str] = []
        self._by_verb: dict[tuple[str, str], int] = {}
        self._by_number: dict[tuple[int, int, int], int] = {}
        self._chosen: list[int] = []
        self._seats = {str(seat): seat for seat in range(game.seats[-1])}
        self._pieces = {name: 1 << number for number, name in enumerate(game.pieces)}
        self._sealed_verbs = {verb: number for number, verb in enumerate(game.sealed, 1)}

    def encode(self, events: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Return the code of each event. For events that choose pieces, also return the chosen set as a bit mask."""
        self._chosen = []
        codes = [TABLE if event[:1] == "t" else self[event] for event in events]
        return np.array(codes, np.int64), np.array(self._chosen, np.uint64)

    def __missing__(self, text: str) -> int:
        """Return a new code for the event `text`, or `NO_EVENT` if it is no event of a seat or no code is left."""
        actor, _, words = text.partition(" ")
        verb, *pieces = words.split(" ")
        if actor not in self._seats or not words:
            return NO_EVENT
        if verb not in self.game.chosen_from:
            if len(self) == MOST_CODES:
                return NO_EVENT
            code = self[text] = self._new_code(self._seats[actor], words)
            return code
        chosen = sum({self._pieces.get(piece, 0) for piece in pieces})  # a repeated piece counts once
        if chosen.bit_count() < len(pieces):
            return NO_EVENT
        self._chosen.append(chosen)
        if (actor, verb) not in self._by_verb:
            self._by_verb[actor, verb] = self._new_code(self._seats[actor], verb)
        return self._by_verb[actor, verb]

    def _new_code(self, seat: int, words: str) -> int:
        code = len(self._words)
        if code >= self.sealed.size:
            more = np.full((len(self.meanings), max(64, code)), UNKNOWN, np.int64)
            self.meanings = np.concatenate([self.meanings, more], axis=1)
            self.sealed = np.concatenate([self.sealed, np.zeros(more.shape[1], np.int64)])
        verb = words.partition(" ")[0]
        self.meanings[SEAT, code] = seat
        self.meanings[SET, code], self.meanings[FIRST, code] = self._set_of(verb, seat)
        self.sealed[code] = self._sealed_verbs.get(verb, 0)
        self._words.append(words)
        return code

    def _set_of(self, verb: str, seat: int) -> tuple[int, int]:
        """Return two numbers for a verb that chooses pieces from a set.

        They are the index of the 64-bit word of the record with this set, and the action id of an empty choice.
        """
        if verb not in self.game.chosen_from:
            return NO_SET, 0
        name, first = self.game.chosen_from[verb]
        offset: int = self.game.record.dtype.fields[name][1]  # type: ignore - NumPy's stubs allow for no fields
        by_seat = next(field.by_seat for field in self.game.record.fields if field.name == name)
        return offset // WORD + (seat if by_seat else 0), first

    def id_of(self, states: Any, code: int) -> int:
        """Return the id of the action that a code stands for in the given state.

        If the id depends only on the phase, or on the phase and one field, cache it.
        """
        words, phase = self._words[code], int(states["phase"][0])
        decider = self.game.words_by.get(words.partition(" ")[0])
        key = code, phase, int(states[decider][0]) if decider else 0
        action = self._by_number.get(key) if decider else None
        if action is not None:
            return action
        seat = int(self.meanings[SEAT, code])
        try:
            action = self.game.parse_action(self.game.record.view(states, seat)[0], seat, words)
        except ValueError:
            return NO_ACTION
        if decider and len(self._by_number) < MOST_CODES:
            self._by_number[key] = action
        elif self.game.words_by_phase and not decider:
            self.meanings[PHASES + phase, code] = action
        return action
