"""Function that says, from the events of a deal, when the fields of Auction Hearts have a value."""

from __future__ import annotations

from tests.envs.stories import Set, Story, tricks

ALWAYS = {"stayed"}
"""Fields that also have a value between deals."""


def values(story: Story, seat: int) -> dict[str, Set]:
    bids, turns = story.said("bid"), story.said("bid", "pass")
    named = bool(story.said("name"))
    carried = not turns and (named or story.opens_with == "name")
    all_passed = len(turns) == story.seats and not bids
    held = not carried
    return {
        "bid": carried or bool(bids),
        "bidder": carried or bool(bids) or all_passed,
        "said": story.by_seat(turns) if held else False,
        "spoken": held,
        "silent": held,
        "pain": named or all_passed,
        **tricks(story),
    }
