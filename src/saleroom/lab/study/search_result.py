"""Result of a search for options: the verdicts on the finalists."""

from __future__ import annotations

from dataclasses import dataclass

from saleroom.kernel.options import Value
from saleroom.lab.runs.version import version
from saleroom.lab.study.aims import MEETS, MISSES, UNCLEAR, Condition
from saleroom.lab.study.combinations import FORMAT
from saleroom.lab.study.differences import named
from saleroom.lab.study.halving import Halving
from saleroom.lab.study.measures import Columns
from saleroom.lab.study.plan import Variant
from saleroom.lab.study.result import StudyResult
from saleroom.lab.study.search_plan import Search
from saleroom.lab.study.search_text import search_text
from saleroom.lab.study.summary import Json
from saleroom.statistics.estimates import LEVEL


@dataclass(frozen=True)
class SearchResult:
    """Result of a search: its summary, and the study of the finalists."""

    summary: Json
    confirmation: StudyResult

    @property
    def answer(self) -> dict[str, Value] | None:
        """The best options that reach every aim, as changes of the base; None if no set was shown to reach them.

        If the base is the best of these sets, the answer is an empty dictionary: there is nothing to change.
        """
        best = self.summary["finalists"][0]
        return best["changes"] if best["verdict"] == MEETS else None

    def __str__(self) -> str:
        return search_text(self.summary)


def summarise(
    search: Search,
    halving: Halving,
    finalists: list[Variant],
    result: StudyResult,
    repeated: str,
) -> Json:
    """Return the summary of a search, with the finalists in the order of their verdicts and margins."""
    study, played, conditions = search.study, result.summary["matches"], search.conditions
    # the allowed error is shared by all conditions of all finalists (Bonferroni)
    alpha = (1 - LEVEL) / (len(finalists) * sum(map(len, conditions.values())))
    rows = [_finalist(search, one, result, alpha) for one in finalists]
    order = (MEETS, UNCLEAR, MISSES)
    return {
        "format": FORMAT,
        "version": version(),
        "title": study.spec.title,
        "command": repeated,
        "plan": {**study.header(), "matches": search.matches},
        "aims": [aim.text for aim in search.aims],
        "rounds": [one._asdict() for one in halving.rounds],
        "matches": {
            "chosen": sum(halving.matches.values()) * search.tables,
            "confirmed": played,
            "grid": (len(study.rule_sets) + 1) * search.matches * search.tables,
        },
        "finalists": sorted(rows, key=lambda row: (order.index(row["verdict"]), -row["margin"])),
        "sets": [
            {"name": one.name, "matches": halving.matches[one], "margin": round(value, 4)}
            for one, value in sorted(halving.margins.items(), key=lambda item: -item[1])
        ],
    }


def _finalist(
    search: Search,
    variant: Variant,
    result: StudyResult,
    alpha: float,
) -> Json:
    """Return a finalist with the least margin and the verdict for each aim."""
    columns = {
        table.compares_players: named(table, result.blocks.rows(table, result.counts[table]))
        for table in result.study.tables
        if table.variant == variant
    }
    aims = []
    for aim, some in search.conditions.items():
        checks = [_checked(one, columns[one.by_two_levels], alpha) for one in some]
        closest = min(checks, key=lambda check: check["margin"])
        aims.append({"aim": aim.text, **closest, "verdict": _joint(checks)})
    return {
        "name": variant.name,
        "changes": dict(search.study.rule_sets[variant.rule_set]) if variant.rule_set else {},
        "verdict": _joint(aims),
        "margin": min(one["margin"] for one in aims),
        "aims": aims,
    }


def _joint(parts: list[Json]) -> str:
    """Return the verdict on several conditions or aims together: the worst of theirs."""
    verdicts = {part["verdict"] for part in parts}
    return next(verdict for verdict in (MISSES, UNCLEAR, MEETS) if verdict in verdicts)


def _checked(condition: Condition, columns: Columns, alpha: float) -> Json:
    estimate = condition.estimate(columns, alpha)
    return {
        "measure": condition.measure.name,
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "margin": condition.margin(estimate.mean),
        "verdict": condition.verdict(estimate),
    }
