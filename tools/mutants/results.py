"""Results of mutation testing for an area, stored in `tests/mutants`: counts for each function, and every survivor."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tools.mutants.areas import Area

if TYPE_CHECKING:
    from tools.mutants.mutations import Function


@dataclass
class Outcome:
    """Results for the mutants of one function."""

    source: str
    """Digest of the function."""
    tests: str
    """Digest of the tests that ran."""
    mutants: int
    survivors: dict[str, str] = field(default_factory=dict)
    """Surviving mutants, each with the reason why it is equivalent. The reason is empty until it has been found."""


@dataclass
class Results:
    """Results for an area."""

    mutants: int = 0
    """Number of mutants of all sources. A sample tries fewer mutants."""
    functions: dict[str, Outcome] = field(default_factory=dict)

    @property
    def tried(self) -> int:
        return sum(outcome.mutants for outcome in self.functions.values())

    @property
    def survivors(self) -> dict[str, str]:
        return {
            f"{function} {change}": reason
            for function, outcome in self.functions.items()
            for change, reason in outcome.survivors.items()
        }

    @property
    def killed(self) -> int:
        return self.tried - len(self.survivors)

    @property
    def unexplained(self) -> list[str]:
        """Survivors for which a test or a reason is missing."""
        return [survivor for survivor, reason in self.survivors.items() if not reason]

    @property
    def equivalent(self) -> int:
        """Number of survivors with a reason why they are equivalent."""
        return len(self.survivors) - len(self.unexplained)

    @property
    def rate(self) -> float:
        """Share of killed mutants among all tried mutants that are not equivalent."""
        return self.killed / max(1, self.tried - self.equivalent)

    def earlier(self, function: Function, mutants: int) -> Outcome | None:
        """Return earlier results for a function; `None` if the function has changed or a different number of mutants
        was tried.
        """
        outcome = self.functions.get(function.name)
        return outcome if outcome and (outcome.source, outcome.mutants) == (function.digest, mutants) else None

    def changed(self, functions: Iterable[Function]) -> list[str]:
        """Return the functions whose results are from an earlier version of their code."""
        kept = [function for function in functions if function.name in self.functions]
        return [function.name for function in kept if self.functions[function.name].source != function.digest]

    def keep(self, function: Function, tests: str, mutants: int, survivors: list[str]) -> None:
        """Store the results for a function's mutants; keep earlier reasons if the function has not changed."""
        earlier = self.functions.get(function.name)
        reasons = earlier.survivors if earlier and earlier.source == function.digest else {}
        self.functions[function.name] = Outcome(
            function.digest, tests, mutants, {change: reasons.get(change, "") for change in survivors}
        )


def load(path: Path) -> Results:
    """Return the results in a file, or empty results if it does not exist."""
    if not path.exists():
        return Results()
    data = json.loads(path.read_text("utf-8"))
    return Results(data["mutants"], {name: Outcome(**outcome) for name, outcome in data["functions"].items()})


def save(results: Results, path: Path) -> None:
    """Write results to a file atomically."""
    path.parent.mkdir(exist_ok=True)
    scratch = path.with_suffix(".tmp")
    scratch.write_text(json.dumps(asdict(results), indent=1, ensure_ascii=False) + "\n", "utf-8")
    scratch.replace(path)


def summary(area: Area, results: Results) -> str:
    """Return the results in one line."""
    return (
        f"{area.name}: {results.tried} of {results.mutants} mutants, {results.killed} killed, "
        f"{results.equivalent} mean the same, {len(results.unexplained)} survive: {results.rate:.1%}"
    )
