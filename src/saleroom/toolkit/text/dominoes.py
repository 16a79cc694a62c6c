"""Line of dominoes: from left to right, doubles across, in as many rows as it needs."""

from __future__ import annotations

from collections.abc import Iterable

WIDTH = 76  # maximum number of characters in a row
TALL = 9  # maximum number of lines; a longer line of dominoes is drawn with its doubles lying flat


def draw_line(tiles: list[str], width: int = WIDTH) -> list[str]:
    """Draw tiles, given as they lie, in rows of at most `width` characters."""
    room = min(width, WIDTH)
    rows = _rows([_tall(*tile.split("-")) for tile in tiles], room)
    if len(rows) > TALL:
        rows = _rows([_flat(*tile.split("-")) for tile in tiles], room)
    return [row.rstrip() for row in rows]


def _tall(left: str, right: str) -> tuple[str, ...]:
    """Return a tile in three lines: a double lies across."""
    if left != right:
        blank = " " * (len(left) + len(right) + 3)
        return blank, f"[{left}|{right}]", blank
    bar = "─" * len(left)
    return f"╭{left}╮", f"│{bar}│", f"╰{left}╯"


def _flat(left: str, right: str) -> tuple[str, ...]:
    """Return a tile in one line: a double is marked by its frame."""
    return (f"[{left}|{right}]" if left != right else f"⟨{left}⟩",)


def _rows(pictures: Iterable[tuple[str, ...]], room: int) -> list[str]:
    """Return the pictures side by side; a full row is followed by the next."""
    rows: list[list[str]] = []
    for picture in pictures:
        if not rows or len(rows[-1][0]) + len(picture[0]) > room:
            rows.append([""] * len(picture))
        rows[-1] = [line + part for line, part in zip(rows[-1], picture, strict=True)]
    return [line for row in rows for line in row if line.strip()]
