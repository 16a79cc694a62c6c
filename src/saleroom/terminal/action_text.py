"""Actions in words for people: by the verb forms of a game's messages, or else the words of the record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from saleroom.kernel.cards import NUMBERS, SUITS
from saleroom.kernel.game import Game
from saleroom.match.languages import ENGLISH, texts
from saleroom.toolkit.text.ink import Ink, ink, join, listed
from saleroom.toolkit.text.voice import Voice

QUOTED = re.compile("“([^”]*)”")
NOTHING = "nothing"
ASCII = str.maketrans({"\u00a0": " ", "\u202f": " ", "’": "'", "–": "-", "−": "-", "“": '"', "”": '"', "±": "+/-"})
"""Replacements for special characters in plain output."""
_PLACE = re.compile(r"\{(\w+)\}")


def verbs(game: Game) -> frozenset[str]:
    """Return the verbs that a game's messages name."""
    return frozenset(words.split(" ")[0] for words in texts(game.name, ENGLISH).get("moves", ()))


class Wording:
    """The words of one game's actions.

    `moves` of the game's ``messages/en.json`` has the forms `do`, `does` and `doing` of a verb. A whole action, such as
    ``bid 0``, may have forms of its own; ``discard nothing`` is a verb without arguments. `words` has other arguments.
    """

    def __init__(self, game: Game, voice: Voice) -> None:
        """Set the game and the voice, which names cards, suits and seats."""
        messages = texts(game.name, ENGLISH)
        self.voice = voice
        self._moves: Mapping[str, Mapping[str, str]] = messages.get("moves", {})
        self._words: Mapping[str, str] = messages.get("words", {})

    def action(self, words: str) -> Ink:
        """Return an action in the infinitive, such as “play J♦”."""
        return self._said(words, "do")

    def doing(self, words: str) -> Ink:
        """Return an action as the subject of a sentence, such as “playing J♦”."""
        return self._said(words, "doing")

    def event(self, words: str) -> Ink:
        """Return what a seat did, from an event of the record, such as “Ben plays J♦”."""
        actor, _, action = words.partition(" ")
        seat = int(actor)
        link = " " if self._forms(action) else ": "
        form = "do" if seat == self.voice.you else "does"
        return ink(self.voice.name(seat), "strong") + link + self._said(action, form)

    def clause(self, text: str) -> Ink:
        """Return a reason whose quoted actions are in the words of the record."""
        line, end = Ink(), 0
        for quoted in QUOTED.finditer(text):
            line += text[end : quoted.start(1)] + self.action(quoted[1])
            end = quoted.end(1)
        line += text[end:]
        return plain(line) if self.voice.plain else line

    def _forms(self, words: str) -> Mapping[str, str]:
        verb, *arguments = words.split(" ")
        whole = words if arguments else f"{verb} {NOTHING}"
        return self._moves.get(whole) or self._moves.get(verb, {})

    def _said(self, words: str, form: str) -> Ink:
        verb, *arguments = words.split(" ")
        template = self._forms(words).get(form)
        if template is None:
            return join(" ", [verb, *map(self._argument, arguments)])
        return join("", self._filled(template, arguments))

    def _filled(self, template: str, arguments: Sequence[str]) -> Iterator[Any]:
        """Yield the parts of a template: its own text, and the values of its placeholders."""
        for number, part in enumerate(_PLACE.split(template)):
            yield self._place(part, arguments) if number % 2 else part

    def _place(self, place: str, arguments: Sequence[str]) -> Ink:
        if place == "suit":
            return self.voice.suit(SUITS.index(arguments[-1]))
        if place == "name":
            return ink(self.voice.who(int(arguments[0])))
        if place == "piece":
            return self._argument(arguments[0])
        named = map(self._argument, arguments)
        return listed(named) if place == "pieces" else join(" ", named)

    def _argument(self, name: str) -> Ink:
        """Return a card, a tile, a number or another word."""
        if name in NUMBERS:
            return self.voice.card(NUMBERS[name])
        return self.voice.tile(name) if "-" in name else ink(self._words.get(name, name))


def worlds(game: Game) -> str:
    """Explain the worlds of a search."""
    return f"worlds: ways in which the hidden {game.kind_of_pieces} may lie"


def sentence(text: Ink) -> Ink:
    """Make a clause a sentence of its own."""
    return ink(text.text[:1].upper()) + text.cut(1, len(text)) + "."


def plain(line: Ink) -> Ink:
    """Replace signs that are hard to read aloud."""
    return Ink(tuple((text.translate(ASCII), style) for text, style in line.spans))
