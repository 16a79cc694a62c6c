"""Batch of matches of one game in one array of records, stepped together by compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saleroom.kernel import loops
from saleroom.kernel.fields import PUBLIC
from saleroom.kernel.game import Game, set_seeds
from saleroom.kernel.numbers import plain
from saleroom.kernel.options import Value
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import Rng, dice_of


class Batch:
    """Matches in an array, without records, for search, learning and statistics.

    If several seats may act simultaneously (a sealed phase), the mover is the lowest-numbered of them.
    """

    def __init__(self, spec: Game, options: Mapping[str, Value], seats: int, seeds: Sequence[bytes]) -> None:
        """Create one match per seed, dealt and ready; `options` are complete."""
        self.spec = spec
        self.seats = seats
        self.action_bound = spec.action_bound(options, seats)
        """Exclusive upper bound of action ids."""
        self.states: Any = spec.blank(len(seeds), options, seats)
        """Matches as a record array; index it with the names of the fields that `spec.record` declares."""
        set_seeds(self.states, seeds)
        self._ids = np.empty(self.action_bound, np.int64)
        loops.open_tables(self.states)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def movers(self) -> NDArray[np.int64]:
        """Seat that acts next in each match, -1 if the match is over; shape (matches,)."""
        seats = np.empty(len(self.states), np.int64)
        loops.movers(self.states, seats)
        return seats

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each match has ended; shape (matches,)."""
        return self.states["winners"] != 0

    @property
    def scores(self) -> NDArray[np.int32]:
        """Each seat's points or chips; shape (matches, seats)."""
        return self.states["scores"][:, : self.seats]

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Whether each seat has won; shape (matches, seats)."""
        return self.states["winners"][:, None] >> np.arange(self.seats, dtype=np.uint64) & np.uint64(1) != 0

    def legal(self, seats: ArrayLike | None = None) -> NDArray[np.bool_]:
        """Return a mask of the legal actions of each match's mover, or of `seats[i]`; shape (matches, action_bound)."""
        mask = np.empty((len(self), self.action_bound), np.bool_)
        loops.legal_all(self.states, self._seats(seats), mask)
        return mask

    def step(self, actions: ArrayLike, seats: ArrayLike | None = None) -> None:
        """In each match i that is not over, carry out action id `actions[i]` for the mover, or for `seats[i]`.

        If an action is illegal, no match changes, and `IllegalAction` names the first match with an illegal action.
        """
        ids, who = np.asarray(actions), self._seats(seats)
        if ids.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {ids.dtype}")
        ids = ids.astype(np.int64)
        if ids.shape != (len(self),):
            raise ValueError(f"{len(self)} matches need as many actions, not shape {ids.shape}")
        wrong = loops.step_all(self.states, who, ids)
        if wrong >= 0:
            raise IllegalAction(f"match {wrong}: seat {who[wrong]} may not do action {ids[wrong]}")

    def step_one(self, index: int, action: int) -> NDArray[np.int64]:
        """Carry out `action` for the mover of match `index` without checking it.

        Return the ids of the next mover's legal actions in an array that the next call overwrites. The array is empty
        if the match is over.
        """
        return self._ids[: loops.step_one(self.states, self._place(index), plain("an action", action), self._ids)]

    def choices(self, index: int) -> NDArray[np.int64]:
        """Return the ids of the legal actions of one match's mover."""
        return self._ids[: loops.choices_one(self.states, self._place(index), self._ids)]

    def view(self, seats: ArrayLike | Literal["public"] | None = None) -> Any:
        """Return one view of each match, by default the mover's view.

        `seats` can be one seat for all matches, an array with one seat for each match, or ``"public"``. The result is
        an array of records with the same fields. A match that is over has no mover; by default, its view is then the
        public view.
        """
        if isinstance(seats, str) and seats == "public":
            return self.spec.record.view(self.states, PUBLIC)
        if seats is None:
            who = self.movers
            return self.spec.record.view(self.states, np.where(who < 0, PUBLIC, who))
        return self.spec.record.view(self.states, self._seats(seats))

    def imagine(self, seats: ArrayLike | None = None, rng: Rng = None) -> Any:
        """Return a random whole state for each match, consistent with everything its mover (or `seats[i]`) has seen.

        Future chance events in the returned state are independent of those in the match.
        """
        who = self._seats(seats)
        worlds = self.spec.record.view(self.states, np.where(who < 0, PUBLIC, who))
        loops.imagine_all(worlds, who, dice_of(rng))
        return worlds

    def playout(self, seed: int = 0, decisions: int = 1 << 62) -> int:
        """Play each match at random to its end, or for `decisions` actions; return the total number of actions."""
        return int(loops.playouts(self.states, dice_of(seed), plain("a count of decisions", decisions)))

    def _place(self, index: int) -> int:
        """Return the non-negative index of a match; raise `IndexError` if there is no match at `index`."""
        number = plain("the place of a match", index)
        if not -len(self) <= number < len(self):
            raise IndexError(f"there are {len(self)} matches, and none at {number}")
        return number % len(self)

    def _seats(self, seats: ArrayLike | None) -> NDArray[np.int64]:
        if seats is None:
            return self.movers
        who = np.asarray(seats)
        if who.dtype.kind not in "iu" or ((who < 0) | (who >= self.seats)).any():
            raise ValueError(f"the seats are 0 to {self.seats - 1}")
        return np.ascontiguousarray(np.broadcast_to(who.astype(np.int64), len(self)))
