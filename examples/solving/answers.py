"""How much a seat gains from a best response to a policy, in any OpenSpiel game that is small enough to enumerate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

Policy = Callable[[str, int], list[float]]
"""Function that takes an information state and its number of actions, and returns the actions' probabilities."""


class Lot(NamedTuple):
    """A chance node, with its outcomes and their probabilities."""

    ways: tuple[tuple[float, Tree], ...]


class Choice(NamedTuple):
    """A decision node of a seat."""

    seat: int
    key: str
    """Information state of the node."""
    ways: tuple[Tree, ...]


class Leaf(NamedTuple):
    """A terminal node."""

    scores: tuple[float, ...]


Tree = Lot | Choice | Leaf


def tree_of(state: Any) -> Tree:
    """Return the tree below a state, without nodes that have only one action. The function modifies `state`."""
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            return Lot(tuple((chance, tree_of(state.child(way))) for way, chance in state.chance_outcomes()))
        if len(legal) > 1:
            seat = state.current_player()
            key = state.information_state_string(seat)
            return Choice(seat, key, tuple(tree_of(state.child(action)) for action in legal))
        state.apply_action(legal[0])
    return _leaf(tuple(state.returns()))


@cache
def _leaf(scores: tuple[float, ...]) -> Leaf:
    """Return a leaf. Leaves with the same scores are shared."""
    return Leaf(scores)


def gains(root: Tree, policy: Policy, seats: Iterable[int] = (0, 1)) -> float:
    """Return the sum of the seats' gains from best responses to a policy, which is 0 for an equilibrium."""
    return sum(answered(root, policy, seat) - _value(root, policy, seat) for seat in seats)


def _value(tree: Tree, policy: Policy, seat: int) -> float:
    """Return a seat's expected score if all seats play by the policy."""
    if isinstance(tree, Leaf):
        return tree.scores[seat]
    return sum(chance * _value(way, policy, seat) for chance, way in _weighed(tree, policy) if chance)


def answered(root: Tree, policy: Policy, seat: int) -> float:
    """Return a seat's expected score with a best response, if the other seats play by the policy."""
    places = _places(root, policy, seat)

    @cache
    def best(key: str) -> int:
        """Return the action with the best expected score over all nodes of the information state."""
        ways = range(len(places[key][0][1].ways))
        return max(ways, key=lambda way: sum(chance * value(place.ways[way]) for chance, place in places[key]))

    def value(tree: Tree) -> float:
        if isinstance(tree, Leaf):
            return tree.scores[seat]
        if isinstance(tree, Choice) and tree.seat == seat:
            return value(tree.ways[best(tree.key)])
        return sum(chance * value(way) for chance, way in _weighed(tree, policy) if chance)

    return value(root)


def _places(root: Tree, policy: Policy, seat: int) -> dict[str, list[tuple[float, Choice]]]:
    """Return the nodes of each information state of a seat, with the probability that chance and the other seats lead
    there.
    """
    places: dict[str, list[tuple[float, Choice]]] = defaultdict(list)
    waiting: list[tuple[float, Tree]] = [(1.0, root)]
    while waiting:
        reached, tree = waiting.pop()
        if isinstance(tree, Choice) and tree.seat == seat:
            places[tree.key].append((reached, tree))
            waiting += [(reached, way) for way in tree.ways]
        elif not isinstance(tree, Leaf):
            waiting += [(reached * chance, way) for chance, way in _weighed(tree, policy)]
    return places


def _weighed(tree: Lot | Choice, policy: Policy) -> Iterable[tuple[float, Tree]]:
    """Yield the children of a node, and their probabilities."""
    if isinstance(tree, Lot):
        return tree.ways
    return zip(policy(tree.key, len(tree.ways)), tree.ways, strict=True)
