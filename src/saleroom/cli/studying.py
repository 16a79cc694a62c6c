"""The command `saleroom study`, which measures the effects of house rules."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from saleroom.cli.arguments import On, Options, Seed, Trouble, chosen_game, compiler_for, folder, parse_seed

if TYPE_CHECKING:
    from saleroom.lab.study.command import RunSettings
    from saleroom.lab.study.search_plan import SearchRequest

OF_ALL = 20_000
"""Default maximum number of matches for each variant with `--all`."""
ELSEWHERE = ("--out", "--jobs", "--on")


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in a text such as ``4,5``."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
        raise Trouble(f"--seats {text[:40]!r}: write one number or several, such as 4,5")
    return tuple(map(int, parts))


def _pair(text: str | None) -> tuple[str, str] | None:
    """Return the two levels in a text such as ``trained,house``; return None if `text` is None."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or names[0] == names[1]:
        raise Trouble(f"--better {text[:40]!r}: write two levels, the better one first, such as trained,house")
    return names[0], names[1]


def _repeated(arguments: list[str]) -> str:
    """Return the command without options that do not change its results, such as the output folder."""
    kept, rest = ["saleroom"], iter(arguments)
    for argument in rest:
        name, _, value = argument.partition("=")
        if name not in ELSEWHERE:
            kept.append(argument)
        elif not value:
            next(rest, None)
    return shlex.join(kept)


def study(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game; with --all, none means all games.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary", metavar="OPTION=A,B", help="An option and its values; default: every option, one at a time."
        ),
    ] = None,
    option: Options = None,
    seats: Annotated[
        str | None, typer.Option(metavar="N,M", help="Number of seats; several are studied separately.")
    ] = None,
    players: Annotated[
        str, typer.Option(metavar="LEVELS", help="Bot in all seats; several levels are studied separately.")
    ] = "house",
    better: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="Measure luck and skill by how often one A wins among B, such as trained,house."
        ),
    ] = None,
    drama: Annotated[
        bool,
        typer.Option("--drama", help="Show how low the chance of the winner had sunk; takes longer."),
    ] = False,
    matches: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Maximum number of matches of each variant.")
    ] = None,
    until: Annotated[
        float | None, typer.Option(metavar="W", help="Stop when shares of wins are known to within W, such as 0.01.")
    ] = None,
    seed: Seed = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="J", min=1, help="Number of processes; default: all cores.")
    ] = None,
    on: On = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="Seconds of a person's decision.")] = 4.0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", parser=folder, help="Write results, summary and report into this folder."),
    ] = None,
    aim: Annotated[
        str | None,
        typer.Option(
            metavar="AIMS", help='Search for options that reach aims, such as "minutes<=20, seats within 0.02".'
        ),
    ] = None,
    sets: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="With --aim: maximum number of sets of options to try.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Study every option and preset, and store the results in the package.")
    ] = False,
) -> None:
    """Measure the effects of house rules on the same cards.

    After an interruption, run the same command again to continue.
    """
    from saleroom.lab.runs.workers import ending_by_signal
    from saleroom.lab.study import command
    from saleroom.lab.study.plan import Study
    from saleroom.lab.study.search_plan import MATCHES, SETS, SearchRequest

    if until is not None and not 0 < until < 1:
        raise Trouble("--until is a share of matches above 0 and below 1, such as 0.01")
    if not 0 < seconds <= 3600:
        raise Trouble("--seconds is a number above 0, such as 4")
    levels = tuple(name.strip() for name in players.split(","))
    how = command.RunSettings(jobs, until, on, seconds, _repeated(sys.argv[1:]))
    if every:
        given = any(value is not None for value in (seats, better, aim, sets))
        if out is None or vary or option or drama or given:
            raise Trouble(
                "--all needs --out DIR, which stores the matches, and takes no --vary, --option, --seats, --better, "
                "--drama, --aim or --sets"
            )
        _update_effects(game, seed, matches or OF_ALL, levels, out, how)
        return
    if game is None:
        raise Trouble("name a game to study, such as pitch; `saleroom games` lists them")
    chosen = chosen_game(game, option)
    spec, numbers = chosen.spec, _numbers(seats) if seats else ()
    if aim is not None:
        if until is not None or drama:
            raise Trouble("--aim takes no --until and no --drama; --matches says how many matches confirm a set")
        if len(numbers) > 1 or len(levels) != 1:
            raise Trouble("--aim searches for one number of seats and one level of play; name one of each")
        request = SearchRequest(
            spec.name,
            aim,
            command.seed_for(parse_seed(seed), out),
            command.parse_vary(spec, vary or ()),
            chosen.given,
            numbers[0] if numbers else None,
            levels[0],
            _pair(better),
            matches or MATCHES,
            sets or SETS,
            seconds,
        )
        _search(request, out, how)
        return
    if sets is not None:
        raise Trouble("--sets needs --aim, such as --aim minutes<=20")
    command.check(out)
    plan = Study(
        spec.name,
        command.seed_for(parse_seed(seed), out),
        matches or 10_000,
        command.parse_vary(spec, vary or ()),
        chosen.given,
        numbers,
        levels,
        better=_pair(better),
        drama=drama,
    )
    with ending_by_signal():
        result = command.measure(plan, out, how, compiler_for(spec, plan.players))
    print(result)
    if out is not None:
        print(f"\nThe report: {out / command.REPORT}")


def _update_effects(
    game: str | None, seed: str | None, matches: int, levels: tuple[str, ...], out: Path, how: RunSettings
) -> None:
    """Study every option and preset of a game, or of all games, and store the results in the package."""
    from saleroom.lab.runs.workers import ending_by_signal
    from saleroom.lab.study import command

    names = [] if game is None else [chosen_game(game, None).spec.name]
    number = parse_seed(seed) if seed is not None else 1
    with ending_by_signal():
        for line in command.update_shipped_effects(names, number, matches, levels, out, how, compiler_for):
            print(line, flush=True)


def _search(request: SearchRequest, out: Path | None, how: RunSettings) -> None:
    """Search for options that reach aims, and print the result."""
    from saleroom.lab.runs.workers import ending_by_signal
    from saleroom.lab.study import command, search
    from saleroom.lab.study.search_plan import planned

    plan = planned(request)
    with ending_by_signal():
        print(search.measure(plan, out, how, compiler_for(plan.study.spec, plan.study.players)))
    if out is not None:
        report = out / search.CONFIRMED / command.REPORT
        print(f"\nThe report on the sets above: {report}; all sets: {out / search.RESULT}")
