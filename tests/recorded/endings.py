"""Ways to end a deal or a match, shared by several games.

A game's own ways are in `endings.py` of its tests. There, `SHOWS` maps the short name of each way to a function, which
returns whether a `Story` (a replayed record) ends in that way. A record has the name of its way under ``shows``.
`CASES` specifies how to make the record for each way (`cases.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.recorded.story import Story

Detector = Callable[[Story], bool]


def is_unfinished(story: Story) -> bool:
    """Return whether the match is unfinished, a deal is settled, and a seat has acted in the next deal."""
    return (
        not story.over
        and story.ends != []
        and any(step.actor != "table" for step in story.of_deal(len(story.ends) + 1))
    )


def has_tied_winners(story: Story) -> bool:
    return len(story.twin.winners) > 1


def with_option(detector: Detector, **options: Any) -> Detector:
    """Return a detector that also requires the given values of options."""
    return lambda story: options.items() <= story.options.items() and detector(story)


def cannot_pay(story: Story, stake: str) -> bool:
    """Return whether the match ends early because a seat cannot pay the option `stake`."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number < story.options["deals"] and min(end.standing) < story.options[stake]


def ends_by_deals(story: Story, stake: str) -> bool:
    """Return whether the match ends after its last deal, although all seats could pay the option `stake` again."""
    end = story.ends[-1] if story.over else None
    return end is not None and end.deal_number == story.options["deals"] and min(end.standing) >= story.options[stake]
