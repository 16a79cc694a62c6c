"""The parts of a game's package, as types: what each module of `player/` and `display/` offers to the rest.

A game's package has `GAME` and one function for each part, which imports that part's module when it is first asked for.
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
"""One number: the state of the fast generator (`saleroom.kernel.chance.roll`)."""
Count = int | np.integer
"""Interpreted, a rule may return a NumPy integer."""
Share = float | np.floating


class Heuristics(Protocol):
    """`player/heuristics.py`: the rules of thumb of the player `house`."""

    def choose(self, s: State, seat: int, rng: Chance, /) -> Count:
        """A legal action id, from the view `s` of `seat`; changes nothing but `rng`."""
        ...


class GameModel(Protocol):
    """`player/game_model.py`: what the search knows of a game, as compiled rules.

    Where too few worlds would be plausible, a module may also have `lean(s, seat, rng)`: it changes the world `s`,
    imagined by `seat`, so that the others would have done in it what they did, and returns True; such a world is not
    put to `plausible` again. `prospects_with_net(s, shares)` stands in for `prospects` where the net plays on, if
    matches of the net take another course than those of the house. And `skill(price, seats, won, learned)`, plain
    Python: what a search that bids so much (0 for an offer without a price), or has `won` the auction with it, makes of
    the deal beyond the mean of its trials, in which the net (`learned`) or the house plays on.
    """

    FACTS: tuple[Fact, ...]

    def plausible(self, s: State, seat: int, /) -> Share:
        """How likely, from 0 to 1, the others would have done what they did with the hands of the imagined state `s`.

        What they did is what they bid, showed and discarded. The state was imagined by `seat`.
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
    """`player/features.py`: what a net is told of a view, and what an action consists of, as compiled rules.

    A net answers yes-or-no questions: of the binary *features* few are active in a view. It gives each *part* a value,
    and an action is worth the sum of its parts: a card, a bid, or the cards of a subset of a hand one by one. Rules
    read nothing that the view of the seat hides. `toolkit.player.features` helps to write them.
    """

    VERSION: int
    """Bound to weights: those that were trained for another version are not used."""
    FEATURES: int
    """How many binary features there are, numbered from 0."""
    MOST_ACTIVE: int
    """No view has more that are active."""
    PARTS: int
    """How many parts there are, numbered from 0."""
    MOST_PARTS: int
    """No action has more; one may occur twice."""
    MOST_OPTIONS: int
    """No view has more options."""
    REMEMBERED: tuple[tuple[int, int], ...]
    """The features that a person must remember or work out, from and up to: what was played, said and shown."""
    REMEMBERED_PARTS: tuple[tuple[int, int], ...]
    """The same of parts."""

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
    """`display/scene.py`: what the game's table looks like, as data.

    A module may also have `format_action`, in place of the game's own, for the words of legal actions.
    """

    @property
    def Board(self) -> Any:  # noqa: N802 - a class
        """The type of `board`, a TypedDict whose `game` is the game's name."""
        ...

    def board(self, view: View, deals: Sequence[SeenDeal], /) -> Any:
        """What everybody sees, from the *public* view and the deals as a spectator saw them."""
        ...

    def mine(self, view: View, seat: int, legal: Legal, deals: Sequence[SeenDeal], /) -> Mine:
        """What a seat alone sees besides, from its view and the deals as it saw them."""
        ...

    def note(self, deal: SeenDeal, score: list[int], options: Mapping[str, Value], /) -> str | None:
        """What a score sheet says of a settled deal, which is open, as a word and what belongs to it."""
        ...

    def buyers(self, deal: SeenDeal, /) -> Sequence[int]:
        """The seats that won an auction of a settled deal, one for each auction in which somebody bid.

        A bid is *made* when the deal brought its seat more than it cost, otherwise it is *set*.
        """
        ...


class Hints(Protocol):
    """`display/hints.py`: why the `house` player would do what it does."""

    def reasons(self, view: State, seat: int, words: str, /) -> Reasons:
        """What is true of an action, what matters most first; from the view of the seat and nothing else."""
        ...


class Lesson(Protocol):
    """`display/lesson.py`: a short scripted deal, told from the learner's seat."""

    SCRIPT: Script


class Terminal(Protocol):
    """`display/terminal.py`: how the table looks and reads in a terminal."""

    def board(self, scene: Position[View], /) -> Board:
        """The table between the hands."""
        ...

    def hand(self, scene: Position[View], /) -> Hand:
        """The watcher's pieces."""
        ...

    def menu(self, scene: Position[View], /) -> Menu:
        """What may be typed."""
        ...

    def begin(self, scene: Position[View], /) -> Iterable[Text]:
        """Lines that open a match."""
        ...

    def tell(self, step: Step[View], /) -> Iterable[Text]:
        """Lines that say what happened."""
        ...

    def last(self, scene: Position[View], /) -> Iterable[Text]:
        """Lines about what was completed last, such as a trick."""
        ...


class GamePackage(Protocol):
    """A folder of `saleroom.games`.

    A game that has no part of its own returns the generic one: `toolkit.player.random_choice` and `generic_model`,
    `toolkit.display.generic.GenericScene` and `generic_hints`, `toolkit.text.generic`. It may have no lesson, and no
    features of views: then no net plays it.
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
