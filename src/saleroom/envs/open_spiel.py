"""The games for OpenSpiel; importing this module registers them.

>>> import pyspiel
>>> import saleroom.envs.open_spiel
>>> game = pyspiel.load_game("saleroom_auction_pitch(seats=4,low=taken)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), [state.action_to_string(outcome) for outcome in state.legal_actions()]
(True, ['dealer 0', 'dealer 1', 'dealer 2', 'dealer 3'])

Every option of a game is a parameter. For a numeric option whose default depends on the number of seats, -1 means the
default. The other parameters are ``seats`` and:

* ``scope``: ``deal`` for the first deal of a match, ``match`` for the whole match, with a reward at every settlement;
* ``reward``: ``score``, ``ahead`` or ``win``, as in `saleroom.envs.terms`;
* ``chance``: ``explicit`` for chance nodes that pick the first dealer and each piece, ``sampled`` for no chance nodes;
* ``version``: the version of the game's environments, by default the newest;
* ``rng_seed``: if chance is sampled, the seed of the game's initial states; -1 for a random seed.

If several seats may act, the lowest-numbered moves first, and the other seats do not see its action.
`saleroom.envs.observers` describes tensors and strings. A resampled state is a deal consistent with what the player has
seen, but has no history of actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any, ClassVar

import numpy as np

from saleroom import extras

try:
    import pyspiel
except ImportError as error:
    raise extras.missing("open-spiel", error) from error

from saleroom.envs import observation_history, open_spiel_types
from saleroom.envs.nodes import Node
from saleroom.envs.observers import Observer
from saleroom.envs.terms import Terms
from saleroom.games import ALL, load
from saleroom.kernel import game as kernel
from saleroom.kernel.tree_steps import OVER
from saleroom.match.errors import IllegalAction


class Game(pyspiel.Game):
    """Base class of the games; each game has its own subclass."""

    spec: ClassVar[kernel.Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**open_spiel_types.parameters(self.spec), **(params or {})}
        with open_spiel_types.refusals():
            self.tree = open_spiel_types.tree(self.spec, given)
        self._random = SystemRandom() if given["rng_seed"] == open_spiel_types.DRAWN else Random(given["rng_seed"])
        terms, explicit = self.tree.terms, self.tree.explicit
        super().__init__(open_spiel_types.type_of(terms, explicit), open_spiel_types.info_of(terms, explicit), given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the parameters and, if chance is sampled from a seed, the state of the generator."""
        rng_state = None if isinstance(self._random, SystemRandom) else self._random.getstate()
        return _again, (type(self), self.get_parameters(), rng_state)

    def new_initial_state(self, struct: Any = None) -> State:
        """Return the root, or the state that `struct` (a `pyspiel.StateStruct`, a dict or JSON) describes."""
        if struct is None:
            return State(self, Node(self.tree) if self.tree.explicit else Node(self.tree, self._random.randbytes(32)))
        if not self.tree.explicit:
            raise pyspiel.SpielError("a struct has no sampled chance, so it gives no state")
        with open_spiel_types.refusals():
            history = open_spiel_types.history(struct, str(self))
        state = self.new_initial_state()
        for action in history:
            state.apply_action(action)
        return state

    def max_chance_nodes_in_history(self) -> int:
        return open_spiel_types.chance_nodes(self.tree.terms) if self.tree.explicit else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        return Observer(self.tree.terms, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _again(kind: type[Game], parameters: Mapping[str, Any], rng_state: Any) -> Game:
    """Recreate a game from the parts of its pickle."""
    game = kind(parameters)
    if rng_state is not None:
        game._random.setstate(rng_state)
    return game


class State(pyspiel.State):
    """A node of a game's tree.

    For speed, this class answers the most frequent queries in Python, without a call through C++.
    """

    def __init__(self, game: Game, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.player == OVER

    def legal_actions(self, player: int | None = None) -> list[int]:
        node = self.node
        return node.legal.copy() if player is None or player == node.player else super().legal_actions(player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        with open_spiel_types.refusals():
            return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        try:
            self.node.apply(action)
        except IllegalAction as error:
            raise pyspiel.SpielError(str(error)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.format_action(action) if player == self.node.player else f"action {action}"

    def returns(self) -> list[float]:
        return list(self.node.total)

    def rewards(self) -> list[float]:
        return list(self.node.gained or [0.0] * self.num_players())

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """Return a state that `player` cannot distinguish from this one.

        `sampler` returns random numbers from 0 up to 1.
        """
        open_spiel_types.check_seat(self.node.tree.terms, player)
        rng = np.array([int(sampler() * 2**53)], np.uint64)
        return State(self.get_game(), observation_history.imagined(self.node, player, rng))

    def __str__(self) -> str:
        return "; ".join([*observation_history.whole(self.node), *self.node.coming])

    def _to_struct(self) -> dict[str, Any]:
        with open_spiel_types.refusals():
            return open_spiel_types.struct_of(self)

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        open_spiel_types.check_seat(self.node.tree.terms, player)
        sees = observation_history.fields(self.node.tree, self.node.states, player)
        return {"seat": player, "sees": sees, "events": observation_history.events(self.node, player)}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        return [action for action in self.node.legal if self.node.format_action(action) == struct["action"]]


def register(name: str) -> None:
    """Register a game with OpenSpiel, whose registry outlives the interpreter and can hold classes but no closures."""
    own = type(load(name).title.replace(" ", ""), (Game,), {"spec": load(name)})
    globals()[own.__name__] = own  # unpickling looks for the class here
    pyspiel.register_game(open_spiel_types.type_of(Terms.of(name), True), own)


for _name in ALL:
    register(_name)
