"""Auction Draw, for two to eight players: dominoes for a pool of chips, with an auction of the last two tiles."""

from __future__ import annotations

from saleroom.games.draw.rules import words
from saleroom.games.draw.rules.record import OPTIONS, PHASES, RECORD, check
from saleroom.kernel.environments import BEFORE_DEAD_FIELDS, WITHOUT_DEAD_FIELDS, EnvironmentVersion
from saleroom.kernel.game import Game
from saleroom.kernel.tiles import NAMES
from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, NetFeatures, Scene, Terminal

GAME = Game(
    name="auction-draw",
    gist="Dominoes for a pool of chips: buy when you cannot play, bid for the last two tiles, be the first to run out.",
    seats=range(2, 9),
    usual_seats=4,
    unit="chips",
    record=RECORD,
    options=OPTIONS,
    daily={"deals": 4},
    rules_version=1,
    environments=(*BEFORE_DEAD_FIELDS, EnvironmentVersion(WITHOUT_DEAD_FIELDS, open_until="0.2.0")),
    phases=PHASES,
    pieces=NAMES,
    kind_of_pieces="tiles",
    action_bound=words.action_bound,
    bounds=words.bounds,
    format_action=words.format_action,
    parse_action=words.parse_action,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
    auction=words.AUCTION,
    words_by_phase=True,
    drawn="tiles",
    check=check,
)


# Other parts of the package, each imported when first used.


def heuristics() -> Heuristics:
    """Return the heuristics of the bot `house`."""
    from saleroom.games.draw.player import heuristics

    return heuristics


def game_model() -> GameModel:
    """Return the game model that the search uses."""
    from saleroom.games.draw.player import game_model

    return game_model


def features() -> NetFeatures:
    """Return the input features for a net."""
    from saleroom.games.draw.player import features

    return features


def scene() -> Scene:
    """Return the scene: functions that describe the table as data."""
    from saleroom.games.draw.display import scene

    return scene


def hints() -> Hints:
    """Return the functions that give reasons for actions."""
    from saleroom.games.draw.display import hints

    return hints


def lesson() -> Lesson:
    """Return the first lesson."""
    from saleroom.games.draw.display import lesson

    return lesson


def terminal() -> Terminal:
    """Return the terminal display of the table."""
    from saleroom.games.draw.display import terminal

    return terminal
