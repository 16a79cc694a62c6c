"""Game tree of one deal in a small game, stored in arrays.

A tree has two players. In a game for more seats, one seat plays against all others, who know each other's hands and
share what they win. Its value is the score that the seat can guarantee, whatever the others do.

An information set is defined by the seat's view after the deal, and by all later actions. Only the initial hands may
therefore be hidden; sealed choices, private actions and later chance events are not supported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import solving
from saleroom.bots.compiled.solving import NO_SLOT, TERMINAL, Tree
from saleroom.games import SMALL, load
from saleroom.kernel import loops
from saleroom.kernel.bits import NONE
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value

MOST_NODES = 30_000_000
"""Maximum number of nodes. A larger tree does not fit into the memory of an ordinary computer."""
MOST_DEALS = 200_000
SEATS = 2


class TooLarge(ValueError):
    """Error for a game that is too large to enumerate, or of an unsupported kind."""


@dataclass(frozen=True)
class Solved:
    """Tree of a game, with the actions of its slots and the deals."""

    game: Game
    options: Mapping[str, Value]
    tree: Tree
    """Tree with the seats as players, or with the lone seat as player 0 and all other seats as player 1."""
    actions: NDArray[np.int64]
    """(slots,): the id of each slot's action."""
    deals: NDArray[Any]
    """State at the start of each deal, as records; deal i is node i of the tree."""
    seen: NDArray[np.int64]
    """(sets,): number that identifies the seat's hand; if two sets of a seat have the same number, the hands are equal.
    """
    first_node: NDArray[np.int64]
    """(sets,): index of one node in each set."""

    @property
    def sizes(self) -> dict[str, int]:
        """Numbers of deals, nodes, terminals, information sets and sequences."""
        return {
            "deals": len(self.deals),
            "nodes": len(self.tree.parent),
            "terminals": int((self.tree.player == TERMINAL).sum()),
            "sets": len(self.tree.first_slot) - 1,
            "sequences": len(self.tree.owner),
        }

    def to_eldest(self, values: NDArray[np.float64]) -> float:
        """Return a deal's mean value for the seat to the dealer's left; `values` are the deals' values for seat 0."""
        return float(np.mean(np.where(self.deals["dealer"] == 1, values, -values)))

    def path(self, node: int) -> list[int]:
        """Return the actions from the beginning of a node's deal to the node."""
        actions = []
        while self.tree.slot[node] != NO_SLOT:
            actions.append(int(self.actions[self.tree.slot[node]]))
            node = int(self.tree.parent[node])
        return actions[::-1]

    def deal_of(self, node: int) -> int:
        """Return the index of the deal to which a node belongs."""
        while self.tree.parent[node] >= 0:
            node = int(self.tree.parent[node])
        return node

    def state_at(self, node: int) -> Any:
        """Return the state at a node, as an array of one record."""
        state = self.deals[[self.deal_of(node)]]
        for action in self.path(node):
            loops.act(state, 0, int(state["acting"][0]).bit_length() - 1, action)
        return state


def grow(game: str, **options: Any) -> Solved:
    """Return the tree of a two-player deal.

    Raise `TooLarge`, a `ValueError`, if the tree is too large or if the game hides more than hands.
    """
    spec = load(game)
    if SEATS not in spec.seats:
        raise TooLarge(f"{spec.name} is not for two seats, as solved games are; {_instead_of(spec)}")
    _require_open(spec)
    complete = spec.settle_options(options, SEATS)
    return _Growth(spec, complete, Sides(range(SEATS)), _dealt(spec, complete, range(SEATS), SEATS)).whole()


def grow_against_all(game: str, seats: int, lone: int, sample: tuple[int, int] | None = None, **options: Any) -> Solved:
    """Return the tree of a deal in which the seat `lone` plays against all others, who know each other's hands.

    Seat 0 deals, so seat 1 is eldest. `sample` is the number of random deals and their seed; without it, the tree has
    all deals. Raise `TooLarge`, a `ValueError`, if the tree is too large or if the game hides more than hands.
    """
    spec = load(game)
    _require_open(spec)
    complete = spec.settle_options(options, seats)
    deals = _dealt(spec, complete, [0], seats, sample)
    return _Growth(spec, complete, Sides([int(seat != lone) for seat in range(seats)]), deals).whole()


def _require_open(spec: Game) -> None:
    """Raise `TooLarge` if a game hides more than hands."""
    if spec.private or spec.sealed:
        reason = "hides what is done; only games that hide nothing but the hands are solved"
        raise TooLarge(f"{spec.name} {reason}; {_instead_of(spec)}")


