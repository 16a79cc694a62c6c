"""Notation of Auction House: texts of actions, reasons for refusals, cards that the table deals, and hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.house.rules.record import BID, COURT_CARDS, DEAL, HAND, KITTY, LAY, PLAIN_CARDS, PLAY, TRADE, TRUMP
from saleroom.games.house.rules.rules import ACTIONS, OFFER, PASS, SWAP, best_laid
from saleroom.games.house.rules.worlds import hand_size, kitty_may, unseen_cards
from saleroom.kernel.auctions import Auction
from saleroom.kernel.bits import count, has
from saleroom.kernel.cards import NAMES, NUMBERS, PACK, SUITS
from saleroom.kernel.game import Holding, Turn, deal_turns
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.tricks import CARD_PLAYED

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State

AUCTION = Auction(phase="bid", bid="offer", passing="pass", winner="starter")
VERBS = {BID: ("pass", "offer"), LAY: ("lay",), TRADE: ("trade",), KITTY: ("kitty",), PLAY: (CARD_PLAYED,)}
DUTIES = {
    BID: "auction-house.bid-first",
    LAY: "auction-house.lay-now",
    TRADE: "auction-house.trade-now",
    KITTY: "auction-house.kitty-now",
    PLAY: "auction-house.play-now",
}
"""For each phase, the refusal of an action that belongs to another phase."""


def format_action(view: State, seat: int, action: int) -> str:
    """Return the text of a legal action."""
    if action == PASS:
        return "pass"
    if action >= OFFER:
        card = action % OFFER
        return f"offer {NAMES[card]} {SUITS[(card // 13 + action // OFFER) % 4]}"
    if action >= SWAP:
        return f"trade {action - SWAP}"
    return f"{VERBS[int(view.phase)][0]} {NAMES[action]}"


def parse_action(view: State, seat: int, text: str) -> int:
    """Return the id of the action that `text` describes in this phase."""
    phase = int(view.phase)
    verb, *rest = text.split(" ")
    if not any(verb in verbs for verbs in VERBS.values()):
        raise Refusal("auction-house.no-action")
    if verb not in VERBS[phase]:
        raise Refusal(DUTIES[phase])
    if verb == "pass":
        if rest:
            raise Refusal("auction-house.plain-pass")
        return PASS
    if verb == "offer":
        return _hear_offer(rest)
    if verb == "trade":
        if len(rest) != 1 or rest[0] not in [str(other) for other in range(view.seats)]:
            others = [other for other in range(view.seats) if other != seat]
            raise Refusal("auction-house.trade-with", chairs=others)
        return SWAP + int(rest[0])
    if len(rest) != 1:
        raise Refusal("auction-house.one-card", verb=verb)
    return _card(rest[0])


def _card(name: str) -> int:
    if name not in NUMBERS:
        raise Refusal("auction-house.no-card")
    return NUMBERS[name]


def _hear_offer(rest: list[str]) -> int:
    if len(rest) != 2 or rest[1] not in list(SUITS):
        raise Refusal("auction-house.offer-form")
    card = _card(rest[0])
    suits_on = (SUITS.index(rest[1]) - card // 13) % 4
    if suits_on == 0:
        raise Refusal("auction-house.same-suit")
    return OFFER * suits_on + card


def _phases_of(view: State, action: int) -> tuple[int, ...]:
    """Return the phases in which an action id has a meaning."""
    card = action % OFFER
    if 0 <= action < ACTIONS and card < PACK:
        return (BID,) if action >= OFFER else (LAY, KITTY, PLAY)
    if action == PASS:
        return (BID,)
    return (TRADE,) if SWAP <= action < SWAP + view.seats else ()


def why_not(view: State, seat: int, action: int) -> Refusal:
    """Return why `action` is illegal for a seat that is to act."""
    phases, phase = _phases_of(view, action), int(view.phase)
    if not phases:
        return Refusal("auction-house.no-such-action", action=action)
    if phase not in phases:
        return Refusal(DUTIES[phase])
    if phase == TRADE:
        return _why_not_trade(view)
    card = action % OFFER
    if not int(view.hand[seat]) >> card & 1:
        return Refusal("not-held", piece=NAMES[card])
    return Refusal("follow-suit", suit=SUITS[view.led])


def _why_not_trade(view: State) -> Refusal:
    best = int(best_laid(view))
    if best < 0:
        return Refusal("auction-house.trade-self")
    piece = NAMES[view.shown[best]]
    return Refusal("auction-house.trade-highest", suit=SUITS[view.called], piece=piece, seat=best)


def first_to_lay(view: State) -> int:
    """Return the seat with which lists of laid cards begin: the seat to the starter's left."""
    return (int(view.starter) + 1) % int(view.seats)


def eldest(view: State) -> int:
    """Return the seat to the dealer's left."""
    return (int(view.dealer) + 1) % int(view.seats)


def still_sealed(view: State) -> dict[str, int]:
    """3.2, 4.2: return how many laid cards and how many kitty cards are sealed.

    Laid cards are sealed until all seats have laid a card; kitty cards are sealed until scoring.
    """
    laid = int(view.seats) - 1 - count(view.acting) if view.phase == LAY else 0
    return {"lay": int(laid), "kitty": int(count(view.aside))}


def turns(state: State) -> list[Turn]:
    """Return the cards that the table deals or turns: ten for each seat, or the next court card."""
    if state.phase == TRUMP:
        return [Turn("trump", "courts", int(state.deal) - 1, 1, live=len(COURT_CARDS))]
    if state.phase != DEAL:
        return []
    return deal_turns(state, HAND, len(PLAIN_CARDS))


def holdings(view: State, seat: int) -> list[Holding]:
    """Return the hands and kitty cards of the other seats. `view` is the view of `seat`."""
    if view.phase == DEAL:
        return []
    unseen = int(unseen_cards(view, seat))
    hidden = []
    for other in range(view.seats):
        if other != seat:
            hidden.append(Holding(other, "hand", int(hand_size(view, other)), int(view.may[other]) & unseen))
            if has(view.aside, other):
                hidden.append(Holding(other, "kitty", 1, int(kitty_may(view, other)) & unseen))
    return hidden


def held(state: State, owner: int, kind: str) -> int:
    """Return, as a bit set, the cards that the seat `owner` actually has in the holding of the given `kind`."""
    if kind == "kitty":
        return 1 << int(state.kitty[owner])
    return int(state.hand[owner])
