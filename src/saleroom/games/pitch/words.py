"""The words of Auction Pitch: what actions are called, why one is refused, what the table turns over and shows."""

from __future__ import annotations

from saleroom.games.pitch.record import BID, DEAL, HAND, PHASES
from saleroom.games.pitch.rules import ACTIONS, PASS, lowest_bid
from saleroom.kernel.cards import NAMES, PACK, SUIT_WORDS
from saleroom.kernel.game import State, Turn, vocabulary

WORDS = [f"play {name}" for name in NAMES] + ["pass"] + [f"bid {points}" for points in range(1, 5)]
assert len(WORDS) == ACTIONS

say, hear = vocabulary(WORDS)


def why_not(view: State, seat: int, action: int) -> str:
    """Why a seat whose turn it is may not do this."""
    if view.phase == BID:
        if action < PASS:
            return "the bidding is not over"
        return f"a bid must be at least {lowest_bid(view, seat)}" if view.bid < 4 else "the standing bid is four"
    if action >= PASS:
        return "the bidding is over"
    if not int(view.hand[seat]) >> action & 1:
        return f"you do not hold {NAMES[action]}"
    led, trump = SUIT_WORDS[view.led], SUIT_WORDS[view.trump]
    return f"{led} were led: follow suit" if led == trump else f"{led} were led: follow suit or trump"


def turns(state: State) -> list[Turn]:
    """Six cards a seat."""
    if state.phase != DEAL:
        return []
    return [Turn(f"deal {seat}", "deck", HAND * seat, HAND, seat, live=PACK) for seat in range(state.seats)]


def shown(view: State) -> str:
    """The table in words, apart from hands and scores."""
    lines = []
    if view.phase == BID:
        lines.append(f"standing bid {view.bid} by seat {view.pitcher}" if view.bid else "no bid stands")
    else:
        contract = f"bid {view.bid}" if view.bid else "no contract"
        lines.append(f"seat {view.pitcher} is the pitcher, {contract}")
    if PHASES[view.phase] == "play":
        lines.append(f"trump {SUIT_WORDS[view.trump]}")
    return "\n".join(lines)
