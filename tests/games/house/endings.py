"""Detectors of each way to end a deal or a match of Auction House, and specifications of matches to record."""

from __future__ import annotations

from typing import Any

from tests.recorded.cases import Case, rounds
from tests.recorded.endings import Detector, has_tied_winners, is_unfinished, with_option
from tests.recorded.story import Story


def is_tied(end: Any) -> bool:
    """Return whether two or more seats tie for the most tricks in a round."""
    return end.tricks.count(max(end.tricks)) > 1


def kitty_won(story: Story) -> bool:
    return story.over and not is_tied(story.ends[0])


def kitty_carried(story: Story) -> bool:
    return any(is_tied(end) and after is not None and not is_tied(after) for end, after, _ in story.pairs())


def kitty_carried_twice(story: Story) -> bool:
    tied = [is_tied(end) for end in story.ends]
    return any(tied[at : at + 3] == [True, True, False] for at in range(len(tied)))


def kitty_lost(story: Story) -> bool:
    return story.over and is_tied(story.ends[-1]) and story.record["deals"][-1]["carry"] == 0


def trump_before_the_auction(story: Story) -> bool:
    return any(
        step.verb == "trump" and after.verb in ("pass", "offer")
        for step, after in zip(story.steps, story.steps[1:], strict=False)
    )


def traded(partners: range) -> Detector:
    """Return a detector of trades.

    The number of seats with which the starter can trade must be in the range `partners`.
    """
    return lambda story: any(len(step.before.partners()) in partners for step in story.did("trade"))


def sealed_phase_open(verb: str, least: int, most: int) -> Detector:
    """Return a detector of records that end in the sealed phase `verb`, with `least` to `most` seats that have not
    chosen yet.
    """
    return lambda story: story.twin.phase == verb and least <= len(story.twin.sealed_waiting()) <= most


SHOWS: dict[str, Detector] = {
    "kitty won": kitty_won,
    "kitty carried, then won": kitty_carried,
    "kitty carried twice, then won": kitty_carried_twice,
    "last round tied, kitty lost": kitty_lost,
    "tied winners": has_tied_winners,
    "no auction in the whole match": lambda story: story.over and not story.did("offer"),
    "trump turned before the auction": with_option(trump_before_the_auction, reveal="before-auction"),
    "forced trade": traded(range(1, 2)),
    "free trade": traded(range(3, 4)),
    "all twelve trump cards turned": lambda story: story.over and len(story.did("trump")) == 12,
    "unfinished": is_unfinished,
    "unfinished, some cards laid": sealed_phase_open("lay", 1, 2),
    "unfinished, some cards in the kitty": sealed_phase_open("kitty", 1, 3),
}


CASES = [
    Case("kitty won", rounds(1)),
    Case("kitty carried, then won", rounds(2)),
    Case("kitty carried twice, then won", rounds(3)),
    Case("last round tied, kitty lost", rounds(2)),
    Case("tied winners", rounds(2)),
    Case("no auction in the whole match", rounds(2), likes={"offer": 0}),
    Case("trump turned before the auction", rounds(2, reveal="before-auction")),
    Case("forced trade", rounds(1)),
    Case("free trade", rounds(1)),
    Case("all twelve trump cards turned", rounds(13)),
    Case("unfinished", rounds(3), stop=True, likes={"pass": 0}),
    Case("unfinished, some cards laid", rounds(2), stop=True),
    Case("unfinished, some cards in the kitty", rounds(1), stop=True),
]
