"""Texts of the example deals and figures, from the messages of the client and of each game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from saleroom.match import languages

CLIENT = Path(__file__).parents[2] / "web/src"
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
PLAYERS = ("Ann", "Ben", "Clara", "David")
SINGULAR = {"en": (1,), "de": (1,), "fr": (0, 1)}
HEADINGS = {
    "en": ("Player", "Hand", "Trick", "Winner", "Result", "Score", "and"),
    "de": ("Name", "Hand", "Stich", "Stich an", "Ergebnis", "Wertung", "und"),
    "fr": ("Joueur", "Main", "Pli", "Pli à", "Résultat", "Marque", "et"),
}
"""Headings of columns, in the order of `COLUMNS`."""
COLUMNS = ("player", "hand", "trick", "winner", "result", "change", "and")


class Wording:
    """Texts of one game in one language."""

    def __init__(self, game: str, language: str) -> None:
        """Name the game and the language."""
        self.game, self.language = game, language

    @cached_property
    def _client(self) -> list[Mapping[str, Any]]:
        """Messages of the client: those of the game, then those of all games."""
        paths = (CLIENT / f"games/{self.game}/messages", CLIENT / "messages")
        return [json.loads((path / f"{self.language}.json").read_text("utf-8")) for path in paths]

    def heading(self, key: str) -> str:
        """Return the heading of a column, or the word "and"."""
        return HEADINGS[self.language][COLUMNS.index(key)]

    def event(self, verbs: list[str], values: Mapping[str, object]) -> str:
        """Return the sentence of an event; `verbs` are the keys of its messages, the most specific first."""
        for verb in verbs:
            for messages in self._client:
                text: Any = messages.get("log", {})
                for key in verb.split("."):
                    text = text.get(key, {})
                text = text.get("they", {}) if isinstance(text, dict) else text
                if text:
                    return self._filled(text, values)
        raise LookupError(f"{self.game} has no message for {verbs[0]} in {self.language}")

    def result(self, key: str, values: Mapping[str, Any]) -> str:
        """Return a text of the section `example` in the game's messages."""
        return self._filled(languages.texts(self.game, self.language)["example"][key], values)

    def suit(self, suit: str) -> str:
        """Return the name of a suit."""
        return self._client[1]["pieces"]["suit"][suit]

    def listed(self, words: list[str]) -> str:
        """Return "a, b and c"."""
        *most, last = words
        return f"{', '.join(most)} {self.heading('and')} {last}" if most else last

    def _filled(self, text: str | Mapping[str, str], values: Mapping[str, Any]) -> str:
        """Fill in a text. The parameter `count` chooses its form, and the names of other parameters say their kind."""
        if not isinstance(text, str):
            text = text["one" if values["count"] in SINGULAR[self.language] else "other"]
        return text.format(**{name: self._word(name, value) for name, value in values.items()})

    def _word(self, name: str, value: Any) -> object:
        if name == "seats":
            return self.listed([PLAYERS[seat] for seat in value])
        if name == "seat":
            return PLAYERS[value]
        return self.suit(value) if name == "suit" else pieces(value) if name in ("card", "cards") else value


def pieces(names: str) -> str:
    """Return cards and tiles, which are separated by spaces, as they are drawn: "10♥ 6-4"."""
    return " ".join(_piece(name) for name in names.split())


def _piece(name: str) -> str:
    if name[-1] not in SUITS:
        return name
    return name[:-1].replace("T", "10") + SUITS[name[-1]]
