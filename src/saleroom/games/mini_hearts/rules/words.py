"""The words of Mini Hearts: what actions are called, why one is refused, what the table turns over and shows."""

from __future__ import annotations

from saleroom.games.mini_hearts.rules.record import BID, DEAL, HIGHEST_BID, NAME
from saleroom.games.mini_hearts.rules.rules import ACTIONS
from saleroom.kernel.auctions import least_bid
from saleroom.kernel.cards import NAMES, SUIT_WORDS, SUITS
from saleroom.kernel.game import Holding, State, Turn, vocabulary
from saleroom.kernel.holdings import hidden_hands
from saleroom.kernel.small import SUITS as SUIT_COUNT
from saleroom.kernel.small import unseen_cards

NAMED = [f"name {suit}" for suit in SUITS[:SUIT_COUNT]]
WORDS = [f"play {name}" for name in NAMES] + ["pass", *NAMED] + [f"bid {n}" for n in range(1, HIGHEST_BID + 1)]
assert len(WORDS) == ACTIONS

format_action, parse_action = vocabulary(WORDS)


def why_not(view: State, seat: int, action: int) -> str:
    """Why a seat whose turn it is may not do this."""
    verb = WORDS[action].split()[0]
    if view.phase == BID:
        if verb in ("play", "name"):
            return "the bidding is not over"
        lowest = least_bid(view, 1)
        return f"a bid must be at least {lowest}" if lowest <= HIGHEST_BID else f"the standing bid is {HIGHEST_BID}"
    if verb in ("pass", "bid"):
        return "the bidding is over"
    if view.phase == NAME:
        return "name the pain suit first"
    if verb == "name":
        return "the pain suit is named"
    if not int(view.hand[seat]) >> action & 1:
        return f"you do not hold {NAMES[action]}"
    return f"{SUIT_WORDS[view.led]} were led: follow suit"


def turns(state: State) -> list[Turn]:
    """A hand for each seat."""
    if state.phase != DEAL:
        return []
    size, live = int(state.dealt), SUIT_COUNT * int(state.ranks)
    return [Turn(f"deal {seat}", "deck", size * seat, size, seat, live=live) for seat in range(state.seats)]


def holdings(view: State, seat: int) -> list[Holding]:
    """Every other hand, by what it may hold; for `seat`, whose view this is."""
    return hidden_hands(view, seat, int(view.dealt), int(unseen_cards(view, seat)))


def held(state: State, owner: int, kind: str) -> int:
    """The cards that really are in a holding, as a bit set."""
    return int(state.hand[owner])
