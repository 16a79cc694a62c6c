"""Detectors of each way to end a deal or a match of Mini Hearts, and specifications of matches to record."""

from __future__ import annotations

from tests.games.small import winners
from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, is_unfinished


def bid_is(bid: int) -> Detector:
    """Return a detector of deals with `bid` as the highest bid. With 0, it detects deals in which no seat bids."""
    return lambda story: any(end.bid == bid for end in story.ends)


def pain_taken(most: bool) -> Detector:
    """Return a detector of deals with a bid in which the bidder takes pain cards or, if `most` is false, takes none."""
    return lambda story: any(
        end.bid and any(card[1] == end.pain for card in end.won[end.bidder]) == most for end in story.ends
    )


SHOWS: dict[str, Detector] = {
    "nobody bids": bid_is(0),
    "one bid": bid_is(1),
    "two bid": bid_is(2),
    "the bidder takes pain": pain_taken(True),
    "others take all pain": pain_taken(False),
    "one winner": winners(1),
    "a tie": winners(2),
    "two seats": lambda story: story.over and story.seats == 2,
    "three seats": lambda story: story.over and story.seats == 3,
    "unfinished": is_unfinished,
    "a fair deal": lambda story: story.over and "fair" in story.record,
}


CASES = [
    Case("nobody bids", deals(1), seats=2, likes={"bid": 0}),
    Case("one bid", deals(1), seats=2),
    Case("two bid", deals(1, ranks=5, dealt=3), seats=2),
    Case("the bidder takes pain", deals(1), seats=2),
    Case("others take all pain", deals(1, ranks=6), seats=3),
    Case("one winner", deals(3), seats=2),
    Case("a tie", deals(1), seats=2),
    Case("two seats", deals(2), seats=2),
    Case("three seats", deals(2), seats=3),
    Case("unfinished", deals(3), seats=2, stop=True),
    Case("a fair deal", deals(2), seats=2, fair=True),
]
