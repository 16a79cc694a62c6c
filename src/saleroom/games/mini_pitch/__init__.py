"""Mini Pitch, for two to four players: Auction Pitch with 8 to 26 cards, small enough to be solved."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.mini_pitch.rules import words
from saleroom.games.mini_pitch.rules.record import DEAL_POINTS, PHASES, RECORD
from saleroom.games.mini_pitch.rules.rules import ACTIONS
from saleroom.kernel import small_games
from saleroom.kernel.cards import NAMES
from saleroom.kernel.environments import WITHOUT_DEAD_FIELDS, EnvironmentVersion
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.options import Value
from saleroom.toolkit.display.generic import GenericScene
from saleroom.toolkit.package import Scene
from saleroom.toolkit.plain import features, game_model, heuristics, hints, lesson, terminal

__all__ = ["GAME", "features", "game_model", "heuristics", "hints", "lesson", "scene", "terminal"]


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """Return the bounds of a match.

    In a deal, each seat bids once and plays its cards. The score of a seat changes by at most two points for each seat
    at the table.
    """
    deals, gain = int(options["deals"]), DEAL_POINTS * seats
    return Bounds(deals, seats + int(options["dealt"]) * seats, 0, (-gain, gain), (-gain * deals, gain * deals))


GAME = Game(
    name="mini-pitch",
    gist="Auction Pitch with a pack of 8 to 26 cards and two points a deal: small enough to be solved.",
    seats=range(2, 5),
    usual_seats=2,
    unit="points",
    record=RECORD,
    options=small_games.OPTIONS,
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
    turns=small_games.hands_dealt,
    holdings=small_games.holdings,
    held=small_games.held,
    auction=words.AUCTION,
    words_by_phase=True,
    check=small_games.goes_round,
    zero_sum=True,
)


def scene() -> Scene:
    """Return the scene, which shows all public fields of the record."""
    return GenericScene(GAME)
