"""Self-play on all cores: play deals and return labelled decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled import heuristics, labelling, net_features, nets
from saleroom.bots.compiled.labelling import HOUSE, NET, Habits
from saleroom.bots.nets.weights import Weights, blank, with_room
from saleroom.lab.runs.tasks import Executor
from saleroom.lab.training.dealing import TOGETHER, Terms, draw_players, facing, fresh, opponent
from saleroom.lab.training.exploration import MOST_OPTIONS, Decision, Exploration, Opponent
from saleroom.toolkit.package import NetFeatures

OPTIONS = MOST_OPTIONS
"""Maximum number of options of a decision that get a score, including the chosen option."""
CHUNK = 128
"""Number of deals in a chunk; one core plays a chunk."""
ROWS = 64 * CHUNK
"""Maximum number of labels from a chunk."""
BUDGET = 48
"""Maximum number of continuations of a deal against a player outside compiled code."""
EXPLORED = 8
"""Number of deals in a task against a player outside compiled code."""
LEAST_SPREAD = 1e-3
"""Minimum of `Labels.spread`, which would be 0 if no action mattered under some terms."""


class Labels(NamedTuple):
    """Decisions with scores for their options, as in `labelling.Labels`, with the spread of the scores."""

    features: NDArray[np.int16]
    parts: NDArray[np.int16]
    scores: NDArray[np.int32]
    options: NDArray[np.int16]
    spread: NDArray[np.float32]
    """(rows,): root mean square deviation of the options' scores from their mean, over all decisions with the same
    terms.
    """

    @property
    def decisions(self) -> int:
        """Number of labelled decisions."""
        return len(self.options)


class Plan(NamedTuple):
    """Parameters for playing and labelling the next deals."""

    weights: Weights | None
    """Net that plays; None while only ``house`` plays."""
    share: float
    """Share of the net's decisions that are labelled."""
    stray: float
    """Probability that a seat acts at random."""
    self_play: float
    """Share of deals in which the net plays all seats."""
    net_share: float
    """In all other deals, the share of seats that the net plays; the bot ``house`` plays the remaining seats."""
    rival: Weights | None = None
    """Net against which a best response is trained; None if the run trains no best response."""
    until: int = 1
    """Number of deals per match in half of the chunks. In the other half, each match has only one deal."""


def load(terms: Terms) -> NetFeatures:
    """Load a game for self-play. Raise `ValueError` if it has no features for nets."""
    return _loaded(terms.game.name)


def _loaded(game: str) -> NetFeatures:
    heuristics.load(game)
    features = net_features.load(game)
    if features is None:
        raise ValueError(f"{game} has no features for nets (player/features.py), so no net can learn it")
    return features


def play(terms: Terms, plan: Plan, chunks: int, rng: np.random.Generator, where: Executor) -> Labels:
    """Play `chunks` chunks of deals, and return the labels of all chunks in order."""
    if terms.by_exploration:
        tasks = [(_explore_some, opponent(terms, rng), plan.weights, rng.bytes(16)) for _ in range(chunks)]
        return joined(where.in_order(tasks))
    drawn = [_chunk(terms, plan, rng) for _ in range(chunks)]
    return joined(where.in_order((_play_some, terms.game.name, plan, *task) for task in drawn))


def _chunk(terms: Terms, plan: Plan, rng: np.random.Generator) -> tuple[Any, NDArray, int, bytes]:
    """Return the task for a chunk: the matches, their players, the number of deals to play, and the seed for the
    players.
    """
    until = plan.until if rng.random() < 0.5 else 1
    matches = max(TOGETHER, CHUNK // until)
    states = fresh(terms, matches, rng)
    if terms.against:
        players = facing(terms, states, rng)
    else:
        players = draw_players(matches, plan.self_play, plan.net_share, rng)
    return states, players, until, rng.bytes(8)


def joined(parts: Iterable[Labels]) -> Labels:
    """Return the labels of all `parts`, joined in order."""
    return Labels._make(np.concatenate(columns) for columns in zip(*parts, strict=True))


def _play_some(game: str, plan: Plan, states: NDArray, players: NDArray, until: int, dice: bytes) -> Labels:
    """Play one chunk and return its labels."""
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
    filled = labelling.Labels._make(column[:decisions].copy() for column in labels)
    spread = spread_of(filled.scores, filled.options, filled.matches // TOGETHER)
    return Labels(filled.features, filled.parts, filled.scores, filled.options, spread)


class NetResponder:
    """Policy of a net during training."""

    def __init__(self, features: NetFeatures, weights: Weights) -> None:
        """Give the net its own buffers."""
        self._features, self._net = features, with_room(weights, features)

    def options(self, views: Any, seat: int) -> Sequence[int]:
        """Return the ids of the actions among which the net chooses."""
        return self._net.options[: self._features.options(views[0], seat, self._net.options)].tolist()

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of the action with the highest value."""
        return int(nets.choose_one(views, 0, seat, self._net))

    def labels(self, decisions: Sequence[Decision]) -> Labels:
        """Return decisions as labels for the learner."""
        features, net, rows = self._features, self._net, len(decisions)
        ids = np.full((rows, features.MOST_ACTIVE), -1, np.int16)
        parts = np.full((rows, min(OPTIONS, features.MOST_OPTIONS), features.MOST_PARTS), -1, np.int16)
        scores, counts = np.zeros(parts.shape[:2], np.int32), np.zeros(rows, np.int16)
        for row, (views, seat, options, results) in enumerate(decisions):
            active = features.features(views[0], seat, net.ids, net.notes)
            ids[row, :active], counts[row] = net.ids[:active], len(options)
            scores[row, : len(options)] = results
            for index, option in enumerate(options):
                many = features.parts(views[0], seat, option, net.part_ids, net.notes)
                parts[row, index, :many] = net.part_ids[:many]
        return Labels(ids, parts, scores, counts, spread_of(scores, counts, np.zeros(rows, np.int64)))


def _explore_some(opponent: Opponent, weights: Weights | None, dice: bytes) -> Labels:
    """Explore some deals on one process, and return their labels."""
    features = _loaded(opponent.game.name)
    responder = NetResponder(features, weights or blank(features))
    rng = np.random.default_rng(list(dice))
    return responder.labels(Exploration(opponent, responder, BUDGET, rng).explore(EXPLORED))


def spread_of(scores: NDArray, options: NDArray, terms: NDArray) -> NDArray[np.float32]:
    """Return `Labels.spread` for these decisions; decisions with equal numbers in `terms`, shape (rows,), have the same
    terms.
    """
    there = np.arange(scores.shape[1]) < options[:, None]
    off = np.where(there, scores - (np.where(there, scores, 0).sum(1) / options)[:, None], 0.0)
    squares = np.bincount(terms, (off**2).sum(1)) / np.maximum(1, np.bincount(terms, options))
    return np.maximum(LEAST_SPREAD, np.sqrt(squares))[terms].astype(np.float32)
