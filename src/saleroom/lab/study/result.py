"""Results of a study for notebooks: a table, figures and the report."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from saleroom.lab.runs import folders
from saleroom.lab.study import figures, narration
from saleroom.lab.study.plan import Study
from saleroom.lab.study.report import report
from saleroom.lab.study.running import Counts
from saleroom.lab.study.storage import BlockStore
from saleroom.lab.study.summary import Json
from saleroom.renamed import EarlierMember, earlier_names

MINUTES = "minutes"
COLOURS = "color-scheme:light dark;--ink:currentColor;--line:#8888;--p0:#3b7dd8;--p7:#888;font-family:sans-serif"
"""Colours for figures outside a report, visible on both white and black."""


@dataclass(frozen=True)
class Drawing:
    """A figure for a notebook."""

    svg: str

    def _repr_html_(self) -> str:
        return f'<div style="max-width:34rem">{self.svg}</div>'

    def save(self, path: str | Path) -> None:
        """Write the figure as an SVG file."""
        folders.write(Path(path), folders.text(self.svg + "\n"))


__getattr__ = earlier_names(__name__, Found="StudyResult")


@dataclass(frozen=True)
class StudyResult:
    """Results of a study."""

    study: Study
    summary: Json
    blocks: BlockStore
    counts: Counts

    played = EarlierMember("blocks")

    def table(self) -> Any:
        """Return the differences as a PyArrow table with a row for each variant, number of seats, level and measure."""
        import pyarrow as pa

        rows = [
            {
                **{name: row[name] for name in ("option", "rule_set", "seats", "level")},
                "value": None if row["value"] is None else str(row["value"]),
                "measure": measure,
                "base": narration.base_row(self.summary, row)["values"].get(measure, {}).get("mean"),
                **one,
            }
            for row in self.summary["tables"]
            if "differences" in row
            for measure, one in row["differences"].items()
        ]
        return pa.Table.from_pylist(rows)

    def frame(self) -> Any:
        """Return the differences as a pandas data frame, or as a PyArrow table if pandas is not installed."""
        try:
            import_module("pandas")
        except ImportError:
            return self.table()
        return self.table().to_pandas()

    def figure(self, measure: str = "win_place_0", seats: int | None = None, level: str | None = None) -> Drawing:
        """Return a figure of each variant's effect on a measure, or of match lengths if `measure` is `minutes`.

        By default, `seats` and `level` are the study's first number of seats and first level. Raise `ValueError` if the
        study has no results for the given arguments.
        """
        rows = self._rows(seats or self.study.seats[0], level or self._first_level(measure))
        if measure == MINUTES:
            return _drawing(figures.lengths(MINUTES, rows))
        compared = [row for row in rows if "differences" in row]
        known = dict.fromkeys(name for row in compared for name in row["differences"])
        if measure not in known:
            raise ValueError(f"{measure[:40]!r} was not measured; there are {', '.join([MINUTES, *known])}")
        by, label = narration.percent(measure)
        return _drawing(figures.changes(measure, compared, measure, label, by))

    def _first_level(self, measure: str) -> str:
        compares = measure in ("luck", "skill")
        levels = [table.level for table in self.study.tables if table.compares_players == compares]
        return levels[0] if levels else self.study.levels[0]

    def _rows(self, seats: int, level: str) -> list[Json]:
        """Return the rows of the base and its variants for a number of seats and a level."""
        rows = [row for row in self.summary["tables"] if (row["seats"], row["level"]) == (seats, level)]
        if not rows:
            known = dict.fromkeys(f"{row['seats']} seats, {row['level']}" for row in self.summary["tables"])
            raise ValueError(f"nothing was played by {level[:40]} with {seats} seats; there are {'; '.join(known)}")
        return rows

    def report(self) -> str:
        """Return the report as HTML."""
        return report(self.summary)

    def __str__(self) -> str:
        return narration.text_table(self.summary)


def _drawing(svg: str) -> Drawing:
    return Drawing(svg.replace("<svg ", f'<svg style="{COLOURS}" ', 1))
