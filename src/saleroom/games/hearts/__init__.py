"""Auction Hearts, four seats: bid to name the pain suit, then stay clear of it and take the pot."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.hearts import words
from saleroom.games.hearts.record import HAND, OPTIONS, PHASES, RECORD
from saleroom.games.hearts.rules import BIDS, RULES
from saleroom.kernel.cards import NAMES
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.options import Value
from saleroom.kernel.verbs import register

register("auction_hearts", **RULES)


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """One bid each, a pain suit named and thirteen tricks; nobody loses more chips than he has."""
    chips = int(options["chips"])
    change = (-chips, (seats - 1) * chips)
    return Bounds(int(options["deals"]), seats + 1 + seats * HAND, 0, change, change)


GAME = Game(
    name="auction-hearts",
    gist="Bid chips to name the pain suit, pay for every pain card you take, and stay clear to win the pot.",
    seats=range(4, 5),
    usual_seats=4,
    unit="chips",
    record=RECORD,
    options=OPTIONS,
    rules_version=1,
    phases=PHASES,
    pieces=NAMES,
    action_bound=lambda options, seats: BIDS + words.highest_bid(int(options["chips"]), seats) + 1,
    bounds=bounds,
    say=words.say,
    hear=words.hear,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
)
