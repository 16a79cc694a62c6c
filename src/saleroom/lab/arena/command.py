"""Command `saleroom arena`, after its options have been parsed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from saleroom import extras
from saleroom.bots import players as players_of_house
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value
from saleroom.lab.arena import output, pilots, results
from saleroom.lab.arena.narration import table
from saleroom.lab.arena.pilots import NOTHING, Wanted
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import Row
from saleroom.lab.arena.running import is_enough, run, thing
from saleroom.lab.arena.summary import summarise
from saleroom.lab.arena.times import Times
from saleroom.lab.runs import folders
from saleroom.lab.runs.lines import seed_in
from saleroom.lab.runs.workers import ending_by_signal
from saleroom.match.seeds import Seed, seed_bytes


def planned(
    game: Game,
    options: Mapping[str, Value],
    seats: int,
    names: str,
    deals: int,
    seed: Seed,
    matches: bool,
    out: Path | None,
) -> Plan:
    """Return the arena plan for the command's arguments.

    If `seed` is None, use the seed of the results in the folder `out`, or a random seed.
    """
    extras.need_lab()
    players = tuple(name.strip() for name in names.split(","))
    for name in players:
        players_of_house.check(name)
    if out is not None:
        output.check(out)
    if seed is None and out is not None:
        seed = seed_in(out / results.FILE)
    return Plan(game.name, options, seats, players, deals, seed_bytes(seed), matches)


def measure(
    plan: Plan,
    out: Path | None,
    jobs: int | None,
    until: float | None,
    get_ready: Callable[[], None],
    wanted: Wanted = NOTHING,
    on: str | None = None,
) -> None:
    """Play the given plan and print the results; if `out` is given, also write the results to this folder."""
    pilots.check(plan, wanted)
    if out is not None:
        folders.check_writable(out)
    with ending_by_signal():
        plan = _settled(plan, wanted, out, jobs or players_of_house.cores(), get_ready)
        took: Times = {}
        rows = _play(plan, out, jobs or players_of_house.cores(), until, get_ready, took, on)
        try:
            _tell(plan, rows, took, out, until)
        except KeyboardInterrupt:
            hint = "" if out is None else f"stopped before the report was written; {output.finish(out)}"
            raise KeyboardInterrupt(hint) from None


def _settled(plan: Plan, wanted: Wanted, out: Path | None, jobs: int, get_ready: Callable[[], None]) -> Plan:
    """Return the given plan with the results of the requested pilots, which are short runs before the main run."""
    if wanted.names:
        get_ready()
    plan = pilots.with_pilots(plan, wanted, out, jobs)
    if wanted.equal_time:
        print(f"At equal time: {' against '.join(plan.names)}.", flush=True)
    return plan


def _play(
    plan: Plan,
    out: Path | None,
    jobs: int,
    until: float | None,
    get_ready: Callable[[], None],
    took: Times,
    on: str | None,
) -> list[Row]:
    """Play the plan; return all rows of results.

    If play is interrupted or fails and `out` is None, print the results so far.
    """
    rows: list[Row] = []
    try:
        return run(plan, out, jobs, until, get_ready=get_ready, rows=rows, took=took, on=on)
    except (KeyboardInterrupt, players_of_house.PlayerFailed):
        if out is None and rows:
            print(table(summarise(plan, rows, took)), flush=True)
        raise


def _tell(plan: Plan, rows: list[Row], took: Times, out: Path | None, until: float | None) -> None:
    """Print the table of results. If `out` is given, also write the report to this folder."""
    deals = len(rows) // plan.turns
    summary = summarise(plan, rows, took)
    print(table(summary), flush=True)
    if until is not None and is_enough(plan, rows, deals, until):
        print(f"Enough after {deals} of {plan.deals} {thing(plan)}: every difference is known to within {until:g}.")
    if out is not None:
        print(f"The report: {output.write_outputs(plan, rows, summary, out)}")
