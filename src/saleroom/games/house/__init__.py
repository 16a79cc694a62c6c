"""Auction House, for four players.

Trade a card, put a card aside, and win the most tricks to score the cards put aside.
"""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.house.rules import words
from saleroom.games.house.rules.record import OPTIONS, PHASES, RECORD, TRICKS_IN_ROUND
from saleroom.games.house.rules.rules import ACTIONS
from saleroom.kernel.cards import NAMES
from saleroom.kernel.environments import BEFORE_DEAD_FIELDS, WITHOUT_DEAD_FIELDS, EnvironmentVersion
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.options import Value
from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, NetFeatures, Scene, Terminal

BEST_KITTY = 40  # four tens


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """Return the bounds of a match.

    A round has four bids, three sealed cards, a trade, four cards put aside and nine tricks. One seat can win all
    kitties.
    """
    rounds = int(options["rounds"])
    moves = 4 + 3 + 1 + 4 + 4 * TRICKS_IN_ROUND
    return Bounds(rounds, moves, 1, (0, BEST_KITTY), (0, BEST_KITTY * rounds))


GAME = Game(
    name="auction-house",
    gist="Trade a card in a sealed auction, put one aside, and take the most tricks to score what all put aside.",
    seats=range(4, 5),
    usual_seats=4,
    unit="points",
    record=RECORD,
    options=OPTIONS,
    daily={"rounds": 4},
    rules_version=1,
    environments=(*BEFORE_DEAD_FIELDS, EnvironmentVersion(WITHOUT_DEAD_FIELDS, open_until="0.2.0")),
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
    sealed={"lay": words.first_to_lay, "kitty": words.eldest},
    still_sealed=words.still_sealed,
    upturned="trump_card",
)


# Other parts of the package, each imported when first used.


def heuristics() -> Heuristics:
    """Return the heuristics of the bot `house`."""
    from saleroom.games.house.player import heuristics

    return heuristics


def game_model() -> GameModel:
    """Return the game model that the search uses."""
    from saleroom.games.house.player import game_model

    return game_model


def features() -> NetFeatures:
    """Return the input features for a net."""
    from saleroom.games.house.player import features

    return features


def scene() -> Scene:
    """Return the scene: functions that describe the table as data."""
    from saleroom.games.house.display import scene

    return scene


def hints() -> Hints:
    """Return the functions that give reasons for actions."""
    from saleroom.games.house.display import hints

    return hints


def lesson() -> Lesson:
    """Return the first lesson."""
    from saleroom.games.house.display import lesson

    return lesson


def terminal() -> Terminal:
    """Return the terminal display of the table."""
    from saleroom.games.house.display import terminal

    return terminal
