"""Summary of a study as JSON, with everything that the report and the packaged data need."""

from __future__ import annotations

from typing import Any

import numpy as np

from saleroom.lab.runs.version import version
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
from saleroom.lab.study.storage import BlockStore
from saleroom.lab.study.unused_actions import never_done
from saleroom.statistics.estimates import Estimate, half_width

Json = dict[str, Any]
SECONDS = 4.0
"""Assumed duration of a person's decision, in seconds."""
TENTHS = (10, 50, 90)

EVERYWHERE, SOMEWHERE, REVERSED, NOWHERE = "everywhere", "at some levels", "reversed", "nowhere"
"""Answers to the question at which levels of play a difference was found."""


def summarise(study: Study, blocks: BlockStore, counts: Counts, seconds: float = SECONDS, command: str = "") -> Json:
    """Return the summary of a study. `seconds` is the assumed duration of a decision."""
    tables = [_table(study, blocks, counts, table, seconds) for table in study.tables]
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


def _table(study: Study, blocks: BlockStore, counts: Counts, table: Table, seconds: float) -> Json:
    """Return one table with its measures and its differences from the base."""
    count = counts[table]
    columns = named(table, blocks.rows(table, count))
    row = {
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
        row["spread"] = _spread(columns, seconds)
        row["never"] = never_done(study, table)
    if table.variant != BASE:
        base = named(base_of(table), blocks.rows(base_of(table), count))
        compared = differences(sequence_for(study), table, columns, base)
        row["differences"] = {one.measure.name: one.as_dict() for one in compared}
        row["changed"] = _changed(columns, base)
    return row


def interval(estimate: Estimate) -> Json:
    """Return an interval for JSON."""
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def _spread(columns: Columns, seconds: float) -> Json:
    """Return the 10th, 50th and 90th percentile of match length, in decisions and in minutes."""
    tenths = {name: _tenths(columns[name]) for name in ("deals", "decisions")}
    return {**tenths, "minutes": [round(value * seconds / 60, 1) for value in tenths["decisions"]]}


def _tenths(values: Any) -> list[float]:
    return [float(value) for value in np.percentile(values, TENTHS, method="inverted_cdf")] if len(values) else []


def _changed(columns: Columns, base: Columns) -> float:
    """Return the share of matches in which any column differs from the base."""
    differs = [~np.isclose(values, base[name], equal_nan=True) for name, values in columns.items()]
    return float(np.any(differs, axis=0).mean()) if len(differs[0]) else 0.0


def _levels(study: Study, tables: list[Json]) -> list[Json]:
    """Return the verdicts by level for each variant and measure with a significant difference at any level."""
    lines = []
    for variant in study.variants:
        for seats in study.seats:
            rows = [row for row in tables if len(row["players"]) == 1 and _is_of(row, variant, seats)]
            for measure in dict.fromkeys(name for row in rows for name in row["differences"]):
                verdicts = {row["level"]: row["differences"].get(measure, {}).get("verdict") for row in rows}
                if {MORE, LESS} & set(verdicts.values()):
                    line = {**variant._asdict(), "seats": seats, "measure": measure}
                    lines.append({**line, "verdicts": verdicts, "holds": holds(list(verdicts.values()))})
    return lines


def _is_of(row: Json, variant: Variant, seats: int) -> bool:
    return (row["option"], row["value"], row["rule_set"], row["seats"]) == (*variant, seats)


def holds(verdicts: list[Any]) -> str:
    """Return at which levels a difference was found, given the verdicts at all levels."""
    called = set(verdicts) & {MORE, LESS}
    if len(called) == 2:
        return REVERSED
    return NOWHERE if not called else EVERYWHERE if len(set(verdicts)) == 1 else SOMEWHERE


def unused(summary: Json) -> list[Json]:
    """Return the variants whose matches were all identical to the base's matches: no player used the changed rule."""
    return [row for row in summary["tables"] if row["matches"] and row.get("changed") == 0]


def clear(row: Json) -> list[tuple[str, Json]]:
    """Return the significant differences in a table row, the clearest first."""
    called = [(name, one) for name, one in row.get("differences", {}).items() if one["verdict"] in (MORE, LESS)]
    return sorted(called, key=lambda item: -clearness(item[1]))


def clearness(one: Json) -> float:
    """Return the ratio of a difference to its uncertainty."""
    half = half_width(one)
    return abs(one["mean"]) / half if half else float("inf")


def with_luck(row: Json, tables: list[Json]) -> Json:
    """Return a row of identical players, with luck and skill added from the row that compares different players."""
    same = ("option", "value", "rule_set", "seats")
    luck = next((one for one in tables if len(one["players"]) > 1 and all(one[k] == row[k] for k in same)), None)
    if luck is None:
        return row
    more = {name: {**row.get(name, {}), **luck.get(name, {})} for name in ("values", "differences")}
    return {**row, **more}
