"""Net features of Auction Draw: the input that describes a view, and the parts that describe an action.

Seats are counted from the seat that observes. No feature names a number on the tiles. Features give how many tiles with
a number are held, and how many are unseen. The ends of the line are ordered by how well they suit the hand. A play is
described by its effects on the hand, on the ends, and on the other seats. The effects on the other seats use the
numbers that these seats are known to lack.
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
from saleroom.kernel.auctions import NO_BID, least_bid
from saleroom.kernel.bits import NONE, bit, count, first, has, seats_of, value_of, without
from saleroom.kernel.choices import contains, size
from saleroom.kernel.compile import rule
from saleroom.kernel.tiles import HIGH, LOW, NUMBERS, PIPS, SHOWING
from saleroom.toolkit.player.features import Blocks, bucket, least_of_others, seat_at, turn_of, write, write_calls

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State

VERSION: int = 3

SEATS = 8  # maximum number of seats
HOLDS = 13  # maximum number of tiles in a hand
FITS = 6  # maximum number of tiles in the hand that fit an end of the line
UNSEEN = 14  # maximum number of unseen tiles that show a number
CHANCES = 10

# Chances, with finer steps near 0 and 1.
SURE = (0.05, 0.15, 0.3, 0.45, 0.6, 0.72, 0.82, 0.9, 0.95, 0.98, 0.995)
SURE_LEVELS = len(SURE) + 1
RARE = (0.0005, 0.002, 0.007, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 0.9)

PIPS_HELD = (3, 6, 10, 14, 18, 23, 28, 34, 42, 52, 65, 80, 100)
RATIOS = (0.3, 0.5, 0.65, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0)
RATIO_LEVELS = len(RATIOS) + 1
POOL = (3, 5, 7, 9, 12, 15, 18, 22, 27, 35, 50, 80)
POOLS = len(POOL) + 1
CHIPS = (1, 2, 3, 5, 8, 12, 18, 27, 40, 70)
LEFT_TO_BUY = (1, 2, 3, 4, 6, 8, 11, 15, 22, 32)
STOCKS = len(LEFT_TO_BUY) + 1
AMOUNTS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 45)
CALLS = (NO_BID, 0, *AMOUNTS)
SAYINGS = len(CALLS) + 1  # a pass, or a range that starts at 0 or at one of `AMOUNTS`
WORTHS = (-50, -30, -10, 0, 6, 10, 14, 18, 22, 26, 30, 35, 40, 46, 54, 64, 80, 100)
BEHIND = (1, 2, 4, 6, 9, 13, 18, 25, 40, 60)
BEHIND_LEVELS = len(BEHIND) + 1
BOUGHT = 5

ON_LEAD, ON_PLAY, ON_BUY, ON_BUY_MORE, ON_BID, ON_LAST_BID = range(6)

_features = Blocks()
SET = _features.block(3)
HOW_MANY = _features.block(SEATS - 1)  # number of seats, minus 2
BUY_WHEN_ABLE = _features.block(2)
LAST_TWO = _features.block(2)
MOMENT = _features.block(6)  # kind of decision
HOLDING = _features.block(SEATS * HOLDS)  # number of tiles, by seat
CAN_PLAY = _features.block(SEATS * SURE_LEVELS, remembered=True)  # chance to be able to play, by seat
FEWEST = _features.block(HOLDS)  # number of tiles of the other seat with the fewest tiles
OWN_PIPS = _features.block(len(PIPS_HELD) + 1)  # pips in the hand
PIPS_RATIO = _features.block(RATIO_LEVELS)  # pips in the hand, relative to the estimate for the shortest other hand
DOUBLES = _features.block(5)  # number of doubles in the hand
CONTROLLED = _features.block(4)  # how many numbers have all their remaining tiles in the hand
# how many numbers are on exactly 1, 2, 3, or at least 4 tiles of the hand
COUNTS_OF_NUMBERS = _features.block(4 * HOLDS)
# tiles held and tiles unseen that fit each end, the better end first
END = _features.block(2 * FITS * UNSEEN, remembered=True)
SAME_ENDS = _features.block(2)  # whether both ends show the same number
OWN_FITS = _features.block(FITS)  # number of tiles in the hand that can be played
FIT_CHANCE = _features.block(CHANCES, remembered=True)  # chance that an unseen tile fits
STUCK = _features.block(SEATS, remembered=True)  # number of other seats known to be unable to play
IN_POOL = _features.block(POOLS)  # chips in the pool
PURSE = _features.block(len(CHIPS) + 1)  # own chips
STAKE = _features.block(5)  # stake of a round
TO_BUY = _features.block(STOCKS)  # tiles left to buy
BOUGHT_NOW = _features.block(BOUGHT)  # tiles bought in this turn
QUIET = _features.block(SEATS)  # consecutive turns without a play or a purchase
LINE = _features.block(HOLDS)  # length of the line, divided by the number of seats
SAID = _features.block(SEATS * SAYINGS, remembered=True)  # last call, by seat
BIDDER = _features.block(SEATS)  # seat with the standing bid
AUCTIONEER = _features.block(SEATS)  # seat whose turn led to the auction
FEATURES: int = _features.size
REMEMBERED: tuple[tuple[int, int], ...] = _features.remembered
MOST_ACTIVE: int = 56

_parts = Blocks()
SHEDS = _parts.block(2 * 25)  # pips of the tile; whether the tile is a double
LEAVES = _parts.block(FITS * HOLDS)  # number of remaining tiles that fit an end, by hand size
GOES_OUT = _parts.block(1)  # the tile is the last in the hand
# chance that the next seat can play, by that seat's number of tiles
LEAVES_NEXT = _parts.block(SURE_LEVELS * HOLDS, remembered=True)
# chance that the seat with the fewest tiles can play, by that seat's number of tiles
LEAVES_SHORTEST = _parts.block(SURE_LEVELS * HOLDS, remembered=True)
LEAVES_ALL = _parts.block(len(RARE) + 1, remembered=True)  # chance that no other seat can play
LEAVES_STUCK = _parts.block(SEATS, remembered=True)  # number of other seats known to be unable to play
NEW_END = _parts.block(FITS * UNSEEN, remembered=True)  # tiles held and tiles unseen that fit the new end
OTHER_END = _parts.block(FITS * UNSEEN, remembered=True)  # tiles held and tiles unseen that fit the other end
LOCKS = _parts.block(RATIO_LEVELS)  # if the play locks the line: the hand's pips relative to the shortest other hand
WORTH = _parts.block(len(WORTHS) + 1)  # value of the play according to the bot `house`
WORTH_LESS = _parts.block(3 * BEHIND_LEVELS)  # loss of value against the bot's best play, by size of the domino set
# number of tiles that the hand could play in a row without other seats' tiles, by number of tiles left
REACHES = _parts.block(FITS * HOLDS)
BUYS = _parts.block(2)  # whether the seat can play
BUYS_WHEN = _parts.block(2 * CHANCES, remembered=True)  # chance that a tile fits; whether no other seat can play
BUYS_FOR = _parts.block(POOLS)  # chips in the pool
BUYS_HOLDING = _parts.block(HOLDS)  # number of tiles in the hand
BUYS_AGAINST = _parts.block(RATIO_LEVELS)  # pips in the hand, relative to the estimate for the shortest other hand
BUYS_FROM = _parts.block(STOCKS)  # tiles left to buy
PASSES = _parts.block(2)  # whether the seat has bought in this turn
PASSES_BID = _parts.block(2)  # whether the seat's own bid is the highest
BIDS_AMOUNT = _parts.block(SAYINGS)  # amount of the bid
BIDS_RAISE = _parts.block(2 * len(RAISES))  # raise above the lowest bid; whether the seat's own bid is the highest
BIDS_PRICE = _parts.block(11)  # amount, in tenths of the pool times the chance that a tile fits
BIDS_WHEN = _parts.block(2 * POOLS)  # chips in the pool; whether the seat can play
PARTS: int = _parts.size
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = _parts.remembered
MOST_PARTS: int = 13
MOST_OPTIONS: int = 44

# Indexes into the notes. The first notes are the number of unseen tiles, their pips, the pips held, the fewest tiles of
# another seat, and the value of the best play according to the bot `house`. Two notes for each number follow: how many
# tiles with it are held, and how many are unseen.
_TILES, _PIPS, _OWN_PIPS, _FEWEST, _BEST = range(5)
_HELD = 5
_UNSEEN = _HELD + NUMBERS


# The actions among which a net chooses


@rule
def options(s: State, seat, ids):
    """Write the ids of every play, a purchase, a pass and a range of bids.

    If both ends show the same number, write plays at one end only.
    """
    size = options_to_weigh(s, seat, ids)
    if s.phase != PLAY or s.left != s.right:
        return size
    end = 0
    for index in range(size):
        if not RIGHT <= ids[index] < PASS:
            ids[end] = ids[index]
            end += 1
    return end


# Evidence from the tiles


@rule
def note_tiles(s: State, seat, notes):
    """Write into `notes` the total pips of the hand and of the unseen tiles; for each number, write how many tiles show
    it.
    """
    low, high = unseen(s, seat, 0), unseen(s, seat, 1)
    notes[_TILES] = max(1, count(low) + count(high))
    notes[_PIPS] = pips_of(low, high)
    notes[_OWN_PIPS] = own_pips(s, seat)
    notes[_FEWEST] = least_of_others(s.holds, seat, seats_of(s))
    for number in range(s.set + 1):
        notes[_HELD + number] = fitting(s.tiles[seat], number, number)
        notes[_UNSEEN + number] = count(low & SHOWING[number, 0]) + count(high & SHOWING[number, 1])


@rule
def note_best(s: State, seat, notes):
    """If a play is legal, write into `notes` the value of the best play according to the bot `house`."""
    actions = legal(s, seat)
    plays = size(actions) - contains(actions, PASS) - contains(actions, BUY)
    if plays > 0:
        notes[_BEST] = play_worth(s, seat, best_play(s, seat, actions, plays))


@rule
def unseen_fitting(s: State, seat, left, right, notes):
    """Return how many unseen tiles show `left` or `right`."""
    low, high = unseen(s, seat, 0), unseen(s, seat, 1)
    fit = count(low & (SHOWING[left, 0] | SHOWING[right, 0]))
    return fit + count(high & (SHOWING[left, 1] | SHOWING[right, 1]))


@rule
def missing(share, tiles):
    """Return the chance that `tiles` random unseen tiles include none of a group that is the fraction `share` of all
    unseen tiles.
    """
    chance = 1.0
    for _ in range(tiles):
        chance *= 1.0 - share
    return chance


@rule
def chance_of_no_play(s: State, player, left, right, fit, notes):
    """Return the chance that the seat `player` has no tile for either end, if `fit` unseen tiles fit an end.

    The seat's oldest tiles may be known to fit neither end. Some of the seat's later tiles may be known not to fit one
    of the ends.
    """
    lack_left, lack_right = value_of(s.free[player, left]), value_of(s.free[player, right])
    shows = notes[_UNSEEN + right] if lack_left > lack_right else notes[_UNSEEN + left]
    lack_one, tiles = max(lack_left, lack_right), notes[_TILES]
    chance = missing(fit / tiles, s.holds[player] - lack_one)
    return chance * missing(shows / tiles, lack_one - min(lack_left, lack_right))


@rule
def ratio_of_pips(pips, notes):
    """Return the feature value for the ratio of `pips`, the pips of the hand, to the estimated pips of the shortest
    other hand.
    """
    return bucket(pips * notes[_TILES] / max(1, notes[_PIPS] * notes[_FEWEST]), RATIOS)


@rule
def up_to(number, size):
    """Return `number`, or `size` - 1 if `number` is larger. The result is one of `size` feature values."""
    return min(size - 1, number)


# The features of a view


@rule
def able(s: State, seat):
    """Return whether a tile of the hand can be played."""
    return s.phase == LEAD or fitting(s.tiles[seat], s.left, s.right) > 0


@rule
def moment(s: State, seat):
    """Return the kind of decision that the seat faces."""
    if s.phase == LEAD:
        return ON_LEAD
    if s.phase == BID:
        return ON_BID if s.spoken < s.seats else ON_LAST_BID
    if s.bought > 0:
        return ON_BUY_MORE
    return ON_PLAY if able(s, seat) else ON_BUY


@rule
def write_terms(s: State, seat, ids, end):
    """Write the features of the match's options, the kind of decision, the chips and the boneyard."""
    end = write(ids, end, SET, (s.set - 6) // 3)
    end = write(ids, end, HOW_MANY, s.seats - 2)
    end = write(ids, end, BUY_WHEN_ABLE, s.buy_when_able)
    end = write(ids, end, LAST_TWO, s.last_two)
    end = write(ids, end, MOMENT, moment(s, seat))
    end = write(ids, end, IN_POOL, bucket(value_of(s.carry), POOL))
    end = write(ids, end, PURSE, bucket(value_of(s.scores[seat]), CHIPS))
    end = write(ids, end, STAKE, bucket(value_of(s.stake), (2, 4, 8, 16)))
    end = write(ids, end, TO_BUY, bucket(boneyard(s) - UNSOLD, LEFT_TO_BUY))
    end = write(ids, end, QUIET, min(SEATS - 1, value_of(s.quiet)))
    end = write(ids, end, BOUGHT_NOW, up_to(value_of(s.bought), BOUGHT))
    return write(ids, end, LINE, up_to(s.length // s.seats, HOLDS))


@rule
def write_hand(s: State, seat, ids, end, notes):
    """Write the features of the hand: its pips, its doubles, and how often each number occurs on its tiles."""
    end = write(ids, end, OWN_PIPS, bucket(notes[_OWN_PIPS], PIPS_HELD))
    end = write(ids, end, PIPS_RATIO, ratio_of_pips(notes[_OWN_PIPS], notes))
    end = write(ids, end, FEWEST, up_to(notes[_FEWEST], HOLDS))
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
    end = write(ids, end, DOUBLES, up_to(doubles, 5))
    end = write(ids, end, CONTROLLED, up_to(controlled, 4))
    end = write(ids, end, COUNTS_OF_NUMBERS, up_to(once, HOLDS))
    end = write(ids, end, COUNTS_OF_NUMBERS + HOLDS, up_to(twice, HOLDS))
    end = write(ids, end, COUNTS_OF_NUMBERS + 2 * HOLDS, up_to(thrice, HOLDS))
    return write(ids, end, COUNTS_OF_NUMBERS + 3 * HOLDS, up_to(often, HOLDS))


@rule
def end_is(number, notes):
    """Return the feature value of an end that shows `number`: how many tiles with this number are held and how many are
    unseen.
    """
    return UNSEEN * up_to(notes[_HELD + number], FITS) + up_to(notes[_UNSEEN + number], UNSEEN)


@rule
def write_ends(s: State, seat, ids, end, notes):
    """Write the features of the line's ends, and of whether the seat and other seats can play."""
    left, right = value_of(s.left), value_of(s.right)
    left_end, right_end = end_is(left, notes), end_is(right, notes)
    end = write(ids, end, END, max(left_end, right_end))
    end = write(ids, end, END + FITS * UNSEEN, min(left_end, right_end))
    end = write(ids, end, SAME_ENDS, left == right)
    end = write(ids, end, OWN_FITS, up_to(fitting(s.tiles[seat], left, right), FITS))
    end = write(ids, end, FIT_CHANCE, min(CHANCES - 1, chance_to_fit(s, seat) // CHANCES))
    return write(ids, end, STUCK, stuck_players(s, seat, left, right))


@rule
def write_others(s: State, seat, ids, end, notes):
    """Write the features of the other seats: their numbers of tiles, and their chances to play."""
    left, right = value_of(s.left), value_of(s.right)
    fit = 0 if s.phase == LEAD else unseen_fitting(s, seat, left, right, notes)
    for turn in range(seats_of(s)):
        player = seat_at(seat, turn, s.seats)
        end = write(ids, end, HOLDING, HOLDS * turn + up_to(value_of(s.holds[player]), HOLDS))
        if turn > 0 and s.phase != LEAD:
            chance = 1.0 - chance_of_no_play(s, player, left, right, fit, notes)
            end = write(ids, end, CAN_PLAY, SURE_LEVELS * turn + bucket(chance, SURE))
    return end


@rule
def write_auction(s: State, seat, ids, end):
    """Write the features of the auction: each seat's last call, and the highest bidder."""
    end = write(ids, end, AUCTIONEER, turn_of(seat, value_of(s.turn), s.seats))
    if s.bid != NO_BID:
        end = write(ids, end, BIDDER, turn_of(seat, value_of(s.bidder), s.seats))
    return write_calls(s, seat, ids, end, SAID, CALLS)


@rule
def features(s: State, seat, ids, notes):
    """Write the ids of the features that are active in the view `s` of `seat`; return their number."""
    note_tiles(s, seat, notes)
    end = write_terms(s, seat, ids, 0)
    end = write_hand(s, seat, ids, end, notes)
    end = write_others(s, seat, ids, end, notes)
    if s.phase != BID:
        note_best(s, seat, notes)
    if s.phase == LEAD:
        return end
    end = write_ends(s, seat, ids, end, notes)
    return write_auction(s, seat, ids, end) if s.phase == BID else end


# Parts that describe a tile, a purchase or a bid


@rule
def shows(tile, number):
    """Return 1 if a tile shows a number, else 0."""
    return 0 + ((HIGH[tile] == number) | (LOW[tile] == number))


@rule
def end_left(tile, number, notes):
    """Return the feature value of an end that shows `number`, after `tile` has been played from the hand."""
    held = notes[_HELD + number] - shows(tile, number)
    return UNSEEN * up_to(held, FITS) + up_to(notes[_UNSEEN + number], UNSEEN)


@rule
def write_ends_left(s: State, action, tile, left, right, ids, end, notes):
    """Write the parts that describe the line's ends after a play: the new end, and the other end."""
    new, old = (left, right) if action < RIGHT else (right, left)
    end = write(ids, end, NEW_END, end_left(tile, new, notes))
    return write(ids, end, OTHER_END, end_left(tile, old, notes))


@rule
def write_left_to_others(s: State, seat, left, right, ids, end, notes):
    """Write the parts that give the other seats' chances to play if the line's ends become `left` and `right`.

    The chances are those of the next seat and of the seat with the fewest tiles, and the chance that no other seat can
    play.
    """
    fit = unseen_fitting(s, seat, left, right, notes)
    shortest, likeliest, none_able = 1 << 30, 0.0, 1.0
    for turn in range(1, seats_of(s)):
        player = seat_at(seat, turn, s.seats)
        holds = value_of(s.holds[player])
        unable = chance_of_no_play(s, player, left, right, fit, notes)
        if turn == 1:
            end = write(ids, end, LEAVES_NEXT, SURE_LEVELS * up_to(holds, HOLDS) + bucket(1.0 - unable, SURE))
        if holds < shortest:
            shortest, likeliest = holds, 1.0 - unable
        none_able *= unable
    end = write(ids, end, LEAVES_SHORTEST, SURE_LEVELS * up_to(shortest, HOLDS) + bucket(likeliest, SURE))
    end = write(ids, end, LEAVES_ALL, bucket(none_able, RARE))
    return write(ids, end, LEAVES_STUCK, stuck_players(s, seat, left, right))


@rule
def reached(s: State, seat, tile, left, right):
    """Return how many other tiles of the hand fit the ends `left` and `right`, directly or after other tiles of the
    hand.
    """
    numbers, tiles = bit(left) | bit(right), 0
    for _ in range(2):
        tiles = 0
        for half in range(2):
            rest = s.tiles[seat, half]
            while rest != NONE:
                candidate = 64 * half + first(rest)
                rest = without(rest, bit(first(rest)))
                halves = bit(HIGH[candidate]) | bit(LOW[candidate])
                if candidate != tile and numbers & halves != NONE:
                    numbers |= halves
                    tiles += 1
    return tiles


@rule
def write_play(s: State, seat, action, ids, notes):
    """Write the parts that describe the play of a tile."""
    tile = action if action < RIGHT else action - RIGHT
    left, right = ends_after(s, action, tile)
    holds = s.holds[seat] - 1
    double = HIGH[tile] == LOW[tile]
    end = write(ids, 0, SHEDS, 25 * double + PIPS[tile])
    if holds == 0:
        return write(ids, end, GOES_OUT, 0)
    fits = fitting_after(s, seat, tile, left, right)
    end = write(ids, end, LEAVES, HOLDS * up_to(fits, FITS) + up_to(holds, HOLDS))
    reach = reached(s, seat, tile, left, right)
    end = write(ids, end, REACHES, HOLDS * up_to(reach, FITS) + up_to(holds, HOLDS))
    end = write_ends_left(s, action, tile, left, right, ids, end, notes)
    end = write_left_to_others(s, seat, left, right, ids, end, notes)
    if would_lock(s, tile, left, right):
        end = write(ids, end, LOCKS, ratio_of_pips(notes[_OWN_PIPS] - PIPS[tile], notes))
    worth = play_worth(s, seat, action)
    end = write(ids, end, WORTH, bucket(worth, WORTHS))
    return write(ids, end, WORTH_LESS, BEHIND_LEVELS * ((s.set - 6) // 3) + bucket(notes[_BEST] - worth, BEHIND))


@rule
def write_purchase(s: State, seat, ids, notes):
    """Write the parts that describe the purchase of a tile."""
    dead = stuck_players(s, seat, value_of(s.left), value_of(s.right)) == s.seats - 1
    chance = min(CHANCES - 1, chance_to_fit(s, seat) // CHANCES)
    end = write(ids, 0, BUYS, able(s, seat))
    end = write(ids, end, BUYS_WHEN, CHANCES * dead + chance)
    end = write(ids, end, BUYS_FOR, bucket(value_of(s.carry), POOL))
    end = write(ids, end, BUYS_HOLDING, up_to(value_of(s.holds[seat]), HOLDS))
    end = write(ids, end, BUYS_AGAINST, ratio_of_pips(notes[_OWN_PIPS], notes))
    return write(ids, end, BUYS_FROM, bucket(boneyard(s) - UNSOLD, LEFT_TO_BUY))


@rule
def own_bid_stands(s: State, seat):
    """Return 1 if the seat has the highest bid, else 0."""
    return 1 if s.bid != NO_BID and s.bidder == seat else 0


@rule
def write_bid(s: State, seat, action, ids):
    """Write the parts that describe a bid for the last two tiles, or a pass."""
    stands = own_bid_stands(s, seat)
    if action == PASS:
        return write(ids, 0, PASSES_BID, stands)
    amount = action - BIDS
    step = bucket(amount - least_bid(s, 0) - 1, RAISES)
    price = min(10, 10 * amount // max(1, pool_in_reach(s, seat)))
    end = write(ids, 0, BIDS_AMOUNT, bucket(amount, CALLS))
    end = write(ids, end, BIDS_RAISE, len(RAISES) * stands + step)
    end = write(ids, end, BIDS_PRICE, price)
    return write(ids, end, BIDS_WHEN, POOLS * able(s, seat) + bucket(value_of(s.carry), POOL))


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the ids of the parts that describe `action` to a net; return their number."""
    if s.phase == BID:
        return write_bid(s, seat, action, ids)
    if action == PASS:
        return write(ids, 0, PASSES, s.bought > 0)
    if action == BUY:
        return write_purchase(s, seat, ids, notes)
    return write_play(s, seat, action, ids, notes)
