"""Parts of a table's picture, before layout.

Drawing code receives only a `Scene`, which has a view, never a state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from typing_extensions import TypeVar

from saleroom.kernel.game import Game
from saleroom.toolkit.display.events import SeenEvent
from saleroom.toolkit.display.scenes import Mine, SeenDeal
from saleroom.toolkit.display.view import ViewFields
from saleroom.toolkit.text.ink import Ink
from saleroom.toolkit.text.voice import Voice

Text = Ink | str
AnyView_co = TypeVar("AnyView_co", bound=ViewFields, default=ViewFields, covariant=True)


@dataclass(frozen=True)
class Scene(Generic[AnyView_co]):
    """What one viewer sees."""

    game: Game
    view: AnyView_co
    deals: Sequence[SeenDeal]
    """Deals so far, seen from the viewer's seat."""
    facts: Any
    """The table from `display/scene.py` of the game: its `Board`."""
    mine: Mine | None
    """The viewer's part of it; None for a spectator."""
    voice: Voice
    seat: int | None = None
    """The viewer's seat; None for a spectator."""
    legal: tuple[str, ...] = ()
    """The viewer's legal actions as texts; none unless they may act."""

    @property
    def phase(self) -> str:
        """Name of the phase."""
        return self.facts["phase"]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.view.seats)

    def said(self, seat: int) -> str:
        """Return a seat's last call in the auction."""
        return self.facts["auction"]["said"][seat] or ""


@dataclass(frozen=True)
class Step(Generic[AnyView_co]):
    """One action and what the table did after it, as one viewer saw it."""

    game: Game
    before: AnyView_co
    after: AnyView_co
    facts: Any
    """The table after it, from `display/scene.py` of the game: its `Board`."""
    voice: Voice
    fresh: Sequence[SeenEvent]
    """New events."""
    opened: Sequence[SeenEvent] = ()
    """Earlier events whose hidden pieces have been revealed, such as the bids of a sealed round."""

    @property
    def deal_ends(self) -> bool:
        """Whether the action ended a deal."""
        return bool(self.after.winners) or self.after.deal != self.before.deal

    @property
    def phases(self) -> tuple[str, str]:
        """Names of the phases before and after."""
        return self.game.phases[self.before.phase], self.facts["phase"]


@dataclass
class Board:
    """The table between the hands."""

    status: list[Text] = field(default_factory=list)
    """Texts after the title: the deal, the target."""
    columns: list[str] = field(default_factory=list)
    """Headings of the columns."""
    rows: list[list[Text]] = field(default_factory=list)
    """For each seat, the contents of the columns."""
    facts: list[tuple[str, Text]] = field(default_factory=list)
    """Pairs of a label and a text, the most important first."""
    drawing: Callable[[int], Sequence[Text]] | None = None
    """Picture in lines of at most a given width; only drawn, never read aloud."""
    spoken: list[tuple[str, Text]] = field(default_factory=list)
    """Facts that are read aloud instead of the picture."""


@dataclass
class Hand:
    """Pieces as they are shown; those that may be used now are numbered from 1."""

    label: str = ""
    pieces: tuple[str, ...] = ()
    faces: tuple[Ink, ...] = ()
    usable: tuple[str, ...] = ()
    """Pieces in a legal action, in the same order: the first has the number 1."""
    spoken: tuple[str, ...] = ()
    """The hand in plain words, its numbers included."""

    signs: dict[str, str] = field(default_factory=dict)
    """How the number of a piece is drawn, with # in its place, if that says more than the number."""

    def mark(self, piece: str) -> str:
        """Return the mark under a piece."""
        number = self.number(piece)
        return self.signs.get(piece, "#").replace("#", str(number)) if number else "·"

    def number(self, piece: str) -> int | None:
        """Return the number of a piece, if it may be used."""
        return self.usable.index(piece) + 1 if piece in self.usable else None


@dataclass
class Menu:
    """What may be typed now, and what it means."""

    ask: str
    """Word before the prompt."""
    verb: str
    """Action for pieces or numbers that are typed without a verb."""
    legal: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    """Pieces of the numbers 1, 2, …."""
    amounts: bool = False
    """Whether a number is an amount that is bid."""
    keys: dict[str, str] = field(default_factory=dict)
    """Other words or numbers, and their actions."""
    hints: list[Text] = field(default_factory=list)
    """Lines that say what may be done."""
    words: dict[str, str] = field(default_factory=dict)
    """Lower-case synonyms of arguments in the record: ``left`` for ``L``, a name for a seat."""
    which: Callable[[Sequence[str]], str] | None = None
    """Function that returns what to add, if an entry could be several legal actions."""
    refusal: Callable[[str], str] | None = None
    """Function that returns why a single piece cannot be used, if the rules' reason would mislead."""
    sealed: bool = False
    either: bool = False
    """Whether several possible actions have the same effect, so that any of them may be taken."""

    def typed(self, words: str) -> str:
        """Return an action as a person may type it: names instead of the numbers of seats."""
        names = {word: name.capitalize() for name, word in self.words.items() if word.isdecimal()}
        return re.sub(r"(?<= )\S+", lambda word: names.get(word[0], word[0]), words)
