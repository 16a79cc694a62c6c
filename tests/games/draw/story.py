"""Function that says, from the events of a deal, when the fields of Auction Draw have a value."""

from __future__ import annotations

from saleroom.kernel.tiles import tiles_in
from tests.envs.stories import Set, Story

PAST = {"shown", "won"}
"""Fields that describe the previous deal, in addition to those that begin with ``last_``."""


def values(story: Story, seat: int) -> dict[str, Set]:
    options = story.terms.options
    left = tiles_in(int(options["set"])) - int(options["hand"]) * story.seats
    bought, auction, over = False, None, False
    for who, words in story.events:
        verb = words.split(" ")[0]
        if auction is not None:
            auction.append((who, words))
            over = len(auction) == 2 * story.seats
        elif verb == "buy":
            left, bought = left - 1, True
        if verb != "buy":
            ends = auction is None
            if over:
                left, auction, over = -1, None, False  # sold or not, there is no second auction
            elif ends and bought and left == 2 and options["last_two"] == "auction":
                auction = []
            bought = False
    line, bids = bool(story.said("play")), [words for _, words in auction or [] if words != "pass"]
    return {
        "line_at": line,
        "left": line,
        "right": line,
        "bid": bool(bids),
        "bidder": bool(bids),
        "said": story.by_seat(auction) if auction is not None else False,
        "spoken": auction is not None,
        "silent": auction is not None,
    }
