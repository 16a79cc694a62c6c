"""Layout of the board and the hand as lines, in columns or as plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saleroom.toolkit.text.board import Board, Hand, Text
from saleroom.toolkit.text.ink import Ink, ink, join
from saleroom.toolkit.text.voice import Voice

MARGIN = 1
WIDE = 1000
"""Width that is large enough for every line."""
LABEL = 9  # width in characters of the labels in front of facts


def heading(title: str, board: Board) -> Ink:
    """Return the first line, with the game and the deal."""
    return ink(title, "strong") + join("", [ink(f" · {part.text}", "quiet") for part in map(ink, board.status)])


def table(
    columns: Sequence[str], names: Sequence[Text], rows: Sequence[Sequence[Text]], width: int = WIDE
) -> Iterator[Ink]:
    """Yield the lines of a table with headings and a row for each name. Empty columns are left out.

    If the table is wider than `width`, each row becomes a list of values with column names.
    """
    cells = [[ink(name, "strong"), *map(ink, row)] for name, row in zip(names, rows, strict=True)]
    heads = ["", *columns]
    lines = list(_in_columns(heads, cells))
    yield from lines if max(map(len, lines)) <= width - MARGIN else (_listed(heads, row) for row in cells)


def _listed(heads: Sequence[str], row: Sequence[Ink]) -> Ink:
    """Return a row as one line, with the column heading after each value."""
    values = (text + ink(f" {head}" if head else "", "quiet") for head, text in zip(heads[1:], row[1:], strict=True))
    return row[0] + "  " + join(", ", [value for value, text in zip(values, row[1:], strict=True) if len(text)])


def _in_columns(heads: Sequence[str], cells: Sequence[Sequence[Ink]]) -> Iterator[Ink]:
    used = [column for column in range(len(heads)) if any(len(row[column]) for row in cells)]
    wide = {column: max(len(heads[column]), *(len(row[column]) for row in cells)) for column in used}
    right = {column for column in used if all(_is_number(row[column].text) for row in cells)}
    yield join("  ", [ink(heads[column], "quiet").padded(wide[column], column in right) for column in used])
    for row in cells:
        yield join("  ", [row[column].padded(wide[column], column in right) for column in used])


def _is_number(text: str) -> bool:
    return not text or text.lstrip("+-").removesuffix(" %").replace(".", "", 1).isdigit()


def fact(label: str, text: Text) -> Ink:
    """Return a line with a label."""
    return ink(label.ljust(LABEL), "quiet") + text


def hand_lines(hand: Hand, width: int) -> Iterator[Ink]:
    """Yield the lines for the pieces in hand, with their numbers below, in as many rows as the width requires."""
    wide = max((len(face) for face in hand.faces), default=0)
    each_row = max((width - MARGIN - LABEL) // (wide + 1), 1)
    for start in range(0, len(hand.faces), each_row):
        faces, numbers = Ink(), ""
        for place in range(start, min(start + each_row, len(hand.faces))):
            faces = faces + hand.faces[place].padded(wide + 1)
            numbers += hand.mark(hand.pieces[place]).center(wide) + " "
        yield fact("" if start else hand.label, faces)
        if hand.usable:
            yield fact("", ink(numbers.rstrip(), "quiet"))


def drawn(title: str, board: Board, voice: Voice, width: int = WIDE) -> Iterator[Ink]:
    """Yield the board as lines in columns."""
    yield heading(title, board)
    yield Ink()
    if board.rows:
        yield from table(board.columns, [voice.name(seat) for seat in range(len(board.rows))], board.rows, width)
        yield Ink()
    picture = board.drawing(width - MARGIN) if board.drawing else []
    if picture:
        yield from map(ink, picture)
        yield Ink()
    for label, text in board.facts:
        yield fact(label, text)


def spoken(board: Board) -> Iterator[Ink]:
    """Yield the board's facts as plain sentences."""
    for label, text in [*board.facts, *board.spoken]:
        yield ink(f"{label}: ") + text + "."
