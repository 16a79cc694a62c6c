"""Net input of the games, selected by the type of the record. See `saleroom.toolkit.package.NetFeatures`."""

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
    """Load the features of the game with the given full name, so that the functions below use them.

    Return the features, or None if the game has none.
    """
    module = games.package(game).features()
    if module is not None:
        _modules[game.replace("-", "_")] = module
    return module


@rule
def _no_features(s: MatchState, seat, ids, notes):
    """Return 0: a game without a net has no features, but code that calls nets is compiled for every game."""
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
    """Write the features that are active in the view `s` of `seat` into `ids`; return their number."""
    raise NotImplementedError


@_question
def parts(s: MatchState, seat: int, action: int, ids: Numbers, notes: Numbers) -> Count:
    """Write the parts of an action into `ids`; return their number."""
    raise NotImplementedError


@_question
def options(s: MatchState, seat: int, ids: Numbers) -> Count:
    """Write the actions that a net considers into `ids`; return their number."""
    raise NotImplementedError
