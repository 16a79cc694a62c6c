"""What is on the table: the parts of a picture, before they are laid out.

All that drawing code is given is a `Scene`, which holds a view, never a state.
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
    """What one watcher sees."""

    game: Game
    view: AnyView_co
    deals: Sequence[SeenDeal]
    """The deals so far, seen from the watcher's seat."""
    facts: Any
    """The table as `display/scene.py` of the game has it: its `Board`."""
    mine: Mine | None
    """The watcher's part of it; None for a spectator."""
    voice: Voice
    seat: int | None = None
    """The watcher's seat; None for a spectator."""
    legal: tuple[str, ...] = ()
    """The watcher's legal actions in words; none unless they may act."""

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return self.facts["phase"]

    @property
    def seats(self) -> range:
        """All the seats."""
        return range(self.view.seats)

    def said(self, seat: int) -> str:
        """What a seat said last in the auction."""
        return self.facts["auction"]["said"][seat] or ""


@dataclass(frozen=True)
class Step(Generic[AnyView_co]):
    """One action and what the table did after it, as one watcher saw it."""

    game: Game
    before: AnyView_co
    after: AnyView_co
    facts: Any
    """The table after it, as `display/scene.py` of the game has it: its `Board`."""
    voice: Voice
    fresh: Sequence[SeenEvent]
    """The events that are new."""
    opened: Sequence[SeenEvent] = ()
    """Events before them whose hidden pieces have come to light, such as the bids of a sealed round."""

    @property
    def deal_ends(self) -> bool:
        """Whether the action ended a deal."""
        return bool(self.after.winners) or self.after.deal != self.before.deal

    @property
    def phases(self) -> tuple[str, str]:
        """The names of the phases before and after."""
        return self.game.phases[self.before.phase], self.facts["phase"]


@dataclass
class Board:
    """The table between the hands."""

    status: list[Text] = field(default_factory=list)
    """What stands behind the title: the deal, the target."""
    columns: list[str] = field(default_factory=list)
    """The headings of what is said of each seat."""
    rows: list[list[Text]] = field(default_factory=list)
    """For each seat, what stands in the columns."""
    facts: list[tuple[str, Text]] = field(default_factory=list)
    """A label and what is so, in the order in which it matters."""
    drawing: Callable[[int], Sequence[Text]] | None = None
    """A picture in lines of at most a given width; only drawn, never read aloud."""
    spoken: list[tuple[str, Text]] = field(default_factory=list)
    """Facts that are read aloud in its place."""


@dataclass
class Hand:
    """Pieces as they are shown; those that may be used now are numbered from 1."""

    label: str = ""
    pieces: tuple[str, ...] = ()
    faces: tuple[Ink, ...] = ()
    usable: tuple[str, ...] = ()
    """Those that some legal action names, in the same order: the first bears the number 1."""
    spoken: tuple[str, ...] = ()
    """The hand in plain words, its numbers included."""

    signs: dict[str, str] = field(default_factory=dict)
    """How the number of a piece is drawn, with # in its place, where that says more than the number."""

    def mark(self, piece: str) -> str:
        """What is drawn under a piece."""
        number = self.number(piece)
        return self.signs.get(piece, "#").replace("#", str(number)) if number else "·"

    def number(self, piece: str) -> int | None:
        """The number of a piece, if it may be used."""
        return self.usable.index(piece) + 1 if piece in self.usable else None


@dataclass
class Menu:
    """What may be typed now, and what it means."""

    ask: str
    """The word before the prompt."""
    verb: str
    """The action that bare pieces or numbers belong to."""
    legal: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    """The pieces that the numbers 1, 2, … stand for."""
    amounts: bool = False
    """Whether a number is an amount that is bid."""
    keys: dict[str, str] = field(default_factory=dict)
    """Other words or numbers, and the actions that they stand for."""
    hints: list[Text] = field(default_factory=list)
    """Lines that say what may be done."""
    words: dict[str, str] = field(default_factory=dict)
    """Other words for an argument in the record, in small letters: ``left`` for ``L``, a name for a seat."""
    which: Callable[[Sequence[str]], str] | None = None
    """What to add, where an entry could be several legal actions."""
    refusal: Callable[[str], str] | None = None
    """Why one piece on its own cannot be used, where the rules' reason would mislead."""
    sealed: bool = False
    either: bool = False
    """Whether it makes no difference which of several possible actions is meant."""

    def typed(self, words: str) -> str:
        """Return an action as a person may type it: names in place of the numbers of seats."""
        names = {word: name.capitalize() for name, word in self.words.items() if word.isdecimal()}
        return re.sub(r"(?<= )\S+", lambda word: names.get(word[0], word[0]), words)
