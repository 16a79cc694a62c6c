"""Self-play on all cores: deals in, labels out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import heuristics, labelling, net_features
from saleroom.bots.compiled.labelling import HOUSE, NET, Habits
from saleroom.bots.nets.weights import Weights, blank, with_room
from saleroom.lab.runs.tasks import Executor
from saleroom.lab.training.dealing import TOGETHER, Terms, facing, fresh, seated
from saleroom.toolkit.package import NetFeatures

OPTIONS = 12
"""If there are more options, only this many are tried, including the chosen one."""
CHUNK = 128
"""Number of deals that a core plays at a time."""
ROWS = 64 * CHUNK
"""Capacity for the labels of a chunk."""
LEAST_SPREAD = 1e-3
"""Minimum spread: if no action matters, there is nothing to learn."""


class Labels(NamedTuple):
    """Labelled decisions, as in `labelling.Labels`, and their stakes."""

    features: NDArray[np.int16]
    parts: NDArray[np.int16]
    scores: NDArray[np.int32]
    options: NDArray[np.int16]
    spread: NDArray[np.float32]
    """(rows,): root mean square of the differences between options' scores and their mean, in deals under the same
    terms.
    """

    @property
    def decisions(self) -> int:
        """Number of decisions."""
        return len(self.options)


class Plan(NamedTuple):
    """Parameters of the next labels."""

    weights: Weights | None
    """The net that plays; None while ``house`` plays alone."""
    share: float
    """The share of its decisions that are labelled."""
    stray: float
    """Probability that a seat acts at random."""
    alone: float
    """The share of deals that only the net plays."""
    beside: float
    """The net's share of the seats in the other deals; the bot ``house`` has the rest."""
    rival: Weights | None = None
    """The net for which a best response is trained."""
    until: int = 1
    """The last deal of a match that is played, in half of the chunks; in the others only the first is played."""


def load(terms: Terms) -> NetFeatures:
    """Load a game for self-play; `ValueError` if it has no features for nets."""
    return _loaded(terms.game.name)


def _loaded(game: str) -> NetFeatures:
    heuristics.load(game)
    features = net_features.load(game)
    if features is None:
        raise ValueError(f"{game} has no features for nets (player/features.py), so no net can learn it")
    return features


def play(terms: Terms, plan: Plan, chunks: int, chance: np.random.Generator, where: Executor) -> Labels:
    """Play `chunks` chunks of deals; return the labels of all, in order."""
    drawn = [_chunk(terms, plan, chance) for _ in range(chunks)]
    return joined(where.in_order((_play_some, terms.game.name, plan, *task) for task in drawn))


def _chunk(terms: Terms, plan: Plan, chance: np.random.Generator) -> tuple[Any, NDArray, int, bytes]:
    """Return matches, their players, the last deal, and the seed of the players."""
    until = plan.until if chance.random() < 0.5 else 1
    matches = max(TOGETHER, CHUNK // until)
    states = fresh(terms, matches, chance)
    alone = plan.alone, plan.beside
    players = facing(terms, states, chance) if terms.against else seated(matches, *alone, chance)
    return states, players, until, chance.bytes(8)


def joined(parts: Iterable[Labels]) -> Labels:
    """Concatenate labels."""
    return Labels._make(np.concatenate(columns) for columns in zip(*parts, strict=True))


def _play_some(game: str, plan: Plan, states: NDArray, players: NDArray, until: int, dice: bytes) -> Labels:
    """Play one chunk."""
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
    decisions = labelling.play_and_label(states, words, players, net, rival, habits, *room)
    played = labelling.Labels._make(column[:decisions].copy() for column in labels)
    spread = spread_of(played.scores, played.options, played.matches // TOGETHER)
    return Labels(played.features, played.parts, played.scores, played.options, spread)


def spread_of(scores: NDArray, options: NDArray, terms: NDArray) -> NDArray[np.float32]:
    """Return `Labels.spread`; decisions with the same number in `terms`, shape (rows,), are under the same terms."""
    there = np.arange(scores.shape[1]) < options[:, None]
    off = np.where(there, scores - (np.where(there, scores, 0).sum(1) / options)[:, None], 0.0)
    squares = np.bincount(terms, (off**2).sum(1)) / np.maximum(1, np.bincount(terms, options))
    return np.maximum(LEAST_SPREAD, np.sqrt(squares))[terms].astype(np.float32)
