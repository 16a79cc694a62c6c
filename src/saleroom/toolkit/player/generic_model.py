"""The game model of a game that has none: the search weighs everything and believes every world that fits the view."""

from __future__ import annotations

from saleroom.kernel.bits import seats_of
from saleroom.kernel.compile import rule
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.player.values import all_options, race

FACTS: tuple[Fact, ...] = ()

options = all_options


@rule
def plausible(s, seat):
    """Every world that fits is as likely as any other."""
    return 1.0


@rule
def prospects(s, shares):
    """By the scores. The largest change of the deal just settled stands for the spread of the scores to come."""
    spread = 1.0
    for seat in range(seats_of(s)):
        spread = max(spread, abs(1.0 * s.last_score[seat]))
    race(s, spread, shares)


@rule
def notes(s, seat, facts):
    """There are no facts to write."""


@rule
def stir(s, rng):
    """Leave everything in its order."""
