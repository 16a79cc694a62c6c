"""Pilots: short runs on deals with other seeds, before the first cluster. Their results are stored in the plan."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from saleroom import bots
from saleroom.lab.arena import control_variates, equal_time, instant_players, results
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import Make
from saleroom.lab.runs.lines import header_in
from saleroom.match.errors import BadRecord


@dataclass(frozen=True)
class Wanted:
    """Pilots that the user requested for an arena."""

    control: bool = False
    equal_time: bool = False

    @property
    def names(self) -> set[str]:
        """Names under which the plan stores the results of the requested pilots."""
        return {name for name in ("control", "equal_time") if getattr(self, name)}


NOTHING = Wanted()


def check(plan: Plan, wanted: Wanted) -> None:
    """Raise `ValueError` if the line-up is unsuitable for a requested pilot."""
    if wanted.control:
        instant_players.check(plan)
    if wanted.equal_time:
        equal_time.check(plan)


def with_pilots(plan: Plan, wanted: Wanted, out: Path | None, jobs: int, make: Make = bots.player) -> Plan:
    """Return the plan with the results of all requested pilots. Read them from the folder `out` or compute them now."""
    header = None if out is None else header_in(out / results.FILE)
    if out is not None and header is not None:
        return _continued(plan, wanted, out / results.FILE, header)
    if wanted.equal_time:
        plan = equal_time.equalised(plan, make, jobs)
    if wanted.control:
        plan = replace(plan, pilot={**plan.pilot, "control": control_variates.fitted(plan, make, jobs)})
    return plan


def _continued(plan: Plan, wanted: Wanted, path: Path, header: dict[str, Any]) -> Plan:
    """Return the plan with the pilots' results from the header of a results file.

    `results.read` checks later whether the file belongs to this plan.
    """
    pilot = header.get("pilot", {})
    if not isinstance(pilot, dict) or set(pilot) != wanted.names:
        options = " ".join(f"--{name.replace('_', '-')}" for name in sorted(pilot)) or "no such options"
        raise BadRecord(f"{path} holds results that were begun with {options}; give the same or name another folder")
    try:
        if wanted.equal_time and pilot["equal_time"]["asked"] == list(plan.line_up):
            plan = replace(plan, players=tuple(header["players"][: len(plan.players)]))
        if wanted.control:
            control_variates.check_unchanged(plan, pilot["control"])
    except (KeyError, TypeError, AttributeError):
        raise BadRecord(f"{path} has a damaged plan; name another folder or remove the file") from None
    return replace(plan, pilot=pilot)
