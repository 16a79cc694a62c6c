"""Rules of Auction Draw. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.draw.rules.record import AUCTIONED, BID, DEAL, DRAW, LEAD, NO, PLAY, SALE, UNSOLD, YES
from saleroom.games.draw.rules.scoring import settle
from saleroom.games.draw.rules.worlds import imagine, note_absent, slot_played
from saleroom.kernel.auctions import NO_BID, laps_done, least_bid, open_auction, speak
from saleroom.kernel.bits import NONE, bit, lowered, next_seat, seats_of, shifted, value_of
from saleroom.kernel.chance import MATCH, draw, shuffle
from saleroom.kernel.choices import Choices
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on
from saleroom.kernel.pots import open_books, pay
from saleroom.kernel.tiles import HIGH, LOW, NUMBERS, PIPS, SHOWING, TILES, all_shown, clear, put_in, take_out, tiles_in

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State
    from saleroom.kernel.verbs import Rules

# Action ids: id t plays tile t at the left end (or as the first tile), and id 91 + t plays it at the right end. The ids
# after these are pass, buy and the bids.
RIGHT = TILES
PASS = 2 * TILES
BUY = PASS + 1
BIDS = BUY + 1


@rule
def chance(s: State):
    """1.2, 1.4: draw the first leader and shuffle the tiles.

    Tiles that are bought later are taken in the shuffled order.
    """
    if s.phase != DEAL:
        return
    if s.deal == 1:
        s.dealer = draw(s, s.seats, MATCH, 0)
    tiles = tiles_in(value_of(s.set))
    for tile in range(TILES):
        s.deck[tile] = tile
    shuffle(s, s.deck, tiles, tiles, s.deal, 0)


@rule
def table(s: State):
    """Deal, or hand over the tiles that were bought, depending on the phase."""
    if s.phase == DRAW:
        hand_over(s, value_of(s.turn), 1)
        s.phase = PLAY
        s.acting = bit(s.turn)
    elif s.phase == SALE:
        hand_over(s, value_of(s.bidder), UNSOLD)
        begin_turn(s, value_of(s.turn))
    else:
        deal(s)


@rule
def hand_over(s: State, seat, tiles):
    """Give a seat the next `tiles` tiles of the boneyard."""
    for place in range(s.drawn, s.drawn + tiles):
        put_in(s.tiles[seat], value_of(s.deck[place]))
    s.holds[seat] += tiles
    s.drawn += tiles


@rule
def deal(s: State):
    """1.2, 1.3: collect the stake from each player and deal the hands; the leader plays first."""
    open_books(s)
    s.drawn = 0
    for seat in range(seats_of(s)):
        pay(s, seat, value_of(s.stake))
        hand_over(s, seat, value_of(s.hand))
        for number in range(NUMBERS):
            s.free[seat, number] = 0
    clear(s.laid)
    s.length = 0
    s.line_at = 0
    s.quiet = 0
    begin_turn(s, value_of(s.dealer))
    s.phase = LEAD


@rule
def begin_turn(s: State, seat):
    """Begin an ordinary turn of a seat."""
    s.phase = PLAY
    s.turn = seat
    s.bought = 0
    s.acting = bit(seat)


@rule
def boneyard(s: State):
    """Return the number of tiles left in the boneyard."""
    return tiles_in(value_of(s.set)) - s.drawn


@rule
def may_buy(s: State, seat, able):
    """3.2, 3.3, 3.4: return whether a seat may buy a tile. `able` says whether the seat can play a tile."""
    free = not able or s.bought > 0 or s.buy_when_able == YES
    return free and s.scores[seat] > 0 and boneyard(s) > UNSOLD


@rule
def legal_turn(s: State, seat):
    """2.2, 2.3, 3.1, 3.2, 3.3, 3.4: return the legal plays, a purchase if allowed, and a pass if no tile fits."""
    low, high = s.tiles[seat, 0], s.tiles[seat, 1]
    left_low, left_high = low & SHOWING[s.left, 0], high & SHOWING[s.left, 1]
    right_low, right_high = low & SHOWING[s.right, 0], high & SHOWING[s.right, 1]
    able = (left_low | left_high | right_low | right_high) != NONE
    rest = shifted(right_high, RIGHT + 64 - 128) | lowered(right_low, 128 - RIGHT)
    if not able:
        rest |= bit(PASS - 128)
    if may_buy(s, seat, able):
        rest |= bit(BUY - 128)
    return Choices(left_low, left_high | shifted(right_low, RIGHT - 64), rest, NONE, 0, 0)


@rule
def legal_bids(s: State, seat):
    """4.2, 4.3: return the legal calls: a pass, or a bid from the lowest legal bid up to the seat's chips."""
    low = BIDS + least_bid(s, 0)
    return Choices(NONE, NONE, bit(PASS - 128), NONE, low, max(low, BIDS + s.scores[seat] + 1))


