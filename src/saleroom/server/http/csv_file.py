"""Tables of figures as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from fastapi import Response

CSV = "text/csv"
FORMULAS = "=+-@\t\r"
"""Characters at the beginning of a text that make a spreadsheet read it as a formula."""


class CsvResponse(Response):
    """Response in the format CSV, for spreadsheets."""

    media_type = CSV


def to_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV, with line ends as in RFC 4180."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def safe(text: str) -> str:
    """Return the text, with an apostrophe in front if a spreadsheet would read it as a formula."""
    return f"'{text}" if text.startswith(tuple(FORMULAS)) else text
