"""Conditions on a deal's events under which the fields of Auction Blind have a value."""

from tests.envs.stories import Set, Story


def values(story: Story, seat: int) -> dict[str, Set]:
    bids = story.said("bid")
    return {"bid": bool(bids), "bidder": bool(bids), "said": story.by_seat(story.said("bid", "pass"))}
