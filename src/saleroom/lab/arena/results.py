"""Append-only results file: the plan in the first line, then a row for each seating, in order."""

from __future__ import annotations

import json
import math
from functools import partial
from pathlib import Path
from typing import Any

from saleroom.lab.arena.differences import STAND_IN
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import LAPSES
from saleroom.lab.runs import folders
from saleroom.lab.runs.lines import parsed, resume, to_line
from saleroom.match.errors import BadRecord

FILE = "results.jsonl"
WHOLE = 2**31  # bound for the absolute value of every score

Row = dict[str, Any]


def read(plan: Plan, path: Path) -> list[Row]:
    """Return the rows of all complete clusters in the file at `path`; cut off an incomplete cluster at its end.

    If the file contains anything else, raise `BadRecord` and leave the file unchanged.
    """
    if not path.exists():
        return []
    rows: list[Row] = []

    def accept(number: int, line: bytes) -> bool:
        if number == 1:
            _check_header(plan, path, line)
        else:
            rows.append(_row(plan, path, number, line))
        return len(rows) % plan.turns == 0

    resume(path, accept, partial(_is_cut_off, plan), partial(_foreign, path))
    clusters = len(rows) // plan.turns
    if clusters > plan.deals:
        things = "matches" if plan.matches else "deals"
        raise BadRecord(f"{path} holds {clusters} {things} already; ask for as many or more, or name another folder")
    return rows[: clusters * plan.turns]


def _foreign(path: Path, number: int) -> BadRecord:
    return BadRecord(f"{path}, line {number}, is no result of this arena; name another folder or remove the file")


def _check_header(plan: Plan, path: Path, line: bytes) -> None:
    header, wanted = parsed(line), plan.header()
    if not isinstance(header, dict) or header.get("format") != wanted["format"]:
        raise _foreign(path, 1)
    for name in ("game", "options", "seats", "players", "seed", "objective", "pilot"):
        if header.get(name) != wanted.get(name):
            article = "other" if name in ("options", "seats", "players") else "another"
            raise BadRecord(f"{path} holds results with {article} {name}; name another folder or remove the file")


def _row(plan: Plan, path: Path, number: int, line: bytes) -> Row:
    row = parsed(line)
    try:
        sound = _is_row(plan, number - 2, row)
    except (KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise _foreign(path, number)
    return row


def _is_row(plan: Plan, at: int, row: Any) -> bool:
    """Return whether `row`, a parsed line, is a valid row `at` of the plan.

    For a malformed line, any exception can be raised.
    """
    cluster, seating = divmod(at, plan.turns)
    usual = {"cluster", "seating", "players", "dealer", "scores", "deals", "decisions", "bids"}
    return (
        set(row) == usual | _more(plan)
        and (row["cluster"], row["seating"]) == (cluster, seating)
        and row["players"] == list(plan.seatings(cluster)[seating])
        and _is_seat(plan, row["dealer"])
        and len(row["scores"]) == plan.seats
        and all(type(score) is int and abs(score) < WHOLE for score in row["scores"])
        and (not plan.matches or _are_shares(plan, row["wins"]))
        and (not plan.control or _are_numbers(plan, row[STAND_IN]))
        and (not plan.programs or _are_counts(plan, row[LAPSES]))
        and all(type(row[name]) is int and row[name] >= 0 for name in ("deals", "decisions"))
        and all(_is_bid(plan, bid) for bid in row["bids"])
    )


def _more(plan: Plan) -> set[str]:
    """Return the keys that rows of this plan have in addition to the usual keys."""
    wanted = {"wins": plan.matches, STAND_IN: plan.control, LAPSES: plan.programs}
    return {name for name, is_wanted in wanted.items() if is_wanted}


def _are_counts(plan: Plan, lapses: Any) -> bool:
    return set(lapses) <= set(plan.programs) and all(
        type(number) is int and 0 <= number < WHOLE for counted in lapses.values() for number in counted.values()
    )


def _is_seat(plan: Plan, seat: Any) -> bool:
    return type(seat) is int and 0 <= seat < plan.seats


def _are_shares(plan: Plan, wins: Any) -> bool:
    return len(wins) == plan.seats and all(0 <= win <= 1 for win in wins) and abs(sum(wins) - 1) < 1e-6


def _are_numbers(plan: Plan, values: Any) -> bool:
    return len(values) == plan.seats and all(
        type(value) in (int, float) and math.isfinite(value) and abs(value) < WHOLE for value in values
    )


def _is_bid(plan: Plan, bid: Any) -> bool:
    return (
        set(bid) == {"seat", "price", "expected", "won", "made"}
        and _is_seat(plan, bid["seat"])
        and (bid["price"] is None or (type(bid["price"]) is int and 0 <= bid["price"] < WHOLE))
        and (bid["expected"] is None or (type(bid["expected"]) in (int, float) and math.isfinite(bid["expected"])))
        and type(bid["won"]) is bool
        and type(bid["made"]) is int
        and abs(bid["made"]) < WHOLE
    )


def _is_cut_off(plan: Plan, number: int, rest: bytes) -> bool:
    """Return whether `rest`, an incomplete last line, is the beginning of a valid line."""
    if number == 1:
        return to_line(plan.header()).encode().startswith(rest)
    head = b'{"cluster":'
    return rest.startswith(head) or head.startswith(rest)


def as_parquet(plan: Plan, rows: list[Row]) -> folders.Put:
    """Return a function that writes the rows as a Parquet file."""
    import pyarrow as pa

    bid = pa.struct(
        [
            ("seat", pa.int8()),
            ("price", pa.int32()),
            ("expected", pa.float64()),
            ("won", pa.bool_()),
            ("made", pa.int32()),
        ]
    )
    columns = [
        ("cluster", pa.int64()),
        ("seating", pa.int8()),
        ("players", pa.list_(pa.string())),
        ("dealer", pa.int8()),
        ("scores", pa.list_(pa.int32())),
        *([("wins", pa.list_(pa.float64()))] if plan.matches else []),
        *([(STAND_IN, pa.list_(pa.float64()))] if plan.control else []),
        ("deals", pa.int32()),
        ("decisions", pa.int32()),
        ("bids", pa.list_(bid)),
    ]
    if plan.programs:
        columns.insert(-3, (LAPSES, pa.string()))
        rows = [{**row, LAPSES: json.dumps(row[LAPSES])} for row in rows]
    table = pa.Table.from_pylist(rows, pa.schema(columns))
    return folders.parquet(table, to_line(plan.header()).strip(), "snappy")
