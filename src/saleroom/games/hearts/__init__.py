"""Auction Hearts, for four players. Bid to name the pain suit, then avoid its cards and take the pot."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.hearts.rules import words
from saleroom.games.hearts.rules.record import HAND, OPTIONS, PHASES, RECORD
from saleroom.games.hearts.rules.rules import BIDS
from saleroom.kernel.cards import NAMES
from saleroom.kernel.environments import BEFORE_DEAD_FIELDS, WITHOUT_DEAD_FIELDS, EnvironmentVersion
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.options import Value
from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, NetFeatures, Scene, Terminal


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """Return the bounds of a match.

    A deal has one bid from each seat, the naming of the pain suit, and thirteen tricks. No seat can lose more chips
    than it has.
    """
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
    daily={"deals": 3},
    rules_version=1,
    environments=(*BEFORE_DEAD_FIELDS, EnvironmentVersion(WITHOUT_DEAD_FIELDS, open_until="0.2.0")),
    phases=PHASES,
    pieces=NAMES,
    action_bound=lambda options, seats: BIDS + words.highest_bid(int(options["chips"]), seats) + 1,
    bounds=bounds,
    format_action=words.format_action,
    parse_action=words.parse_action,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
    auction=words.AUCTION,
    words_by_phase=True,
)


# Other parts of the package, each imported when first used.


def heuristics() -> Heuristics:
    """Return the heuristics of the bot `house`."""
    from saleroom.games.hearts.player import heuristics

    return heuristics


def game_model() -> GameModel:
    """Return the game model that the search uses."""
    from saleroom.games.hearts.player import game_model

    return game_model


def features() -> NetFeatures:
    """Return the input features for a net."""
    from saleroom.games.hearts.player import features

    return features


def scene() -> Scene:
    """Return the scene: functions that describe the table as data."""
    from saleroom.games.hearts.display import scene

    return scene


def hints() -> Hints:
    """Return the functions that give reasons for actions."""
    from saleroom.games.hearts.display import hints

    return hints


def lesson() -> Lesson:
    """Return the first lesson."""
    from saleroom.games.hearts.display import lesson

    return lesson


def terminal() -> Terminal:
    """Return the terminal display of the table."""
    from saleroom.games.hearts.display import terminal

    return terminal
