"""The command `saleroom train`, which trains a net."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from saleroom.cli.arguments import GameName, On, Options, Seats, Trouble, chosen_game, folder


def train(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="DIR", parser=folder, help="Store the run in this folder.")],
    hours: Annotated[float, typer.Option(metavar="H", help="Hours of training.")] = 1.0,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in the folder.")] = False,
    option: Options = None,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="Random seed of a new run.")] = 0,
    against: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Find a best response to this player in all other seats."),
    ] = None,
    jobs: Annotated[int | None, typer.Option(metavar="N", min=1, help="Number of threads; default: all cores.")] = None,
    on: On = None,
) -> None:
    """Train a net by self-play.

    Options and numbers of seats that you do not give vary from deal to deal.
    """
    chosen = chosen_game(game, option)
    if seats is not None:
        chosen.options(seats)  # report errors in the options before anything else is done
    if not 0 < hours < float("inf"):
        raise Trouble("--hours is a number above 0, such as 0.5")
    if against is not None:
        from saleroom.lab.policies import check_policy

        check_policy(against)
    from saleroom.lab.training.command import run

    run(chosen.spec, chosen.given, seats, out, hours, resume, seed, jobs, against, on)
