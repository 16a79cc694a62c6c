"""The command `saleroom dataset`, which makes a dataset of matches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from saleroom.cli.arguments import Seed, Trouble, compiler_for, folder, game_names, parse_seed

if TYPE_CHECKING:
    from saleroom.kernel.game import Game


def _ready(game: Game, players: tuple[str, ...]) -> None:
    compiler_for(game, players)()


def dataset(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]…", help="Games; none means all.", autocompletion=game_names),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", parser=folder, help="Write the dataset into this folder.")
    ] = None,
    levels: Annotated[
        str, typer.Option(metavar="NAMES", help="Levels of play, such as house,search:200; default: all levels.")
    ] = "",
    matches: Annotated[int, typer.Option(metavar="N", min=1, help="Number of matches of each game and level.")] = 100,
    seed: Seed = "1",
    jobs: Annotated[int, typer.Option(metavar="J", min=1, help="Number of processes.")] = 1,
    url: Annotated[str | None, typer.Option(metavar="URL", help="Page of the dataset, for its description.")] = None,
    published: Annotated[
        str | None, typer.Option(metavar="DATE", help="Date of publication, such as 2026-12-01.")
    ] = None,
) -> None:
    """Make a dataset of matches: Parquet, with a description.

    After an interruption, run the same command again to continue. The same command makes the same bytes.
    """
    from datetime import date

    from saleroom.lab.dataset.plan import planned
    from saleroom.lab.dataset.writing import make
    from saleroom.match.seeds import seed_bytes

    if out is None:
        raise Trouble("name a folder for the dataset: --out DIR")
    if published is not None:
        try:
            published = date.fromisoformat(published).isoformat()
        except ValueError:
            raise Trouble(f"--published {published[:40]!r}: write a date, such as 2026-12-01") from None
    names = [name.strip() for name in levels.split(",")] if levels else []
    plan = planned(games or (), names, matches, seed_bytes(parse_seed(seed)))
    print(make(plan, out, jobs, _ready, url, published))
