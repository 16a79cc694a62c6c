"""Generic parts of the package of a game that has only rules, imported at their first use.

`scene` is not among them, since it depends on the game.
"""

from __future__ import annotations

from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, Terminal


def heuristics() -> Heuristics:
    """Return the heuristics of the player `house`, which choose at random."""
    from saleroom.toolkit.player import random_choice

    return random_choice


def game_model() -> GameModel:
    """Return the search's knowledge of the game: only the rules."""
    from saleroom.toolkit.player import generic_model

    return generic_model


def features() -> None:
    """Return no features: no net plays the game."""


def hints() -> Hints:
    """Return hints without reasons of the game's own."""
    from saleroom.toolkit.display import generic_hints

    return generic_hints


def lesson() -> Lesson | None:
    """Return no first lesson."""
    return None


def terminal() -> Terminal:
    """Return the table in a terminal: the public fields of the record."""
    from saleroom.toolkit.text import generic

    return generic
