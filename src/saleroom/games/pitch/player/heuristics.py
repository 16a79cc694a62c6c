"""Heuristics of the bot `house` in Auction Pitch: estimate the chances of the four points, and bid and play
accordingly.

Values of cards are in card points (article 5.4: a ten is 10). A point of the deal is assumed to be worth `POINT` card
points. The parameters for trick play are the best of a thousand settings. They are rounded where rounding did no harm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.pitch.rules.record import BID, DEALT, HAND, HIGHEST_BID, PITCH
from saleroom.games.pitch.rules.rules import PASS, following_cards, lowest_bid
from saleroom.kernel.bits import NONE, below, bit, count, first, has, last, next_seat, seats_of, value_of, without
from saleroom.kernel.cards import ACE, JACK, KING, PACK, QUEEN, TEN, card_points, in_suit, rank_of, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.tricks import all_played, beats, cards_left

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State

SUITS = 4
POINT = 23.0
PATIENCE = 0.6  # extra cost factor for playing the jack of trump now, because a later trick can be safer
WITHOUT_BID = 0.5  # approximate points of a player in a deal in which another player chooses trump
CLEARLY = 0.6  # minimum chance to make a bid


# The chances of the four points if the hand pitches a given suit


@rule
def nobody_has(s: State, cards):
    """Return the chance that no other player was dealt any of certain unseen cards; `cards` is their number.

    Unseen cards that were not dealt are out of play.
    """
    unseen = PACK - HAND
    out_of_play = PACK - HAND * s.seats
    chance = 1.0
    for taken in range(cards):
        chance *= max(0.0, (out_of_play - taken) / (unseen - taken))
    return chance


@rule
def chance_of_high(s: State, ranks):
    """Return the chance to score the point High: the chance that no higher trump was dealt."""
    return nobody_has(s, ACE - last(ranks))


@rule
def chance_of_low(s: State, ranks):
    """Return the chance to score the point Low.

    If the seat that was dealt the lowest trump scores Low, this is the chance that no lower trump was dealt. Otherwise,
    the winner of the trick with the lowest trump scores Low. With many trumps, a hand can save its own lowest trump or
    catch the lowest trump of another player.
    """
    if s.low == DEALT:
        return nobody_has(s, first(ranks))
    return min(0.9, 0.06 + 0.16 * count(ranks) + 0.13 * count(without(ranks, below(KING))))


@rule
def chance_of_jack(s: State, ranks):
    """Return the chance to score the point Jack.

    If the hand has the jack of trump, a higher trump of another player can beat it. If not, the jack must have been
    dealt to another player and must be caught.
    """
    mine_above = count(without(ranks, below(QUEEN)))
    if has(ranks, JACK):
        safe = nobody_has(s, 3 - mine_above)
        return 0.9 * (safe + (1.0 - safe) * min(0.9, 0.4 + 0.1 * count(ranks) + 0.1 * mine_above))
    return (1.0 - nobody_has(s, 1)) * min(0.7, 0.15 * mine_above + 0.05 * count(ranks))


@rule
def chance_of_cards(s: State, hand, suit):
    """Return the chance to score the point Cards, for the most card points.

    The hand that wins most tricks takes most card points, so high trumps, many trumps, aces and the ten of trump help.
    """
    ranks = in_suit(hand, suit)
    strength = 0.15 * count(ranks) + 0.23 * has(ranks, ACE) + 0.15 * has(ranks, KING) + 0.08 * has(ranks, QUEEN)
    strength += 0.13 * has(ranks, TEN) - 0.17
    for side_suit in range(SUITS):
        if side_suit != suit:
            strength += 0.08 * has(in_suit(hand, side_suit), ACE)
    return min(0.95, max(0.02, strength / (1.0 + 0.2 * (s.seats - 4))))


@rule
def chance_of_exactly(chances, points):
    """Return the chance to make exactly `points` of the four points, assuming that the points are independent."""
    total = 0.0
    for subset in range(16):
        chance, size = 1.0, 0
        for point in range(4):
            if subset >> point & 1:
                chance *= chances[point]
                size += 1
            else:
                chance *= 1.0 - chances[point]
        if size == points:
            total += chance
    return total


@rule
def chances_of(s: State, hand, suit):
    """Return the chances to score the points High, Low, Jack and Cards, in this order."""
    ranks = in_suit(hand, suit)
    return (
        chance_of_high(s, ranks),
        chance_of_low(s, ranks),
        chance_of_jack(s, ranks),
        chance_of_cards(s, hand, suit),
    )


@rule
def best_suit(s: State, hand):
    """Return the suit to pitch: the suit with the most expected points."""
    best, best_promise = 0, -1.0
    for suit in range(SUITS):
        if in_suit(hand, suit) != NONE:
            high, low, jack, cards = chances_of(s, hand, suit)
            if high + low + jack + cards > best_promise:
                best, best_promise = suit, high + low + jack + cards
    return best


# The auction


@rule
def needs(s: State, seat):
    """Return how many points a seat still needs to reach the target."""
    return s.target - s.scores[seat]


@rule
def rival_needs(s: State, seat):
    """Return how many points the best other seat still needs to reach the target."""
    least = 1 << 30
    for opponent in range(seats_of(s)):
        if opponent != seat:
            least = min(least, needs(s, opponent))
    return least


@rule
def behind_at_the_end(s: State, seat):
    """Return whether this is the last deal and another seat is ahead."""
    return s.deal == s.deals and rival_needs(s, seat) < needs(s, seat)


@rule
def set_back_hurts(s: State, seat):
    """Return the cost of each point that a failed bid loses. The cost is lower if this can be the last deal."""
    if behind_at_the_end(s, seat) or rival_needs(s, seat) <= 2:
        return 0.5
    return 1.0


@rule
def worth_of_bid(s: State, seat, chances, bid):
    """Return the expected gain of a bid, and the chance that the bid is made. A pitcher who fails loses the points bid.

    A bid that reaches the target gains 2 points more, because the pitcher wins ties.
    """
    gain, success = 0.0, 0.0
    enough = max(bid, needs(s, seat))
    for points in range(bid, 5):
        chance = chance_of_exactly(chances, points)
        gain += chance * points
        success += chance
        if points >= enough:
            gain += chance * 2.0
    return gain - (1.0 - success) * bid * set_back_hurts(s, seat), success


@rule
def bid(s: State, seat):
    """Return the highest bid that will very likely be made and gains more than a pass; if there is none, return a pass.

    The dealer, who bids last, makes the lowest such bid.
    """
    chances = chances_of(s, s.hand[seat], best_suit(s, s.hand[seat]))
    daring = 0.15 if set_back_hurts(s, seat) < 1.0 else 0.0
    chosen = PASS
    for amount in range(lowest_bid(s, seat), HIGHEST_BID + 1):
        worth, success = worth_of_bid(s, seat, chances, amount)
        if worth > WITHOUT_BID - daring and success > CLEARLY - daring and (chosen == PASS or seat != s.dealer):
            chosen = PASS + amount
    return chosen


# Trick play: the value of tricks and cards, and the chance that a card wins


@rule
def trump_of(s: State, card):
    """Return the trump suit; before trump is chosen, return the suit of `card`, which would choose it."""
    return suit_of(card) if s.phase == PITCH else value_of(s.trump)


@rule
def worth_of_card(s: State, card):
    """Return the value of a card to the seat that wins it."""
    worth = 1.0 * card_points(bit(card))
    if suit_of(card) == trump_of(s, card):
        if rank_of(card) == JACK:
            worth += POINT
        if s.low != DEALT:
            worth += POINT * nobody_has(s, rank_of(card))
    return worth


@rule
def worth_of_table(s: State):
    """Return the value of the cards on the table."""
    worth = 0.0
    for seat in range(seats_of(s)):
        if s.on_table[seat] >= 0:
            worth += worth_of_card(s, value_of(s.on_table[seat]))
    return worth


@rule
def better_cards(s: State, card):
    """Return all cards that would beat `card`."""
    suit, trump = suit_of(card), trump_of(s, card)
    higher = without(suit_set(suit), below(card + 1))
    return higher if suit == trump else higher | suit_set(trump)


@rule
def holds_up(s: State, seat, card):
    """Return the chance that no later seat of the trick beats `card`."""
    unseen = without(below(PACK), all_played(s) | s.hand[seat])
    better = better_cards(s, card)
    chance = 1.0
    opponent = value_of(seat)
    for _ in range(s.seats - 1 - s.in_trick):
        opponent = next_seat(opponent, s.seats)
        possible = count(s.may[opponent] & unseen)
        if possible > 0:
            safe = 1.0 - count(s.may[opponent] & unseen & better) / possible
            # multiply in a loop, since an exponentiation would take longer than the rest of a trial
            for _ in range(cards_left(s, opponent, HAND)):
                chance *= safe
    return chance


@rule
def power(s: State, card):
    """Return the cost of using a card, apart from its card points. Trumps, and especially high trumps, are costly to
    use.
    """
    cost = 0.0
    if suit_of(card) == trump_of(s, card):
        cost = rank_of(card) + 6.0
        if rank_of(card) == JACK:
            cost += PATIENCE * worth_of_card(s, card)
    return cost


@rule
def takes_now(s: State, card):
    """Return whether a card would win the trick so far."""
    return s.in_trick == 0 or beats(card, s.winning, trump_of(s, card))


@rule
def denied(s: State, seat):
    """Return the factor for a trick's value. It is above 1 if a seat near the target would otherwise win the trick."""
    return 1.5 if s.in_trick > 0 and needs(s, s.winning_seat) <= 2 else 1.0


@rule
def gain(s: State, seat, card):
    """Return the expected gain from playing a card.

    If the card wins, the bot gains the trick. Otherwise, it loses the value of the card. In both cases, it pays the
    cost of using the card.
    """
    worth = worth_of_card(s, card)
    chance = holds_up(s, seat, card) if takes_now(s, card) else 0.0
    won = (worth_of_table(s) * denied(s, seat) + worth) * chance
    return won - worth * (1.0 - chance) - power(s, card)


@rule
def best_card(s: State, seat, cards):
    """Return the card of `cards` with the greatest expected gain."""
    best, best_gain = -1, -1e9
    while cards != NONE:
        card = first(cards)
        brings = gain(s, seat, card)
        if brings > best_gain:
            best, best_gain = card, brings
        cards = without(cards, bit(card))
    return best


@rule
def choose(s: State, seat, rng):
    """Return the action of the bot `house`, which never revokes."""
    if s.phase == BID:
        return bid(s, seat)
    if s.phase == PITCH:
        return best_card(s, seat, s.hand[seat] & suit_set(best_suit(s, s.hand[seat])))
    return best_card(s, seat, following_cards(s, seat))
