"""Draft."""

from __future__ import annotations

from saleroom.bots.lore import Fact
from saleroom.bots.lore.common import all_options, race
from saleroom.kernel.compile import rule

FACTS = (Fact("score", "mean", "scores {}"),)

options = all_options


@rule
def plausible(s, seat):
    """Draft."""
    return 1.0


@rule
def prospects(s, shares):
    """Draft."""
    race(s, 5.0, shares)


@rule
def notes(s, seat, facts):
    """Draft."""
    facts[0] = s.last_score[seat]


@rule
def stir(s, dice):
    """Draft."""
