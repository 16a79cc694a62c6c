"""Picture of a line of dominoes, with doubles placed crosswise, wrapped into several rows."""

from __future__ import annotations

from collections.abc import Iterable

WIDTH = 76  # maximum number of characters in a row
TALL = 9  # maximum number of text lines; if more are needed, doubles are drawn flat


def draw_line(tiles: list[str], width: int = WIDTH) -> list[str]:
    """Draw tiles in rows of at most `width` characters. The tiles are in the order of the line, left number first."""
    room = min(width, WIDTH)
    rows = _rows([_tall(*tile.split("-")) for tile in tiles], room)
    if len(rows) > TALL:
        rows = _rows([_flat(*tile.split("-")) for tile in tiles], room)
    return [row.rstrip() for row in rows]


def _tall(left: str, right: str) -> tuple[str, ...]:
    """Return a tile as three text lines, with doubles placed crosswise."""
    if left != right:
        blank = " " * (len(left) + len(right) + 3)
        return blank, f"[{left}|{right}]", blank
    bar = "─" * len(left)
    return f"╭{left}╮", f"│{bar}│", f"╰{left}╯"


def _flat(left: str, right: str) -> tuple[str, ...]:
    """Return a tile as one text line; a double has a different frame."""
    return (f"[{left}|{right}]" if left != right else f"⟨{left}⟩",)


def _rows(pictures: Iterable[tuple[str, ...]], room: int) -> list[str]:
    """Return the pictures side by side; a new row starts when a row is full."""
    rows: list[list[str]] = []
    for picture in pictures:
        if not rows or len(rows[-1][0]) + len(picture[0]) > room:
            rows.append([""] * len(picture))
        rows[-1] = [line + part for line, part in zip(rows[-1], picture, strict=True)]
    return [line for row in rows for line in row if line.strip()]
