"""What a study found, as JSON: everything that its report and the data that ship with the package need."""

from __future__ import annotations

from typing import Any

import numpy as np

from saleroom.lab.arena.statistics import Estimate
from saleroom.lab.study.differences import (
    LESS,
    MORE,
    base_of,
    differences,
    named,
    questions,
    sequence_for,
    values,
)
from saleroom.lab.study.measures import Columns
from saleroom.lab.study.plan import BASE, FORMAT, Study, Table, Variant
from saleroom.lab.study.running import Counts
from saleroom.lab.study.storage import Played
from saleroom.lab.study.unused_actions import never_done
from saleroom.lab.version import version

Json = dict[str, Any]
SECONDS = 4.0
"""What a decision takes people, unless somebody says otherwise."""
TENTHS = (10, 50, 90)

EVERYWHERE, SOMEWHERE, REVERSED, NOWHERE = "everywhere", "at some levels", "reversed", "nowhere"
"""At which levels of play a difference was found."""


def summarise(study: Study, played: Played, counts: Counts, seconds: float = SECONDS, command: str = "") -> Json:
    """The whole of it; `seconds` is what a decision takes."""
    tables = [_table(study, played, counts, table, seconds) for table in study.tables]
    return {
        "format": FORMAT,
        "version": version(),
        "title": study.spec.title,
        "unit": study.spec.unit,
        "rules_version": study.spec.rules_version,
        "plan": study.header(),
        "command": command,
        "seconds": seconds,
        "questions": questions(study),
        "matches": sum(counts[table] * len(table.line_ups) for table in study.tables),
        "tables": tables,
        "levels": _levels(study, tables),
    }


def _table(study: Study, played: Played, counts: Counts, table: Table, seconds: float) -> Json:
    """One table: its measures by themselves, and what it changes."""
    count = counts[table]
    columns = named(table, played.rows(table, count))
    found = {
        "option": table.variant.option,
        "value": table.variant.value,
        "rule_set": table.variant.rule_set,
        "seats": table.seats,
        "players": list(table.players),
        "level": table.level,
        "options": study.options(table.variant, table.seats),
        "matches": count,
        "values": {name: interval(value) for name, value in values(table, columns).items()},
    }
    if not table.compares_players:
        found["spread"] = _spread(columns, seconds)
        found["never"] = never_done(study, table)
    if table.variant != BASE:
        base = named(base_of(table), played.rows(base_of(table), count))
        told = differences(sequence_for(study), table, columns, base)
        found["differences"] = {one.measure.name: one.as_dict() for one in told}
        found["changed"] = _changed(columns, base)
    return found


def interval(found: Estimate) -> Json:
    """For JSON."""
    return {"mean": found.mean, "low": found.low, "high": found.high}


def _spread(columns: Columns, seconds: float) -> Json:
    """How long matches are: of ten, one is shorter than the first number, five than the second, nine than the third."""
    found = {name: _tenths(columns[name]) for name in ("deals", "decisions")}
    return {**found, "minutes": [round(value * seconds / 60, 1) for value in found["decisions"]]}


def _tenths(values: Any) -> list[float]:
    return [float(value) for value in np.percentile(values, TENTHS, method="inverted_cdf")] if len(values) else []


def _changed(columns: Columns, base: Columns) -> float:
    """The share of matches that went differently in anything that is measured."""
    other = [~np.isclose(values, base[name], equal_nan=True) for name, values in columns.items()]
    return float(np.any(other, axis=0).mean()) if len(other[0]) else 0.0


def _levels(study: Study, tables: list[Json]) -> list[Json]:
    """For each variant and measure that any level tells apart: at which levels it is so."""
    found = []
    for variant in study.variants:
        for seats in study.seats:
            rows = [row for row in tables if len(row["players"]) == 1 and _is_of(row, variant, seats)]
            for measure in dict.fromkeys(name for row in rows for name in row["differences"]):
                verdicts = {row["level"]: row["differences"].get(measure, {}).get("verdict") for row in rows}
                if {MORE, LESS} & set(verdicts.values()):
                    told = {**variant._asdict(), "seats": seats, "measure": measure}
                    found.append({**told, "verdicts": verdicts, "holds": holds(list(verdicts.values()))})
    return found


def _is_of(row: Json, variant: Variant, seats: int) -> bool:
    return (row["option"], row["value"], row["rule_set"], row["seats"]) == (*variant, seats)


def holds(verdicts: list[Any]) -> str:
    """At which levels a difference was found, from what was found at each."""
    called = set(verdicts) & {MORE, LESS}
    if len(called) == 2:
        return REVERSED
    return NOWHERE if not called else EVERYWHERE if len(set(verdicts)) == 1 else SOMEWHERE


def unused(summary: Json) -> list[Json]:
    """The variants under which every match went as in the base: nobody used what they allow."""
    return [row for row in summary["tables"] if row["matches"] and row.get("changed") == 0]


def clear(row: Json) -> list[tuple[str, Json]]:
    """The differences of a table that its intervals carry, the clearest first."""
    found = [(name, one) for name, one in row.get("differences", {}).items() if one["verdict"] in (MORE, LESS)]
    return sorted(found, key=lambda item: -clearness(item[1]))


def clearness(one: Json) -> float:
    """How many times as large as the uncertainty a difference is."""
    half = 0.0 if one["low"] is None else (one["high"] - one["low"]) / 2
    return abs(one["mean"]) / half if half else float("inf")


def with_luck(row: Json, tables: list[Json]) -> Json:
    """A row of players that are alike, with what the same rules gave where players were compared."""
    same = ("option", "value", "rule_set", "seats")
    luck = next((one for one in tables if len(one["players"]) > 1 and all(one[k] == row[k] for k in same)), None)
    if luck is None:
        return row
    more = {name: {**row.get(name, {}), **luck.get(name, {})} for name in ("values", "differences")}
    return {**row, **more}
