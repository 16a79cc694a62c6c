"""Auction Pitch, four to seven seats: bid for the right to pitch trump, then make what you bid."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.pitch import words
from saleroom.games.pitch.record import HAND, OPTIONS, PHASES, RECORD
from saleroom.games.pitch.rules import ACTIONS, FOUR, RULES
from saleroom.kernel.cards import NAMES
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.options import Value
from saleroom.kernel.verbs import register

register("auction_pitch", **RULES)


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """One bid and six cards each; a deal has four points to win or to be set back by, and the target ends the match."""
    deals, most = int(options["deals"]), int(options["target"]) - 1 + FOUR
    return Bounds(deals, seats + HAND * seats, 0, (-FOUR, FOUR), (-FOUR * deals, min(most, FOUR * deals)))


GAME = Game(
    name="auction-pitch",
    gist="Bid for the right to pitch trump, then score high, low, jack and cards; a bid that fails is lost.",
    seats=range(4, 8),
    usual_seats=4,
    unit="points",
    record=RECORD,
    options=OPTIONS,
    rules_version=1,
    phases=PHASES,
    pieces=NAMES,
    action_bound=lambda options, seats: ACTIONS,
    bounds=bounds,
    say=words.say,
    hear=words.hear,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
)
