"""Types of the parts of a game's package: the interfaces of the modules in `player/` and `display/`.

A game's package has `GAME` and one function for each part. Each function imports the module of its part at the first
call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.game import Game, State
from saleroom.kernel.options import Value
from saleroom.toolkit.display.lesson import Script
from saleroom.toolkit.display.reasons import Reasons
from saleroom.toolkit.display.scenes import Legal, Mine, SeenDeal
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.text.board import Board, Hand, Menu, Step, Text
from saleroom.toolkit.text.board import Scene as Position

View = Any
"""View class from the game's `display/view.py`."""
Numbers = NDArray[Any]
Chance = NDArray[np.uint64]
"""Array of one number, the state of the fast random generator (`saleroom.kernel.chance.roll`)."""
Count = int | np.integer
"""Integer; an interpreted rule can return a NumPy integer."""
Share = float | np.floating


class Heuristics(Protocol):
    """Interface of `player/heuristics.py`: the heuristics of the bot `house`."""

    def choose(self, s: State, seat: int, rng: Chance, /) -> Count:
        """Return the id of a legal action, chosen from the view `s` of `seat`; change only `rng`."""
        ...


class GameModel(Protocol):
    """Interface of `player/game_model.py`: compiled rules with what the search knows about a game.

    A module can also define the following functions:

    `lean(s, seat, rng)` is for games in which few imagined worlds are plausible. It changes the deal `s`, which was
    imagined for `seat`, so that the other seats' past actions become likely. It returns True. The search does not weigh
    such a world by `plausible`.

    `prospects_with_net(s, shares)` replaces `prospects` if a net plays the rest of the match. A game defines this
    function if matches between nets differ from matches between `house` bots.

    `skill(price, seats, won, learned)`, in plain Python, returns how many more points or chips a search scores in a
    deal than its trials predict on average. `price` is the bid of the search, or 0 for an offer without a price. `won`
    says whether the search has already won the auction at this price. `learned` says who plays the rest of each trial:
    the net if `learned` is true, otherwise the bot `house`.
    """

    FACTS: tuple[Fact, ...]

    def plausible(self, s: State, seat: int, /) -> Share:
        """Return the likelihood, from 0 to 1, of the other seats' past actions, given their hands in the imagined state
        `s`.

        The actions are bids, shown pieces and discards. The state was imagined for `seat`.
        """
        ...

    def options(self, s: State, seat: int, ids: Numbers, /) -> Count:
        """Write the ids of the legal actions that the search considers into the `int64` array `ids`; return their
        number.

        The ids are ascending. `ids` has room for all legal actions.
        """
        ...

    def prospects(self, s: State, shares: Numbers, /) -> None:
        """Write each seat's chance of winning the match into the `float64` array `shares`.

        The search calls this function after a settled deal, while the match continues.
        """
        ...

    def notes(self, s: State, seat: int, facts: Numbers, /) -> None:
        """Write the result of `seat` in the settled deal into `facts`, as one number for each of `FACTS`."""
        ...

    def reshuffle_stock(self, s: State, rng: Chance, /) -> None:
        """Shuffle the pieces that no seat has seen (a stock or a boneyard) in the full state `s`."""
        ...


