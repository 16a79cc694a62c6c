"""Players with a known fault in auctions. They show whether a measurement finds such faults."""

from __future__ import annotations

from typing import Any

from saleroom.bots.players import player
from saleroom.envs import text_observations
from saleroom.envs.terms import Terms

NEVER, OVERBIDS = "never-bids", "overbids"
NAMES = (NEVER, OVERBIDS)


class FaultyBot:
    """The bot `house`, except that it always passes, or always bids more than it has to."""

    def __init__(self, terms: Terms, name: str) -> None:
        """Create the player with one of the faults in `NAMES`."""
        self.name, self._terms = name, terms
        self._house = player("house", terms.game, bytes(32))

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of the chosen action."""
        game, view = self._terms.game, views[0]
        if int(view.phase) == game.bidding and game.auction is not None:
            ids = text_observations.legal_ids(self._terms, view, seat)
            prices = {action: game.auction.price_of(game.format_action(view, seat, action)) for action in ids}
            bids = [action for action, price in prices.items() if price is not None]
            if self.name == NEVER and len(bids) < len(ids):
                return next(action for action in ids if action not in bids)
            if self.name == OVERBIDS and bids:
                return bids[min(len(bids) - 1, EXTRA)]
        return int(self._house.choose(views, seat))


EXTRA = 2
"""By how many steps the bids of the overbidder exceed the lowest bid, where that is legal."""
