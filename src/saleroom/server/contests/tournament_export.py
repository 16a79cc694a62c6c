"""Export of a tournament as CSV. The standings come first; a row for every seat in every deal follows."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.server.contests.tournament_page import TournamentState
from saleroom.server.http.csv_file import safe, to_text
from saleroom.server.storage.tournament_rows import RoundTable

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
    """Return the standings so far and the deals of all finished rounds as CSV."""
    return to_text(_rows(state))


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


def _number(value: float) -> str:
    return f"{value:.2f}"