@rule
def legal(s: State, seat):
    """Return the legal actions of a seat that is to act."""
    if s.phase == PLAY:
        return legal_turn(s, seat)
    if s.phase == BID:
        return legal_bids(s, seat)
    return Choices(s.tiles[seat, 0], s.tiles[seat, 1], NONE, NONE, 0, 0)  # 2.1: the leader plays any tile


@rule
def add_left(s: State, tile):
    """2.3: add a tile at the left; its other number becomes the left end."""
    s.line_at = s.line_at - 1 if s.line_at > 0 else TILES - 1
    s.line[s.line_at] = tile
    s.left = PIPS[tile] - s.left


@rule
def add_right(s: State, tile):
    """2.3: add a tile at the right; its other number becomes the right end."""
    place = np.int64(s.line_at) + s.length
    s.line[place if place < TILES else place - TILES] = tile
    s.right = PIPS[tile] - s.right


@rule
def add_lead(s: State, tile):
    """2.1: play the first tile, with its higher number to the left."""
    s.line[s.line_at] = tile
    s.left = HIGH[tile]
    s.right = LOW[tile]


@rule
def lay(s: State, seat, action):
    """2.1, 2.3, 5.1, 5.2: add a tile to the line. The round ends if the hand is empty or both ends are locked."""
    tile = action if action < RIGHT else action - RIGHT
    if s.phase == LEAD:
        add_lead(s, tile)
    elif action < RIGHT:
        add_left(s, tile)
    else:
        add_right(s, tile)
    s.length += 1
    put_in(s.laid, tile)
    take_out(s.tiles[seat], tile)
    slot_played(s, seat, tile)
    s.quiet = 0
    locked = s.left == s.right and all_shown(s.laid, s.left, s.set)
    end_turn(s, seat, s.holds[seat] == 0 or locked)


@rule
def decline(s: State, seat):
    """3.1, 5.3: pass, since no tile in the hand fits. The round ends if all seats pass in a row without buying."""
    note_absent(s, seat)
    s.quiet = 0 if s.bought > 0 else s.quiet + 1
    end_turn(s, seat, s.quiet == s.seats)


@rule
def buy(s: State, seat):
    """3.2, 3.3: pay a chip into the pool for a tile.

    The first purchase in a turn can reveal that no tile in the hand fits.
    """
    if s.bought == 0 and s.buy_when_able == NO:
        note_absent(s, seat)
    pay(s, seat, 1)
    s.bought += 1
    s.phase = DRAW
    s.acting = NONE


@rule
def end_turn(s: State, seat, over):
    """4.1: end the turn.

    If the purchases of the turn left only two tiles in the boneyard, the auction starts with the next player.
    """
    after = next_seat(seat, s.seats)
    if over:
        settle(s)
        go_on(s)
    elif s.bought > 0 and boneyard(s) == UNSOLD and s.last_two == AUCTIONED:
        open_auction(s, after)
        s.turn = after
        s.phase = BID
    else:
        begin_turn(s, after)


@rule
def bid(s: State, seat, action):
    """4.2, 4.3, 4.4, 4.5: bid or pass.

    After two laps, the highest bidder buys the tiles; without a bid, the tiles stay out of play.
    """
    speak(s, seat, NO_BID if action == PASS else action - BIDS)
    if not laps_done(s, 2):
        s.acting = bit(next_seat(seat, s.seats))
    elif s.bid == NO_BID:
        begin_turn(s, value_of(s.turn))
    else:
        pay(s, value_of(s.bidder), value_of(s.bid))
        s.phase = SALE
        s.acting = NONE


@rule
def act(s: State, seat, action):
    """Carry out a legal action."""
    if s.phase == BID:
        bid(s, seat, action)
    elif action < PASS:
        lay(s, seat, action)
    elif action == PASS:
        decline(s, seat)
    else:
        buy(s, seat)


RULES: Rules = {"chance": chance, "table": table, "legal": legal, "act": act, "imagine": imagine}
