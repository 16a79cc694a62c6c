"""Auction Flop Poker, for two to eight players. Pay to discard, then bid for flops until every hand is full again."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.flop.rules import words
from saleroom.games.flop.rules.record import OPTIONS, PHASES, RECORD
from saleroom.games.flop.rules.rules import ACTIONS, DISCARDS, KEEPS
from saleroom.kernel.cards import NAMES
from saleroom.kernel.environments import BEFORE_DEAD_FIELDS, WITHOUT_DEAD_FIELDS, EnvironmentVersion
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Value
from saleroom.kernel.refusals import Refusal
from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, NetFeatures, Scene, Terminal


def check(options: Mapping[str, Value], seats: int) -> None:
    """1.4: raise `BadOptions` unless every player can pay at least one ante."""
    ante, chips = int(options["ante"]), int(options["chips"])
    if ante > chips:
        raise BadOptions(Refusal("auction-flop-poker.ante", ante=ante, chips=chips))


GAME = Game(
    name="auction-flop-poker",
    gist="Pay to discard, bid for face-up flops to fill your hand, and share the pot with the three best hands.",
    seats=range(2, 9),
    usual_seats=4,
    unit="chips",
    zero_sum=True,
    record=RECORD,
    options=OPTIONS,
    daily={"deals": 4},
    rules_version=1,
    environments=(*BEFORE_DEAD_FIELDS, EnvironmentVersion(WITHOUT_DEAD_FIELDS, open_until="0.2.0")),
    phases=PHASES,
    pieces=NAMES,
    action_bound=lambda options, seats: ACTIONS,
    bounds=words.bounds,
    format_action=words.format_action,
    parse_action=words.parse_action,
    why_not=words.why_not,
    turns=words.turns,
    holdings=words.holdings,
    held=words.held,
    auction=words.AUCTION,
    words_by_phase=True,
    words_by={"bid": "bid"},
    chosen_from={"discard": ("hand", DISCARDS), "keep": ("flop", KEEPS)},
    private=words.PRIVATE,
    covered=words.covered,
    upturned="flop",
    check=check,
)


# Other parts of the package, each imported when first used.


def heuristics() -> Heuristics:
    """Return the heuristics of the bot `house`."""
    from saleroom.games.flop.player import heuristics

    return heuristics


def game_model() -> GameModel:
    """Return the game model that the search uses."""
    from saleroom.games.flop.player import game_model

    return game_model


def features() -> NetFeatures:
    """Return the input features for a net."""
    from saleroom.games.flop.player import features

    return features


def scene() -> Scene:
    """Return the scene: functions that describe the table as data."""
    from saleroom.games.flop.display import scene

    return scene


def hints() -> Hints:
    """Return the functions that give reasons for actions."""
    from saleroom.games.flop.display import hints

    return hints


def lesson() -> Lesson:
    """Return the first lesson."""
    from saleroom.games.flop.display import lesson

    return lesson


def terminal() -> Terminal:
    """Return the terminal display of the table."""
    from saleroom.games.flop.display import terminal

    return terminal
