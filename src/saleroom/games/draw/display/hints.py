"""Reasons for actions in Auction Draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from saleroom.games.draw.display.scene import pips_of
from saleroom.games.draw.rules.record import BID, LEAD
from saleroom.games.draw.rules.rules import RIGHT
from saleroom.kernel import choices, loops
from saleroom.kernel.bits import members
from saleroom.kernel.tiles import HIGH, LOW, NAMES, PIPS, as_bits, tiles_in
from saleroom.toolkit.display.events import decode_action
from saleroom.toolkit.display.reasons import Reason, one, reason

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State


def fits(tile: int, *numbers: int) -> bool:
    """Return whether `tile` shows at least one of `numbers`."""
    return HIGH[tile] in numbers or LOW[tile] in numbers


def unseen(view: State, seat: int) -> list[int]:
    """Return the tiles that are neither in the line nor in the seat's hand."""
    seen = as_bits(view.laid) | as_bits(view.tiles[seat])
    return [tile for tile in range(tiles_in(int(view.set))) if not seen >> tile & 1]


def ends_after(view: State, tile: int, right: bool) -> tuple[int, int]:
    """Return the numbers at the left and the right end of the line after `tile` is played at one end.

    `right` says whether that is the right end.
    """
    if view.phase == LEAD:
        return int(HIGH[tile]), int(LOW[tile])
    if right:
        return int(view.left), int(PIPS[tile] - view.right)
    return int(PIPS[tile] - view.left), int(view.right)


def stuck(view: State, seat: int, *numbers: int) -> list[int]:
    """Return the other seats that are known to hold no tile with any of `numbers`."""
    others = (other for other in range(view.seats) if other != seat and view.holds[other])
    return [other for other in others if all(view.free[other, number] == view.holds[other] for number in numbers)]


def reasons(view: State, seat: int, words: str) -> Iterator[Reason]:
    """Yield the reasons for the action that `words` describes."""
    hand = members(as_bits(view.tiles[seat]))
    verb, rest = decode_action(words)
    if view.phase == BID:
        yield from _auction(view, seat, verb, hand)
    elif verb == "play":
        yield from _play(view, seat, NAMES.index(rest[0]), rest[1:] == ("R",), hand)
    else:
        yield from _odds(view, seat, hand)
        yield reason("price", count=int(view.carry))


def _play(view: State, seat: int, tile: int, right: bool, hand: list[int]) -> Iterator[Reason]:
    left_end, right_end = ends_after(view, tile, right)
    rest = [other for other in hand if other != tile]
    if not rest:
        yield reason("goes_out", count=int(view.carry))
        return
    if left_end == right_end and all(
        tile == other or as_bits(view.laid) >> other & 1 for other in _showing(view, left_end)
    ):
        yield reason("locks", number=left_end, count=pips_of(rest))
        return
    if HIGH[tile] == LOW[tile]:
        yield reason("double", tile=NAMES[tile], number=int(HIGH[tile]))
    legal = choices.ids(loops.legal(one(view), 0, seat))
    playable = {action % RIGHT for action in legal if action < 2 * RIGHT}
    if len(playable) > 1 and PIPS[tile] == max(PIPS[other] for other in playable):
        yield reason("heaviest", tile=NAMES[tile], count=int(PIPS[tile]))
    for other in stuck(view, seat, left_end, right_end)[:1]:
        yield reason("sticks", seat=other, left_number=left_end, right_number=right_end)
    fitting = sum(fits(other, left_end, right_end) for other in rest)
    yield reason("leaves" if fitting else "leaves_none", count=fitting, left_number=left_end, right_number=right_end)


def _showing(view: State, number: int) -> list[int]:
    """Return all tiles of the match's set that show `number`."""
    return [tile for tile in range(tiles_in(int(view.set))) if fits(tile, number)]


def _odds(view: State, seat: int, hand: list[int]) -> Iterator[Reason]:
    """Yield reasons that say how many tiles in the hand, and how many unseen tiles, fit an end of the line."""
    ends = int(view.left), int(view.right)
    fitting = sum(fits(tile, *ends) for tile in hand)
    if fitting:
        yield reason("can_play", count=fitting)
    out = unseen(view, seat)
    yield reason("odds", fitting=sum(fits(tile, *ends) for tile in out), count=len(out))


def _auction(view: State, seat: int, verb: str, hand: list[int]) -> Iterator[Reason]:
    if verb == "pass" and view.bid >= 0 and view.bidder == seat:
        yield reason("own_bid", count=int(view.bid))
        return
    yield from _odds(view, seat, hand)
    if verb == "pass":
        yield reason("pips", count=pips_of(hand))
    else:
        yield reason("pool", count=int(view.carry))
