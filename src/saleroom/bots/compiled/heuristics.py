"""The rules of thumb of a game (its `player/heuristics.py`), found by the type of its record."""

from __future__ import annotations

from saleroom import games
from saleroom.kernel.compile import ByRecord
from saleroom.toolkit.package import Heuristics, Rule

_modules: dict[str, Heuristics] = {}


def load(game: str) -> None:
    """Make the heuristics of a game (by its full name) known to `choose`."""
    _modules[game.replace("-", "_")] = games.package(game).heuristics()


choose: Rule = ByRecord(
    lambda record: _modules[record].choose,
    "`choose(s, seat, rng)`: the action that the player `house` takes in `seat`, from its view `s`.",
)
