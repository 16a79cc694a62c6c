"""Deals against a player that compiled code cannot call: a search, a third-party player or a program.

A deal is played to a random decision of the learner. From there, every option is tried, in a copy of the actual state,
until a budget of continuations is spent. `labelling` has the same labels for players in compiled code, and says why
they are unbiased.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from saleroom.bots.external_players import PlayerFailed
from saleroom.bots.players import is_program
from saleroom.games import load
from saleroom.kernel import loops
from saleroom.kernel.game import Game, set_seeds
from saleroom.kernel.options import Value
from saleroom.lab.protocol_errors import ProtocolErrors
from saleroom.match.match import Match
from saleroom.match.move_requests import MoveRequester
from saleroom.match.seeds import public_id

MOST_OPTIONS = 12
"""Maximum number of options of a decision that are tried, including the chosen option."""
STRAY = 0.1
"""Probability of a random action of the learner before the first labelled decision."""


@dataclass(frozen=True)
class Opponent:
    """The player in all seats but the learner's, and the terms of the deals."""

    game_name: str
    options: Mapping[str, Value]
    """All options of the game."""
    seats: int
    name: str
    make: Callable[..., Any]
    """Function that creates the player, with the arguments of `saleroom.bots.player`. It can be pickled."""

    @property
    def game(self) -> Game:
        """The game."""
        return load(self.game_name)


class Responder(Protocol):
    """The learner's present policy."""

    def options(self, views: Any, seat: int) -> Sequence[int]:
        """Return the ids of the actions among which the policy chooses."""
        ...

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of the policy's action."""
        ...


class Decision(NamedTuple):
    """A decision of the learner, with the result of each option that was tried."""

    views: Any
    """Array of one record: the view of `seat`."""
    seat: int
    options: list[int]
    scores: list[float]
    """The seat's score in the deal after each option."""


class DealInProgress:
    """A deal, with its match if a program follows it."""

    def __init__(self, opponent: Opponent, seed: bytes) -> None:
        """Deal the cards that follow from `seed`."""
        self._game = opponent.game
        self._states = opponent.game.blank(1, opponent.options, opponent.seats)
        set_seeds(self._states, [seed])
        loops.open_tables(self._states)
        self._first = int(self._states["deal"][0])
        self._ids = np.empty(opponent.game.action_bound(opponent.options, opponent.seats), np.int64)
        self.match: Match | None = None
        if is_program(opponent.name):
            players = [opponent.name] * opponent.seats
            self.match = Match(opponent.game, dict(opponent.options), players, seed).run_table()

    def copy(self) -> DealInProgress:
        """Return an independent copy."""
        twin = object.__new__(DealInProgress)
        twin._game, twin._first, twin._ids = self._game, self._first, self._ids
        twin._states = self._states.copy()
        twin.match = self.match and self.match.copy()
        return twin

    @property
    def over(self) -> bool:
        """Whether the deal is settled."""
        return bool(self._states["winners"][0]) or int(self._states["deal"][0]) != self._first

    @property
    def seat(self) -> int:
        """The lowest-numbered of the seats that may act."""
        acting = int(self._states["acting"][0])
        return (acting & -acting).bit_length() - 1

    def views(self, seat: int) -> Any:
        """Return the view of a seat, as an array of one record."""
        return self._game.record.view(self._states, seat)

    def act(self, action: int) -> None:
        """Carry out a legal action of the seat to move."""
        if self.match is not None:
            self.match.act(self.seat, action)
        loops.step_one(self._states, 0, action, self._ids)

    def score(self, seat: int) -> int:
        """Return the score of a seat in the settled deal."""
        return int(self._states["last_score"][0, seat])


class SeatedOpponents:
    """The opponent's players, one for each seat. They play many deals, one after another."""

    def __init__(self, opponent: Opponent, seed: bytes) -> None:
        """Create the players at their first decisions; their randomness follows from `seed`."""
        self._opponent, self._seed = opponent, seed
        self._players: dict[int, Any] = {}

    def choose(self, deal: DealInProgress) -> int:
        """Return the action of the seat to move."""
        seat, opponent = deal.seat, self._opponent
        if seat not in self._players:
            seed = self._seed + bytes([seat])
            self._players[seat] = opponent.make(opponent.name, opponent.game, seed, objective="deal", threads=1)
        player = self._players[seat]
        if deal.match is not None:
            return int(MoveRequester(deal.match, {seat: player}, public_id(self._seed), "deal").choose(seat))
        return int(player.choose(deal.views(seat), seat))

    def finish(self, deal: DealInProgress) -> ProtocolErrors:
        """Report the end of a deal to programs, and return their errors in the deal.

        The next deal has new players, so that a program that has failed gets another chance.
        """
        errors = ProtocolErrors()
        if deal.match is not None:
            MoveRequester(deal.match, self._players, public_id(self._seed), "deal").finish()
            errors.note([self._opponent.name] * len(self._players), self._players.values())
            self._players.clear()
        return errors


