"""Actions as the table says them: from the words of the record."""

from __future__ import annotations

import re

from saleroom.kernel.cards import NUMBERS, SUITS
from saleroom.kernel.game import Game
from saleroom.toolkit.text.ink import Ink, ink, join, listed
from saleroom.toolkit.text.voice import Voice

PLAINLY = {"buy": "buy a tile", "take": "take the flop", "refuse": "refuse the flop", "bid 0": "check"}
SIDES = {"L": "on the left", "R": "on the right"}
QUOTED = re.compile("“([^”]*)”")
ASCII = str.maketrans({"\u00a0": " ", "\u202f": " ", "’": "'", "–": "-", "−": "-", "“": '"', "”": '"', "±": "+/-"})
"""What plain words write in place of other signs."""


def action(voice: Voice, words: str) -> Ink:
    """What a seat does or may do, such as “play J♦”."""
    verb, *rest = words.split(" ")
    if words in PLAINLY:
        return ink(PLAINLY[words])
    if verb == "offer":
        return ink("offer ") + _piece(voice, rest[0]) + ", calling " + voice.suit(SUITS.index(rest[1]))
    if verb == "trade":
        return ink("trade with ") + voice.who(int(rest[0]))
    if verb == "kitty":
        return ink("put ") + _piece(voice, rest[0]) + " into the kitty"
    if verb in ("discard", "keep"):
        return ink(f"{verb} ") + listed(_piece(voice, name) for name in rest) if rest else ink("stand pat")
    if verb == "name":
        return ink("name ") + voice.suit(SUITS.index(rest[0]))
    return join(" ", [verb, *(_piece(voice, name) for name in rest)])


def doing(voice: Voice, words: str) -> Ink:
    """An action as the subject of a sentence, such as “playing J♦”."""
    said = action(voice, words)
    verb = said.text.split(" ", 1)[0]
    stem = verb.removesuffix("e")
    ending = verb[-1] + "ing" if verb in ("bid", "put") else "ing"
    return ink(stem + ending) + said.cut(len(verb), len(said))


def worlds(game: Game) -> str:
    """What the worlds of a search are, for those who meet the word for the first time."""
    return f"worlds: ways in which the hidden {game.kind_of_pieces} may lie"


def event(voice: Voice, words: str) -> Ink:
    """What a seat did, from an event of the record, such as “Ben plays J♦”."""
    actor, _, rest = words.partition(" ")
    verb, _, what = action(voice, rest).text.partition(" ")
    third = verb + ("es" if verb.endswith("ss") else "s")
    said = action(voice, rest)
    return voice.does(int(actor), third) + (said.cut(len(verb), len(said)) if what else "")


def _piece(voice: Voice, name: str) -> Ink:
    """A card, a tile, a side or a number."""
    if name in NUMBERS:
        return voice.card(NUMBERS[name])
    return voice.tile(name) if "-" in name else ink(SIDES.get(name, name))


def clause(voice: Voice, text: str) -> Ink:
    """A reason in which actions stand in quotation marks, in the words of the record."""
    line, at = Ink(), 0
    for found in QUOTED.finditer(text):
        line += text[at : found.start(1)] + action(voice, found[1])
        at = found.end(1)
    line += text[at:]
    return plain(line) if voice.plain else line


def sentence(text: Ink) -> Ink:
    """A clause as a sentence of its own."""
    return ink(text.text[:1].upper()) + text.cut(1, len(text)) + "."


def plain(line: Ink) -> Ink:
    """Without signs that are hard to read aloud."""
    return Ink(tuple((text.translate(ASCII), style) for text, style in line.spans))
