"""The heuristics of a game that has none: any legal action, each as likely as the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel import choices, verbs
from saleroom.kernel.compile import rule

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState


@rule
def choose(s: MatchState, seat, rng):
    """A uniformly random legal action."""
    return choices.at_random(verbs.legal(s, seat), rng)
