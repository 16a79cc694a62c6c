"""OpenSpiel observers: of the current state or with perfect recall; of public information, private information or both.

A tensor has the requested parts of `Terms.layout`, each under its name. With perfect recall, it also has the part
``history``: the rows of `saleroom.envs.observation_history`, padded with -1. Tensors with perfect recall exist only if
an episode is a single deal with at most `LONGEST` rows of history.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from saleroom.envs import observation_history
from saleroom.envs.nodes import Node
from saleroom.envs.terms import Terms
from saleroom.kernel.episodes import NO_ENTRY
from saleroom.kernel.layout import Part

LONGEST = 512
HISTORY = "history"


def longest(terms: Terms) -> int | None:
    """Return the maximum number of history rows that a seat can see; None if no tensor can hold them.

    Drawing the first dealer is one row, and a piece enters a seat's hand at most once in a deal. A tensor can hold only
    one deal, because a settlement has no row: the rows would not show what it revealed.
    """
    rows = 1 + terms.bounds.moves + terms.bounds.turned + len(terms.game.pieces)
    return rows if terms.scope == "deal" and rows <= LONGEST else None


class Observer:
    """Observer that writes observations into the array `tensor`, with its parts in `dict`, or returns them as text."""

    def __init__(self, terms: Terms, kind: pyspiel.IIGObservationType, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"these observers have no parameters; {', '.join(params)} were given")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observer sees all private information at once")
        if kind.perfect_recall and not kind.public_info:
            raise ValueError("an observer with perfect recall includes public information; leave public_info on")
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = kind.public_info
        self._recall = kind.perfect_recall
        self._parts = list(self._wanted(terms))
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor: NDArray[np.float32] | None = None
        rows = longest(terms) if self._recall else 0
        if rows is not None:
            self._lay_out(rows)

    def _wanted(self, terms: Terms) -> Iterator[Part]:
        for part in terms.layout.parts.values():
            if self._own if part.field is None or part.see == "own" else self._public:
                yield part

    def _lay_out(self, rows: int) -> None:
        """Allocate one tensor with a slice for each part."""
        shapes = {part.name: part.shape for part in self._parts} | ({HISTORY: (rows, 2)} if rows else {})
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def set_from(self, state: Any, player: int) -> None:
        """Write the player's observation of a state into the tensor."""
        if self.tensor is None:
            raise ValueError("the history of this game has no bound that would fit a tensor; use the string")
        node: Node = state.node
        row = node.tree.terms.row(node.states, player)
        for part in self._parts:
            self.dict[part.name][...] = row[part.at].reshape(part.shape)
        if self._recall:
            history, rows = self.dict[HISTORY], observation_history.rows(node, player if self._own else None)
            history[...] = NO_ENTRY
            history[: len(rows)] = np.reshape(rows, (-1, 2))

    def string_from(self, state: Any, player: int) -> str:
        """Return the player's observation of a state as text."""
        node: Node = state.node
        player = node.tree.terms.seat(player)
        lines = [f"seat {player}"] if self._own else []
        if self._recall:
            return "; ".join(lines + observation_history.events(node, player if self._own else None))
        if self._public:
            lines.append(observation_history.line(observation_history.fields(node.tree, node.states, None, "public")))
        if self._own:
            lines.append(observation_history.line(observation_history.fields(node.tree, node.states, player, "own")))
        return "; ".join(lines)
