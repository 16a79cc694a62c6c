"""What nets are told of a game, found by the type of its record. See `saleroom.toolkit.package.NetFeatures`."""

from __future__ import annotations

from saleroom import games
from saleroom.kernel.compile import ByRecord, rule
from saleroom.toolkit.package import NetFeatures, Rule

_modules: dict[str, NetFeatures] = {}


def load(game: str) -> NetFeatures | None:
    """Make the features of a game (by its full name) known to the rules below; None where no net plays the game."""
    found = games.package(game).features()
    if found is not None:
        _modules[game.replace("-", "_")] = found
    return found


@rule
def _no_features(s, seat, ids, notes):
    """The features of a game that no net plays; compiled code with nets in it holds for that one, too."""
    return 0


@rule
def _no_parts(s, seat, action, ids, notes):
    return 0


@rule
def _no_options(s, seat, ids):
    return 0


def _question(name: str, doc: str, default: Rule) -> Rule:
    return ByRecord(lambda record: getattr(_modules.get(record), name, default), doc)


features = _question(
    "features", "Write the features active in the view `s` of `seat` into `ids`; how many.", _no_features
)
parts = _question("parts", "Write the parts of an action into `ids`; how many there are.", _no_parts)
options = _question(
    "options", "Write the actions among which a net chooses into `ids`; how many there are.", _no_options
)
