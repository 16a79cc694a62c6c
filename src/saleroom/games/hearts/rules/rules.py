"""The rules of Auction Hearts. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.hearts.rules.record import BID, HAND, LIMITED, NAME, NO_SUIT, PLAY, PLAY_HEARTS
from saleroom.games.hearts.rules.scoring import settle, settle_unplayed
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, laps_done, least_bid, open_auction, speak
from saleroom.kernel.bits import NONE, below, bit, next_seat, shifted, when, without
from saleroom.kernel.cards import PACK, suit_of, suit_set
from saleroom.kernel.chance import MATCH, draw, fresh_chance, shuffle
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on
from saleroom.kernel.holdings import imagine_hands
from saleroom.kernel.pots import open_books, pay
from saleroom.kernel.tricks import (
    advance_turn,
    all_played,
    collect_trick,
    deal_hands,
    open_tricks,
    play_to_trick,
    trick_is_full,
)

if TYPE_CHECKING:
    from saleroom.games.hearts.rules.state import State
    from saleroom.kernel.verbs import Rules

# Action ids: id c plays card c. The ids after the cards are pass, the four suits to name, and BIDS + N for a bid of N
# chips.
PASS = PACK
NAMES = PASS + 1
BIDS = NAMES + 3
HEARTS = 2


@rule
def chance(s: State):
    """1.2, 1.3: draw the first dealer, and shuffle for every deal.

    The order of the last thirteen cards does not matter.
    """
    if s.deal == 1:
        s.dealer = draw(s, s.seats, MATCH, 0)
    for card in range(PACK):
        s.deck[card] = card
    shuffle(s, s.deck, PACK, PACK - HAND, s.deal, 0)


@rule
def table(s: State):
    """1.3, 2.1, 2.4: deal thirteen cards to each seat. Then open the auction, unless the last pot was not won."""
    deal_hands(s, HAND, below(PACK))
    open_tricks(s)
    open_books(s)
    s.pain = NO_SUIT
    s.broken = 0
    if s.stayed:
        s.phase = NAME
        s.acting = bit(s.bidder)
    else:
        s.phase = BID
        open_auction(s, next_seat(s.dealer, s.seats))


@rule
def legal_bids(s: State, seat):
    """2.1: return the legal actions in the auction: pass, or a bid above the highest bid, up to the seat's chips."""
    return choices.from_word_and_range(bit(PASS), BIDS + least_bid(s, 1), BIDS + s.scores[seat] + 1)


@rule
def spare_pain(s: State, hand):
    """3.3, 3.4: return the cards in the hand that are not pain, or the whole hand if it is all pain."""
    clean = without(hand, suit_set(s.pain))
    return clean | when(clean == NONE, hand)


@rule
def legal_cards(s: State, seat):
    """3.1, 3.3, 3.4: return the legal cards, which follow suit if possible.

    The option `pain_limits` restricts pain cards.
    """
    hand = s.hand[seat]
    if s.in_trick > 0:
        suited = hand & suit_set(s.led)
        free = spare_pain(s, hand) if s.tricks == 0 and s.pain_limits == LIMITED else hand
        return suited | when(suited == NONE, free)
    return spare_pain(s, hand) if not s.broken and s.pain_limits == LIMITED else hand


@rule
def legal(s: State, seat):
    """Return the legal actions of a seat that is to act."""
    if s.phase == PLAY:
        return choices.from_word(legal_cards(s, seat))
    if s.phase == BID:
        return legal_bids(s, seat)
    return choices.from_word(shifted(below(4), NAMES))


@rule
def offer(s: State, seat, action):
    """2.1: record a bid or pass. Each seat has one turn, the dealer last."""
    speak(s, seat, NO_BID if action == PASS else action - BIDS)
    if laps_done(s, 1):
        close_auction(s)
    else:
        advance_turn(s, seat)


@rule
def close_auction(s: State):
    """2.2, 2.3: let the high bidder pay and name the suit.

    After four passes, hearts is the pain suit, or the deal ends unplayed.
    """
    if s.bid != NO_BID:
        pay(s, s.bidder, s.bid)
        s.phase = NAME
        s.acting = bit(s.bidder)
    elif s.all_pass == PLAY_HEARTS:
        begin(s, HEARTS)
    else:
        settle_unplayed(s)
        go_on(s)


@rule
def begin(s: State, pain):
    """2.2, 2.3: set the pain suit and start trick play. The bidder leads, or eldest hand if no seat bid."""
    s.pain = pain
    s.phase = PLAY
    s.acting = bit(s.bidder)


@rule
def narrow(s: State, seat, card):
    """Record what a played card reveals about the rest of the hand.

    A card that does not follow suit shows that the seat has no cards of the suit led (3.1). Some pain cards show that
    the hand has only pain cards (3.3, 3.4).
    """
    suit = suit_of(card)
    follows = s.in_trick > 0
    shows_void = follows & (suit != s.led)  # `&` and `when` avoid unpredictable branches
    s.may[seat] = without(s.may[seat], when(shows_void, suit_set(s.led)))
    if s.pain_limits == LIMITED and (s.tricks == 0 if follows else not s.broken):
        shows_pain = (suit == s.pain) & ((suit != s.led) | (not follows))
        s.may[seat] = without(s.may[seat], when(shows_pain, ~suit_set(suit)))


@rule
def play(s: State, seat, card):
    """3.1, 3.2: play a card to the trick. The winner of a complete trick takes it and leads next."""
    narrow(s, seat, card)
    s.broken |= suit_of(card) == s.pain
    play_to_trick(s, seat, card, card, NO_SUIT)
    if not trick_is_full(s):
        advance_turn(s, seat)
        return
    s.acting = bit(collect_trick(s))
    if s.tricks == HAND:
        settle(s)
        go_on(s)


@rule
def act(s: State, seat, action):
    """Carry out a legal action."""
    if s.phase == PLAY:
        play(s, seat, action)
    elif s.phase == BID:
        offer(s, seat, action)
    else:
        begin(s, action - NAMES)


@rule
def unseen_cards(s: State, seat):
    """Return the cards that `seat` has not seen."""
    return without(below(PACK), all_played(s) | s.hand[seat])


@rule
def imagine(s: State, seat, rng):
    """Deal the unseen cards at random to the other hands; each hand gets only cards that it can hold."""
    fresh_chance(s, rng)
    imagine_hands(s, seat, HAND, unseen_cards(s, seat), rng)


RULES: Rules = {"chance": chance, "table": table, "legal": legal, "act": act, "imagine": imagine}
