"""Ways to end a deal or a match that several games share.

A game's own ways are in `endings.py` of its tests. `SHOWS` in that file has a short name for each way; a record has one
of these names under ``shows``. The function next to the name returns whether a story really ends in that way. `CASES`
says how to make the record of each way (`cases.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.recorded.story import Story

Detector = Callable[[Story], bool]


def is_unfinished(story: Story) -> bool:
    """Return whether a deal is settled, a seat has acted in the next, and the match continues."""
    return (
        not story.over
        and story.ends != []
        and any(step.actor != "table" for step in story.of_deal(len(story.ends) + 1))
    )


def has_tied_winners(story: Story) -> bool:
    return len(story.twin.winners) > 1


def with_option(detector: Detector, **options: Any) -> Detector:
    """Return the same detector, limited to options that matter for it."""
    return lambda story: options.items() <= story.options.items() and detector(story)


def cannot_pay(story: Story, stake: str) -> bool:
    """Return whether the match ends early because of a stake or an ante."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number < story.options["deals"] and min(end.standing) < story.options[stake]


def ends_by_deals(story: Story, stake: str) -> bool:
    """Return whether the match ends although all seats could continue."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number == story.options["deals"] and min(end.standing) >= story.options[stake]
