"""The games as Gymnasium environments in which one seat learns and Saleroom's bots play the other seats.

>>> import gymnasium
>>> import saleroom.envs.gymnasium
>>> env = gymnasium.make("saleroom/auction-pitch-v2", seats=4, opponents="house")
>>> observation, info = env.reset(seed=42)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)

``info["action_mask"]`` flags the legal actions; `action_masks` returns the same mask for learners of sb3-contrib. An
illegal action raises `gymnasium.error.InvalidAction` with the reason and changes nothing. A step before `reset` or
after the end raises `gymnasium.error.ResetNeeded`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom import extras

try:
    import gymnasium
    from gymnasium.error import InvalidAction, ResetNeeded
except ImportError as error:
    raise extras.missing("gymnasium", error) from error

from saleroom.envs import farama
from saleroom.envs.episode import Episode
from saleroom.envs.legal import LegalActions
from saleroom.envs.opponents import Opponent, Seated, act, by_seat, seated
from saleroom.envs.terms import Terms
from saleroom.games import ALL, load
from saleroom.kernel.fields import NO_SEAT
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import Rng


class OneSeat(farama.Table, gymnasium.Env[Any, Any]):
    """One seat of a game as an environment. Invalid arguments raise a `ValueError` with the reason.

    An action's reward is the sum of the seat's rewards until its next turn. After the seat's last turn, the other seats
    play to the end. An episode without a turn of the seat is skipped, and another begins.

    Args:
        game: a game's name, or a unique part of it.
        seat: the seat that learns.
        opponents: players of the other seats: a bot's name, such as ``house`` or ``search:100``; a player object, which
            may be copied; or a list with one opponent for each other seat, in order. Each opponent sees only its own
            seat's view.
        history: number of rows of the history to add. If it is not 0, an observation is a dict of ``observation``, the
            row, and ``history``, int32 of shape (history, terms.history_columns), as the seat has seen it.
        render_mode: ``ansi`` returns what the seat sees as text; ``human`` prints it after each step.
        threads: number of threads for a bot that searches; by default one for each core.
        terms: ``seats``, ``scope``, ``reward``, ``version`` and the game's own options, as for `Terms.of`.
    """

    metadata = {"render_modes": farama.RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seat: int = 0,
        opponents: Opponent | Sequence[Opponent] = "house",
        history: int = 0,
        render_mode: str | None = None,
        threads: int | None = None,
        **terms: Any,
    ) -> None:
        farama.check_mode(render_mode)
        history, self._threads = farama.count("history", history), farama.count("threads", threads or 0)
        agreed = Terms.of(game, **terms)
        self.seat, self.render_mode, self._rows = agreed.seat(seat), render_mode, history
        self._opponents, self._players = by_seat(opponents, self.seat, agreed.seats), Seated()
        self._episode = Episode(agreed, history)
        self._live = self._fresh = False
        self.observation_space = farama.observation_space(agreed, history, mask=False)
        self.action_space = LegalActions(agreed.actions, self._drawable)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the match with the given seed, which also seeds the RNGs of bots that were given by name."""
        super().reset(seed=seed)
        self._players = seated(self._opponents, self.terms, self.np_random, self._threads)
        self._episode.begin(self.np_random.bytes(32) if seed is None else seed)
        self._wait()
        while not self._live:
            self._episode.begin(self.np_random.bytes(32))
            self._wait()
        self._fresh = True
        return self._observed()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do one action of the seat, then the actions of the other seats until its next turn."""
        if not self._live:
            raise ResetNeeded("the episode is over or has not begun; reset the environment to begin another")
        try:
            self._episode.act(action)
        except IllegalAction as error:
            raise InvalidAction(str(error)) from None
        reward = self._episode.rewards[self.seat] + self._wait()
        self._fresh = False
        observation, info = self._observed()
        return observation, reward, not self._live, False, info

    def _wait(self) -> float:
        """Let the other seats act until this seat is to move or the episode is over; return this seat's reward."""
        episode, brought = self._episode, 0.0
        self._live = False  # remains False if an opponent fails or is interrupted
        while episode.mover not in (self.seat, NO_SEAT):
            act(episode, self._players)
            brought += episode.rewards[self.seat]
        self._live = not episode.over
        return brought

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        """Return observation and info."""
        self._draw()
        mask = self._episode.mask(self.seat)
        return farama.seen(self._episode, self.seat, self._rows, mask=False), {"action_mask": mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the seat as flags; shape (actions,)."""
        return self._episode.mask(self.seat).astype(np.bool_)

    def _drawable(self, seed: int | None) -> NDArray[np.int8] | None:
        if seed is not None and not (self._live and self._fresh):
            with suppress(Exception):  # `sample` must work even if an opponent cannot be played or copied
                ahead = deepcopy(self)
                ahead.render_mode = None
                return ahead.reset(seed=seed)[1]["action_mask"]
        return self._episode.mask(self.seat) if self._live else None

    def render(self) -> str | None:
        """Return what the seat sees and may do; in the mode ``human``, print it."""
        return farama.picture(self.render_mode, self._episode, self.seat)

    def redeal(self, rng: Rng = None) -> OneSeat:
        """Return a copy in which everything hidden from the seat is dealt again, consistent with what the seat has
        seen.
        """
        twin = deepcopy(self)
        twin._episode = self._episode.redeal(self.seat, rng)
        return twin

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        self.action_space = LegalActions(self.terms.actions, self._drawable, self.action_space._np_random)


for _game in map(load, ALL):
    for _version, _id in _game.environment_ids.items():
        gymnasium.register(
            f"saleroom/{_id}",
            "saleroom.envs.gymnasium:OneSeat",
            vector_entry_point="saleroom.envs.gymnasium_vector:OneSeatVector",
            kwargs={"game": _game.name, "version": _version},
        )
