"""Heuristics of the bot `house` in Auction Draw.

The bot plays doubles and heavy tiles early, and prefers ends that fit its own hand and not the hands of other players.
It rarely buys: buying and playing a tile costs a chip and leaves as many tiles in the hand as a pass. It buys only if
it cannot play and its hand is heavy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.draw.rules.record import BID, LEAD
from saleroom.games.draw.rules.rules import BIDS, BUY, PASS, RIGHT, legal
from saleroom.kernel.auctions import NO_BID, least_bid
from saleroom.kernel.bits import NONE, bit, count, first, seats_of, value_of, without
from saleroom.kernel.choices import contains, pick, size
from saleroom.kernel.compile import rule
from saleroom.kernel.tiles import HIGH, LOW, PIPS, SHOWING, whole_set

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State

# Terms that add up to the worth of a play, in arbitrary points.
PIP = 2  # for each pip removed from the hand, since pips count if the line is blocked
DOUBLE = 14  # for a double, which fits only one number and is therefore played early
ALIVE = 5  # for each tile in the hand, up to three, that fits the new ends
STUCK = 6  # for each other seat that is known to have no tile for either end
BLOCK = 60  # for blocking the line, which wins or loses the pool

GOOD_ODDS = 55  # minimum chance, in percent, that a bought tile fits
WORTH_A_CHIP = 4  # a tile is worth a chip if the pool times the chance to fit is at least this many chips


@rule
def choose(s: State, seat, rng):
    """Return the action of the bot `house` in `seat`, chosen from the seat's view."""
    actions = legal(s, seat)
    if s.phase == BID:
        return choose_bid(s, seat, actions)
    plays = size(actions) - contains(actions, PASS) - contains(actions, BUY)
    if plays > 0:
        return best_play(s, seat, actions, plays)
    return BUY if contains(actions, BUY) and wants_to_buy(s, seat) else PASS


@rule
def best_play(s: State, seat, actions, plays):
    """Return the best of the first `plays` legal actions, which are the actions that play tiles."""
    best, best_worth = pick(actions, 0), -(1 << 30)
    for index in range(plays):
        action = pick(actions, index)
        worth = play_worth(s, seat, action)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@rule
def play_worth(s: State, seat, action):
    """Return the worth of an action that plays a tile."""
    tile = action if action < RIGHT else action - RIGHT
    left, right = ends_after(s, action, tile)
    worth = PIP * PIPS[tile] + ALIVE * min(fitting_after(s, seat, tile, left, right), 3)
    worth += STUCK * stuck_players(s, seat, left, right)
    if HIGH[tile] == LOW[tile]:
        worth += DOUBLE
    if would_lock(s, tile, left, right):
        worth += BLOCK if wins_a_block(s, seat, own_pips(s, seat) - PIPS[tile]) else -BLOCK
    return worth


@rule
def ends_after(s: State, action, tile):
    """Return the numbers at the ends of the line after the play of `tile`."""
    if s.phase == LEAD:
        return HIGH[tile], LOW[tile]
    if action < RIGHT:
        return PIPS[tile] - s.left, value_of(s.right)
    return value_of(s.left), PIPS[tile] - s.right


@rule
def fitting(tiles, left, right):
    """Return how many tiles of the set `tiles` show `left` or `right`."""
    low = tiles[0] & (SHOWING[left, 0] | SHOWING[right, 0])
    high = tiles[1] & (SHOWING[left, 1] | SHOWING[right, 1])
    return count(low) + count(high)


@rule
def fitting_after(s: State, seat, tile, left, right):
    """Return how many tiles in the hand, except `tile`, fit the ends of the line after `tile` is played."""
    itself = HIGH[tile] == left or LOW[tile] == left or HIGH[tile] == right or LOW[tile] == right
    return fitting(s.tiles[seat], left, right) - itself


@rule
def stuck_players(s: State, seat, left, right):
    """Return how many other seats are known to hold no tile that shows `left` or `right`."""
    stuck = 0
    for player in range(seats_of(s)):
        if player != seat and s.free[player, left] == s.holds[player] and s.free[player, right] == s.holds[player]:
            stuck += 1
    return stuck


@rule
def would_lock(s: State, tile, left, right):
    """Return whether both ends show the same number after the play, and `tile` is the last tile with that number."""
    return left == right and fitting(s.laid, left, left) == s.set


@rule
def pips_of(low, high):
    """Return the total pips of a set of tiles. `low` and `high` are the two 64-bit words of the set."""
    pips = 0
    while low != NONE:
        pips += PIPS[first(low)]
        low = without(low, bit(first(low)))
    while high != NONE:
        pips += PIPS[64 + first(high)]
        high = without(high, bit(first(high)))
    return pips


@rule
def own_pips(s: State, seat):
    """Return the pips of the seat's own hand."""
    return pips_of(s.tiles[seat, 0], s.tiles[seat, 1])


@rule
def unseen(s: State, seat, word):
    """Return the tiles that are neither in the line nor in the seat's hand, as the 64-bit word `word` of a tile set."""
    return without(whole_set(value_of(s.set), word), s.laid[word] | s.tiles[seat, word])


@rule
def wins_a_block(s: State, seat, pips):
    """Return whether `pips` are the fewest pips of any hand, if the tiles of all other hands have average weight."""
    low, high = unseen(s, seat, 0), unseen(s, seat, 1)
    tiles, total = max(count(low) + count(high), 1), pips_of(low, high)
    for opponent in range(seats_of(s)):
        if opponent != seat and total * s.holds[opponent] <= pips * tiles:
            return False
    return True


@rule
def chance_to_fit(s: State, seat):
    """Return the percentage of unseen tiles that fit an end."""
    low, high = unseen(s, seat, 0), unseen(s, seat, 1)
    fit = count(low & (SHOWING[s.left, 0] | SHOWING[s.right, 0]))
    fit += count(high & (SHOWING[s.left, 1] | SHOWING[s.right, 1]))
    return 100 * fit // max(count(low) + count(high), 1)


@rule
def needs_tiles(s: State, seat):
    """Return whether the seat cannot play and would lose if the line were blocked.

    A hand that would win a blocked line needs no further tiles.
    """
    return fitting(s.tiles[seat], s.left, s.right) == 0 and not wins_a_block(s, seat, own_pips(s, seat))


@rule
def pool_in_reach(s: State, seat):
    """Return the pool, weighted by the chance that the next tile fits."""
    return s.carry * chance_to_fit(s, seat) // 100


@rule
def wants_to_buy(s: State, seat):
    """Return whether the bot buys a tile.

    A bot that needs tiles buys if the next tile probably fits. It also buys if no other player can play and the pool is
    large enough.
    """
    if not needs_tiles(s, seat):
        return False
    dead = stuck_players(s, seat, value_of(s.left), value_of(s.right)) == s.seats - 1
    return chance_to_fit(s, seat) >= GOOD_ODDS or (dead and pool_in_reach(s, seat) >= WORTH_A_CHIP)


@rule
def choose_bid(s: State, seat, actions):
    """Return the lowest bid if the seat needs tiles and does not have the highest bid; otherwise return a pass.

    The limit of a bid is a fraction of the pool, weighted by the chance that a tile fits.
    """
    bid = least_bid(s, 0)
    own_stands = s.bid != NO_BID and s.bidder == seat
    if own_stands or not contains(actions, BIDS + bid) or not needs_tiles(s, seat):
        return PASS
    return BIDS + bid if bid * WORTH_A_CHIP <= pool_in_reach(s, seat) else PASS
