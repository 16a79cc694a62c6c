"""Players that only the strength table uses, and a wrapper that stores the bids of a player."""

from __future__ import annotations

from typing import Any

from saleroom import bots
from saleroom.bots.decision import Decision
from saleroom.bots.search.budget import Budget
from saleroom.bots.search.player import Searcher
from saleroom.kernel.game import Game

CLAIRVOYANT = "clairvoyant"
ISMCTS = "ismcts:"
BUDGET = Budget(each=400)
"""Budget of the clairvoyant: 400 worlds for each option."""


class Clairvoyant:
    """Search that sees the true hands.

    It does not know future draws, and lets `house` play in its trials. The clairvoyant is a benchmark, so its budget
    and its trials stay the same when other players become stronger.
    """

    sees_all = True

    def __init__(self, game: Game, seed: bytes) -> None:
        """Create the search, which maximises the deal's score."""
        self.name = CLAIRVOYANT
        self._search = Searcher(CLAIRVOYANT, game, BUDGET, seed, "deal", 1)

    def choose(self, states: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`; `states[0]` is the whole state."""
        return self._search.choose_knowing(states, seat)


class Noting:
    """Wrapper that stores each bid of a player, with the result that the player expects."""

    def __init__(self, player: Any, game: Game) -> None:
        """Wrap `player`. `notes` gets (kind, price, expected) for each bid; the price is None if the bid has none."""
        self.name, self._player, self._game = player.name, player, game
        self.notes: list[tuple[str, int | None, float]] = []
        assert game.auction is not None, f"{game.name} has no auction"
        self._auction, self._bidding = game.auction, game.bidding

    def choose(self, views: Any, seat: int) -> int:
        """Return the player's own choice, and store its first choice after the bidding.

        That choice is made by the auction's winner, who has to pay the price, or is a card laid in a sealed auction.
        """
        if views["phase"][0] != self._bidding + 1:
            return self._player.choose(views, seat)
        decision = self._player.decide(views, seat)
        if self._auction.price:
            self._note("won", int(views[self._auction.price][0]), decision.expected)
        else:
            self._note("laid", None, decision.expected)
        return decision.action

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the player's own decision in an auction, and store it if it is a bid, not a pass."""
        decision = self._player.decide(views, seat)
        price = self._auction.price_of(self._game.format_action(views[0], seat, decision.action))
        if price is not None:
            self._note("bid", price if self._auction.price else None, decision.expected)
        return decision

    def _note(self, kind: str, price: int | None, expected: float | None) -> None:
        if expected is not None:
            self.notes.append((kind, price, expected))


def make(name: str, game: Game, seed: bytes, objective: str, threads: int) -> Any:
    """Create a player like `bots.player`, or the clairvoyant or IS-MCTS."""
    if name == CLAIRVOYANT:
        return Clairvoyant(game, seed)
    if name.startswith(ISMCTS):
        from benchmarks.ismcts import IsMcts

        return IsMcts(game, int(name.removeprefix(ISMCTS)), seed)
    return bots.player(name, game, seed, objective=objective, threads=threads)  # type: ignore
