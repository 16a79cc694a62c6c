"""Mini Hearts, for two to four players: Auction Hearts with 8 to 26 cards, small enough to be solved."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.mini_hearts.rules import words
from saleroom.games.mini_hearts.rules.record import PHASES, RECORD
from saleroom.games.mini_hearts.rules.rules import ACTIONS
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

    A deal has one bid from each seat, the naming of a suit and the play of all cards. In the worst case, a seat pays
    its bid and takes all pain cards.
    """
    deals, dealt = int(options["deals"]), int(options["dealt"])
    gain = min(int(options["ranks"]), dealt * seats) + small_games.HIGHEST_BID
    return Bounds(
        deals, seats + 1 + dealt * seats, 0, (-gain * (seats - 1), gain), (-gain * (seats - 1) * deals, gain * deals)
    )


GAME = Game(
    name="mini-hearts",
    gist="Auction Hearts with a pack of 8 to 26 cards, and points instead of chips: small enough to be solved.",
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
