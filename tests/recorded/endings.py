"""What the ways in which a deal or a match can end have in common, from game to game.

A game's own ways are in `endings.py` among its tests. `SHOWS` there has their short plain names; a record bears one of
them under ``shows``. The function beside the name says whether a story really is one of that kind. `CASES` says how the
record of each is made (`cases.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.recorded.story import Story

Detector = Callable[[Story], bool]


def is_unfinished(story: Story) -> bool:
    """A deal is settled, somebody has acted in the next, and the match goes on."""
    return (
        not story.over
        and story.ends != []
        and any(step.actor != "table" for step in story.of_deal(len(story.ends) + 1))
    )


def has_tied_winners(story: Story) -> bool:
    return len(story.twin.winners) > 1


def with_option(detector: Detector, **options: Any) -> Detector:
    """The same, under options that matter for it."""
    return lambda story: options.items() <= story.options.items() and detector(story)


def cannot_pay(story: Story, stake: str) -> bool:
    """The match ends early because of a stake or an ante."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number < story.options["deals"] and min(end.standing) < story.options[stake]


def ends_by_deals(story: Story, stake: str) -> bool:
    """The match ends although all could go on."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number == story.options["deals"] and min(end.standing) >= story.options[stake]
