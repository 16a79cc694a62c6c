"""Parts of the picture of a table in a terminal, before layout.

Drawing code receives only a `Scene`, which has a view and never the full state.
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
    """Public board: the `Board` of the game's `display/scene.py`."""
    mine: Mine | None
    """What only the viewer sees; None for a spectator."""
    voice: Voice
    seat: int | None = None
    """The viewer's seat; None for a spectator."""
    legal: tuple[str, ...] = ()
    """The viewer's legal actions as texts; empty unless the viewer may act now."""

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
    """One action and the table's actions after it, as one viewer saw them."""

    game: Game
    before: AnyView_co
    after: AnyView_co
    facts: Any
    """Public board after the action: the `Board` of the game's `display/scene.py`."""
    voice: Voice
    fresh: Sequence[SeenEvent]
    """Events of this step."""
    opened: Sequence[SeenEvent] = ()
    """Earlier events whose hidden pieces were shown in this step, such as the bids of a sealed round."""

    @property
    def deal_ends(self) -> bool:
        """Whether the action ended a deal."""
        return bool(self.after.winners) or self.after.deal != self.before.deal

    @property
    def phases(self) -> tuple[str, str]:
        """Names of the phases before and after the action."""
        return self.game.phases[self.before.phase], self.facts["phase"]


@dataclass
class Board:
    """The table without the viewer's hand."""

    status: list[Text] = field(default_factory=list)
    """Texts after the title, such as the deal number and the target."""
    columns: list[str] = field(default_factory=list)
    """Headings of the columns."""
    rows: list[list[Text]] = field(default_factory=list)
    """For each seat, the contents of the columns."""
    facts: list[tuple[str, Text]] = field(default_factory=list)
    """Pairs of label and text, the most important first."""
    drawing: Callable[[int], Sequence[Text]] | None = None
    """Function that returns a picture as lines of at most a given width.

    The picture is only drawn, never read aloud.
    """
    spoken: list[tuple[str, Text]] = field(default_factory=list)
    """Facts that are read aloud instead of the picture."""


@dataclass
class Hand:
    """Pieces in display order. Pieces that the viewer can use now are numbered from 1."""

    label: str = ""
    pieces: tuple[str, ...] = ()
    faces: tuple[Ink, ...] = ()
    usable: tuple[str, ...] = ()
    """Pieces that occur in legal actions, in the same order; the first has the number 1."""
    spoken: tuple[str, ...] = ()
    """The hand in plain words, including the numbers of its pieces."""

    signs: dict[str, str] = field(default_factory=dict)
    """Marks for pieces that need more than a number; # stands for the number."""

    def mark(self, piece: str) -> str:
        """Return the mark shown under a piece."""
        number = self.number(piece)
        return self.signs.get(piece, "#").replace("#", str(number)) if number else "·"

    def number(self, piece: str) -> int | None:
        """Return the number of a piece, or None if the piece cannot be used now."""
        return self.usable.index(piece) + 1 if piece in self.usable else None


@dataclass
class Menu:
    """What the viewer can type now, and what it means."""

    ask: str
    """Word shown before the prompt."""
    verb: str
    """Verb that is used if the user types only pieces or numbers."""
    legal: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    """Pieces that the numbers 1, 2, … stand for."""
    amounts: bool = False
    """Whether a typed number is the amount of a bid."""
    keys: dict[str, str] = field(default_factory=dict)
    """Other words or numbers that the user can type, mapped to actions."""
    hints: list[Text] = field(default_factory=list)
    """Lines that say what the viewer can do."""
    words: dict[str, str] = field(default_factory=dict)
    """Lower-case synonyms of arguments in the record, such as ``left`` for ``L`` or a player's name for a seat."""
    which: Callable[[Sequence[str]], str] | None = None
    """Function that returns what the user should add to an ambiguous entry, given the matching actions."""
    refusal: Callable[[str], str] | None = None
    """Function that returns why a piece cannot be used; set only if the reason that the rules give would mislead."""
    sealed: bool = False
    either: bool = False
    """Whether all actions that match an entry have the same effect, so that any of them can be used."""

    def typed(self, words: str) -> str:
        """Return an action as a person would type it, with players' names instead of numbers of seats."""
        names = {word: name.capitalize() for name, word in self.words.items() if word.isdecimal()}
        return re.sub(r"(?<= )\S+", lambda word: names.get(word[0], word[0]), words)
