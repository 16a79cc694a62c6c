"""Checks that the reasons for a move in Auction Draw are true."""

from __future__ import annotations

from saleroom.kernel.tiles import NAMES, as_bits


def halves(tile):
    """Return the two numbers in a tile's name."""
    return tuple(map(int, tile.split("-")))


def hand(match, seat):
    """Return the names of the tiles that a seat really holds."""
    held = as_bits(match.state.tiles[seat])
    return [name for tile, name in enumerate(NAMES) if held >> tile & 1]


def ends(match):
    """Return the numbers at the two ends of the line of tiles."""
    return int(match.state.left), int(match.state.right)


def showing(tiles, numbers):
    """Return how many of `tiles` show at least one of `numbers`."""
    return sum(any(half in numbers for half in halves(tile)) for tile in tiles)


def after(match, seat, words):
    """Return a copy of `match` in which `seat` has taken the action `words`."""
    twin = match.copy()
    twin.act(seat, words)
    return twin


def leaves(match, seat, words, count, left_number, right_number):
    """Check that the play leaves the two given numbers at the ends of the line, and that `count` of the player's other
    tiles fit an end.
    """
    twin = after(match, seat, words)
    rest = [tile for tile in hand(match, seat) if tile != words.split(" ")[1]]
    numbers = (left_number, right_number)
    return sorted(numbers) == sorted(ends(twin)) and showing(rest, numbers) == count


def sticks(match, player, words, seat, left_number, right_number):
    """Check that, after the play by `player`, no tile of `seat` has a number that is at an end of the line."""
    numbers = (left_number, right_number)
    stuck = seat != player and not showing(hand(match, seat), numbers)
    return stuck and sorted(ends(after(match, player, words))) == sorted(numbers)


def goes_out(match, seat, words, count):
    """Check that the play ends the round, and that `seat` wins the pool of `count` chips."""
    twin = after(match, seat, words)
    return len(twin.deals) + twin.over > len(match.deals) and match.state.carry == count == twin.state.won[seat]


def locks(match, seat, words, number, count):
    """Check that the play ends the round, and that the player's other tiles have `count` pips."""
    twin = after(match, seat, words)
    rest = [tile for tile in hand(match, seat) if tile != words.split(" ")[1]]
    return len(twin.deals) + twin.over > len(match.deals) and sum(sum(halves(tile)) for tile in rest) == count


def odds(match, seat, words, fitting, count):
    """Check that `seat` has not seen `count` of the tiles, and that `fitting` of these fit an end of the line."""
    size = int(match.options["set"])
    laid = as_bits(match.state.laid)
    everything = [name for name in NAMES if max(halves(name)) <= size]
    out = [name for name in everything if not laid >> NAMES.index(name) & 1 and name not in hand(match, seat)]
    return len(out) == count and showing(out, ends(match)) == fitting


def heaviest(match, seat, words, tile, count):
    """Check that `tile` has `count` pips, and that no playable tile has more pips."""
    playable = [action.split(" ")[1] for action in match.legal(seat) if action.startswith("play")]
    return max(sum(halves(other)) for other in playable) == count == sum(halves(tile))


CLAIMS = {
    "only_move": lambda m, s, w: m.legal(s) == [w],
    "goes_out": goes_out,
    "locks": locks,
    "double": lambda m, s, w, tile, number: halves(tile) == (number, number) and w.split(" ")[1] == tile,
    "heaviest": heaviest,
    "sticks": sticks,
    "leaves": lambda m, s, w, count, **ends: count > 0 and leaves(m, s, w, count, **ends),
    "leaves_none": leaves,
    "can_play": lambda m, s, w, count: showing(hand(m, s), ends(m)) == count > 0,
    "odds": odds,
    "price": lambda m, s, w, count: m.state.carry == count,
    "own_bid": lambda m, s, w, count: m.state.bid == count and m.state.bidder == s,
    "pips": lambda m, s, w, count: sum(sum(halves(tile)) for tile in hand(m, s)) == count,
    "pool": lambda m, s, w, count: m.state.carry == count,
}
