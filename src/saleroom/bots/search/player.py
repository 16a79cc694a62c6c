"""The search bot, and explanations of its decisions."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from saleroom.bots.compiled import game_models
from saleroom.bots.compiled.trials import SCORE, WINS, load
from saleroom.bots.decision import Decision
from saleroom.bots.levels import Objective
from saleroom.bots.search import mixing
from saleroom.bots.search.budget import Budget
from saleroom.bots.search.endings import possible
from saleroom.bots.search.explain import Explanation, explained
from saleroom.bots.search.playouts import for_game
from saleroom.bots.search.thinking import Trials, think
from saleroom.kernel import choices, loops
from saleroom.kernel.game import Game

STANDING = ("seats", "deal", "dealer", "phase", "acting", "scores", "carry")
AGAIN = 4
"""Number of worlds in which the chosen action was tried for the choice, per world that later estimates its score."""


class Searcher:
    """A bot that searches. The same view, seed and budget in simulations give the same action on any machine."""

    def __init__(self, name: str, game: Game, budget: Budget, seed: bytes, objective: Objective, threads: int) -> None:
        """Set up the search; `seed` determines its randomness.

        Its `threads` threads release the GIL, so other Python threads can run.
        """
        self.facts = load(game.name)
        self._playouts = for_game(game.name, budget.by_house)
        self.name, self.game, self.budget = name, game, budget
        self.objective: Objective = objective
        self.threads = threads
        self._seed = seed

    @property
    def _column(self) -> int:
        return SCORE if self.objective == "deal" else WINS

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        mixed = self._mixed(views, seat)
        return self._thought(views, seat).best(self._column) if mixed is None else mixed

    def choose_knowing(self, states: Any, seat: int) -> int:
        """Return the action of a player that sees the whole state except future chance; for measurements only."""
        return self._thought(states, seat, knowing=True).best(self._column)

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the action that `choose` returns, with the expected score of the deal.

        The chosen option was partly lucky in its worlds, so its mean there is too high. The expected score is therefore
        estimated in other worlds. The estimate is increased for a bidder, because the bidder will play better than the
        players in the trials.
        """
        trials = self._thought(views, seat)
        mixed = self._mixed(views, seat)
        action = trials.best(self._column) if mixed is None else mixed
        mean = trials.again(action, max(1, int(trials.tried.max()) // AGAIN))
        return Decision(action, mean + self._skill(views[0], seat, action))

    def _mixed(self, views: Any, seat: int) -> int | None:
        """Return the action of a search that mixes; None if this search takes the best action of its trials."""
        if not self.game.needs_bluffs or self.objective != "deal" or int(views[0].seats) != mixing.SEATS:
            return None
        simulations = self.budget.simulations_for(choices.size(loops.legal(views, 0, seat)))
        if simulations is None:
            return None
        # A seat's decisions in a deal are independent, because they do not share a random number.
        digest = hashlib.sha256(self._seed + views[0].tobytes()).digest()
        return mixing.choose(self.game, views, seat, np.random.default_rng(list(digest)), simulations)

    def _skill(self, view: Any, seat: int, action: int) -> float:
        """Return how much more a player scores than its trials predict.

        The result is 0 unless `action` is a bid or an offer, or the player has won the auction.
        """
        auction = self.game.auction
        if auction is None:
            return 0.0
        has_won = bool(self.game.phases[view.phase] == auction.won_phase and auction.bidders(view) == seat)
        if has_won:
            price = int(view[auction.price]) if auction.price else 0
        else:
            price = auction.price_of(self.game.format_action(view, seat, action))
        if price is None:
            return 0.0
        return game_models.skill(self.game.name, price, int(view.seats), has_won, self._playouts.scale > 0)

    def explain(self, views: Any, seat: int, also: int | None = None) -> Explanation:
        """Return the weighed options and their results, the best first.

        The legal action `also` is always weighed, in as many worlds as the best option.
        """
        trials = self._trials(views, seat)
        if also is not None:
            trials.add(also)
        think(trials, self.budget, self._column)
        if also is not None:
            trials.catch_up(also)
        return explained(self.game, self.facts, self.objective, trials, views)

    def _thought(self, views: Any, seat: int, knowing: bool = False) -> Trials:
        trials = self._trials(views, seat, knowing)
        if len(trials.actions) > 1:
            think(trials, self.budget, self._column)
        return trials

    def _trials(self, views: Any, seat: int, knowing: bool = False) -> Trials:
        key = self._key(views, seat)
        if knowing:  # for benchmarks, which must not depend on a net
            return Trials(views, seat, key, self.threads, knowing)
        # without a net, a random world is drawn for each trial
        worlds = possible(self.game, views, seat, key) if self._playouts.scale else None
        return Trials(views, seat, key, self.threads, playouts=self._playouts, worlds=worlds)

    def _key(self, views: Any, seat: int) -> int:
        """Return the seed of all randomness of one decision."""
        digest = hashlib.sha256(self._seed + seed_material(self.game, views[0], seat)).digest()
        return int.from_bytes(digest[:8], "little")


def seed_material(game: Game, view: Any, seat: int) -> bytes:
    """Return the bytes that seed a search's randomness in `seat`: the fields in `STANDING` and the hand.

    The whole view would also work, but then a new field in the record would change how the bot plays.
    """
    standing = b"".join(np.asarray(view[name]).astype(np.int64).tobytes() for name in STANDING)
    hand = view[game.record.hand][seat].tobytes() if game.record.hand else b""
    return np.int64(seat).tobytes() + standing + hand
