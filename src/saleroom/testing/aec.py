"""PettingZoo's AEC environments as a table."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np

from saleroom.testing.redeals.pettingzoo import REDEALS
from saleroom.testing.tables import NoRedeal, Seat, World


class AECTable:
    """An AEC environment. Worlds are copies of it.

    An environment offers its own redeal as `env.unwrapped.redeal(agent, rng)`: an environment of the same kind, at the
    same moment, or None where there is no other world. `rng` is a `random.Random`.
    """

    def __init__(self, env: Any, render: bool = False):
        self.env = env
        self.render = render
        self.name = str(getattr(env, "metadata", {}).get("name", type(env).__name__))
        self.seats: tuple[Seat, ...] = tuple(env.possible_agents)

    def begin(self, seed: int) -> World:
        """The environment itself, reset. Only one episode is played at a time."""
        self.env.reset(seed=seed)
        return self.env

    def mover(self, world: World) -> Seat | None:
        if not world.agents:
            return None
        agent = world.agent_selection
        return None if world.terminations[agent] or world.truncations[agent] else agent

    def choices(self, world: World) -> list[Any]:
        agent = world.agent_selection
        mask = _mask(world.observe(agent), world.infos.get(agent, {}))
        if mask is None:
            space = world.action_space(agent)
            return list(range(int(space.start), int(space.start + space.n)))
        return [int(action) for action in np.flatnonzero(mask)]

    def act(self, world: World, action: Any, rng: Random) -> World:
        world.step(action)
        return world

    def copy(self, world: World) -> World:
        return copied(world)

    def given(self, world: World, seat: Seat) -> dict[str, Any]:
        told = {"agents": list(world.agents), "agent_selection": world.agent_selection}
        told["observe"] = world.observe(seat)
        told["infos"] = world.infos.get(seat)
        told["rewards"] = world.rewards.get(seat)
        told["terminations"] = world.terminations.get(seat)
        told["truncations"] = world.truncations.get(seat)
        if seat == world.agent_selection:
            told["last"] = world.last()
        if self.render:
            told["render"] = world.render()
        return told

    def redeal(self, world: World, seat: Seat, rng: Random) -> World | None:
        own = getattr(getattr(world, "unwrapped", world), "redeal", None)
        if own is None:
            if self.name not in REDEALS:
                raise NoRedeal(f"{self.name} has no redeal of its own; give one: redeal(env, agent, rng)")
            return REDEALS[self.name](self.copy(world), seat, rng)
        other = own(seat, rng)
        return None if other is None else copied(world, {id(world.unwrapped): other.unwrapped})

    def unlike(self, one: World, other: World) -> str:
        return ""


def _mask(observation: Any, info: Any) -> Any:
    for told in (observation, info):
        if isinstance(told, dict) and "action_mask" in told:
            return told["action_mask"]
    return None


def copied(env: World, memo: dict[int, Any] | None = None) -> World:
    """An environment with all that is in it, wrappers too.

    `deepcopy` alone will not do: classes that inherit `EzPickle` are copied by being made anew, without their state.
    """
    memo = {} if memo is None else memo
    if id(env) in memo:
        return memo[id(env)]
    insides = env.__dict__
    for value in list(insides.values()):
        if _is_environment(value):
            copied(value, memo)
    twin = memo[id(env)] = object.__new__(type(env))
    twin.__dict__.update({name: deepcopy(value, memo) for name, value in insides.items()})
    return twin


def _is_environment(value: Any) -> bool:
    return hasattr(type(value), "observe") and hasattr(type(value), "agent_iter")
