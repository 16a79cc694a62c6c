"""Mini Hearts, two or three seats: Auction Hearts with eight to twelve cards, small enough to be solved."""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.games.mini_hearts.rules import words
from saleroom.games.mini_hearts.rules.record import HIGHEST_BID, OPTIONS, PHASES, RECORD
from saleroom.games.mini_hearts.rules.rules import ACTIONS
from saleroom.kernel.cards import NAMES
from saleroom.kernel.game import Bounds, Game
from saleroom.kernel.options import Value
from saleroom.kernel.small import goes_round
from saleroom.toolkit.display.generic import GenericScene
from saleroom.toolkit.package import GameModel, Heuristics, Hints, Lesson, Scene, Terminal


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """One bid, a suit named and the cards of each; one seat may pay its bid and take all pain cards there are."""
    deals, dealt = int(options["deals"]), int(options["dealt"])
    most = min(int(options["ranks"]), dealt * seats) + HIGHEST_BID
    return Bounds(
        deals, seats + 1 + dealt * seats, 0, (-most * (seats - 1), most), (-most * (seats - 1) * deals, most * deals)
    )


GAME = Game(
    name="mini-hearts",
    gist="Auction Hearts with a pack of eight to twelve cards, and points instead of chips: small enough to be solved.",
    seats=range(2, 4),
    usual_seats=2,
    unit="points",
    record=RECORD,
    options=OPTIONS,
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
    check=goes_round,
    zero_sum=True,
)


# The other parts, each imported when it is first asked for.


def heuristics() -> Heuristics:
    """The rules of thumb of the player `house`: none, it chooses at random."""
    from saleroom.toolkit.player import random_choice

    return random_choice


def game_model() -> GameModel:
    """What the search knows of the game: nothing but the rules."""
    from saleroom.toolkit.player import generic_model

    return generic_model


def features() -> None:
    """No net plays the game."""


def scene() -> Scene:
    """The table as data: the public fields of the record."""
    return GenericScene(GAME)


def hints() -> Hints:
    """Reasons for actions: none of its own."""
    from saleroom.toolkit.display import generic_hints

    return generic_hints


def lesson() -> Lesson | None:
    """The first lesson: none."""
    return None


def terminal() -> Terminal:
    """The table in a terminal: the public fields of the record."""
    from saleroom.toolkit.text import generic

    return generic
