"""Function that says, from the events of a deal, when the fields of Mini Hearts have a value."""

from __future__ import annotations

from tests.envs.stories import Set, Story, tricks


def values(story: Story, seat: int) -> dict[str, Set]:
    bids, turns = story.said("bid"), story.said("bid", "pass")
    auction: dict[str, Set] = {"bid": bool(bids), "said": story.by_seat(turns)}
    all_passed = not bids and len(turns) == story.seats
    named = bool(story.said("name")) or all_passed
    return {**auction, "bidder": bool(bids) or all_passed, "pain": named, **tricks(story)}
