"""Input of a net for Auction Draw, and the parts of a tile, a purchase or a bid.

Seats are counted from the observing seat. Numbers have no names: a number is described by how many of its tiles are
held and how many are unseen. The ends of the line are ordered by how well they suit the hand. A play is described by
what it leaves: to the hand, at the ends, and to the others, as far as public information shows what they lack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.draw.player.game_model import RAISES
from saleroom.games.draw.player.game_model import options as options_to_weigh
from saleroom.games.draw.player.heuristics import (
    best_play,
    chance_to_fit,
    ends_after,
    fitting,
    fitting_after,
    own_pips,
    pips_of,
    play_worth,
    pool_in_reach,
    stuck_players,
    unseen,
    would_lock,
)
from saleroom.games.draw.rules.record import BID, LEAD, PLAY, UNSOLD
from saleroom.games.draw.rules.rules import BIDS, BUY, PASS, RIGHT, boneyard, legal
from saleroom.kernel.auctions import NO_BID, NOTHING, least_bid
from saleroom.kernel.bits import NONE, bit, count, first, has, next_seat, seats_of, value_of, without
from saleroom.kernel.choices import contains, size
from saleroom.kernel.compile import rule
from saleroom.kernel.tiles import HIGH, LOW, NUMBERS, PIPS, SHOWING
from saleroom.toolkit.player.features import blocks, bucket, tell, turn_of

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State

VERSION: int = 3

SEATS = 8  # maximum
HOLDS = 13  # maximum count of tiles in a hand
FITS = 6  # maximum count of tiles that fit
UNSEEN = 14  # maximum count of unseen tiles that show a number
CHANCES = 10

# Chances, finer where a player almost certainly can play, or all almost certainly cannot.
SURE = (0.05, 0.15, 0.3, 0.45, 0.6, 0.72, 0.82, 0.9, 0.95, 0.98, 0.995)
SURE_LEVELS = len(SURE) + 1
RARE = (0.0005, 0.002, 0.007, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 0.9)

PIPS_HELD = (3, 6, 10, 14, 18, 23, 28, 34, 42, 52, 65, 80, 100)
RATIOS = (0.3, 0.5, 0.65, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0)
RATIO_LEVELS = len(RATIOS) + 1
POOL = (3, 5, 7, 9, 12, 15, 18, 22, 27, 35, 50, 80)
POOLS = len(POOL) + 1
CHIPS = (1, 2, 3, 5, 8, 12, 18, 27, 40, 70)
PURSES = len(CHIPS) + 1
LEFT_TO_BUY = (1, 2, 3, 4, 6, 8, 11, 15, 22, 32)
STOCKS = len(LEFT_TO_BUY) + 1
AMOUNTS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 45)
BIDS_SAID = len(AMOUNTS) + 3  # nothing yet, a pass, or an amount from 0
WORTHS = (-50, -30, -10, 0, 6, 10, 14, 18, 22, 26, 30, 35, 40, 46, 54, 64, 80, 100)
BEHIND = (1, 2, 4, 6, 9, 13, 18, 25, 40, 60)
BEHIND_LEVELS = len(BEHIND) + 1
BOUGHT = 5

ON_LEAD, ON_PLAY, ON_BUY, ON_BUY_MORE, ON_BID, ON_LAST_BID = range(6)

(
    SET,
    HOW_MANY,
    BUY_WHEN_ABLE,
    LAST_TWO,
    MOMENT,
    HOLDING,
    CAN_PLAY,
    FEWEST,
    OWN_PIPS,
    PIPS_RATIO,
    DOUBLES,
    CONTROLLED,
    COUNTS_OF_NUMBERS,
    END,
    SAME_ENDS,
    OWN_FITS,
    FIT_CHANCE,
    STUCK,
    IN_POOL,
    PURSE,
    STAKE,
    TO_BUY,
    BOUGHT_NOW,
    QUIET,
    LINE,
    SAID,
    BIDDER,
    AUCTIONEER,
    FEATURES,
) = blocks(
    3,  # SET
    SEATS - 1,  # HOW_MANY seats
    2,  # BUY_WHEN_ABLE
    2,  # LAST_TWO
    6,  # MOMENT
    SEATS * HOLDS,  # HOLDING: number of tiles, by seat
    SEATS * SURE_LEVELS,  # CAN_PLAY: the chance, by seat
    HOLDS,  # FEWEST: tiles of another seat
    len(PIPS_HELD) + 1,  # OWN_PIPS
    RATIO_LEVELS,  # PIPS_RATIO: own pips to those of the shortest other hand, as estimated
    5,  # DOUBLES held
    4,  # CONTROLLED numbers: the hand has all their tiles that remain
    4 * HOLDS,  # COUNTS_OF_NUMBERS: how many numbers are on one, two … tiles of the hand
    2 * FITS * UNSEEN,  # END of the line, the better for the hand first: tiles held, tiles unseen
    2,  # SAME_ENDS
    FITS,  # OWN_FITS: number of playable tiles
    CHANCES,  # FIT_CHANCE of an unseen tile
    SEATS,  # STUCK: number of others known to be stuck
    POOLS,  # IN_POOL
    PURSES,  # PURSE: own chips
    5,  # STAKE
    STOCKS,  # TO_BUY
    BOUGHT,  # BOUGHT_NOW
    SEATS,  # QUIET turns
    HOLDS,  # LINE: its length divided by the seats
    SEATS * BIDS_SAID,  # SAID, by seat
    SEATS,  # BIDDER who holds the standing bid
    SEATS,  # AUCTIONEER
)
MOST_ACTIVE: int = 56

(
    SHEDS,
    LEAVES,
    GOES_OUT,
    LEAVES_NEXT,
    LEAVES_SHORTEST,
    LEAVES_ALL,
    LEAVES_STUCK,
    NEW_END,
    OTHER_END,
    LOCKS,
    WORTH,
    WORTH_LESS,
    REACHES,
    BUYS,
    BUYS_WHEN,
    BUYS_FOR,
    BUYS_HOLDING,
    BUYS_AGAINST,
    BUYS_FROM,
    PASSES,
    PASSES_BID,
    BIDS_AMOUNT,
    BIDS_RAISE,
    BIDS_PRICE,
    BIDS_WHEN,
    PARTS,
) = blocks(
    2 * 25,  # SHEDS: pips; a double or not
    FITS * HOLDS,  # LEAVES: tiles that fit, of those left
    1,  # GOES_OUT
    SURE_LEVELS * HOLDS,  # LEAVES_NEXT: the next seat's chance to play, by its number of tiles
    SURE_LEVELS * HOLDS,  # LEAVES_SHORTEST: the shortest hand's chance to play
    len(RARE) + 1,  # LEAVES_ALL: the chance that no other can play
    SEATS,  # LEAVES_STUCK others
    FITS * UNSEEN,  # NEW_END: tiles held, tiles unseen
    FITS * UNSEEN,  # OTHER_END
    RATIO_LEVELS,  # LOCKS the line: the ratio of pips
    len(WORTHS) + 1,  # WORTH to the house
    3 * BEHIND_LEVELS,  # WORTH_LESS to the house than its favourite, in each set
    FITS * HOLDS,  # REACHES: tiles that the hand could play in a row without the others, of those left
    2,  # BUYS; able to play or not
    2 * CHANCES,  # BUYS_WHEN: the chance that a tile fits; the line is dead or not
    POOLS,  # BUYS_FOR: the pool
    HOLDS,  # BUYS_HOLDING: number of tiles
    RATIO_LEVELS,  # BUYS_AGAINST: the ratio of pips
    STOCKS,  # BUYS_FROM: tiles left to buy
    2,  # PASSES a turn
    2,  # PASSES_BID; its own bid stands or not
    BIDS_SAID,  # BIDS_AMOUNT
    2 * len(RAISES),  # BIDS_RAISE: how far above the least; its own bid stands or not
    11,  # BIDS_PRICE: in tenths of the pool in reach
    2 * POOLS,  # BIDS_WHEN: the pool; able to play or not
)
MOST_PARTS: int = 13
MOST_OPTIONS: int = 44
REMEMBERED: tuple[tuple[int, int], ...] = ((CAN_PLAY, FEWEST), (END, SAME_ENDS), (FIT_CHANCE, IN_POOL), (SAID, BIDDER))
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = ((LEAVES_NEXT, LOCKS), (BUYS_WHEN, BUYS_FOR))

# Places in the notes: the number of unseen tiles, their pips, the pips held, the fewest tiles of another seat, the
# house's value of the best play; then, for each number, how many of its tiles are held, and how many are unseen.
_TILES, _PIPS, _OWN_PIPS, _FEWEST, _BEST = range(5)
_HELD = 5
_UNSEEN = _HELD + NUMBERS


# The options of a net


@rule
def options(s: State, seat, ids):
    """Write every play, a purchase, a pass and a spread of bids; if both ends are the same, only one of them."""
    found = options_to_weigh(s, seat, ids)
    if s.phase != PLAY or s.left != s.right:
        return found
    kept = 0
    for at in range(found):
        if not RIGHT <= ids[at] < PASS:
            ids[kept] = ids[at]
            kept += 1
    return kept


# Evidence from the tiles


@rule
def note_tiles(s: State, seat, notes):
    """Count the tiles held and unseen."""
    low, high = unseen(s, seat, 0), unseen(s, seat, 1)
    notes[_TILES] = max(1, count(low) + count(high))
    notes[_PIPS] = pips_of(low, high)
    notes[_OWN_PIPS] = own_pips(s, seat)
    fewest = 1 << 30
    for other in range(seats_of(s)):
        if other != seat:
            fewest = min(fewest, value_of(s.holds[other]))
    notes[_FEWEST] = fewest
    for number in range(s.set + 1):
        notes[_HELD + number] = fitting(s.tiles[seat], number, number)
        notes[_UNSEEN + number] = count(low & SHOWING[number, 0]) + count(high & SHOWING[number, 1])


@rule
def note_best(s: State, seat, notes):
    """Note the house's value of the best play, if there is any."""
    found = legal(s, seat)
    plays = size(found) - contains(found, PASS) - contains(found, BUY)
    if plays > 0:
        notes[_BEST] = play_worth(s, seat, best_play(s, seat, found, plays))


