"""Detectors of each way to end a deal or a match of Mini Pitch, and specifications of matches to record."""

from __future__ import annotations

from tests.games.small import winners
from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, is_unfinished
from tests.recorded.story import Story


def set_back(story: Story) -> bool:
    """Return whether some pitcher made fewer points than the bid."""
    return any(end.bid > [end.high(), end.cards()].count(end.bidder) for end in story.ends)


def makes(bid: int) -> Detector:
    """Return a detector of deals in which the pitcher bids `bid` and makes that number of points. With 0, it detects
    deals in which no seat bids.
    """
    return lambda story: any(end.bid == bid <= [end.high(), end.cards()].count(end.bidder) for end in story.ends)


def cards_tied(story: Story) -> bool:
    """Return whether the point for Cards is not scored because seats tie."""
    return any(end.cards() is None for end in story.ends)


SHOWS: dict[str, Detector] = {
    "set back": set_back,
    "nobody bids": makes(0),
    "one made": makes(1),
    "two made": makes(2),
    "cards tied": cards_tied,
    "one winner": winners(1),
    "a tie": winners(2),
    "two seats": lambda story: story.over and story.seats == 2,
    "three seats": lambda story: story.over and story.seats == 3,
    "unfinished": is_unfinished,
    "a fair deal": lambda story: story.over and "fair" in story.record,
}


CASES = [
    Case("set back", deals(1), seats=2),
    Case("nobody bids", deals(1), seats=2, likes={"bid": 0}),
    Case("one made", deals(1), seats=2),
    Case("two made", deals(1, ranks=5, dealt=3), seats=2),
    Case("cards tied", deals(1, ranks=6), seats=3),
    Case("one winner", deals(3), seats=2),
    Case("a tie", deals(1), seats=2),
    Case("two seats", deals(2), seats=2),
    Case("three seats", deals(2), seats=3),
    Case("unfinished", deals(3), seats=2, stop=True),
    Case("a fair deal", deals(2), seats=2, fair=True),
]
