"""Versions of a game's environments.

Two numbers version a game. `Game.rules_version` counts changes of its rules; records and tables name it. The version of
its environments counts changes of what learners receive; it is part of their names, such as ``auction-pitch-v1``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EnvironmentVersion:
    """Version of a game's environments: the same seeds and actions give the same rows, masks, rewards and words."""

    changed: str
    """Difference from the version before it."""
    rules_version: int = 1
    """Rules version that it plays: each later option has its value `before`."""
    open_until: str = ""
    """Release that fixes the version, such as ``0.2.0``; until then it takes up every change. Empty: fixed."""
    holds_dead: bool = False
    """Whether its rows hold fields that never change under the options, as they did before version 2."""
    is_gone: bool = False
    """Whether it can no longer be created."""


BEFORE_DEAD_FIELDS = (
    EnvironmentVersion("the first", holds_dead=True, is_gone=True),
    EnvironmentVersion(
        "fields without a value are left out of texts and JSON, and rows hold what the table above says for them; the "
        "range of a part includes it",
        holds_dead=True,
    ),
)
"""Versions 0 and 1 of the first five games."""
WITHOUT_DEAD_FIELDS = "rows leave out what never changes under the options: the options themselves, the number of seats"
"""Change that version 2 made in the first five games."""
