"""The verbs of a game, generic over its record: declared here once, implemented by each game's rules."""

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
    """Rule of a game for each verb; `s` is the game's own `State`."""

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
    """Replace a declaration by a dispatcher on its first argument, a record.

    `find` takes the name of the record's first field and that of the declaration, and returns the game's own rule.
    """

    def replaced(declaration: F) -> F:
        name: str = getattr(declaration, "__name__")  # noqa: B009 - a callable need not have one
        return cast(F, ByRecord(lambda record: find(record, name), declaration.__doc__ or ""))

    return replaced


_verb = by_record(lambda record, name: _rules[record][name])


@_verb
def chance(s: MatchState) -> None:
    """Arrange, by the seed, the pieces that the table is about to turn over."""


@_verb
def table(s: MatchState) -> None:
    """Do what the table does when no seat may act: deal, turn a trump or a flop, hand over a tile."""


@_verb
def legal(s: MatchState, seat: int) -> Choices:
    """Return the `Choices` of a seat that may act, none for another seat."""
    raise NotImplementedError


@_verb
def act(s: MatchState, seat: int, action: int) -> None:
    """Carry out a legal action; settle the deal when that ends it."""


@_verb
def imagine(s: MatchState, seat: int, rng: NDArray[np.uint64]) -> None:
    """Fill in everything that the view of `seat` hides with a random world that fits all it shows."""
