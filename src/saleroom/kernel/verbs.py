"""The verbs of a game, generic over its record: declared once here, answered by each game's own rules.

Rules cannot be handed to compiled code as arguments without losing its cache, so a verb finds its rule by the type of
the record, whose first field bears the game's name.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from saleroom.kernel.compile import COMPILED

VERBS = ("chance", "table", "legal", "act", "imagine")
_rules: dict[str, dict[str, Any]] = {}


def register(record: str, **rules: Any) -> None:
    """Answer the verbs for the record whose first field is named `record`."""
    if set(rules) != set(VERBS):
        raise ValueError(f"{record}: a game answers {', '.join(VERBS)}")
    _rules[record] = rules


def _rule(s: Any, verb: str) -> Any:
    """The rule for a record, or, while Numba types a call, for a record's type."""
    return _rules[next(iter(s.fields)) if COMPILED else s.dtype.names[0]][verb]


def chance(s):
    """Arrange, by the seed, the pieces that the table is about to turn over."""
    _rule(s, "chance")(s)


def table(s):
    """Do what the table does when no seat may act: deal, turn a trump or a flop, hand over a drawn tile."""
    _rule(s, "table")(s)


def legal(s, seat):
    """The `Choices` of a seat that may act, or none for another seat."""
    return _rule(s, "legal")(s, seat)


def act(s, seat, action):
    """Carry out a legal action; settle the deal when that ends it."""
    _rule(s, "act")(s, seat, action)


def imagine(s, seat, dice):
    """Fill in what the view of `seat` hides with something that fits all that it shows."""
    _rule(s, "imagine")(s, seat, dice)


if COMPILED:

    @overload(chance)
    def _chance(s):
        rule = _rule(s, "chance")
        return lambda s: rule(s)

    @overload(table)
    def _table(s):
        rule = _rule(s, "table")
        return lambda s: rule(s)

    @overload(legal)
    def _legal(s, seat):
        rule = _rule(s, "legal")
        return lambda s, seat: rule(s, seat)

    @overload(act)
    def _act(s, seat, action):
        rule = _rule(s, "act")
        return lambda s, seat, action: rule(s, seat, action)

    @overload(imagine)
    def _imagine(s, seat, dice):
        rule = _rule(s, "imagine")
        return lambda s, seat, dice: rule(s, seat, dice)
