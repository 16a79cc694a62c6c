"""Function that says, from the events of a deal, when the fields of Mini Flop Poker have a value."""

from __future__ import annotations

from tests.envs.stories import Set, Story

PAST = {"shown"}
"""Fields that describe the previous deal, in addition to those that begin with ``last_``."""


def values(story: Story, seat: int) -> dict[str, Set]:
    bids = bool(story.said("bid"))
    return {"bid": bids, "bidder": bids, "said": story.by_seat(story.said("bid", "pass"))}
