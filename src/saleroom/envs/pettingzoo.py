"""The games as PettingZoo environments: agents ``seat_0``, ``seat_1``, … act one after another (AEC).

>>> from saleroom.envs import pettingzoo
>>> env = pettingzoo.env("auction-pitch", seats=4)
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

PettingZoo's `make("aec", "saleroom/auction-pitch-v2", seats=4)` returns the same environment after this module is
imported. In a sealed phase, the seats that may act choose one after another, clockwise from seat 0; no choice is shown
before all these seats have chosen. An illegal action raises `IllegalAction`, a `ValueError`, with the reason, and
changes nothing. If you wrap the environment in PettingZoo's `TerminateIllegalWrapper`, an illegal action ends the
episode instead. After the episode, the only valid action is None.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np

from saleroom import extras

try:
    from gymnasium.spaces import Space
    from pettingzoo import register
    from pettingzoo.utils.env import AECEnv
except ImportError as error:
    raise extras.missing("pettingzoo", error) from error

from saleroom.envs import farama, legal
from saleroom.envs.episode import Episode
from saleroom.envs.order import Ordered
from saleroom.envs.parallel import ParallelTable
from saleroom.envs.terms import Terms, check
from saleroom.games import ALL, load
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import ResetSeeds, Rng


def env(game: str, **arguments: Any) -> Ordered:
    """Return a `raw_env` with the given arguments.

    As in PettingZoo's own games, a wrapper enforces the order of calls.
    """
    return Ordered(raw_env(game, **arguments))


def parallel_env(game: str, **arguments: Any) -> ParallelTable:
    """Return the game as an environment in which all agents that may act do so in the same step; see
    `saleroom.envs.parallel`.
    """
    return ParallelTable(game, **arguments)


class raw_env(farama.Table, AECEnv[str, Any, int | None]):  # noqa: N801 - PettingZoo's name for it
    """A game as an AEC environment. Invalid arguments raise a `ValueError` with the reason.

    Args:
        game: a game's name, or a unique part of it.
        mask: where to put the mask of legal actions, int8 of shape (actions,), which is all 0 for an agent that may not
            act. With ``obs``, an observation is a dict of ``observation``, the row, and ``action_mask``. With ``info``,
            the mask is in the agent's info.
        history: number of rows of the history to add to an observation as ``history``, int32 of shape (history,
            terms.history_columns), as the agent has seen it.
        render_mode: ``ansi`` returns what a spectator sees, without hands, as text; ``human`` prints it after each
            step.
        max_cycles: number of actions per seat after which an episode is truncated; 0 means never.
        terms: ``seats``, ``scope``, ``reward``, ``version`` and the game's own options, as for `Terms.of`.
    """

    def __init__(
        self, game: str, mask: str = "obs", history: int = 0, render_mode=None, max_cycles: int = 0, **terms: Any
    ) -> None:
        check("mask", mask, "obs", "info")
        farama.check_mode(render_mode)
        history, most = farama.count("history", history), farama.count("max_cycles", max_cycles)
        agreed = Terms.of(game, **terms)
        name = agreed.environment_id.replace("-", "_")
        self.metadata = {"name": name, "render_modes": farama.RENDER_MODES, "is_parallelizable": False}
        self.render_mode, self._rows, self._in_info = render_mode, history, mask == "info"
        self._most = most * agreed.seats or -1
        self.possible_agents = [f"seat_{seat}" for seat in range(agreed.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {one: farama.observation_space(agreed, history, mask == "obs") for one in self._seat}
        self._episode = Episode(agreed, history)
        self.state_space = farama.state_space(agreed)
        self._action_spaces = legal.by_agent(self, dict.fromkeys(self._seat))
        self.agents = []
        self._seeds = ResetSeeds()

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the match with the given seed. Without a seed, begin the next match of the batch that has the last
        given seed.
        """
        self._episode.begin(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos = {agent: self._waiting() for agent in self.agents}
        self._skip_agent_selection, self._paid, self._left = None, False, self._most
        self._pass_on()
        self._draw()

    def step(self, action: int | None) -> None:
        """Do one action of the agent whose turn it is; None removes an agent whose episode is over. Raise
        `IllegalAction` before the first `reset` and after the end.
        """
        if not self.agents:
            raise IllegalAction(self._episode.why_nobody_acts)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._episode.act(action)
        self._cumulative_rewards[agent] = 0.0
        rewards = self._episode.rewards
        if self._paid or any(rewards):
            self._paid = any(rewards)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self._accumulate_rewards()
        if self._in_info:
            self.infos[agent] = self._waiting()
        self._left -= 1
        self._pass_on()
        self._draw()

    def _pass_on(self) -> None:
        """Select the mover as the next agent; if the episode is over or truncated, mark all agents for removal."""
        seat = self._episode.mover
        if seat >= 0 and self._left:
            self.agent_selection = agent = self.possible_agents[seat]
            if self._in_info:
                self.infos[agent] = {"action_mask": self._episode.mask(seat)}
        else:
            self.agent_selection = self.agents[0]
            (self.truncations if seat >= 0 else self.terminations).update(dict.fromkeys(self.agents, True))

    def _waiting(self) -> dict[str, Any]:
        """Return the info for an agent that is not to move."""
        return {"action_mask": np.zeros(self.terms.actions, np.int8)} if self._in_info else {}

    def observe(self, agent: str) -> Any:
        """Return what an agent sees now, whether it is to move or not."""
        return farama.seen(self._episode, self._seat[agent], self._rows, not self._in_info)

    def state(self) -> Any:
        """Return everything that any seat sees, for critics: see `saleroom.envs.observations`."""
        return self._episode.state()

    def render(self) -> str | None:
        """Return what a spectator sees; in the mode ``human``, print it."""
        return farama.picture(self.render_mode, self._episode, seat=None)

    def redeal(self, agent: str, rng: Rng = None) -> raw_env:
        """Return a copy in which everything hidden from `agent` is dealt again, consistent with what the agent has
        seen.
        """
        twin = deepcopy(self)
        twin._episode = self._episode.redeal(self._seat[agent], rng)
        if twin.agents:
            twin._pass_on()
        return twin

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        self._action_spaces = legal.by_agent(self, self._action_spaces)


for _game in map(load, ALL):
    for _version, _id in _game.environment_ids.items():
        _named = {"game": _game.name, "version": _version}
        register("aec", f"saleroom/{_id}", "saleroom.envs.pettingzoo:env", kwargs=_named)
        register("parallel", f"saleroom/{_id}", "saleroom.envs.pettingzoo:parallel_env", kwargs=_named)
