"""Export of a tournament as CSV. The standings come first; a row for every seat in every deal follows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from saleroom.server.contests.tournament_page import TournamentState
from saleroom.server.storage.tournaments import RoundTable

FORMULAS = "=+-@\t\r"
"""Characters at the beginning of a text that make a spreadsheet read it as a formula."""

STANDINGS = (
    "rank",
    "name",
    "match points",
    "possible",
    "percent",
    "difference",
    "deals",
    "moves",
    "moves by the house",
)
DEALS = ("round", "deal", "table", "seat", "name", "score", "match points", "possible", "difference")
HOUSE = "(house)"


def to_csv(state: TournamentState) -> str:
    """Return the standings so far and the deals of all finished rounds as CSV, with line ends as in RFC 4180."""
    return csv_text(_rows(state))


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _rows(state: TournamentState) -> Iterator[tuple[object, ...]]:
    names = {person.number: safe(person.name) for person in state.people}
    yield STANDINGS
    for one in state.standings():
        share = "" if one.share is None else _number(float(100 * one.share))
        totals = float(one.points), one.possible, share, _number(float(one.difference)), one.deals
        yield one.rank, names[one.person], *totals, *state.moves_of(one.person)
    yield ()
    yield DEALS
    for tables in state.rounds:
        if state.is_over(tables):
            yield from _deals(state, tables, names)


def _deals(state: TournamentState, tables: list[RoundTable], names: dict[int, str]) -> Iterator[tuple[object, ...]]:
    for line in state.lines(tables):
        name = HOUSE if line.person is None else names[line.person]
        where = tables[0].round, line.deal, tables[line.table].number, line.seat + 1
        compared = line.compared
        yield *where, name, line.score, float(compared.points), compared.possible, _number(float(compared.difference))


def safe(text: str) -> str:
    """Return the text, with an apostrophe in front if a spreadsheet would read it as a formula."""
    return f"'{text}" if text.startswith(tuple(FORMULAS)) else text


def _number(value: float) -> str:
    return f"{value:.2f}"