def _instead_of(spec: Game) -> str:
    """Return a hint that names small games like `spec` or, if there are none, all games that can be solved."""
    words = set(spec.name.split("-"))
    related = [name for name in SMALL if words & set(name.split("-")[1:])]
    return f"try {' or '.join(related or SMALL)}"


class Sides:
    """Player of each seat: 0 or 1."""

    def __init__(self, players: Iterable[int]) -> None:
        self.players = np.array([*players], np.int64)

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.players)

    @property
    def first(self) -> int:
        """Seat of player 0."""
        return int(np.flatnonzero(self.players == 0)[0])

    def movers(self, seats: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the player of each seat; `TERMINAL` stays."""
        return np.where(seats == TERMINAL, TERMINAL, self.players[seats])


class _Growth:
    """Builder that grows the tree level by level, in parallel for all deals."""

    def __init__(self, spec: Game, options: Mapping[str, Value], sides: Sides, deals: Any) -> None:
        self.spec, self.options, self.sides, self.deals = spec, options, sides, deals
        self.seen = _classes(spec, self.deals, sides)
        """Number that identifies each player's hands in each deal."""
        self.start = int(spec.blank(1, options, sides.seats)["scores"][0, 0])
        self.nodes = self.sets = self.slots = 0
        self.levels = [0]
        self.columns: dict[str, list[NDArray[Any]]] = {}
        count = len(self.deals)
        self.states = self.deals.copy()
        # For each state in this level: the number of its action sequence, the deal, the parent, and the slot that leads
        # to it.
        self.path, self.deal = np.zeros(count, np.int64), np.arange(count)
        self.parent, self.slot = np.full(count, -1), np.full(count, NO_SLOT)

    def whole(self) -> Solved:
        """Return the complete tree."""
        while len(self.states):
            if self.nodes + len(self.states) > MOST_NODES:
                raise TooLarge(f"this game has more than {MOST_NODES:,} nodes; choose options that make it smaller")
            self._level()
        joined = {name: np.concatenate(parts) for name, parts in self.columns.items()}
        chance = np.zeros(self.nodes)
        chance[: len(self.deals)] = 1 / len(self.deals)
        tree = Tree(
            parent=joined["parent"],
            player=joined["player"],
            slot=joined["slot"],
            chance=chance,
            payoff=joined["payoff"],
            levels=np.array(self.levels),
            owner=joined["owner"],
            set_of=joined["set_of"],
            first_slot=np.searchsorted(joined["set_of"], np.arange(self.sets + 1)),
        )
        names = joined["action"], self.deals, joined["dealt"], joined["first_node"]
        return Solved(self.spec, self.options, tree, *names)

    def _level(self) -> None:
        """Store the nodes of this level and their information sets, and continue to the next level."""
        movers, counts = np.empty(len(self.states), np.int64), np.empty(len(self.states), np.int64)
        solving.movers_and_counts(self.states, 1, movers, counts)
        payoff, players = self._payoffs(movers == TERMINAL), self.sides.movers(movers)
        self._keep(parent=self.parent, player=players, slot=self.slot, payoff=payoff)
        set_at, first_slot = self._information_sets(players, counts)
        starts = np.concatenate([[0], np.cumsum(counts)])
        children, actions = np.repeat(self.states, counts), np.empty(starts[-1], np.int64)
        solving.carry_out_all(self.states, movers, starts[:-1], children, actions)
        above = np.repeat(np.arange(len(self.states)), counts)
        self.slot = first_slot[set_at[above]] + np.arange(starts[-1]) - starts[above]
        named = np.empty(first_slot[-1] - self.slots, np.int64)
        named[self.slot - self.slots] = actions
        self._keep(action=named)
        self.path = _numbered(np.stack([self.path[above], actions]))[1]
        self.parent, self.deal, self.states = self.nodes + above, self.deal[above], children
        self.nodes, self.slots = self.nodes + len(movers), int(first_slot[-1])
        self.levels.append(self.nodes)

    def _information_sets(
        self, movers: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return each node's information set (player, hands and all actions so far), and each set's first slot."""
        at = np.flatnonzero(movers != TERMINAL)
        dealt = self.seen[self.deal[at], movers[at]]
        one, which = _numbered(np.stack([movers[at], dealt, self.path[at]]))
        widths = counts[at[one]]
        self._keep(
            owner=np.repeat(movers[at[one]], widths),
            set_of=np.repeat(np.arange(len(one)) + self.sets, widths),
            dealt=dealt[one],
            first_node=at[one] + self.nodes,
        )
        self.sets += len(one)
        set_at = np.zeros(len(movers), np.int64)
        set_at[at] = which
        return set_at, self.slots + np.concatenate([[0], np.cumsum(widths)])

    def _payoffs(self, over: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return player 0's payoff in states where the deal is over.

        Raise `TooLarge` if the kind of game is not supported.
        """
        scores = self.states["scores"][:, : self.sides.seats] - self.start
        if (over & (self.states["deal"] == 1) & (self.states["winners"] == NONE)).any():
            raise TooLarge(f"{self.spec.name} leaves more to chance than the hands, so it is not solved")
        if (scores.sum(1) != 0)[over].any():
            raise TooLarge(f"in {self.spec.name} one seat does not win what the other loses, so it is not solved")
        return np.where(over, scores[:, self.sides.first], 0.0)

    def _keep(self, **columns: NDArray[Any]) -> None:
        """Append this level's data to the columns of the tree."""
        for name, column in columns.items():
            self.columns.setdefault(name, []).append(column)


def _numbered(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Group equal columns of `keys`. Return the first index in each group, and the group number of each column.

    Keys are not negative. Groups are in lexicographic order. Raise `ValueError` if a column does not fit into an
    integer of 64 bits.
    """
    joined = np.ravel_multi_index(tuple(keys), tuple(int(row.max(initial=0)) + 1 for row in keys))
    _, one, which = np.unique(joined, return_index=True, return_inverse=True)
    return one, which


def _classes(spec: Game, states: Any, sides: Sides) -> NDArray[np.int64]:
    """Return a number for each deal and player that identifies the views of the player's seats; shape (deals, 2)."""
    columns = []
    for player in range(SEATS):
        seats = np.flatnonzero(sides.players == player).tolist()
        views = [spec.record.view(states, seat).view(np.uint8).reshape(len(states), -1) for seat in seats]
        by_seat = [np.unique(view, axis=0, return_inverse=True)[1].reshape(-1) for view in views]
        columns.append(_numbered(np.stack(by_seat))[1])
    return np.stack(columns, axis=1)


def _dealt(
    spec: Game,
    options: Mapping[str, Value],
    dealers: Sequence[int],
    seats: int,
    sample: tuple[int, int] | None = None,
) -> Any:
    """Return all deals, which are equally likely, or a random sample: a number of deals and a seed.

    The order of the cards within a hand does not matter.
    """
    copies, orders = (1, _orders) if sample is None else (sample[0], _random_order(sample[1]))
    states = np.concatenate([spec.blank(1, options, seats) for _ in dealers])
    for i, dealer in enumerate(dealers):
        loops.arrange(states, i)
        states["dealer"][i] = dealer
    states = _turned(spec, np.repeat(states, copies), orders)
    while not (states["acting"] != NONE).any():  # the table can take several turns in a row
        for i in range(len(states)):
            loops.arrange(states, i)
        states = _turned(spec, states, orders)
    return states


Orders = Callable[[list[int], list[int]], Iterable[Sequence[int]]]
"""Function from the pieces of a pile and the sizes of hands to orders of the pieces, each equally likely."""


def _random_order(seed: int) -> Orders:
    """Return a function that draws a random order of the pieces."""
    chance = np.random.default_rng(seed)
    return lambda pieces, counts: [chance.permutation(pieces).tolist()]


def _turned(spec: Game, states: Any, orders: Orders) -> Any:
    """Return the states after the current turn of the table, one for each of the `orders` of its pile."""
    turns = spec.turns(states[0])
    piles = {(turn.pile, turn.live) for turn in turns}
    if len(piles) != 1 or any(turn.bound for turn in turns):
        raise TooLarge(f"{spec.name} deals otherwise than hand by hand from one pile, so it is not solved")
    ((pile, live),) = piles
    start, counts, outcomes = turns[0].start, [turn.count for turn in turns], []
    for i in range(len(states)):
        for order in orders(states[pile][i, start:live].tolist(), counts):
            outcomes.append(states[[i]])
            outcomes[-1][pile][0, start:live] = order
            if len(outcomes) > MOST_DEALS:
                raise TooLarge(f"this game has more than {MOST_DEALS:,} deals; choose options that make it smaller")
    together = np.concatenate(outcomes)
    for i in range(len(together)):
        loops.turn_over(together, i)
    return together


def _orders(pieces: list[int], counts: list[int]) -> Iterator[list[int]]:
    """Yield every way to order `pieces`: the first `counts[0]` are the first hand, and so on; the rest are undealt.

    Hands are sorted.
    """
    if not counts:
        yield sorted(pieces)
        return
    for hand in combinations(sorted(pieces), counts[0]):
        rest = [piece for piece in pieces if piece not in hand]
        yield from ([*hand, *order] for order in _orders(rest, counts[1:]))
