"""Auction Pitch, for four to seven players.

Bid for the right to choose trump, then score at least the points that you bid.
"""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.pitch.rules import words
from saleroom.games.pitch.rules.record import DEAL_POINTS, HAND, OPTIONS, PHASES, RECORD
from saleroom.games.pitch.rules.rules import ACTIONS
from saleroom.kernel.cards import NAMES
from saleroom.kernel.environments import BEFORE_DEAD_FIELDS, WITHOUT_DEAD_FIELDS, EnvironmentVersion
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.options import Value
from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, NetFeatures, Scene, Terminal


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """Return the bounds of a match.

    In a deal, each seat bids once, plays six cards, and can win or lose at most four points. The match ends when a seat
    reaches the target.
    """
    deals, gain = int(options["deals"]), int(options["target"]) - 1 + DEAL_POINTS
    return Bounds(
        deals,
        seats + HAND * seats,
        0,
        (-DEAL_POINTS, DEAL_POINTS),
        (-DEAL_POINTS * deals, min(gain, DEAL_POINTS * deals)),
    )


GAME = Game(
    name="auction-pitch",
    gist="Bid for the right to pitch trump, then score high, low, jack and cards; a bid that fails is lost.",
    seats=range(4, 8),
    usual_seats=4,
    unit="points",
    record=RECORD,
    options=OPTIONS,
    daily={"target": 25, "deals": 5},
    rules_version=2,
    environments=(
        *BEFORE_DEAD_FIELDS,
        EnvironmentVersion(
            f"{WITHOUT_DEAD_FIELDS}; the option `revoke`, with the part `renounced` where it is penalised",
            rules_version=2,
            open_until="0.2.0",
        ),
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
    words_by_phase=True,
)


# Other parts of the package, each imported when first used.


def heuristics() -> Heuristics:
    """Return the heuristics of the bot `house`."""
    from saleroom.games.pitch.player import heuristics

    return heuristics


def game_model() -> GameModel:
    """Return the game model that the search uses."""
    from saleroom.games.pitch.player import game_model

    return game_model


def features() -> NetFeatures:
    """Return the input features for a net."""
    from saleroom.games.pitch.player import features

    return features


def scene() -> Scene:
    """Return the scene: functions that describe the table as data."""
    from saleroom.games.pitch.display import scene

    return scene


def hints() -> Hints:
    """Return the functions that give reasons for actions."""
    from saleroom.games.pitch.display import hints

    return hints


def lesson() -> Lesson:
    """Return the first lesson."""
    from saleroom.games.pitch.display import lesson

    return lesson


def terminal() -> Terminal:
    """Return the terminal display of the table."""
    from saleroom.games.pitch.display import terminal

    return terminal
