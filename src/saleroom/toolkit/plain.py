"""Generic parts for a game that has only rules. Each part is imported when it is first used.

There is no generic function `scene` here, because a generic scene depends on the game.
"""

from __future__ import annotations

from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, Terminal


def heuristics() -> Heuristics:
    """Return the generic heuristics of the bot `house`, which choose at random."""
    from saleroom.toolkit.player import random_choice

    return random_choice


def game_model() -> GameModel:
    """Return the generic game model, which is based only on the rules."""
    from saleroom.toolkit.player import generic_model

    return generic_model


def features() -> None:
    """Return None: the game has no features, so no net plays it."""


def hints() -> Hints:
    """Return the generic hints, which have no reasons for the game."""
    from saleroom.toolkit.display import generic_hints

    return generic_hints


def lesson() -> Lesson | None:
    """Return None: the game has no first lesson."""
    return None


def terminal() -> Terminal:
    """Return the generic terminal display, which shows the public fields of the record."""
    from saleroom.toolkit.text import generic

    return generic
