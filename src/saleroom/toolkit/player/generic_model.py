"""Game model for games that do not define one.

The search considers every action and accepts every world that fits the view.
"""

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
    """Return 1: all worlds that fit the view are considered equally likely."""
    return 1.0


@rule
def prospects(s: MatchState, shares):
    """Estimate each seat's chance to win from the scores.

    The largest score change in the settled deal serves as the estimate of how far later scores spread.
    """
    spread = 1.0
    for seat in range(seats_of(s)):
        spread = max(spread, abs(1.0 * s.last_score[seat]))
    race(s, spread, shares)


@rule
def notes(s: MatchState, seat, facts):
    """Write nothing, since there are no facts."""


@rule
def reshuffle_stock(s: MatchState, rng):
    """Leave the order of the stock unchanged."""
