"""Ink: text with styles, before anyone knows whether it will be drawn in colour or read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

STYLES = {
    "": "",
    "quiet": "dim",
    "strong": "bold",
    # Of middling lightness, so that each is readable on a dark and on a light background; spades keep the text's own.
    "clubs": "#008a3c",
    "diamonds": "#1976dc",
    "hearts": "#e5322d",
    "spades": "bold",
}
"""What each style means to Rich."""


@dataclass(frozen=True)
class Ink:
    """A line, or a part of one: spans of text, each with the name of its style."""

    spans: tuple[tuple[str, str], ...] = ()

    def __add__(self, other: Ink | str) -> Ink:
        return Ink(self.spans + ink(other).spans)

    def __radd__(self, other: str) -> Ink:
        return ink(other) + self

    def __len__(self) -> int:
        return sum(len(text) for text, _ in self.spans)

    @property
    def text(self) -> str:
        """The text without its styles."""
        return "".join(text for text, _ in self.spans)

    def cut(self, start: int, end: int) -> Ink:
        """The part from character `start` up to, not including, `end`."""
        found, at = [], 0
        for text, style in self.spans:
            piece = text[max(start - at, 0) : max(end - at, 0)]
            at += len(text)
            if piece:
                found.append((piece, style))
        return Ink(tuple(found))

    def stripped(self) -> Ink:
        """Without blanks before it."""
        return self.cut(len(self) - len(self.text.lstrip(" ")), len(self))

    def padded(self, width: int, right: bool = False) -> Ink:
        """Filled up with blanks to a width."""
        blanks = " " * (width - len(self))
        return blanks + self if right else self + blanks


def ink(text: str | Ink, style: str = "") -> Ink:
    """Text in a style; ink stays what it is."""
    if isinstance(text, Ink):
        return text
    return Ink(((text, style),)) if text else Ink()


def join(separator: str, parts: Iterable[Ink | str]) -> Ink:
    """The parts in one line."""
    line = Ink()
    for number, part in enumerate(parts):
        line = line + separator + part if number else line + part
    return line


def listed(parts: Iterable[Ink | str], last: str = "and") -> Ink:
    """The parts as a list in a sentence: a, b and c."""
    parts = list(parts)
    if len(parts) < 2:
        return join("", parts)
    return join(", ", parts[:-1]) + f" {last} " + parts[-1]
