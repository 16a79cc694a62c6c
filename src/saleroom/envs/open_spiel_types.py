"""Declaration of a game for OpenSpiel: its parameters, its type and its size.

This module also parses parameters from OpenSpiel, and reads and writes the structs of states.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pyspiel

from saleroom.envs import observation_history
from saleroom.envs.nodes import Node
from saleroom.envs.observers import longest
from saleroom.envs.terms import Terms, check
from saleroom.envs.trees import Tree, tree_of
from saleroom.kernel.game import Game
from saleroom.kernel.numbers import whole
from saleroom.kernel.options import Option, shown

BY_SEATS = -1
"""Parameter value for an option's default, if that depends on the number of seats."""
DRAWN = -1
"""Value of ``rng_seed`` for a random seed."""
OURS: Mapping[str, str | int] = {"scope": "deal", "reward": "score", "chance": "explicit", "rng_seed": DRAWN}
MOST = 2**31 - 1
"""Maximum of OpenSpiel's 32-bit counters. No match lasts that long."""


def parameter(option: Option) -> str:
    """Return the parameter name of an option.

    The parameter name has a prefix if the option's own name already has another meaning in OpenSpiel.
    """
    return f"option_{option.name}" if option.name in {*OURS, "seats", "version", "name"} else option.name


def parameters(game: Game) -> dict[str, str | int]:
    """Return the parameters of a game with their defaults."""
    options = {parameter(o): BY_SEATS if callable(o.default) else o.default for o in game.options}
    return {**options, **OURS, "seats": game.usual_seats, "version": game.environment_version}


@contextmanager
def refusals() -> Iterator[None]:
    """Convert `ValueError` into the error class of OpenSpiel."""
    try:
        yield
    except ValueError as error:
        raise pyspiel.SpielError(str(error)) from None


def check_seat(terms: Terms, seat: int) -> None:
    """Raise `SpielError` for a seat that the table does not have."""
    with refusals():
        terms.seat(seat)


def tree(game: Game, given: Mapping[str, Any]) -> Tree:
    """Return the tree for the parameters of a game. Invalid parameters raise a `ValueError` with the reason."""
    chance, seed = given["chance"], given["rng_seed"]
    check("chance", chance, "explicit", "sampled")
    if whole(seed) is None or seed < DRAWN:
        raise ValueError(f"rng_seed is {shown(seed)}; it must be a number from 0, or {DRAWN} for one drawn afresh")
    named = tuple(_stated(game, given))
    terms = (given[name] for name in ("seats", "scope", "reward", "version"))
    return tree_of(game.name, *terms, named, chance == "explicit")


def _stated(game: Game, given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the game's options from the given parameters.

    Leave out an option that the version lacks if it has its default.
    """
    version = game.environments[given["version"]] if given["version"] in game.environment_ids else None
    for option in game.options:
        value = given[parameter(option)]
        by_seats = callable(option.default) and value == BY_SEATS
        came_later = version is not None and option.since > version.rules_version and value == option.default
        if not by_seats and not came_later:
            yield option.name, value


def struct_of(state: Any) -> dict[str, Any]:
    """Return the struct of a state; raise `ValueError` for a resampled state, which a struct cannot express."""
    node: Node = state.node
    if observation_history.is_imagined(node):
        raise ValueError("a resampled state has no history, so it has no struct; clone or pickle it instead")
    struct = {"game": str(state.get_game()), "history": state.history(), "current_player": node.player}
    return struct | {"events": observation_history.whole(node), "returns": state.returns()}


def history(struct: Any, game: str) -> list[int]:
    """Return the actions in a state's struct; raise `ValueError` if it is malformed or of another game."""
    try:
        text = struct.to_json() if isinstance(struct, pyspiel.StateStruct) else struct
        fields = json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        raise ValueError(f"a struct is a dict or JSON, not {shown(struct)}") from None
    actions = fields.get("history") if isinstance(fields, Mapping) else None
    if not isinstance(actions, list) or not all(type(action) is int and 0 <= action <= MOST for action in actions):
        raise ValueError("the struct of a state has a 'history', which is a list of actions")
    if fields.get("game", game) != game:
        raise ValueError(f"the struct is of another game, {fields['game']!r}; this one is {game!r}")
    return actions


def is_zero_sum(terms: Terms) -> bool:
    """Return whether the game is zero-sum."""
    return terms.reward == "ahead" or (terms.game.zero_sum and terms.reward == "score")


def type_of(terms: Terms, explicit: bool) -> pyspiel.GameType:
    """Return OpenSpiel's type of the game."""
    kind, game = pyspiel.GameType, terms.game
    return kind(
        short_name="saleroom_" + game.name.replace("-", "_"),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if explicit else kind.ChanceMode.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if is_zero_sum(terms) else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.REWARDS if terms.scope == "match" else kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=longest(terms) is not None,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(game),
    )


def info_of(terms: Terms, explicit: bool) -> pyspiel.GameInfo:
    """Return the size of the game for OpenSpiel. Its maximum length counts decisions only, not chance nodes."""
    low, high = terms.utility
    return pyspiel.GameInfo(
        num_distinct_actions=terms.actions,
        max_chance_outcomes=len(terms.game.pieces) if explicit else 0,
        num_players=terms.seats,
        min_utility=low,
        max_utility=high,
        utility_sum=0.0 if is_zero_sum(terms) else None,
        max_game_length=min(terms.deals * terms.bounds.moves, MOST),
    )


def chance_nodes(terms: Terms) -> int:
    """Return the maximum number of chance nodes on a path through the tree.

    In a deal, each piece enters at most one hand. Pieces that the table turns up are counted separately.
    """
    return min(1 + terms.deals * (len(terms.game.pieces) + terms.bounds.turned), MOST)
