"""Tree of all sequences of actions in some deals of a game for two seats, in arrays for `bots.compiled.solving`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import solving
from saleroom.bots.compiled.solving import NO_SLOT, TERMINAL, Tree
from saleroom.kernel.game import Game

SEATS = 2


class SampledTree(NamedTuple):
    """The tree, and the information set in which the search decides."""

    tree: Tree
    actions: NDArray[np.int64]
    """(slots,): the id of each slot's action."""
    slots: NDArray[np.int64] | None
    """The slots of the information set in which the search decides; None if no sequence of actions leads to it."""

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.tree.parent)

    @property
    def terminals(self) -> int:
        """Number of terminal nodes."""
        return int((self.tree.player == TERMINAL).sum())


class _Level(NamedTuple):
    """The nodes of one level of the tree."""

    states: Any
    deal: NDArray[np.int64]
    """Index of each node's deal."""
    path: NDArray[np.int64]
    """Number that identifies the actions since the beginning of the deal."""
    parent: NDArray[np.int64]
    slot: NDArray[np.int64]


def grow(game: Game, states: Any, views: Any, seat: int) -> SampledTree:
    """Return the tree from these first states of deals, which are equally likely.

    The search decides for `seat` in `views[0]`. Only the hands may be hidden.
    """
    growth = _Growth(game, states, views, seat)
    count = len(states)
    level = _Level(
        states, np.arange(count), np.zeros(count, np.int64), np.full(count, -1), np.full(count, NO_SLOT, np.int64)
    )
    while len(level.states):
        level = growth.next_level(level)
    return growth.tree()


class _Growth:
    """Builder of a tree, level by level."""

    def __init__(self, game: Game, states: Any, views: Any, seat: int) -> None:
        self._game, self._seat, self._goal = game, seat, game.record.view(views, seat).tobytes()
        self._number = int(views["deal"][0])
        self._hands = np.stack([_numbered(_raw(game.record.view(states, one))) for one in range(SEATS)], axis=1)
        self._levels, self._sets, self._first_slot = [0], 0, 0
        self._columns: dict[str, list[NDArray[Any]]] = {}
        self._slots: NDArray[np.int64] | None = None

    def tree(self) -> SampledTree:
        """Return the complete tree."""
        whole = {name: np.concatenate(parts) for name, parts in self._columns.items()}
        chance = np.zeros(self._levels[-1])
        chance[: self._levels[1]] = 1 / self._levels[1]
        first_slot = np.searchsorted(whole["set_of"], np.arange(self._sets + 1))
        actions = whole.pop("action")
        tree = Tree(**whole, chance=chance, levels=np.array(self._levels), first_slot=first_slot)
        return SampledTree(tree, actions, self._slots)

    def next_level(self, level: _Level) -> _Level:
        """Store the nodes of a level and their information sets; return the level below it."""
        states, count = level.states, len(level.states)
        movers, widths = np.empty(count, np.int64), np.empty(count, np.int64)
        solving.movers_and_counts(states, self._number, movers, widths)
        payoff = np.where(movers == TERMINAL, states["last_score"][:, 0], 0).astype(np.float64)
        self._keep(parent=level.parent, player=movers, slot=level.slot, payoff=payoff)
        first = self._information_sets(level, movers, widths)
        starts = np.concatenate([[0], np.cumsum(widths)])
        children: Any = np.repeat(states, widths).view(type(states))
        actions = np.empty(len(children), np.int64)
        solving.carry_out_all(states, movers, starts[:-1], children, actions)
        above = np.repeat(np.arange(count), widths)
        slot = first[above] + np.arange(len(children)) - starts[above]
        named = np.empty(self._first_slot - (slot.min() if len(slot) else self._first_slot), np.int64)
        if len(slot):
            named[slot - slot.min()] = actions
        self._keep(action=named)
        path = _numbered(np.stack([level.path[above], actions], axis=1))
        parent = self._levels[-1] + above
        self._levels.append(self._levels[-1] + count)
        return _Level(children, level.deal[above], path, parent, slot)

    def _information_sets(
        self, level: _Level, movers: NDArray[np.int64], widths: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Store the information sets of a level: seat, hand and all actions so far. Return each node's first slot."""
        live = np.flatnonzero(movers != TERMINAL)
        keys = np.stack([movers[live], self._hands[level.deal[live], movers[live]], level.path[live]], axis=1)
        one, set_at = np.unique(_numbered(keys), return_index=True, return_inverse=True)[1:]
        counts = widths[live[one]]
        first = self._first_slot + np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        self._keep(
            owner=np.repeat(movers[live[one]], counts), set_of=np.repeat(np.arange(len(one)) + self._sets, counts)
        )
        for index in np.flatnonzero(movers[live[one]] == self._seat):
            shown = level.states[[live[one[index]]]]
            if self._game.record.view(shown, self._seat).tobytes() == self._goal:
                self._slots = np.arange(first[index], first[index + 1])
        self._sets, self._first_slot = self._sets + len(one), int(first[-1])
        at_node = np.zeros(len(movers), np.int64)
        at_node[live] = first[set_at.reshape(-1)]
        return at_node

    def _keep(self, **columns: NDArray[Any]) -> None:
        """Append the data of a level to the columns of the tree."""
        for name, column in columns.items():
            self._columns.setdefault(name, []).append(column)


def _raw(states: Any) -> NDArray[np.uint8]:
    return states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)


def _numbered(rows: NDArray[Any]) -> NDArray[np.int64]:
    """Return a number for each row; equal rows have equal numbers."""
    numbers: dict[bytes, int] = {}
    return np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in rows], np.int64)
