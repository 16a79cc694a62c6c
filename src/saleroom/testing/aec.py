"""Adapter for PettingZoo's AEC environments, for the leak checks."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np

from saleroom.testing.redeals.pettingzoo import REDEALS
from saleroom.testing.tables import NoRedeal, Seat, World


class AECTable:
    """AEC environment as a `Table`. Its worlds (episodes with their hidden parts) are copies of the environment.

    An environment can define its own redeal, `env.unwrapped.redeal(agent, rng)`. That method returns an environment of
    the same kind at the same moment, or None if no other world exists. `rng` is a `random.Random`.
    """

    def __init__(self, env: Any, render: bool = False):
        self.env = env
        self.render = render
        self.name = str(getattr(env, "metadata", {}).get("name", type(env).__name__))
        self.seats: tuple[Seat, ...] = tuple(env.possible_agents)

    def begin(self, seed: int) -> World:
        """Reset the environment and return it. It is not copied, because only one episode is played at a time."""
        self.env.reset(seed=seed)
        return _at_a_decision(self.env)

    def mover(self, world: World) -> Seat | None:
        return world.agent_selection if _goes_on(world) else None

    def choices(self, world: World) -> list[Any]:
        agent = world.agent_selection
        mask = _mask(world.observe(agent), world.infos.get(agent, {}))
        if mask is None:
            space = world.action_space(agent)
            if not (hasattr(space, "start") and hasattr(space, "n")):
                raise TypeError(f"{agent} has no action mask, and its action space is no Discrete: {space}")
            return list(range(int(space.start), int(space.start + space.n)))
        return [int(action) for action in np.flatnonzero(mask)]

    def act(self, world: World, action: Any, rng: Random) -> World:
        world.step(action)
        return _at_a_decision(world)

    def copy(self, world: World) -> World:
        return copied(world)

    def given(self, world: World, seat: Seat) -> dict[str, Any]:
        told: dict[str, Any] = {"agents": list(world.agents), "agent_selection": world.agent_selection}
        if seat not in world.agents:  # a dismissed agent receives nothing
            return told
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
        if seat not in world.agents:
            return None
        twin = self.copy(world)
        inner = getattr(twin, "unwrapped", twin)
        if hasattr(inner, "redeal"):
            other = inner.redeal(seat, rng)
            return None if other is None else copied(twin, {id(inner): getattr(other, "unwrapped", other)})
        if self.name not in REDEALS:
            raise NoRedeal(f"{self.name} has no redeal of its own; give one: redeal(env, agent, rng)")
        return REDEALS[self.name](twin, seat, rng)

    def unlike(self, one: World, other: World) -> str:
        return ""


def _out(world: World, agent: Seat) -> bool:
    """Return whether the episode is over for an agent; it can continue for other agents."""
    return world.terminations[agent] or world.truncations[agent]


def _goes_on(world: World) -> bool:
    return not all(_out(world, agent) for agent in world.agents)


def _at_a_decision(world: World) -> World:
    """Step with None for agents whose episode is over, as the AEC cycle requires, until another agent must decide."""
    while _goes_on(world) and _out(world, world.agent_selection):
        world.step(None)
    return world


def _mask(observation: Any, info: Any) -> Any:
    for told in (observation, info):
        if isinstance(told, dict) and "action_mask" in told:
            return told["action_mask"]
    return None


def copied(env: World, memo: dict[int, Any] | None = None) -> World:
    """Return a deep copy of an environment, including its wrappers.

    `deepcopy` is not enough: it recreates instances of `EzPickle` classes without their state.
    """
    memo = {} if memo is None else memo
    if id(env) in memo:
        return memo[id(env)]
    insides = env.__dict__
    # stored before copying, because environments can refer to each other
    twin = memo[id(env)] = object.__new__(type(env))
    for value in list(insides.values()):
        if _is_environment(value):
            copied(value, memo)
    twin.__dict__.update({name: deepcopy(value, memo) for name, value in insides.items()})
    return twin


def _is_environment(value: Any) -> bool:
    return hasattr(type(value), "observe") and hasattr(type(value), "agent_iter")
