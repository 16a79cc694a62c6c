"""Mini Flop Poker, for two or three players: Auction Flop Poker with 8 to 26 cards, small enough to be solved."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.mini_flop.rules import words
from saleroom.games.mini_flop.rules.record import OPTIONS, PHASES, RECORD
from saleroom.games.mini_flop.rules.rules import ACTIONS
from saleroom.kernel.cards import NAMES
from saleroom.kernel.environments import WITHOUT_DEAD_FIELDS, EnvironmentVersion
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.options import Value
from saleroom.kernel.small_games import goes_round
from saleroom.toolkit.display.generic import GenericScene
from saleroom.toolkit.package import Scene
from saleroom.toolkit.plain import features, game_model, heuristics, hints, lesson, terminal

__all__ = ["GAME", "features", "game_model", "heuristics", "hints", "lesson", "scene", "terminal"]


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """Return the bounds of a match.

    Between two bids, each other seat passes at most once. Before the first bid, all seats except one can pass. A seat
    loses at most an ante and a bid. It wins at most the antes of the other seats and one bid.
    """
    deals, ante, highest, chips = (int(options[name]) for name in ("deals", "ante", "highest", "chips"))
    deal = -min(ante + highest, chips), (seats - 1) * ante + highest
    match = max(deals * deal[0], -chips), min(deals * deal[1], (seats - 1) * chips)
    return Bounds(deals, seats + highest * (seats - 1), 1, deal, match)


GAME = Game(
    name="mini-flop-poker",
    gist="Auction Flop Poker with a pack of 8 to 26 cards and a flop of one: small enough to be solved.",
    seats=range(2, 4),
    usual_seats=2,
    unit="chips",
    record=RECORD,
    options=OPTIONS,
    environments=(
        EnvironmentVersion("the first", holds_dead=True, public_history=True),
        EnvironmentVersion(WITHOUT_DEAD_FIELDS, open_until="0.2.0"),
    ),
    phases=PHASES,
    pieces=NAMES,
    action_bound=lambda options, seats: ACTIONS,
    bounds=bounds,
    format_action=words.format_action,
    parse_action=words.parse_action,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
    auction=words.AUCTION,
    needs_bluffs=True,
    words_by_phase=True,
    upturned="flop",
    check=lambda options, seats: goes_round(options, seats, open_cards=1),
    zero_sum=True,
)


def scene() -> Scene:
    """Return the scene, which shows all public fields of the record."""
    return GenericScene(GAME)
