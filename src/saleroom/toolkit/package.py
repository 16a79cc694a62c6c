"""Parts of a game's package, as types: what each module of `player/` and `display/` provides.

A game's package has `GAME` and one function for each part, which imports that part's module at the first call.
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
"""`View` of the game's own `display/view.py`."""
Numbers = NDArray[Any]
Chance = NDArray[np.uint64]
"""Array of one number: the state of the fast generator (`saleroom.kernel.chance.roll`)."""
Count = int | np.integer
"""Integer; an interpreted rule may return a NumPy integer."""
Share = float | np.floating


class Heuristics(Protocol):
    """`player/heuristics.py`: the heuristics of the player `house`."""

    def choose(self, s: State, seat: int, rng: Chance, /) -> Count:
        """Return a legal action id, from the view `s` of `seat`; change nothing but `rng`."""
        ...


class GameModel(Protocol):
    """`player/game_model.py`: the search's knowledge of a game, as compiled rules.

    A module may also define the following functions:

    `lean(s, seat, rng)` is for games in which too few worlds would be plausible. It changes the world `s`, imagined by
    `seat`, so that the others' past actions fit it, and returns True. Such a world is not passed to `plausible` again.

    `prospects_with_net(s, shares)` replaces `prospects` if the net plays the rest of the match, where its matches take
    another course than those of the house.

    `skill(price, seats, won, learned)`, plain Python, returns the value of the deal to a search beyond the mean of its
    trials. The search bids `price` (0 for an offer without a price), or has `won` the auction with it. In the trials
    the net (`learned`) or the house plays the rest.
    """

    FACTS: tuple[Fact, ...]

    def plausible(self, s: State, seat: int, /) -> Share:
        """Return how likely, from 0 to 1, the others' past actions are with the hands of the imagined state `s`.

        These actions are their bids, shown pieces and discards. The state was imagined by `seat`.
        """
        ...

    def options(self, s: State, seat: int, ids: Numbers, /) -> Count:
        """Write the legal actions worth weighing, ascending, into the `int64` array `ids`; return their number.

        `ids` has room for all legal actions.
        """
        ...

    def prospects(self, s: State, shares: Numbers, /) -> None:
        """Write each seat's chance of winning the match into the `float64` array `shares`.

        A deal has just been settled, and the match continues.
        """
        ...

    def notes(self, s: State, seat: int, facts: Numbers, /) -> None:
        """Write the result of the settled deal for `seat` into `facts`, a number for each of `FACTS`."""
        ...

    def reshuffle_stock(self, s: State, rng: Chance, /) -> None:
        """Shuffle the pieces of the whole state `s` that no seat has seen: a stock, a boneyard."""
        ...


class NetFeatures(Protocol):
    """`player/features.py`: the input of a net from a view, and the parts of an action, as compiled rules.

    A net has binary *features* as input, few of them active in a view. It gives each *part* a value, and the value of
    an action is the sum of its parts: a card, a bid, or each card of a subset of a hand. Rules read nothing that the
    view of the seat hides. `toolkit.player.features` helps to write them.
    """

    VERSION: int
    """Version of features and parts; weights that were trained for another version are not used."""
    FEATURES: int
    """Number of binary features; they are numbered from 0."""
    MOST_ACTIVE: int
    """Maximum number of active features in a view."""
    PARTS: int
    """Number of parts; they are numbered from 0."""
    MOST_PARTS: int
    """Maximum number of parts of an action; a part may occur twice."""
    MOST_OPTIONS: int
    """Maximum number of options in a view."""
    REMEMBERED: tuple[tuple[int, int], ...]
    """Ranges of features that a person must remember or work out: what was played, said and shown."""
    REMEMBERED_PARTS: tuple[tuple[int, int], ...]
    """The same ranges of parts."""

    def features(self, s: State, seat: int, ids: Numbers, notes: Numbers, /) -> Count:
        """Write the active features of the view `s` into the `int64` array `ids`; return their number.

        `seat` is to act. `notes` has `toolkit.player.features.NOTES` numbers of type `int64`, for use by `parts`.
        """
        ...

    def parts(self, s: State, seat: int, action: int, ids: Numbers, notes: Numbers, /) -> Count:
        """Write the parts of an action into `ids`; return their number."""
        ...

    def options(self, s: State, seat: int, ids: Numbers, /) -> Count:
        """Write the legal actions among which the net chooses, ascending, into `ids`; return their number."""
        ...


class Scene(Protocol):
    """`display/scene.py`: the game's table as data.

    A module may also have `format_action`, which replaces the game's own for legal actions.
    """

    @property
    def Board(self) -> Any:  # noqa: N802 - a class
        """Type of `board`, a TypedDict whose `game` is the game's name."""
        ...

    def board(self, view: View, deals: Sequence[SeenDeal], /) -> Any:
        """Return the public board, from the *public* view and the deals as a spectator saw them."""
        ...

    def mine(self, view: View, seat: int, legal: Legal, deals: Sequence[SeenDeal], /) -> Mine:
        """Return what only a seat sees, from its view and the deals as it saw them."""
        ...

    def note(self, deal: SeenDeal, score: list[int], options: Mapping[str, Value], /) -> str | None:
        """Return the score sheet's note on a settled deal, which is open: a key and its arguments."""
        ...


class Hints(Protocol):
    """`display/hints.py`: the reasons for the choices of the player `house`."""

    def reasons(self, view: State, seat: int, words: str, /) -> Reasons:
        """Return the reasons for an action, the most important first, only from the view of the seat."""
        ...


class Lesson(Protocol):
    """`display/lesson.py`: a short scripted deal, from the learner's seat."""

    SCRIPT: Script


class Terminal(Protocol):
    """`display/terminal.py`: how the table looks and reads in a terminal."""

    def board(self, scene: Position[View], /) -> Board:
        """Return the table between the hands."""
        ...

    def hand(self, scene: Position[View], /) -> Hand:
        """Return the viewer's pieces."""
        ...

    def menu(self, scene: Position[View], /) -> Menu:
        """Return what may be typed."""
        ...

    def begin(self, scene: Position[View], /) -> Iterable[Text]:
        """Return lines that open a match."""
        ...

    def tell(self, step: Step[View], /) -> Iterable[Text]:
        """Return lines that report what happened."""
        ...

    def last(self, scene: Position[View], /) -> Iterable[Text]:
        """Return lines about what was completed last, such as a trick."""
        ...


class GamePackage(Protocol):
    """Folder of `saleroom.games`.

    A game without its own part returns the generic one: `toolkit.player.random_choice` and `generic_model`,
    `toolkit.display.generic.GenericScene` and `generic_hints`, `toolkit.text.generic`. It may have no lesson. Without
    features of views, no net plays it.
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
