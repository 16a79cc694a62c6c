"""The games as parallel environments of PettingZoo: all seats that may act do so in the same step.

>>> from saleroom.envs import pettingzoo
>>> env = pettingzoo.parallel_env("auction-house", scope="deal")
>>> observations, infos = env.reset(seed=42)
>>> while env.agents:
...     masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
...     actions = {agent: env.action_space(agent).sample(masks[agent]) for agent in env.agents if masks[agent].any()}
...     observations, rewards, terminations, truncations, infos = env.step(actions)

In a sealed phase, several agents act in the same step; in other phases, only one agent acts. If an agent may not act,
its mask is all 0 and its action is ignored. A sample that is drawn without a mask is legal. A missing or illegal action
raises `IllegalAction` and changes nothing.
"""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Space
from pettingzoo.utils.env import ParallelEnv

from saleroom.envs import farama, legal
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Terms, check
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import ResetSeeds


class ParallelTable(ParallelEnv[str, Any, Any]):
    """A game as a parallel environment, with the arguments of `pettingzoo.raw_env`; ``max_cycles`` counts steps."""

    def __init__(
        self, game: str, mask: str = "obs", history: int = 0, render_mode=None, max_cycles: int = 0, **terms: Any
    ) -> None:
        check("mask", mask, "obs", "info")
        farama.check_mode(render_mode)
        self._rows, self._most = farama.count("history", history), farama.count("max_cycles", max_cycles) or -1
        self.terms = Terms.of(game, **terms)
        self.metadata = {"name": self.terms.environment_id.replace("-", "_"), "render_modes": farama.RENDER_MODES}
        self.render_mode, self._in_info = render_mode, mask == "info"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.terms.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: farama.observation_space(self.terms, self._rows, not self._in_info) for agent in self._seat
        }
        self.state_space = farama.state_space(self.terms)
        self._episode = Episode(self.terms, self._rows)
        self.action_spaces = legal.by_agent(self, dict.fromkeys(self._seat), at_once=True)
        self._seeds, self._left = ResetSeeds(), self._most

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Begin the match with the given seed. Without a seed, begin the next match of the batch that has the last
        given seed.
        """
        self._episode.begin(self._seeds.next(seed))
        self.agents, self._left = self.possible_agents[:], self._most
        return self._observed()

    def step(self, actions: dict[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        """Do the actions of all agents that may act; `IllegalAction` before the first `reset` and after the end."""
        if not self.agents:
            raise IllegalAction(self._episode.why_nobody_acts)
        before = self._episode.copy()
        try:
            rewards = self._act(actions)
        except IllegalAction:
            self._episode = before
            raise
        self._left -= 1
        over, cut = self._episode.over, not self._episode.over and not self._left
        observations, infos = self._observed()
        ends = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return observations, rewards, *ends, infos

    def _act(self, actions: dict[str, Any]) -> dict[str, float]:
        """Do the actions one after another; return each agent's reward."""
        brought = [0.0] * self.terms.seats
        for seat in self._episode.acting:
            agent = self.possible_agents[seat]
            if actions.get(agent) is None:
                raise IllegalAction(f"{agent} is to act, and no action of it is given")
            self._episode.act(actions[agent])
            brought = [so_far + now for so_far, now in zip(brought, self._episode.rewards, strict=True)]
        return dict(zip(self.possible_agents, brought, strict=True))

    def _observed(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the observations and the infos of all agents."""
        episode, observations, infos = self._episode, {}, {}
        for agent, seat in self._seat.items():
            seen, mask = farama.seen(episode, seat, self._rows, not self._in_info), episode.mask_if_acting(seat)
            if not self._in_info:
                seen["action_mask"] = mask
            observations[agent], infos[agent] = seen, {"action_mask": mask} if self._in_info else {}
        if self.render_mode == "human":
            self.render()
        return observations, infos

    def state(self) -> Any:
        """Return everything that any seat sees, for critics: see `saleroom.envs.observations`."""
        return self._episode.state()

    def render(self) -> str | None:
        """Return what a spectator sees; in the mode ``human``, print it."""
        return farama.picture(self.render_mode, self._episode, seat=None)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        self.action_spaces = legal.by_agent(self, self.action_spaces, at_once=True)
