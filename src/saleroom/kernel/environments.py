"""Versions of a game's environments.

A game has two version numbers. `Game.rules_version` increases when its rules change, and is stored in records and
tables. The environment version increases when the data that learners receive change, and is part of environment names,
such as ``auction-pitch-v1``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EnvironmentVersion:
    """Version of a game's environments.

    Within one version, the same seeds and actions always give the same rows, masks, rewards and texts.
    """

    changed: str
    """Difference from the previous version."""
    rules_version: int = 1
    """Rules version of these environments.

    An option that was added in a later rules version has its value `Option.before`.
    """
    open_until: str = ""
    """Release that freezes this version, such as ``0.2.0``; until then, the version can still change.

    Empty if it is frozen.
    """
    holds_dead: bool = False
    """Whether rows of this version include fields that cannot change under the chosen options, as in versions 0 and 1.
    """
    public_history: bool = False
    """Whether rows of the history have no private symbol, as in versions 0 and 1, but only an actor and a symbol."""
    is_gone: bool = False
    """Whether environments of this version can no longer be created."""


BEFORE_DEAD_FIELDS = (
    EnvironmentVersion("the first", holds_dead=True, public_history=True, is_gone=True),
    EnvironmentVersion(
        "fields without a value are left out of texts and JSON, and rows hold what the table above says for them; the "
        "range of a part includes it",
        holds_dead=True,
        public_history=True,
    ),
)
"""Environment versions 0 and 1 of the first five games."""
WITHOUT_DEAD_FIELDS = (
    "rows leave out what never changes under the options: the options themselves, the number of seats; a row of the "
    "history has a third number, which shows a seat its own hidden choices and drawn pieces"
)
"""Change that version 2 made in the first five games."""
