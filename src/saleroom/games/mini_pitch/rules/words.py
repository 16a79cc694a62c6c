"""The words of Mini Pitch: what actions are called, why one is refused, what the table turns over and shows."""

from __future__ import annotations

from saleroom.games.mini_pitch.rules.record import BID, DEAL, HIGHEST_BID
from saleroom.games.mini_pitch.rules.rules import ACTIONS, PASS
from saleroom.kernel.auctions import least_bid
from saleroom.kernel.cards import NAMES, SUIT_WORDS
from saleroom.kernel.game import Holding, State, Turn, vocabulary
from saleroom.kernel.holdings import hidden_hands
from saleroom.kernel.small import SUITS, unseen_cards

WORDS = [f"play {name}" for name in NAMES] + ["pass"] + [f"bid {points}" for points in range(1, HIGHEST_BID + 1)]
assert len(WORDS) == ACTIONS

format_action, parse_action = vocabulary(WORDS)


def why_not(view: State, seat: int, action: int) -> str:
    """Why a seat whose turn it is may not do this."""
    if view.phase == BID:
        if action < PASS:
            return "the bidding is not over"
        lowest = least_bid(view, 1)
        return f"a bid must be at least {lowest}" if lowest <= HIGHEST_BID else f"the standing bid is {HIGHEST_BID}"
    if action >= PASS:
        return "the bidding is over"
    if not int(view.hand[seat]) >> action & 1:
        return f"you do not hold {NAMES[action]}"
    led, trump = SUIT_WORDS[view.led], SUIT_WORDS[view.trump]
    return f"{led} were led: follow suit" if led == trump else f"{led} were led: follow suit or trump"


def turns(state: State) -> list[Turn]:
    """A hand for each seat."""
    if state.phase != DEAL:
        return []
    size, live = int(state.dealt), SUITS * int(state.ranks)
    return [Turn(f"deal {seat}", "deck", size * seat, size, seat, live=live) for seat in range(state.seats)]


def holdings(view: State, seat: int) -> list[Holding]:
    """Every other hand, by what it may hold; for `seat`, whose view this is."""
    return hidden_hands(view, seat, int(view.dealt), int(unseen_cards(view, seat)))


def held(state: State, owner: int, kind: str) -> int:
    """The cards that really are in a holding, as a bit set."""
    return int(state.hand[owner])
