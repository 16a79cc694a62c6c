"""Game model of a game without its own: the search weighs every action and accepts every world that fits the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel.bits import seats_of
from saleroom.kernel.compile import rule
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.player.values import all_options, race

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

FACTS: tuple[Fact, ...] = ()

options = all_options


@rule
def plausible(s: MatchState, seat):
    """Return 1: every world that fits is as likely as any other."""
    return 1.0


@rule
def prospects(s: MatchState, shares):
    """Estimate by the scores.

    The largest change of the deal just settled serves as the spread of the scores to come.
    """
    spread = 1.0
    for seat in range(seats_of(s)):
        spread = max(spread, abs(1.0 * s.last_score[seat]))
    race(s, spread, shares)


@rule
def notes(s: MatchState, seat, facts):
    """Write nothing: there are no facts."""


@rule
def reshuffle_stock(s: MatchState, rng):
    """Leave everything in its order."""
