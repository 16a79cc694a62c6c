"""Commands that play many matches or measure players and speed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from saleroom.cli.arguments import (
    GameName,
    Jobs,
    On,
    Options,
    Seats,
    Seed,
    Trouble,
    chosen_game,
    compiler_for,
    folder,
    parse_seed,
)


def _by_seat(players: str, seats: int) -> list[str]:
    """Return a name for each seat; if the number of names is wrong, the error says what to write."""
    from saleroom.bots import line_up

    names = [name.strip() for name in players.split(",")]
    if len(names) in (1, seats):
        return line_up(players, seats)
    line_up(players, len(names))  # report a wrong name before a wrong number of names
    whole = ",".join([*names, *[names[-1]] * seats][:seats])
    raise Trouble(
        f"--players: {len(names)} players cannot take {seats} seats; write one name for all, such as {names[0]}, "
        f"or one for each: {whole}"
    )


def simulate(
    game: GameName,
    seats: Seats = None,
    matches: Annotated[int, typer.Option(metavar="M", min=1, help="Number of matches.")] = 100,
    seed: Seed = None,
    option: Options = None,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="random, house, easy, medium, trained, hard, master, search:2000 (tries), search:200ms (time) or "
            "module:Class or cmd:COMMAND (docs/build/bots.md): one name for all, or a name for each seat.",
        ),
    ] = "random",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the records here (JSON Lines).")] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="Number of processes.")] = 1,
    on: On = None,
) -> None:
    """Play matches in bulk and write their records.

    After an interruption, run the same command again to continue.
    """
    from saleroom.lab.match_output import write_matches
    from saleroom.lab.simulate import Plan
    from saleroom.match.seeds import seed_bytes

    chosen = chosen_game(game, option)
    spec, complete = chosen.spec, chosen.options(seats)
    number = seats if seats is not None else chosen.usual_seats
    if out is not None and seed is None and out.exists() and out.stat().st_size:
        raise Trouble(f"{out} exists; give --seed to continue it, or name another file")
    plan = Plan(spec.name, complete, tuple(_by_seat(players, number)), seed_bytes(parse_seed(seed)), matches)

    write_matches(plan, out, jobs, compiler_for(spec, plan.players), on)


def arena(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="random, house, easy, medium, trained, hard, master, search:2000 (tries), search:200ms (time) or "
            "module:Class or cmd:COMMAND (docs/build/bots.md): a name for each seat; the last takes all that are left.",
        ),
    ] = "house,random",
    deals: Annotated[int, typer.Option(metavar="N", min=1, help="Maximum number of deals or matches.")] = 200,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", parser=folder, help="Write results, summary and report into this folder."),
    ] = None,
    jobs: Jobs = None,
    on: On = None,
    until: Annotated[
        float | None,
        typer.Option(metavar="X", help="Stop when every difference is known to within X: a score, or a share of wins."),
    ] = None,
    matches: Annotated[bool, typer.Option("--matches", help="Play whole matches to win, not single deals.")] = False,
    control: Annotated[
        bool, typer.Option("--control", help="Narrow the intervals by instant play of the same cards.")
    ] = False,
    equal_time: Annotated[
        bool, typer.Option("--equal-time", help="Give the last player, a search, the time that the first takes.")
    ] = False,
) -> None:
    """Compare players on the same cards.

    After an interruption, run the same command again to continue.
    """
    from saleroom.lab.arena.command import measure, planned
    from saleroom.lab.arena.pilots import Wanted

    chosen = chosen_game(game, option)
    spec, complete = chosen.spec, chosen.options(seats)
    number = seats if seats is not None else chosen.usual_seats
    if until is not None and not 0 < until < float("inf"):
        raise Trouble("--until is a number above 0, such as 0.05")

    plan = planned(spec, complete, number, players, deals, parse_seed(seed), matches, out)
    measure(plan, out, jobs, until, compiler_for(spec, plan.players), Wanted(control, equal_time), on)


def bench(
    seconds: Annotated[float, typer.Option(metavar="S", help="Seconds for each game.")] = 1.0,
) -> None:
    """Measure how fast the rules run on this machine."""
    from saleroom.lab.speed import measure

    if not 0.1 <= seconds <= 3600:
        raise Trouble("--seconds is a number from 0.1 to 3600")
    print("Measuring; after an update each game is compiled first …", file=sys.stderr)
    print(f"{'one core, usual seats':28}{'M decisions/s':>15}{'view, ns':>10}")
    for speed in measure(seconds):
        print(f"{speed.game:28}{speed.decisions / 1e6:15.1f}{speed.view * 1e9:10.0f}")