@dataclass
class Exploration:
    """Exploration of deals, in which the learner has each seat in turn."""

    opponent: Opponent
    responder: Responder
    budget: int
    """Maximum number of continuations of a deal."""
    rng: np.random.Generator
    labels: list[Decision] = field(default_factory=list)
    _deepest: int = 1
    """Largest number of decisions of the learner in a deal so far."""
    _cut: bool = False
    """Whether the budget left out decisions of a deal that was explored from its first decision."""

    def explore(self, deals: int) -> list[Decision]:
        """Play `deals` deals and return the labelled decisions.

        A deal in which ``house`` moved instead of a program has no labels, because they would be of another player.
        Raise `PlayerFailed` if this is the case in more than half of the deals.
        """
        players, name, lost = SeatedOpponents(self.opponent, self.rng.bytes(32)), self.opponent.name, 0
        errors = ProtocolErrors()
        for _ in range(deals):
            labels = len(self.labels)
            errors_of_deal = self._explore_deal(players)
            if errors_of_deal.counts.get(name, {}).get("by_house"):
                del self.labels[labels:]
                lost += 1
            errors.add({}, errors_of_deal.failures)
        if 2 * lost > deals:
            first = errors.failures.get(name, "")
            raise PlayerFailed(f"player {name} missed moves in {lost} of {deals} deals of the training: {first}")
        return self.labels

    def _explore_deal(self, players: SeatedOpponents) -> ProtocolErrors:
        """Label decisions of each seat in one deal; return the protocol errors of the opponent in the deal."""
        deal = DealInProgress(self.opponent, self.rng.bytes(32))
        for seat in range(self.opponent.seats):
            skipped = int(self.rng.integers(self._deepest)) if self._cut else 0
            self._play(deal.copy(), players, seat, skipped)
        return players.finish(deal)

    def _play(self, deal: DealInProgress, players: SeatedOpponents, learner: int, skipped: int) -> None:
        """Play a deal up to decision number `skipped` of the learner, and label from there."""
        decisions = 0
        while not deal.over:
            if deal.seat != learner:
                deal.act(players.choose(deal))
                continue
            views = deal.views(learner)
            options = list(self.responder.options(views, learner))
            if len(options) > 1 and decisions == skipped:
                self._value(deal.copy(), players, learner, self.budget)
                if not self._cut:
                    return
            decisions += len(options) > 1
            stray = self.rng.random() < STRAY
            deal.act(options[self.rng.integers(len(options))] if stray else self.responder.choose(views, learner))
        self._deepest = max(self._deepest, decisions)

    def _value(self, deal: DealInProgress, players: SeatedOpponents, learner: int, budget: int) -> float:
        """Return the learner's score if it continues by its policy; label the decisions that `budget` allows."""
        while not deal.over:
            if deal.seat != learner:
                deal.act(players.choose(deal))
                continue
            views, chosen = deal.views(learner), -1
            options = list(self.responder.options(views, learner))
            if len(options) > 1:
                chosen = self.responder.choose(views, learner)
                if min(len(options), MOST_OPTIONS) <= budget:
                    return self._label(deal, players, learner, budget, self._shortened(options, chosen))
                self._cut = True
            deal.act(chosen if chosen >= 0 else options[0])
        return deal.score(learner)

    def _label(
        self, deal: DealInProgress, players: SeatedOpponents, learner: int, budget: int, options: list[int]
    ) -> float:
        """Try all `options`, of which the first is the policy's choice; return the score after it."""
        scores = []
        for option in options:
            branch = deal.copy()
            branch.act(option)
            scores.append(self._value(branch, players, learner, budget // len(options)))
        self.labels.append(Decision(deal.views(learner), learner, options, scores))
        return scores[0]

    def _shortened(self, options: list[int], chosen: int) -> list[int]:
        """Return at most `MOST_OPTIONS` of the options, in random order, with `chosen` first."""
        rest = [option for option in self.rng.permutation(options).tolist() if option != chosen]
        return [chosen, *rest[: MOST_OPTIONS - 1]]
