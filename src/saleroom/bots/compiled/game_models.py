"""Game models for the search, selected by the type of the record. See `saleroom.toolkit.package.GameModel`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from saleroom import games
from saleroom.kernel.compile import rule
from saleroom.kernel.verbs import by_record
from saleroom.toolkit.package import Chance, Count, GameModel, Numbers, Share
from saleroom.toolkit.player.facts import Fact

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

_modules: dict[str, GameModel] = {}


def load(game: str) -> tuple[Fact, ...]:
    """Load the model of the game with the given full name, so that the functions below use it.

    Return the facts that the model defines.
    """
    _modules[game.replace("-", "_")] = model = games.package(game).game_model()
    return model.FACTS


def skill(game: str, price: int, seats: int, won: bool, learned: bool) -> float:
    """Return the expected score of a search that bids `price`, minus the mean score of the search's trials.

    The game's model provides this number.

    `won` says whether the search has won the auction. `learned` says whether the game's net plays in the trials.
    """
    skill_of_model = getattr(_modules[game.replace("-", "_")], "skill", None)
    return skill_of_model(price, seats, won, learned) if skill_of_model else 0.0


@rule
def _leave(s: MatchState, seat, rng):
    """Do nothing: the default for a game whose model has no `lean`."""
    return False


def _of_model(record: str, name: str) -> Any:
    """Return the model's function of this name, or the default if the model has none."""
    model = _modules[record]
    return getattr(model, name) if hasattr(model, name) else _DEFAULTS[name](model)


_DEFAULTS: dict[str, Callable[[GameModel], Any]] = {
    "lean": lambda model: _leave,
    "prospects_with_net": lambda model: model.prospects,
}
_question = by_record(_of_model)


@_question
def plausible(s: MatchState, seat: int) -> Share:
    """Return the likelihood of the other seats' actions, given the hands in `s`."""
    raise NotImplementedError


@_question
def options(s: MatchState, seat: int, ids: Numbers) -> Count:
    """Write the actions that the search considers into `ids`; return their number."""
    raise NotImplementedError


@_question
def prospects(s: MatchState, shares: Numbers) -> None:
    """Write each seat's chance to win the match into `shares`; the match must not be over."""


@_question
def prospects_with_net(s: MatchState, shares: Numbers) -> None:
    """Write each seat's chance to win the match into `shares`, for trials in which the net plays.

    In most games, the chances equal those from `prospects`.
    """


@_question
def notes(s: MatchState, seat: int, facts: Numbers) -> None:
    """Write the facts about a settled deal for `seat` into `facts`."""


@_question
def reshuffle_stock(s: MatchState, rng: Chance) -> None:
    """Shuffle the pieces of the stock that no seat has seen yet."""


@_question
def lean(s: MatchState, seat: int, rng: Chance) -> bool:
    """Change the imagined deal `s` so that the other seats' actions become more likely.

    Return whether `s` was changed.
    """
    raise NotImplementedError
