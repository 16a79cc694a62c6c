"""What nets are told of a game, found by the type of its record. See `saleroom.toolkit.package.NetFeatures`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom import games
from saleroom.kernel.compile import rule
from saleroom.kernel.verbs import by_record
from saleroom.toolkit.package import Count, NetFeatures, Numbers

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

_modules: dict[str, NetFeatures] = {}


def load(game: str) -> NetFeatures | None:
    """Make the features of a game (by its full name) known to the rules below; None where no net plays the game."""
    found = games.package(game).features()
    if found is not None:
        _modules[game.replace("-", "_")] = found
    return found


@rule
def _no_features(s: MatchState, seat, ids, notes):
    """The features of a game that no net plays; compiled code with nets in it holds for that one, too."""
    return 0


@rule
def _no_parts(s: MatchState, seat, action, ids, notes):
    return 0


@rule
def _no_options(s: MatchState, seat, ids):
    return 0


_DEFAULTS = {"features": _no_features, "parts": _no_parts, "options": _no_options}
_question = by_record(lambda record, name: getattr(_modules.get(record), name, _DEFAULTS[name]))


@_question
def features(s: MatchState, seat: int, ids: Numbers, notes: Numbers) -> Count:
    """Write the features active in the view `s` of `seat` into `ids`; return their number."""
    raise NotImplementedError


@_question
def parts(s: MatchState, seat: int, action: int, ids: Numbers, notes: Numbers) -> Count:
    """Write the parts of an action into `ids`; return their number."""
    raise NotImplementedError


@_question
def options(s: MatchState, seat: int, ids: Numbers) -> Count:
    """Write the actions among which a net chooses into `ids`; return their number."""
    raise NotImplementedError