class NetFeatures(Protocol):
    """Interface of `player/features.py`: compiled rules for a net's input from a view, and for the parts of an action.

    The input of a net is a set of binary *features*, few of which are active in a view. Each action has *parts*: a
    card, a bid, or each card of a subset of a hand. The net gives a value to each part; the value of an action is the
    sum over its parts. The rules must not read anything that is hidden from the seat. `toolkit.player.features` has
    helpers for these rules.
    """

    VERSION: int
    """Version of the features and parts. Weights trained for another version are not used."""
    FEATURES: int
    """Number of binary features; they are numbered from 0."""
    MOST_ACTIVE: int
    """Maximum number of active features in a view."""
    PARTS: int
    """Number of parts; they are numbered from 0."""
    MOST_PARTS: int
    """Maximum number of parts of an action. A part can occur twice."""
    MOST_OPTIONS: int
    """Maximum number of options in a view."""
    REMEMBERED: tuple[tuple[int, int], ...]
    """Ranges of features that a person would have to remember or work out: played, bid and shown information."""
    REMEMBERED_PARTS: tuple[tuple[int, int], ...]
    """Ranges of parts that a person would have to remember or work out."""

    def features(self, s: State, seat: int, ids: Numbers, notes: Numbers, /) -> Count:
        """Write the ids of the active features of the view `s` into the `int64` array `ids`; return their number.

        `seat` is the seat to act. `notes` is an `int64` array of `toolkit.player.features.NOTES` numbers, in which
        `features` stores values for `parts`.
        """
        ...

    def parts(self, s: State, seat: int, action: int, ids: Numbers, notes: Numbers, /) -> Count:
        """Write the ids of the parts of `action` into `ids`; return their number."""
        ...

    def options(self, s: State, seat: int, ids: Numbers, /) -> Count:
        """Write the ids of the actions among which the net chooses, ascending, into `ids`; return their number."""
        ...


class Scene(Protocol):
    """Interface of `display/scene.py`: the game's table as data.

    A module can also define `format_action`, which then replaces the game's `format_action` for legal actions.
    """

    @property
    def Board(self) -> Any:  # noqa: N802 - a class
        """Return type of `board`: a TypedDict whose `game` is the game's name."""
        ...

    def board(self, view: View, deals: Sequence[SeenDeal], /) -> Any:
        """Return the public board, given the *public* view and the deals as a spectator saw them."""
        ...

    def mine(self, view: View, seat: int, legal: Legal, deals: Sequence[SeenDeal], /) -> Mine:
        """Return what only `seat` sees, given the seat's view and the deals as the seat saw them."""
        ...

    def note(self, deal: SeenDeal, score: list[int], options: Mapping[str, Value], /) -> str | None:
        """Return the note on the score sheet (a key and its arguments) about a settled deal, in which no card is
        hidden.
        """
        ...


class Hints(Protocol):
    """Interface of `display/hints.py`: the reasons for the choices of the bot `house`."""

    def reasons(self, view: State, seat: int, words: str, /) -> Reasons:
        """Return the reasons for the action `words`, the most important first. Use only the view of the seat."""
        ...


class Lesson(Protocol):
    """Interface of `display/lesson.py`: a short scripted deal, seen from the learner's seat."""

    SCRIPT: Script


class Terminal(Protocol):
    """Interface of `display/terminal.py`: how a terminal shows the table and reads it aloud."""

    def board(self, scene: Position[View], /) -> Board:
        """Return the table without the viewer's hand."""
        ...

    def hand(self, scene: Position[View], /) -> Hand:
        """Return the viewer's pieces."""
        ...

    def menu(self, scene: Position[View], /) -> Menu:
        """Return the menu: what the viewer can type, and what each entry means."""
        ...

    def begin(self, scene: Position[View], /) -> Iterable[Text]:
        """Return lines that open a match."""
        ...

    def tell(self, step: Step[View], /) -> Iterable[Text]:
        """Return lines that report what happened."""
        ...

    def last(self, scene: Position[View], /) -> Iterable[Text]:
        """Return lines about what was completed most recently, such as the last trick."""
        ...


class GamePackage(Protocol):
    """Package of one game in `saleroom.games`.

    A part that a game lacks is replaced by the generic part: `toolkit.player.random_choice` and `generic_model`,
    `toolkit.display.generic.GenericScene` and `generic_hints`, `toolkit.text.generic`. A game need not have a lesson.
    Without features, no net plays the game.
    """

    __name__: str
    GAME: Game

    def heuristics(self) -> Heuristics: ...
    def game_model(self) -> GameModel: ...
    def features(self) -> NetFeatures | None: ...
    def scene(self) -> Scene: ...
    def hints(self) -> Hints: ...
    def lesson(self) -> Lesson | None: ...
    def terminal(self) -> Terminal: ...
