"""The words of Auction Pitch: what actions are called, why one is refused, what the table turns over and shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from saleroom.games.pitch.rules.record import BID, DEAL, HAND
from saleroom.games.pitch.rules.rules import ACTIONS, PASS, lowest_bid, unseen_cards
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, PACK, SUIT_WORDS
from saleroom.kernel.game import Holding, Turn, vocabulary
from saleroom.kernel.holdings import hidden_hands

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State

Precedence = Literal["pitcher", "high", "low", "jack", "cards"]

WORDS = [f"play {name}" for name in NAMES] + ["pass"] + [f"bid {points}" for points in range(1, 5)]
assert len(WORDS) == ACTIONS

format_action, parse_action = vocabulary(WORDS)


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


def holdings(view: State, seat: int) -> list[Holding]:
    """Every other hand, by what it may hold; for `seat`, whose view this is."""
    return hidden_hands(view, seat, HAND, int(unseen_cards(view, seat)))


def deciding(view: State) -> tuple[list[int], Precedence | None]:
    """7.2: who reached the target in the last deal of a match and, where they are several, what the winner has."""
    won, seats = members(int(view.winners)), range(view.seats)
    among = [seat for seat in seats if won and view.scores[seat] >= view.target]
    had: dict[Precedence, int] = {
        "pitcher": view.last_pitcher,
        "high": view.last_high,
        "low": view.last_low,
        "jack": view.last_jack,
        "cards": view.last_cards,
    }
    return among, next(what for what, seat in had.items() if seat == won[0]) if len(among) > 1 else None


def held(state: State, owner: int, kind: str) -> int:
    """The cards that really are in a holding, as a bit set."""
    return int(state.hand[owner])
