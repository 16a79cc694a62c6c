"""Command `saleroom evaluate`, which measures a player by the evaluation protocol."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from saleroom.cli.arguments import GameName, Jobs, PolicyFiles, Seed, chosen_game, compiler_for, folder, parse_seed


def evaluate(
    game: GameName,
    policy: Annotated[
        str,
        typer.Option(metavar="NAME", help="The measured player: module:Class, cmd:COMMAND, or a bot."),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this opponent, such as house, or cell, such as house-4; repeatable."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", parser=folder, help="Write JSON, Markdown and a page into this folder."),
    ] = None,
    deals: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Maximum number of deals a cell, for a first look.")
    ] = None,
    seed: Seed = None,
    season: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Play the cards of this season; its secret is read from standard input."),
    ] = None,
    file: PolicyFiles = None,
    jobs: Jobs = None,
) -> None:
    """Measure a player by the evaluation protocol.

    The protocol is the same for all players. After an interruption, run the same command again to continue.
    """
    from saleroom.lab.evaluation.command import Request
    from saleroom.lab.evaluation.command import evaluate as measured

    spec = chosen_game(game, None).spec

    def get_ready(players: Sequence[str]) -> None:
        compiler_for(spec, players)()

    request = Request(policy, against or [], deals, parse_seed(seed), season, file or [], out, jobs)
    measured(spec, request, get_ready)
