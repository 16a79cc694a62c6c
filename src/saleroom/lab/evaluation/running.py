"""Play the cells of an evaluation one after another, and return the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from saleroom.kernel.game import Game
from saleroom.lab.arena.playing import Row
from saleroom.lab.arena.running import run
from saleroom.lab.arena.summary import summarise
from saleroom.lab.arena.times import Times
from saleroom.lab.evaluation.protocol import FORMAT, Cell, cells, plan_of
from saleroom.lab.runs.lines import to_line
from saleroom.lab.runs.version import machine, version

Evaluation = dict[str, Any]
GetReady = Callable[[Sequence[str]], None]
"""Function that compiles the code that the players with the given names need."""


def chosen(game: Game, policy: str, against: Sequence[str], deals: int | None) -> list[Cell]:
    """Return the protocol's cells against the opponents in `against`, except against `policy` itself.

    If `deals` is given, it limits the number of deals in each cell.
    """
    every = cells(game)
    names = {cell.name for cell in every} | {cell.opponent for cell in every}
    for name in against:
        if name not in names:
            raise ValueError(f"--against {name[:40]!r}: the protocol has {', '.join(cell.name for cell in every)}")
    wanted = [cell for cell in every if not against or cell.opponent in against or cell.name in against]
    return [cell._replace(deals=min(cell.deals, deals or cell.deals)) for cell in wanted if cell.opponent != policy]


def evaluated(
    game: Game,
    policy: str,
    chosen_cells: Iterable[Cell],
    seed: bytes | None,
    out: Path | None,
    jobs: int,
    get_ready: GetReady,
    tell: Callable[[dict[str, Any]], None],
) -> Evaluation:
    """Play the chosen cells and return the evaluation.

    The results of each cell are stored in the subfolder of `out` with the cell's name. Clusters whose results are
    already there are not played again.

    `tell` is called with the result of each cell as soon as it is known. Without a `seed`, the protocol's cards are
    used.
    """
    results = []
    for cell in chosen_cells:
        results.append(_cell(game, policy, cell, seed, None if out is None else out / cell.name, jobs, get_ready))
        tell(results[-1])
    due = [cell for cell in cells(game) if cell.opponent != policy]
    return {
        "format": FORMAT,
        "policy": policy,
        "game": game.name,
        "title": game.title,
        "unit": game.unit,
        "by_protocol": seed is None and [(one["opponent"], one["seats"], one["deals"]) for one in results] == due,
        "program": version(),
        "machine": machine(),
        "cells": results,
    }


def _cell(
    game: Game,
    policy: str,
    cell: Cell,
    seed: bytes | None,
    out: Path | None,
    jobs: int,
    get_ready: GetReady,
) -> dict[str, Any]:
    """Play one cell; return the policy's lead over the opponent, the times of its decisions and its errors."""
    plan, took = plan_of(game, policy, cell, seed), Times()
    rows = run(plan, out, jobs, get_ready=partial(get_ready, plan.names), took=took)
    summary = summarise(plan, rows, took)
    (pair,) = summary["pairs"]
    return {
        **cell._asdict(),
        "seed": plan.seed.hex(),
        "difference": pair["difference"],
        "verdict": pair["verdict"],
        "score": summary["players"][0]["score"],
        "times": [one for one in summary["times"] if one["player"] == policy],
        "lapses": summary["lapses"].get(policy),
        "failure": summary["failures"].get(policy),
        "results": digest(rows),
    }


def digest(rows: Iterable[Row]) -> str:
    """Return a digest of all results of a cell.

    The digest is the same whenever the same version of Saleroom plays the same policy.
    """
    hashed = sha256()
    for row in rows:
        hashed.update(to_line(row).encode())
    return hashed.hexdigest()[:16]
