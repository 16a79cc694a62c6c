"""Adapter for RLCard's environments."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from types import ModuleType
from typing import Any

from saleroom.testing.redeals.rlcard import REDEALS
from saleroom.testing.tables import NoRedeal, Seat, World


class RLCardTable:
    """`rlcard.envs.Env` as a `Table`. A seat receives its state dictionary, `env.get_state(seat)`.

    `step` and `reset` return the state of the seat to move, but `get_state` works for any seat. An environment of
    another library that wraps this one can show only this state to waiting seats.
    """

    def __init__(self, env: Any):
        self.env = env
        self.name = str(env.name)
        self.seats: tuple[Seat, ...] = tuple(range(env.num_players))

    def begin(self, seed: int) -> World:
        """Seed and reset the environment and return it.

        It is not copied, because only one episode is played at a time.
        """
        self.env.seed(seed)
        self.env.reset()
        return self.env

    def mover(self, world: World) -> Seat | None:
        return None if world.is_over() else world.get_player_id()

    def choices(self, world: World) -> list[Any]:
        return sorted(world.get_state(world.get_player_id())["legal_actions"])

    def act(self, world: World, action: Any, rng: Random) -> World:
        world.step(action)
        return world

    def copy(self, world: World) -> World:
        modules = {id(value): value for value in vars(world).values() if isinstance(value, ModuleType)}
        return deepcopy(world, modules)  # an attribute of Gin Rummy is a module, which cannot be copied

    def given(self, world: World, seat: Seat) -> dict[str, Any]:
        return {"state": _state(world, seat), "is_over": world.is_over(), "player_id": world.get_player_id()}

    def redeal(self, world: World, seat: Seat, rng: Random) -> World | None:
        if self.name not in REDEALS:
            raise NoRedeal(f"there is no redeal for RLCard's {self.name}; give one: redeal(env, seat, rng)")
        return REDEALS[self.name](self.copy(world), seat, rng)

    def unlike(self, one: World, other: World) -> str:
        return ""


def _state(world: World, seat: Seat) -> Any:
    """Return a seat's state, or a text that says why there is none.

    In Dou Dizhu, a peasant has no state before the landlord's first move.
    """
    try:
        state = dict(world.get_state(seat))
    except UnboundLocalError as error:
        return f"no state: {error}"
    state["legal_actions"] = dict(sorted(state["legal_actions"].items()))
    state["raw_legal_actions"] = _in_order(state["raw_legal_actions"])
    if isinstance(state["raw_obs"], dict) and "actions" in state["raw_obs"]:
        state["raw_obs"] = {**state["raw_obs"], "actions": _in_order(state["raw_obs"]["actions"])}
    return state


def _in_order(actions: Any) -> list[Any]:
    """Return the legal actions, sorted if they are texts.

    Some environments take the actions from a set. In a copy, the order of the set can differ.
    """
    return sorted(actions) if all(isinstance(action, str) for action in actions) else list(actions)
