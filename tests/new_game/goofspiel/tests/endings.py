"""Detectors and recorded matches for each way in which a deal or a match of Goofspiel can end."""

from tests.recorded.cases import Case, deals
from tests.recorded.endings import Detector, has_tied_winners, is_unfinished

SHOWS: dict[str, Detector] = {
    "prizes kept, then won": lambda story: any(end.kept_once and not end.on_sale for end in story.ends),
    "prizes lost": lambda story: any(end.on_sale for end in story.ends),
    "tied winners": has_tied_winners,
    "unfinished": is_unfinished,
    "unfinished, some bids laid": lambda story: 0 < len(story.twin.laid) < story.seats,
}
CASES = [
    Case("prizes kept, then won", deals(1)),
    Case("prizes lost", deals(1)),
    Case("tied winners", deals(1, cards=3)),
    Case("unfinished", deals(2), stop=True),
    Case("unfinished, some bids laid", deals(1), stop=True),
]
