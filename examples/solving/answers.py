"""What a best answer to a policy gains, in any game of OpenSpiel's that is small enough to be gone through."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

Policy = Callable[[str, int], list[float]]
"""How likely each of so many actions is in an information state."""


class Lot(NamedTuple):
    """A node of chance: what may come, and how likely that is."""

    ways: tuple[tuple[float, Tree], ...]


class Choice(NamedTuple):
    """A node at which a seat has a choice."""

    seat: int
    key: str
    """Its information state."""
    ways: tuple[Tree, ...]


class Leaf(NamedTuple):
    """The end."""

    scores: tuple[float, ...]


Tree = Lot | Choice | Leaf


def tree_of(state: Any) -> Tree:
    """All that can follow from a state, which is used up; moves that are forced are left out."""
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
    """There are few ways to score, so they are shared."""
    return Leaf(scores)


def gains(root: Tree, policy: Policy, seats: Iterable[int] = (0, 1)) -> float:
    """What best answers to a policy gain, one seat at a time, all seats together: 0 for an equilibrium."""
    return sum(answered(root, policy, seat) - _value(root, policy, seat) for seat in seats)


def _value(tree: Tree, policy: Policy, seat: int) -> float:
    """What a seat scores where all play by the policy."""
    if isinstance(tree, Leaf):
        return tree.scores[seat]
    return sum(chance * _value(way, policy, seat) for chance, way in _weighed(tree, policy) if chance)


def answered(root: Tree, policy: Policy, seat: int) -> float:
    """What a seat scores that answers best, where the others play by the policy."""
    places = _places(root, policy, seat)

    @cache
    def best(key: str) -> int:
        """The way that is best over all that the information state may be."""
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
    """The nodes of each information state of a seat, and how likely the others and chance bring it there."""
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
    """The ways on from a node, and how likely each is."""
    if isinstance(tree, Lot):
        return tree.ways
    return zip(policy(tree.key, len(tree.ways)), tree.ways, strict=True)
