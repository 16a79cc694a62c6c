"""Actions as readable text, with the verb forms in a game's messages.

If the messages have no such forms for a verb, the text is as in the record.
"""

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
"""Plain characters by the special characters that they replace in plain output."""
_PLACE = re.compile(r"\{(\w+)\}")


def verbs(game: Game) -> frozenset[str]:
    """Return the verbs of all actions in a game's messages."""
    return frozenset(words.split(" ")[0] for words in texts(game.name, ENGLISH).get("moves", ()))


class Wording:
    """Wording of one game's actions.

    In the game's ``messages/en.json``, `moves` has the forms `do`, `does` and `doing` of each verb. A complete action,
    such as ``bid 0``, can have its own forms; ``discard nothing`` stands for the verb without arguments. `words` has
    texts for other arguments.
    """

    def __init__(self, game: Game, voice: Voice) -> None:
        """Store the game and the voice, which formats the names of cards, suits and seats."""
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
        """Return an event of the record as a sentence, such as “Ben plays J♦”."""
        actor, _, action = words.partition(" ")
        seat = int(actor)
        link = " " if self._forms(action) else ": "
        form = "do" if seat == self.voice.you else "does"
        return ink(self.voice.name(seat), "strong") + link + self._said(action, form)

    def clause(self, text: str) -> Ink:
        """Return a reason with readable text in place of quoted actions, which are written as in the record."""
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
        """Yield the parts of a template: literal text, and the values of its placeholders."""
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
        """Return the text of one argument: a card, a tile, a number or another word."""
        if name in NUMBERS:
            return self.voice.card(NUMBERS[name])
        return self.voice.tile(name) if "-" in name else ink(self._words.get(name, name))


def worlds(game: Game) -> str:
    """Return an explanation of the term “worlds” in a search."""
    return f"worlds: ways in which the hidden {game.kind_of_pieces} may lie"


def sentence(text: Ink) -> Ink:
    """Return a clause as a complete sentence."""
    return ink(text.text[:1].upper()) + text.cut(1, len(text)) + "."


def plain(line: Ink) -> Ink:
    """Return `line` with replacements for symbols that screen readers handle badly."""
    return Ink(tuple((text.translate(ASCII), style) for text, style in line.spans))
