"""Heuristics for games that do not define any: a uniformly random legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel import choices, verbs
from saleroom.kernel.compile import rule

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState


@rule
def choose(s: MatchState, seat, rng):
    """Return a uniformly random legal action."""
    return choices.at_random(verbs.legal(s, seat), rng)
