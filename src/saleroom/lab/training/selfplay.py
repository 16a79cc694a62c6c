"""Self-play on all cores: deals in, labels out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import heuristics, labelling, net_features
from saleroom.bots.compiled.labelling import HOUSE, NET, Habits
from saleroom.bots.nets.weights import Weights, blank, with_room
from saleroom.lab.tasks import Executor
from saleroom.lab.training.dealing import TOGETHER, Terms, facing, fresh, seated
from saleroom.toolkit.package import NetFeatures

OPTIONS = 12
"""Of more options than these some are tried, and among them what is played."""
CHUNK = 128
"""Deals that a core plays at a time."""
ROWS = 64 * CHUNK
"""Room for the labels of a chunk."""
LEAST_SPREAD = 1e-3
"""No spread is smaller: where nothing that anybody does matters there is nothing to learn."""


class Labels(NamedTuple):
    """Labelled decisions, as `labelling.Labels` has them, and how much was at stake."""

    features: NDArray[np.int16]
    parts: NDArray[np.int16]
    scores: NDArray[np.int32]
    options: NDArray[np.int16]
    spread: NDArray[np.float32]
    """(rows,): by how much the scores of an option differ from their mean (root mean square), in deals on the same
    terms."""

    @property
    def decisions(self) -> int:
        """How many decisions they are of."""
        return len(self.options)


class Plan(NamedTuple):
    """How the next labels are made."""

    weights: Weights | None
    """The net that plays; None while the house plays alone."""
    share: float
    """How many of its decisions are labelled."""
    stray: float
    """How often a seat does anything."""
    alone: float
    """The share of the deals that the net plays alone."""
    beside: float
    """The share of the seats that it plays in the others, beside the house."""
    rival: Weights | None = None
    """The net that a best response is wanted to."""
    until: int = 1
    """The last deal of a match that is played, in half of the chunks; in the others that is the first."""


def load(terms: Terms) -> NetFeatures:
    """Make a game known to self-play; `ValueError` when no net plays it."""
    return _loaded(terms.game.name)


def _loaded(game: str) -> NetFeatures:
    heuristics.load(game)
    features = net_features.load(game)
    if features is None:
        raise ValueError(f"{game} has nothing that nets are told (player/features.py), so none can learn it")
    return features


def play(terms: Terms, plan: Plan, chunks: int, chance: np.random.Generator, where: Executor) -> Labels:
    """Play so many chunks of deals; the labels of all, wherever they are played."""
    drawn = [_chunk(terms, plan, chance) for _ in range(chunks)]
    return joined(where.in_order((_play_some, terms.game.name, plan, *task) for task in drawn))


def _chunk(terms: Terms, plan: Plan, chance: np.random.Generator) -> tuple[Any, NDArray, int, bytes]:
    """Matches, who plays in them, up to which deal, and the chance of the players."""
    until = plan.until if chance.random() < 0.5 else 1
    matches = max(TOGETHER, CHUNK // until)
    states = fresh(terms, matches, chance)
    alone = plan.alone, plan.beside
    players = facing(terms, states, chance) if terms.against else seated(matches, *alone, chance)
    return states, players, until, chance.bytes(8)


def joined(found: Iterable[Labels]) -> Labels:
    """Labels one after another."""
    return Labels._make(np.concatenate(columns) for columns in zip(*found, strict=True))


def _play_some(game: str, plan: Plan, states: NDArray, players: NDArray, until: int, dice: bytes) -> Labels:
    """One chunk."""
    features = _loaded(game)
    net = with_room(plan.weights or blank(features), features)
    rival = with_room(plan.rival or blank(features), features)
    if plan.weights is None:
        players = np.full_like(players, HOUSE)
    habits = Habits(HOUSE if plan.weights is None else NET, plan.share, plan.stray, until)
    place = states[:1].copy()
    words, place_words = (array.view(np.uint64).reshape(len(array), -1) for array in (states, place))
    options = min(OPTIONS, features.MOST_OPTIONS)
    labels = labelling.Labels(
        features=np.full((ROWS, features.MOST_ACTIVE), -1, np.int16),
        parts=np.full((ROWS, options, features.MOST_PARTS), -1, np.int16),
        scores=np.zeros((ROWS, options), np.int32),
        options=np.zeros(ROWS, np.int16),
        matches=np.zeros(ROWS, np.int16),
    )
    rng, actions = np.frombuffer(dice, np.uint64).copy(), np.zeros(options, np.int64)
    room = place, place_words, actions, rng, labels
    made = labelling.play_and_label(states, words, players, net, rival, habits, *room)
    told = labelling.Labels._make(column[:made].copy() for column in labels)
    spread = spread_of(told.scores, told.options, told.matches // TOGETHER)
    return Labels(told.features, told.parts, told.scores, told.options, spread)


def spread_of(scores: NDArray, options: NDArray, terms: NDArray) -> NDArray[np.float32]:
    """`Labels.spread`: decisions are on the same terms whose number in `terms`, shape (rows,), is the same."""
    there = np.arange(scores.shape[1]) < options[:, None]
    off = np.where(there, scores - (np.where(there, scores, 0).sum(1) / options)[:, None], 0.0)
    squares = np.bincount(terms, (off**2).sum(1)) / np.maximum(1, np.bincount(terms, options))
    return np.maximum(LEAST_SPREAD, np.sqrt(squares))[terms].astype(np.float32)
