"""Law: an observation and a history of the whole deal are an information state.

The reference is the perfect recall of OpenSpiel's observers: the same row, and every event as the seat has seen it.
Two positions look equal to a seat in one form if and only if they look equal in the other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np
import pytest

pytest.importorskip("pyspiel")

from saleroom.envs import observation_history
from saleroom.envs.episode import Episode
from saleroom.envs.nodes import Node
from saleroom.envs.terms import Terms
from saleroom.envs.trees import Tree
from saleroom.games import ALL, NAMES
from saleroom.kernel.bits import members
from saleroom.kernel.compile import COMPILED
from saleroom.kernel.game import HAND_DEALT
from saleroom.kernel.tree_steps import CHANCE
from tests.contract.places import pack_of, rows

pytestmark = pytest.mark.skipif(not COMPILED, reason="OpenSpiel's nodes play compiled rules")

FEW_TILES = {"auction-draw": {"seats": 2, "hand": 12, "buy_when_able": "yes"}}
"""Options with which a seat often draws the same pieces in another order."""
every_game = pytest.mark.parametrize("name", ALL)


def dealt(terms: Terms, seed: int) -> Episode:
    episode = Episode(terms, terms.longest)
    episode.begin(seed)
    return episode


def worlds(terms: Terms, rng: random.Random) -> Iterator[Episode]:
    """Yield a new deal, deals that one seat cannot distinguish from it, and deals with the same hands but another order
    of the pieces that the table gives later.
    """
    base = dealt(terms, rng.getrandbits(64))
    yield base.copy()
    for seat in range(terms.seats):
        for _ in range(4):
            yield base.redeal(seat, rng.getrandbits(60))
    if terms.game.drawn:
        for _ in range(12):
            yield with_shuffled_stock(base, rng)


def with_shuffled_stock(base: Episode, rng: random.Random) -> Episode:
    """Return a copy in which the pieces that no seat holds come in another order."""
    twin, terms = base.copy(), base.terms
    state = twin._crowd.states[0]
    held = sum(rows(state[terms.game.drawn], terms.seats))
    places = [place for place, piece in enumerate(state["deck"]) if (pack_of(terms) & ~held) >> int(piece) & 1]
    pieces = [int(state["deck"][place]) for place in places]
    rng.shuffle(pieces)
    twin._crowd.states["deck"][0, places] = pieces
    return twin


def upturned(episode: Episode) -> list[int]:
    """Return the pieces that the table has turned up last."""
    game = episode.terms.game
    pieces = int(episode._crowd.states[game.upturned][0])
    return members(pieces) if game.record.dtype[game.upturned].itemsize == 8 else [pieces]


class Reference:
    """Node of OpenSpiel's tree that follows an episode."""

    def __init__(self, tree: Tree, episode: Episode) -> None:
        terms = tree.terms
        state = episode._crowd.states[0]
        self.hands = [members(hand) for hand in rows(state[terms.game.record.hand], terms.seats)]
        self.node = Node(tree)
        self.node.apply(int(state["dealer"]))
        self.follow(episode)

    def follow(self, episode: Episode) -> None:
        """Let chance pick the pieces of the episode."""
        node = self.node
        while node.player == CHANCE:
            turn, chosen = node._due[0], node._chosen
            if turn.words.startswith(HAND_DEALT):
                pieces = self.hands[turn.seat]
            elif turn.seat is None:
                pieces = upturned(episode)
            else:
                pieces = episode._crowd.states[turn.pile][0, turn.start : turn.start + turn.count].tolist()
            node.apply(next(piece for piece in pieces if piece not in chosen))

    def state_of(self, seat: int) -> tuple[bytes, tuple[tuple[int, int], ...]]:
        node = self.node
        return node.tree.terms.row(node.states, seat).tobytes(), tuple(observation_history.rows(node, seat))


class Pairs:
    """Positions in both forms."""

    def __init__(self) -> None:
        self.ours: dict[Any, Any] = {}
        self.theirs: dict[Any, Any] = {}
        self.worlds: dict[Any, set[bytes]] = {}

    def add(self, ours: Any, theirs: Any, world: bytes) -> None:
        if self.ours.setdefault(theirs, ours) != ours:
            raise AssertionError("one information state has two observations")
        if self.theirs.setdefault(ours, theirs) != theirs:
            raise AssertionError("one observation has two information states")
        self.worlds.setdefault(ours, set()).add(world)

    @property
    def shared(self) -> int:
        """Number of information states with several worlds."""
        return sum(len(worlds) > 1 for worlds in self.worlds.values())


def play(tree: Tree, episode: Episode, salt: int, pairs: Pairs) -> None:
    """Play a deal, and add what each seat knows before each decision. The choice depends only on the legal actions and
    the step, so that worlds that look equal to a seat stay so.
    """
    reference, step = Reference(tree, episode), 0
    while not episode.over:
        assert reference.node.player == episode.mover
        world = repr(reference.node.log).encode()
        for seat in range(episode.terms.seats):
            ours = episode.observe(seat).tobytes(), episode.history_of(seat).tobytes()
            pairs.add(ours, reference.state_of(seat), world)
        legal = np.flatnonzero(episode.mask(episode.mover)).tolist()
        action = max(legal, key=lambda action: crc32(f"{salt} {step} {action}".encode()))
        episode.act(action)
        reference.node.apply(action)
        reference.follow(episode)
        step += 1


def pairs_of(terms: Terms, deals: int) -> Pairs:
    """Play the worlds of several deals, and compare all positions."""
    rng, pairs, tree = random.Random(f"information {terms.game.name}"), Pairs(), Tree(terms, explicit=True)
    for _ in range(deals):
        salt = rng.getrandbits(32)
        for episode in worlds(terms, rng):
            play(tree, episode, salt, pairs)
    return pairs


@every_game
def test_observation_and_history_are_an_information_state(name):
    assert pairs_of(Terms.of(name, **FEW_TILES.get(name, {})), 4 if name in NAMES else 12).shared > 40


def test_without_private_symbols_they_are_none():
    with pytest.raises(AssertionError, match="one observation has two information states"):
        pairs_of(Terms.of("auction-draw", version=1, **FEW_TILES["auction-draw"]), 4)
