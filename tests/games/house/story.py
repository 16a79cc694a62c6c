"""Function that says, from the events of a deal, when the fields of Auction House have a value."""

from __future__ import annotations

from tests.envs.stories import Set, Story, tricks

ALWAYS = {"turned"}
"""Fields that also have a value between deals."""


def values(story: Story, seat: int) -> dict[str, Set]:
    options, offers, laid, kitty = story.terms.options, story.said("offer"), story.said("lay"), story.said("kitty")
    opened = len(laid) == story.seats - 1
    last = story.settled + 1 == options["rounds"]
    turned = not last and (options["reveal"] == "before-auction" or len(kitty) == story.seats)
    return {
        "starter": bool(offers),
        "called": bool(offers),
        "partner": bool(story.said("trade")),
        "shown": story.by_seat(offers + (laid if opened else [])),
        "laid": not opened and story.by_seat(laid)[seat],
        "kitty": story.by_seat(kitty)[seat],
        "trump_card": turned,
        "trump": turned or last,
        **tricks(story),
    }
