"""The command `saleroom arena`, once its options have been read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from saleroom.bots import players as players_of_house
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value
from saleroom.lab.arena import results
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import Row
from saleroom.lab.arena.running import run
from saleroom.lab.arena.summary import summarise
from saleroom.lab.arena.words import table
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
    """The plan of a command; without a seed, that of the results which its folder holds, or a fresh one."""
    players = tuple(name.strip() for name in names.split(","))
    for name in players:
        players_of_house.check(name)
    if seed is None and out is not None:
        seed = results.seed_in(out / results.FILE)
    return Plan(game.name, options, seats, players, deals, seed_bytes(seed), matches)


def measure(plan: Plan, out: Path | None, jobs: int | None, until: float | None, get_ready: Callable[[], None]) -> None:
    """Play a plan and say what came of it; with a folder, leave it there as well."""
    rows: list[Row] = []
    try:
        run(plan, out, jobs or players_of_house.cores(), until, get_ready=get_ready, rows=rows)
    except KeyboardInterrupt:
        if out is None and rows:
            print(table(summarise(plan, rows)), flush=True)
        raise
    summary = summarise(plan, rows)
    print(table(summary), flush=True)
    if out is not None:
        from saleroom.lab.arena.keeping import keep

        print(f"The report: {keep(plan, rows, summary, out)}")
