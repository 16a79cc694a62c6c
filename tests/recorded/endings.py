"""Common parts of the games' ways in which a deal or a match can end.

A game's own ways are in `endings.py` among its tests. `SHOWS` there has their short plain names; a record has one of
them under ``shows``. The function after the name returns whether a story really is of that kind. `CASES` says how the
record of each is made (`cases.py`).
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
    """Return the same detector, under options that matter for it."""
    return lambda story: options.items() <= story.options.items() and detector(story)


def cannot_pay(story: Story, stake: str) -> bool:
    """Return whether the match ends early because of a stake or an ante."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number < story.options["deals"] and min(end.standing) < story.options[stake]


def ends_by_deals(story: Story, stake: str) -> bool:
    """Return whether the match ends although all seats could continue."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number == story.options["deals"] and min(end.standing) >= story.options[stake]
