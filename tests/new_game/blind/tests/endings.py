"""Detectors and recorded matches for each way in which a deal or a match of Auction Blind can end."""

from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, has_tied_winners, is_unfinished

SHOWS: dict[str, Detector] = {
    "nobody bids": lambda story: any(not end.bid for end in story.ends),
    "tied winners": has_tied_winners,
    "unfinished": is_unfinished,
}
CASES = [
    Case("nobody bids", deals(1), likes={"bid": 0}),
    Case("tied winners", deals(2), likes={"bid": 0}),
    Case("unfinished", deals(2), stop=True, likes={"pass": 0}),
]
