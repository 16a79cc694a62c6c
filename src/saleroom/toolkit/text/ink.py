"""Styled text, which is later drawn in colour or read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

STYLES = {
    "": "",
    "quiet": "dim",
    "strong": "bold",
    # colours of medium lightness are readable on dark and light backgrounds; spades have the terminal's text colour
    "clubs": "#008a3c",
    "diamonds": "#1976dc",
    "hearts": "#e5322d",
    "spades": "bold",
}
"""Rich style of each style name."""


@dataclass(frozen=True)
class Ink:
    """Line or part of a line: spans of text, each with the name of its style."""

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
        """Return the part from character `start` up to, not including, `end`."""
        pieces, offset = [], 0
        for text, style in self.spans:
            piece = text[max(start - offset, 0) : max(end - offset, 0)]
            offset += len(text)
            if piece:
                pieces.append((piece, style))
        return Ink(tuple(pieces))

    def stripped(self) -> Ink:
        """Return the text without leading spaces."""
        return self.cut(len(self) - len(self.text.lstrip(" ")), len(self))

    def padded(self, width: int, right: bool = False) -> Ink:
        """Return the text padded with spaces to a width."""
        blanks = " " * (width - len(self))
        return blanks + self if right else self + blanks


def ink(text: str | Ink, style: str = "") -> Ink:
    """Return text as `Ink` in a style; return `Ink` unchanged."""
    if isinstance(text, Ink):
        return text
    return Ink(((text, style),)) if text else Ink()


def join(separator: str, parts: Iterable[Ink | str]) -> Ink:
    """Return the parts joined by `separator`."""
    line = Ink()
    for number, part in enumerate(parts):
        line = line + separator + part if number else line + part
    return line


def listed(parts: Iterable[Ink | str], last: str = "and") -> Ink:
    """Return the parts as a list within a sentence, such as "a, b and c"."""
    parts = list(parts)
    if len(parts) < 2:
        return join("", parts)
    return join(", ", parts[:-1]) + f" {last} " + parts[-1]
