"""Heuristics of the games (`player/heuristics.py`), selected by the type of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom import games
from saleroom.kernel.verbs import by_record
from saleroom.toolkit.package import Chance, Count, Heuristics

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

_modules: dict[str, Heuristics] = {}


def load(game: str) -> None:
    """Load the heuristics of the game with the given full name, so that `choose` uses them."""
    _modules[game.replace("-", "_")] = games.package(game).heuristics()


@by_record(lambda record, name: getattr(_modules[record], name))
def choose(s: MatchState, seat: int, rng: Chance) -> Count:
    """Return the action of the bot `house` in `seat`, from its view `s`."""
    raise NotImplementedError
