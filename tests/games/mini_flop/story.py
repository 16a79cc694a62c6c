"""When the fields of Mini Flop Poker have a value, told from the events of a deal alone."""

from __future__ import annotations

from tests.envs.stories import Set, Story

PAST = {"shown"}
"""What tells of the deal before, beside all that begins with ``last_``."""


def values(story: Story, seat: int) -> dict[str, Set]:
    bids = bool(story.said("bid"))
    return {"bid": bids, "bidder": bids, "said": story.by_seat(story.said("bid", "pass"))}
