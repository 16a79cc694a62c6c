"""The command `saleroom solve`, which solves a small game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from saleroom.cli.arguments import GameName, Options, Trouble, chosen_game


def solve(
    game: GameName,
    option: Options = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="lp (linear program), cfr, cfr+, dcfr or mccfr (samples); lp unless the tree is large."
        ),
    ] = None,
    within: Annotated[
        float, typer.Option(metavar="X", help="Stop all but lp at this exploitability, in points a deal.")
    ] = 1e-6,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the solution, as NumPy's .npz.")] = None,
    efg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game for Gambit and OpenSpiel.")] = None,
) -> None:
    """Solve one deal of a small game for two exactly.

    Print the value of the deal. With --out, write how to play it.
    """
    chosen = chosen_game(game, option)
    if method not in (None, "lp", "cfr", "cfr+", "dcfr", "mccfr"):
        raise Trouble(f"--method is {method[:40]!r}; it can be lp, cfr, cfr+, dcfr or mccfr")
    if not 0 < within < float("inf"):
        raise Trouble("--within is a number above 0, such as 1e-6")
    for path in (out, efg):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise Trouble(f"{path} cannot be written; name a file in a folder that exists")
    from saleroom.lab.solving import command, solution_store

    solved, found, strategy = command.solve(chosen.spec.name, dict(chosen.given), method, within, print)
    print(
        f"value {found['value']:+.6f} for seat 0, {found['to_eldest']:+.6f} for the dealer's left neighbour, "
        f"exploitability {found['exploitability']:.1e} points a deal, "
        f"by {found['method']} in {found['seconds']:.1f} s"
    )
    if out is not None:
        solution_store.write(out, found, strategy, solved)
    if efg is not None:
        command.export(efg, solved)