@rule
def unseen_fitting(s: State, seat, left, right, notes):
    """Return how many unseen tiles show one of two numbers."""
    low, high = unseen(s, seat, 0), unseen(s, seat, 1)
    fit = count(low & (SHOWING[left, 0] | SHOWING[right, 0]))
    return fit + count(high & (SHOWING[left, 1] | SHOWING[right, 1]))


@rule
def missing(share, tiles):
    """Return the chance that none of `tiles` tiles is among a share of the unseen ones."""
    chance = 1.0
    for _ in range(tiles):
        chance *= 1.0 - share
    return chance


@rule
def chance_of_no_play(s: State, other, left, right, fit, notes):
    """Return the chance that another seat can play at neither end, if `fit` unseen tiles show one.

    Its oldest tiles may be known to lack both ends, and some of the next ones to lack one of them.
    """
    lack_left, lack_right = value_of(s.free[other, left]), value_of(s.free[other, right])
    shows = notes[_UNSEEN + right] if lack_left > lack_right else notes[_UNSEEN + left]
    lack_one, tiles = max(lack_left, lack_right), notes[_TILES]
    chance = missing(fit / tiles, s.holds[other] - lack_one)
    return chance * missing(shows / tiles, lack_one - min(lack_left, lack_right))


@rule
def ratio_of_pips(pips, notes):
    """Return the ratio of the hand's pips to those that the shortest other hand may have."""
    return bucket(pips * notes[_TILES] / max(1, notes[_PIPS] * notes[_FEWEST]), RATIOS)


