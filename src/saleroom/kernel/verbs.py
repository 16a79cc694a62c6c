"""The verbs of a game, generic over its record: declared once here, answered by each game's own rules."""

from __future__ import annotations

from typing import Any

from saleroom.kernel.codecache import declare_game
from saleroom.kernel.compile import ByRecord

VERBS = ("chance", "table", "legal", "act", "imagine")
_rules: dict[str, dict[str, Any]] = {}


def register(record: str, **rules: Any) -> None:
    """Answer the verbs for the record whose first field is named `record`."""
    if set(rules) != set(VERBS):
        raise ValueError(f"{record}: a game answers {', '.join(VERBS)}")
    _rules[record] = rules
    declare_game(record, rules["act"])


def _verb(name: str, doc: str) -> Any:
    return ByRecord(lambda record: _rules[record][name], doc)


chance = _verb("chance", "`chance(s)`: arrange, by the seed, the pieces that the table is about to turn over.")
table = _verb("table", "`table(s)`: what is done when no seat may act: deal, turn a trump or a flop, hand over a tile.")
legal = _verb("legal", "`legal(s, seat)`: the `Choices` of a seat that may act, or none for another seat.")
act = _verb("act", "`act(s, seat, action)`: carry out a legal action; settle the deal when that ends it.")
imagine = _verb(
    "imagine", "`imagine(s, seat, rng)`: fill in what the view of `seat` hides with something that fits all it shows."
)
