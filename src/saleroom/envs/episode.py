"""One episode, seen from every seat: the basis of the adapters for other libraries."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.envs import observations as row_observations
from saleroom.envs.batch_state import batch_state_of, packed, unpack
from saleroom.envs.history import seen_by
from saleroom.envs.terms import Terms
from saleroom.kernel import choices, loops
from saleroom.kernel.bits import members
from saleroom.kernel.compile import direct
from saleroom.kernel.episodes import NO_ENTRY, BatchState
from saleroom.kernel.fast import workers
from saleroom.kernel.fields import NO_SEAT, PUBLIC
from saleroom.kernel.game import set_seeds
from saleroom.kernel.numbers import whole
from saleroom.kernel.options import shown
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import Rng, Seed, dice_of, seed_bytes

_BEGIN, _STEP, _SHOW = map(workers.progress_of_one, (workers.BEGIN, workers.STEP, workers.SHOW))


def number_of(action: Any) -> int:
    """Return an action's id as an `int`; raise `IllegalAction` unless it is a whole number."""
    number = whole(action)
    if number is None:
        raise IllegalAction(f"an action is a whole number, not {shown(action)}")
    return number


class Episode:
    """A match or a single deal in progress. If several seats may act, the mover is the lowest-numbered of them."""

    mover: int
    """The seat to move; -1 before the first deal and after the end of the episode."""

    def __init__(self, terms: Terms, history: int = 0) -> None:
        """Create the episode before its first deal; call `begin` to deal.

        The episode keeps the last `history` rows of the history.
        """
        self.terms = terms
        self._kind = terms.kind._replace(again=False)
        self._keep(batch_state_of(terms, 1, history))
        self._run_tasks: Any = direct(workers.run_tasks, *self._work, _BEGIN, workers.CALLER, 1, 1)

    def _keep(self, crowd: BatchState) -> None:
        """Store references to the arrays and to the episode's row in each array.

        Without these references, looking up the arrays would take a fifth of the time of a step.
        """
        self._crowd = crowd
        self._action = np.zeros(1, np.int64)
        self._row, self._flags = crowd.observations[0], crowd.masks[0].view(np.int8)
        self._work = crowd, self._kind, self._action, crowd.rng
        self.mover = crowd.movers.item(0)

    def begin(self, seed: Seed = None) -> None:
        """Deal a new match with this seed, by default a random seed."""
        crowd = self._crowd
        crowd.raw[:] = crowd.blank
        set_seeds(crowd.states, [seed_bytes(seed)])
        crowd.rewards[:], crowd.ended[:] = 0, False
        self._do(_BEGIN)

    def act(self, action: Any) -> None:
        """Do the mover's action with the id `action`; raise `IllegalAction` and change nothing if it is not legal."""
        number = number_of(action)
        if self.mover == NO_SEAT:
            raise IllegalAction(self.why_nobody_acts)
        if not 0 <= number < len(self._flags) or not self._flags[number]:
            raise IllegalAction(self.terms.why_not(self.view(self.mover), self.mover, number))
        self._action[0] = number
        self._do(_STEP)

    def _do(self, progress: Any) -> None:
        """Run the task `progress` with the same machine code that steps thousands of episodes."""
        self._run_tasks(*self._work, progress, workers.CALLER, 1, 1)
        self.mover = self._crowd.movers.item(0)

    # State

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self._crowd.ended.item(0)

    @property
    def why_nobody_acts(self) -> str:
        """Reason for the refusal of any action before the first deal and after the end of the episode."""
        return f"the episode {'has not begun' if self._has_no_deal else 'is over'}; reset the environment to begin one"

    @property
    def _has_no_deal(self) -> bool:
        return self.mover == NO_SEAT and not self.over

    @property
    def rewards(self) -> list[float]:
        """Each seat's reward for the last action."""
        return self._crowd.rewards[0].tolist()

    @property
    def history(self) -> NDArray[np.int32]:
        """The last rows of the history as the seat to move has seen it, without empty rows; shape (rows,
        terms.history_columns). Private symbols are missing before the first deal and after the end of the episode.
        """
        return self._history_of(self.mover)

    def history_of(self, seat: int) -> NDArray[np.int32]:
        """Return the last rows of the history as `seat` has seen it, without empty rows; shape (rows,
        terms.history_columns).
        """
        return self._history_of(self.terms.seat(seat))

    def _history_of(self, watcher: int) -> NDArray[np.int32]:
        written = self._crowd.written[0]
        return seen_by(np.array([watcher]), self._crowd.history[:, :written], self._crowd.secrets[:, :written])[0]

    def observe(self, seat: int) -> NDArray[np.int32]:
        """Return the observation of a seat; shape (layout.size,)."""
        if type(seat) is int and seat == self.mover:
            return self._row.copy()
        return self.terms.row(self._crowd.states, self.terms.seat(seat))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the legal actions of `seat` as flags of shape (actions,).

        All flags are 0 unless `seat` is the mover.
        """
        if (seat if type(seat) is int else self.terms.seat(seat)) == self.mover:
            return self._flags.copy()
        return np.zeros(self.terms.actions, np.int8)

    def mask_if_acting(self, seat: int) -> NDArray[np.int8]:
        """Return the legal actions of `seat` as flags.

        In a sealed phase, several seats choose one after another. The flags of each are set until it has chosen.
        """
        if seat == self.mover or seat not in self.acting:
            return self.mask(seat)
        flags, ids = np.zeros(self.terms.actions, np.int8), np.zeros(self.terms.actions, np.int64)
        flags[ids[: choices.write(loops.legal(self._crowd.states, 0, seat), ids)]] = 1
        return flags

    def state(self) -> NDArray[np.int32]:
        """Return everything that any seat sees, as input for a critic network; shape (terms.state_size,).

        See `saleroom.envs.observations`.
        """
        return row_observations.state_rows(self.terms, self._crowd.raw, np.array([max(self.mover, 0)]))[0]

    @property
    def acting(self) -> list[int]:
        """The seats that may act; empty before the first deal and after the end of the episode."""
        return [] if self.mover == NO_SEAT else members(int(self._crowd.states["acting"][0]))

    def view(self, seat: int | None) -> Any:
        """Return a record of what `seat` may know; with `None`, of what a spectator may know."""
        return self.views(seat)[0]

    def views(self, seat: int | None) -> Any:
        """Return the view as an array of one record, the form that Saleroom's bots take."""
        row = PUBLIC if seat is None else self.terms.seat(seat)
        return self.terms.game.record.view(self._crowd.states, row)

    # Copies and imagined worlds

    def copy(self) -> Episode:
        """Return an independent copy."""
        twin = object.__new__(Episode)
        twin.__dict__ |= self.__dict__
        crowd = self._crowd._replace(**{name: array.copy() for name, array in self._crowd._asdict().items()})
        twin._keep(crowd._replace(raw=crowd.states.view(np.uint64).reshape(1, -1)))
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.copy()

    def __getstate__(self) -> tuple[Terms, dict[str, Any]]:
        return self.terms, packed(self._crowd)

    def __setstate__(self, kept: tuple[Terms, dict[str, Any]]) -> None:
        terms, arrays = kept
        self.__init__(terms, arrays["history"].shape[1])
        unpack(self._crowd, arrays)
        self._keep(self._crowd)

    def redeal(self, seat: int, rng: Rng = None) -> Episode:
        """Return a copy in which everything hidden from `seat` is dealt again.

        The cards in the copy are consistent with everything that `seat` has seen. The copy's history has no private
        symbols of other seats, because their earlier choices and draws are not imagined.
        """
        twin = self.copy()
        secrets = twin._crowd.secrets
        secrets[:] = np.where(twin._crowd.history[:, : secrets.shape[1], 0] == seat, secrets, NO_ENTRY)
        if self._has_no_deal:
            return twin
        twin._crowd.states[:] = self.views(seat)
        loops.imagine(twin._crowd.states, 0, seat, dice_of(rng))
        if not twin.over:
            twin._do(_SHOW)
        return twin
