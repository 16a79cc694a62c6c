"""The parts of the package of a game that has nothing but rules: the generic ones, imported when first asked for.

`scene` is not among them: it is made of the game.
"""

from __future__ import annotations

from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, Terminal


def heuristics() -> Heuristics:
    """The rules of thumb of the player `house`: none, it chooses at random."""
    from saleroom.toolkit.player import random_choice

    return random_choice


def game_model() -> GameModel:
    """What the search knows of the game: nothing but the rules."""
    from saleroom.toolkit.player import generic_model

    return generic_model


def features() -> None:
    """No net plays the game."""


def hints() -> Hints:
    """Reasons for actions: none of its own."""
    from saleroom.toolkit.display import generic_hints

    return generic_hints


def lesson() -> Lesson | None:
    """The first lesson: none."""
    return None


def terminal() -> Terminal:
    """The table in a terminal: the public fields of the record."""
    from saleroom.toolkit.text import generic

    return generic
