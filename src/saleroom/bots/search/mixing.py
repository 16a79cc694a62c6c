"""Mixed choices in small games: solve a sample of the deal from its first action, for the hands of both seats at once.

Trials follow players that do not change, so their best action is a best response, and a best response does not mix. How
often a seat must bluff follows from the hands with which each seat takes its earlier actions. The search therefore
draws hands for both seats, plays every sequence of actions in pairs of these hands, and minimises counterfactual regret
in the resulting game (CFR+, Tammelin 2014).

The choice is random, but the same view, seed and number of simulations give the same action.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import solving
from saleroom.bots.search.sampled_tree import SEATS, grow
from saleroom.kernel import loops
from saleroom.kernel.bits import members
from saleroom.kernel.game import Game

__all__ = ["SEATS", "choose"]
DRAWN = 256
"""Number of worlds from which the hands of a seat are drawn."""
LEAST_PAIRS = 16
"""Minimum number of pairs of hands. In a smaller sample, each seat nearly knows the other hand."""
FEW = 0.2
"""Share of all pairs below which the search takes the likeliest action of the sample.

A small sample mixes more than the whole game, and other seeds draw other samples. Above this share, the search draws an
action with the probabilities of the sample.
"""
OWN_SHARE = 0.7
"""Number of own hands divided by the number of hands of the other seat."""
ITERATIONS = 60
"""Number of iterations of CFR+. In 100 simulations, 300 iterations were not better."""


def choose(game: Game, views: Any, seat: int, rng: np.random.Generator, simulations: int) -> int | None:
    """Return the id of an action of `seat`, whose view is `views[0]`; None if the simulations are too few, or if no
    sequence of actions leads to this view.

    A simulation is one sequence of actions with one pair of hands, to the end of the deal.
    """
    own, others = _hands(game, views, seat, rng)
    pairs = [(one, other) if seat == 0 else (other, one) for one, other in _by_rings(own, others) if not one & other]
    each = grow(game, _restarted(game, views, pairs[:1]), views, seat).terminals
    sampled = pairs[: simulations // each]
    if len(sampled) < min(LEAST_PAIRS, len(pairs)):
        return None
    grown = grow(game, _restarted(game, views, sampled), views, seat)
    if grown.slots is None:
        return None
    regrets, total, strategy = np.zeros((3, len(grown.tree.owner)))
    solving.iterate(
        grown.tree,
        regrets,
        total,
        strategy,
        np.zeros((3, grown.nodes)),
        np.zeros(grown.nodes),
        0,
        ITERATIONS,
        True,
        -np.inf,
        -np.inf,
        1.0,
    )
    weights, actions = total[grown.slots], grown.actions[grown.slots]
    if not weights.any():  # the seat's own earlier actions never lead here
        weights = strategy[grown.slots]
    if len(sampled) < FEW * len(pairs):
        return int(actions[np.argmax(weights)])
    return int(rng.choice(actions, p=weights / weights.sum()))


def _hands(game: Game, views: Any, seat: int, rng: np.random.Generator) -> tuple[list[int], list[int]]:
    """Return the hands that each seat may have had at the beginning of the deal, as card sets in random order.

    The seat's own hand is the first of its hands. The other seat's hands begin with those that fit the own hand.
    """
    worlds = _imagined(np.repeat(views, DRAWN).view(type(views)), seat, rng)
    reversed_worlds = _imagined(game.record.view(worlds, 1 - seat), 1 - seat, rng)
    further_worlds = _imagined(game.record.view(reversed_worlds, seat), seat, rng)
    own = _first_hands(game, worlds[:1], seat) + _first_hands(game, reversed_worlds, seat)
    others = _first_hands(game, worlds, 1 - seat) + _first_hands(game, further_worlds, 1 - seat)
    return list(dict.fromkeys(own)), list(dict.fromkeys(others))


def _imagined(views: Any, seat: int, rng: np.random.Generator) -> Any:
    """Return a random world for each view of `seat`."""
    worlds = views.copy()
    loops.imagine_all(worlds, np.full(len(worlds), seat), rng.integers(1, 1 << 63, 1, np.uint64))
    return worlds


def _first_hands(game: Game, states: Any, seat: int) -> list[int]:
    """Return what the seat held at the beginning of the deal: its hand, and the cards that it has played."""
    hands = states[str(game.record.hand)][:, seat]
    return (hands | states["played"][:, seat] if "played" in states.dtype.names else hands).tolist()


def _by_rings(own: list[int], others: list[int]) -> Iterable[tuple[int, int]]:
    """Return all pairs; any number of first pairs covers about `OWN_SHARE` own hands for each other hand."""
    ring = {(one, other): max(i / OWN_SHARE, j) for i, one in enumerate(own) for j, other in enumerate(others)}
    return sorted(ring, key=lambda pair: ring[pair])


def _restarted(game: Game, views: Any, deals: list[tuple[int, int]]) -> Any:
    """Return the states at the first action of the deal, with these hands of the two seats."""
    states: Any = np.repeat(views, len(deals)).view(type(views))
    states["phase"], states["acting"] = 0, 0
    if "before" in states.dtype.names:
        states["scores"], states["carry"] = states["before"], states["last_carry"]
    open_cards: NDArray[Any] = states[game.upturned] if game.upturned else np.zeros(len(states), np.int64)
    pile = states[game.turns(states[0])[0].pile]
    for row, hands, shown in zip(pile, deals, open_cards.tolist(), strict=True):
        cards = [card for some in (*hands, shown) for card in members(some)]
        row[: len(cards)] = cards
    for index in range(len(states)):
        while not states["acting"][index]:
            loops.turn_over(states, index)
    return states