@rule
def up_to(number, size):
    """Return a number as one of `size` answers; the last means that many or more."""
    return min(size - 1, number)


# The features of a view


@rule
def able(s: State, seat):
    """Return whether a tile of the hand can be played."""
    return s.phase == LEAD or fitting(s.tiles[seat], s.left, s.right) > 0


@rule
def moment(s: State, seat):
    """Return the kind of decision."""
    if s.phase == LEAD:
        return ON_LEAD
    if s.phase == BID:
        return ON_BID if s.spoken < s.seats else ON_LAST_BID
    if s.bought > 0:
        return ON_BUY_MORE
    return ON_PLAY if able(s, seat) else ON_BUY


@rule
def tell_terms(s: State, seat, ids, at):
    """Write the options, the kind of decision, the chips and the stock."""
    at = tell(ids, at, SET, (s.set - 6) // 3)
    at = tell(ids, at, HOW_MANY, s.seats - 2)
    at = tell(ids, at, BUY_WHEN_ABLE, s.buy_when_able)
    at = tell(ids, at, LAST_TWO, s.last_two)
    at = tell(ids, at, MOMENT, moment(s, seat))
    at = tell(ids, at, IN_POOL, bucket(value_of(s.carry), POOL))
    at = tell(ids, at, PURSE, bucket(value_of(s.scores[seat]), CHIPS))
    at = tell(ids, at, STAKE, bucket(value_of(s.stake), (2, 4, 8, 16)))
    at = tell(ids, at, TO_BUY, bucket(boneyard(s) - UNSOLD, LEFT_TO_BUY))
    at = tell(ids, at, QUIET, min(SEATS - 1, value_of(s.quiet)))
    at = tell(ids, at, BOUGHT_NOW, up_to(value_of(s.bought), BOUGHT))
    return tell(ids, at, LINE, up_to(s.length // s.seats, HOLDS))


@rule
def tell_hand(s: State, seat, ids, at, notes):
    """Write the hand: its pips, its doubles, and the spread of its numbers."""
    at = tell(ids, at, OWN_PIPS, bucket(notes[_OWN_PIPS], PIPS_HELD))
    at = tell(ids, at, PIPS_RATIO, ratio_of_pips(notes[_OWN_PIPS], notes))
    at = tell(ids, at, FEWEST, up_to(notes[_FEWEST], HOLDS))
    doubles, controlled, once, twice, thrice, often = 0, 0, 0, 0, 0, 0
    for number in range(s.set + 1):
        held = notes[_HELD + number]
        double = number * (number + 3) // 2
        doubles += has(s.tiles[seat, double >> 6], double & 63)
        controlled += (held > 0) & (notes[_UNSEEN + number] == 0)
        once += held == 1
        twice += held == 2
        thrice += held == 3
        often += held > 3
    at = tell(ids, at, DOUBLES, up_to(doubles, 5))
    at = tell(ids, at, CONTROLLED, up_to(controlled, 4))
    at = tell(ids, at, COUNTS_OF_NUMBERS, up_to(once, HOLDS))
    at = tell(ids, at, COUNTS_OF_NUMBERS + HOLDS, up_to(twice, HOLDS))
    at = tell(ids, at, COUNTS_OF_NUMBERS + 2 * HOLDS, up_to(thrice, HOLDS))
    return tell(ids, at, COUNTS_OF_NUMBERS + 3 * HOLDS, up_to(often, HOLDS))


@rule
def end_is(number, notes):
    """Return how many tiles that show a number are held and unseen, as one answer."""
    return UNSEEN * up_to(notes[_HELD + number], FITS) + up_to(notes[_UNSEEN + number], UNSEEN)


@rule
def tell_ends(s: State, seat, ids, at, notes):
    """Write the ends of the line, and whether they can be played at."""
    left, right = value_of(s.left), value_of(s.right)
    one, other = end_is(left, notes), end_is(right, notes)
    at = tell(ids, at, END, max(one, other))
    at = tell(ids, at, END + FITS * UNSEEN, min(one, other))
    at = tell(ids, at, SAME_ENDS, left == right)
    at = tell(ids, at, OWN_FITS, up_to(fitting(s.tiles[seat], left, right), FITS))
    at = tell(ids, at, FIT_CHANCE, min(CHANCES - 1, chance_to_fit(s, seat) // CHANCES))
    return tell(ids, at, STUCK, stuck_players(s, seat, left, right))


@rule
def tell_others(s: State, seat, ids, at, notes):
    """Write each seat's number of tiles, and the others' chances to play."""
    left, right = value_of(s.left), value_of(s.right)
    fit = 0 if s.phase == LEAD else unseen_fitting(s, seat, left, right, notes)
    other = value_of(seat)
    for turn in range(seats_of(s)):
        at = tell(ids, at, HOLDING, HOLDS * turn + up_to(value_of(s.holds[other]), HOLDS))
        if turn > 0 and s.phase != LEAD:
            chance = 1.0 - chance_of_no_play(s, other, left, right, fit, notes)
            at = tell(ids, at, CAN_PLAY, SURE_LEVELS * turn + bucket(chance, SURE))
        other = next_seat(other, s.seats)
    return at


@rule
def answer(said):
    """Return a call as an answer, from 0: none yet, a pass or a bid."""
    return value_of(said) + 2 if said < 0 else 2 + bucket(value_of(said), AMOUNTS)


@rule
def tell_auction(s: State, seat, ids, at):
    """Write the calls of the auction of the last two tiles, by seat."""
    at = tell(ids, at, AUCTIONEER, turn_of(seat, value_of(s.turn), s.seats))
    if s.bid != NO_BID:
        at = tell(ids, at, BIDDER, turn_of(seat, value_of(s.bidder), s.seats))
    other = value_of(seat)
    for turn in range(seats_of(s)):
        if s.said[other] != NOTHING:
            at = tell(ids, at, SAID, BIDS_SAID * turn + answer(s.said[other]))
        other = next_seat(other, s.seats)
    return at


@rule
def features(s: State, seat, ids, notes):
    """Write the features of a view."""
    note_tiles(s, seat, notes)
    at = tell_terms(s, seat, ids, 0)
    at = tell_hand(s, seat, ids, at, notes)
    at = tell_others(s, seat, ids, at, notes)
    if s.phase != BID:
        note_best(s, seat, notes)
    if s.phase == LEAD:
        return at
    at = tell_ends(s, seat, ids, at, notes)
    return tell_auction(s, seat, ids, at) if s.phase == BID else at


# The parts of a tile, a purchase or a bid


@rule
def shows(tile, number):
    """Return 1 if a tile shows a number, else 0."""
    return 0 + ((HIGH[tile] == number) | (LOW[tile] == number))


@rule
def end_left(tile, number, notes):
    """Return the answer for an end after a tile of the hand has been played."""
    held = notes[_HELD + number] - shows(tile, number)
    return UNSEEN * up_to(held, FITS) + up_to(notes[_UNSEEN + number], UNSEEN)


@rule
def tell_ends_left(s: State, action, tile, left, right, ids, at, notes):
    """Write the end that the tile makes, and the other one."""
    new, old = (left, right) if action < RIGHT else (right, left)
    at = tell(ids, at, NEW_END, end_left(tile, new, notes))
    return tell(ids, at, OTHER_END, end_left(tile, old, notes))


@rule
def tell_left_to_others(s: State, seat, left, right, ids, at, notes):
    """Write the chances to play of the next seat, of the seat with the fewest tiles and of all others."""
    fit = unseen_fitting(s, seat, left, right, notes)
    shortest, likeliest, nobody = 1 << 30, 0.0, 1.0
    other = next_seat(value_of(seat), s.seats)
    for turn in range(1, seats_of(s)):
        holds = value_of(s.holds[other])
        unable = chance_of_no_play(s, other, left, right, fit, notes)
        if turn == 1:
            at = tell(ids, at, LEAVES_NEXT, SURE_LEVELS * up_to(holds, HOLDS) + bucket(1.0 - unable, SURE))
        if holds < shortest:
            shortest, likeliest = holds, 1.0 - unable
        nobody *= unable
        other = next_seat(other, s.seats)
    at = tell(ids, at, LEAVES_SHORTEST, SURE_LEVELS * up_to(shortest, HOLDS) + bucket(likeliest, SURE))
    at = tell(ids, at, LEAVES_ALL, bucket(nobody, RARE))
    return tell(ids, at, LEAVES_STUCK, stuck_players(s, seat, left, right))


@rule
def reached(s: State, seat, tile, left, right):
    """Return how many other tiles of the hand fit these ends, or a tile that does, or one that fits that tile."""
    numbers, found = bit(left) | bit(right), 0
    for _ in range(2):
        found = 0
        for half in range(2):
            rest = s.tiles[seat, half]
            while rest != NONE:
                other = 64 * half + first(rest)
                rest = without(rest, bit(first(rest)))
                halves = bit(HIGH[other]) | bit(LOW[other])
                if other != tile and numbers & halves != NONE:
                    numbers |= halves
                    found += 1
    return found


@rule
def tell_play(s: State, seat, action, ids, notes):
    """Write a tile at an end."""
    tile = action if action < RIGHT else action - RIGHT
    left, right = ends_after(s, action, tile)
    holds = s.holds[seat] - 1
    double = HIGH[tile] == LOW[tile]
    at = tell(ids, 0, SHEDS, 25 * double + PIPS[tile])
    if holds == 0:
        return tell(ids, at, GOES_OUT, 0)
    fits = fitting_after(s, seat, tile, left, right)
    at = tell(ids, at, LEAVES, HOLDS * up_to(fits, FITS) + up_to(holds, HOLDS))
    reach = reached(s, seat, tile, left, right)
    at = tell(ids, at, REACHES, HOLDS * up_to(reach, FITS) + up_to(holds, HOLDS))
    at = tell_ends_left(s, action, tile, left, right, ids, at, notes)
    at = tell_left_to_others(s, seat, left, right, ids, at, notes)
    if would_lock(s, tile, left, right):
        at = tell(ids, at, LOCKS, ratio_of_pips(notes[_OWN_PIPS] - PIPS[tile], notes))
    worth = play_worth(s, seat, action)
    at = tell(ids, at, WORTH, bucket(worth, WORTHS))
    return tell(ids, at, WORTH_LESS, BEHIND_LEVELS * ((s.set - 6) // 3) + bucket(notes[_BEST] - worth, BEHIND))


@rule
def tell_purchase(s: State, seat, ids, notes):
    """Write the purchase of a tile."""
    dead = stuck_players(s, seat, value_of(s.left), value_of(s.right)) == s.seats - 1
    chance = min(CHANCES - 1, chance_to_fit(s, seat) // CHANCES)
    at = tell(ids, 0, BUYS, able(s, seat))
    at = tell(ids, at, BUYS_WHEN, CHANCES * dead + chance)
    at = tell(ids, at, BUYS_FOR, bucket(value_of(s.carry), POOL))
    at = tell(ids, at, BUYS_HOLDING, up_to(value_of(s.holds[seat]), HOLDS))
    at = tell(ids, at, BUYS_AGAINST, ratio_of_pips(notes[_OWN_PIPS], notes))
    return tell(ids, at, BUYS_FROM, bucket(boneyard(s) - UNSOLD, LEFT_TO_BUY))


@rule
def own_bid_stands(s: State, seat):
    """Return 1 if a bid of the seat stands, else 0."""
    return 1 if s.bid != NO_BID and s.bidder == seat else 0


@rule
def tell_bid(s: State, seat, action, ids):
    """Write a bid for the last two tiles, or a pass."""
    own = own_bid_stands(s, seat)
    if action == PASS:
        return tell(ids, 0, PASSES_BID, own)
    amount, step = action - BIDS, 0
    for raised in RAISES:
        step += amount - least_bid(s, 0) > raised
    price = min(10, 10 * amount // max(1, pool_in_reach(s, seat)))
    at = tell(ids, 0, BIDS_AMOUNT, answer(amount))
    at = tell(ids, at, BIDS_RAISE, len(RAISES) * own + step)
    at = tell(ids, at, BIDS_PRICE, price)
    return tell(ids, at, BIDS_WHEN, POOLS * able(s, seat) + bucket(value_of(s.carry), POOL))


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the parts of an action."""
    if s.phase == BID:
        return tell_bid(s, seat, action, ids)
    if action == PASS:
        return tell(ids, 0, PASSES, s.bought > 0)
    if action == BUY:
        return tell_purchase(s, seat, ids, notes)
    return tell_play(s, seat, action, ids, notes)
