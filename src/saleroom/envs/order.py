"""A fast version of PettingZoo's check of the order of calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper


class Ordered(OrderEnforcingWrapper[str, Any, int | None]):
    """`OrderEnforcingWrapper` with fewer look-ups: calls made in every step go directly to the environment.

    PettingZoo's own wrapper looks up attributes in several places, which takes longer than a step of the environment.
    """

    env: AECEnv[str, Any, int | None]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since the last action, termination, truncation and info of the agent to move."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: int | None) -> None:
        """Do one action of the agent whose turn it is; None removes an agent whose episode is over."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Yield the agent whose turn it is, until all agents are removed."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return self._turns(max_iter)

    def _turns(self, most: int) -> Iterator[str]:
        while self.env.agents and most > 0:
            assert self._has_updated, "step or reset the environment before the next agent's turn"
            self._has_updated = False
            yield self.env.agent_selection
            most -= 1

    def __str__(self) -> str:
        return str(self.env)
