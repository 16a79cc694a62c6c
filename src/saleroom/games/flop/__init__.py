"""Auction Flop Poker, two to eight seats: pay to discard, then bid for flops until every hand is full again."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.flop import words
from saleroom.games.flop.record import OPTIONS, PHASES, RECORD
from saleroom.games.flop.rules import ACTIONS, RULES
from saleroom.kernel.cards import NAMES
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Value
from saleroom.kernel.verbs import register

register("auction_flop_poker", **RULES)


def check(options: Mapping[str, Value], seats: int) -> None:
    """1.4: everybody must be able to pay the first ante."""
    ante, chips = int(options["ante"]), int(options["chips"])
    if ante > chips:
        raise BadOptions(f"ante is {ante}, but everyone starts with {chips} chips")


GAME = Game(
    name="auction-flop-poker",
    gist="Pay to discard, bid for face-up flops to fill your hand, and share the pot with the three best hands.",
    seats=range(2, 9),
    usual_seats=4,
    unit="chips",
    record=RECORD,
    options=OPTIONS,
    rules_version=1,
    phases=PHASES,
    pieces=NAMES,
    action_bound=lambda options, seats: ACTIONS,
    bounds=words.bounds,
    say=words.say,
    hear=words.hear,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
    private=words.PRIVATE,
    covered=words.covered,
    upturned="flop",
    check=check,
)
