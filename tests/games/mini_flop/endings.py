"""Detectors of each way to end a deal or a match of Mini Flop Poker, and specifications of matches to record."""

from __future__ import annotations

from tests.games.small import winners
from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, cannot_pay, is_unfinished


def bid_is(bid: int) -> Detector:
    """Return a detector of deals with `bid` as the highest bid. With 0, it detects deals in which no seat bids."""
    return lambda story: any(len(end.bids) == bid for end in story.ends)


def buyer_wins(wins: bool) -> Detector:
    """Return a detector of deals with a bid in which only the buyer of the flop has the best hand. If `wins` is false,
    it detects all other deals with a bid.
    """
    return lambda story: any(end.bids and (end.best == [end.bids[-1][0]]) == wins for end in story.ends)


def pot_is_shared(odd: bool) -> Detector:
    """Return a detector of ties for a pot that leaves an odd chip. If `odd` is false, the pot must divide evenly."""
    return lambda story: any(
        len(end.best) > 1 and (end.seats + len(end.bids)) % len(end.best) == odd for end in story.ends
    )


SHOWS: dict[str, Detector] = {
    "nobody bids": bid_is(0),
    "one bid": bid_is(1),
    "two bid": bid_is(2),
    "three bid": bid_is(3),
    "the buyer wins": buyer_wins(True),
    "the buyer loses": buyer_wins(False),
    "a pot shared": pot_is_shared(False),
    "a pot shared with an odd chip": pot_is_shared(True),
    "an ante that cannot be paid": lambda story: cannot_pay(story, "ante"),
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
    Case("three bid", deals(1, highest=3), seats=2),
    Case("the buyer wins", deals(1), seats=2),
    Case("the buyer loses", deals(1, ranks=6), seats=3),
    Case("a pot shared", deals(1, dealt=1), seats=2),
    Case("a pot shared with an odd chip", deals(1, dealt=1), seats=3),
    Case("an ante that cannot be paid", deals(100, ante=5, chips=10), seats=3),
    Case("one winner", deals(3), seats=2),
    Case("a tie", deals(1, dealt=1), seats=2),
    Case("two seats", deals(2), seats=2),
    Case("three seats", deals(2), seats=3),
    Case("unfinished", deals(3), seats=2, stop=True),
    Case("a fair deal", deals(2), seats=2, fair=True),
]
