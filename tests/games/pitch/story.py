"""Function that says, from the events of a deal, when the fields of Auction Pitch have a value."""

from __future__ import annotations

from tests.envs.stories import Set, Story, tricks


def values(story: Story, seat: int) -> dict[str, Set]:
    bids, turns = story.said("bid"), story.said("bid", "pass")
    auction: dict[str, Set] = {"bid": bool(bids), "said": story.by_seat(turns)}
    bidder = bool(bids) or len(turns) == story.seats
    return {**auction, "bidder": bidder, "trump": bool(story.said("play")), **tricks(story)}
