"""Verbs: rules declared here for all games and implemented by each game for its own record."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, cast

from saleroom.kernel.codecache import declare_game
from saleroom.kernel.compile import ByRecord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from saleroom.kernel.choices import Choices
    from saleroom.kernel.states import MatchState

F = TypeVar("F", bound=Callable[..., Any])


class Rules(TypedDict):
    """A game's rule for each verb; the first argument is the game's own `State`."""

    chance: Callable[[Any], None]
    table: Callable[[Any], None]
    legal: Callable[[Any, int], Choices]
    act: Callable[[Any, int, int], None]
    imagine: Callable[[Any, int, NDArray[np.uint64]], None]


VERBS = tuple(Rules.__annotations__)
_rules: dict[str, dict[str, Any]] = {}


def register(record: str, **rules: Any) -> None:
    """Register the verbs' rules for the record whose first field is named `record`."""
    if set(rules) != set(VERBS):
        raise ValueError(f"{record}: a game answers {', '.join(VERBS)}")
    _rules[record] = rules
    declare_game(record, rules["act"])


def by_record(find: Callable[[str, str], Any]) -> Callable[[F], F]:
    """Return a decorator that replaces a declaration by a dispatcher, which selects the rule by the first argument, a
    record.

    `find` takes the name of the record's first field and the name of the declaration; it returns the game's rule.
    """

    def replaced(declaration: F) -> F:
        name: str = getattr(declaration, "__name__")  # noqa: B009 - not every callable has a name
        return cast(F, ByRecord(lambda record: find(record, name), declaration.__doc__ or ""))

    return replaced


_verb = by_record(lambda record, name: _rules[record][name])


@_verb
def chance(s: MatchState) -> None:
    """From the state's seed, choose the pieces that the table turns over next."""


@_verb
def table(s: MatchState) -> None:
    """Do what the table does when no seat may act, such as deal, turn a trump or a flop, or hand over a tile."""


@_verb
def legal(s: MatchState, seat: int) -> Choices:
    """Return the `Choices` of a seat that may act; do not call it for another seat (see `loops.legal_now`)."""
    raise NotImplementedError


@_verb
def act(s: MatchState, seat: int, action: int) -> None:
    """Carry out a legal action; settle the deal if the action ends it."""


@_verb
def imagine(s: MatchState, seat: int, rng: NDArray[np.uint64]) -> None:
    """Fill in at random everything that the view of `seat` hides; the result must be consistent with the view."""
