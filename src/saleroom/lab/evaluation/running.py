"""Play the cells of an evaluation one after another, and return the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from saleroom.kernel.game import Game
from saleroom.lab.arena.playing import Row
from saleroom.lab.arena.running import run
from saleroom.lab.arena.summary import summarise
from saleroom.lab.arena.times import Times
from saleroom.lab.evaluation.protocol import FORMAT, Cards, Cell, cells, plan_of
from saleroom.lab.policies import Player
from saleroom.lab.protocol_errors import plays_itself
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


@dataclass(frozen=True)
class Resources:
    """Where and with how many processes an evaluation runs, and how games are compiled."""

    out: Path | None
    jobs: int
    get_ready: GetReady

    def folder(self, cell: Cell) -> Path | None:
        """Return the folder of a cell's results."""
        return None if self.out is None else self.out / cell.name


def evaluated(
    game: Game,
    policy: Player,
    chosen_cells: Iterable[Cell],
    cards: Cards,
    resources: Resources,
    tell: Callable[[dict[str, Any]], None],
) -> Evaluation:
    """Play the chosen cells and return the evaluation.

    The results of each cell are stored in the subfolder of `resources.out` with the cell's name. Clusters whose results
    are already there are not played again. `tell` is called with the result of each cell as soon as it is known.
    """
    results = []
    for cell in chosen_cells:
        results.append(_cell(game, policy, cell, cards, resources))
        tell(results[-1])
    due = [cell for cell in cells(game) if cell.opponent != policy.name]
    season = cards.season
    return {
        "format": FORMAT,
        "policy": policy.name,
        "policy_digest": cards.policy_digest,
        "sealed": policy.sealed if policy.sealed is None else list(policy.sealed),
        "season": None if season is None else {"name": season.name, "commitment": season.commitment},
        "game": game.name,
        "title": game.title,
        "unit": game.unit,
        "by_protocol": cards.by_protocol
        and [(one["opponent"], one["seats"], one["deals"]) for one in results] == due
        and all(plays_itself(one["lapses"] or {}) for one in results),
        "time_class": time_class(results),
        "program": version(),
        "machine": machine(),
        "cells": results,
    }


TIME_CLASSES = {"instant": 0.01, "fast": 0.1, "slow": 1.0}
"""Time classes, and the maximum of the mean elapsed seconds of a decision. A slower policy is `very slow`."""


def time_class(results: Iterable[dict[str, Any]]) -> str:
    """Return the time class of a policy from the elapsed times of its decisions in all cells."""
    times = [time for cell in results for time in cell["times"]]
    mean = sum(time["wall"] for time in times) / max(1, sum(time["decisions"] for time in times))
    return next((name for name, seconds in TIME_CLASSES.items() if mean <= seconds), "very slow")


def _cell(game: Game, policy: Player, cell: Cell, cards: Cards, resources: Resources) -> dict[str, Any]:
    """Play one cell; return the policy's lead over the opponent, the times of its decisions and its errors."""
    plan, took = plan_of(game, policy.name, cell, cards), Times()
    get_ready = partial(resources.get_ready, plan.names)
    rows = run(plan, resources.folder(cell), resources.jobs, make=policy.make, get_ready=get_ready, took=took)
    summary = summarise(plan, rows, took)
    (pair,) = summary["pairs"]
    return {
        **cell._asdict(),
        "seed": plan.written_seed,
        "difference": pair["difference"],
        "verdict": pair["verdict"],
        "score": summary["players"][0]["score"],
        "times": [one for one in summary["times"] if one["player"] == policy.name],
        "lapses": summary["lapses"].get(policy.name),
        "failure": summary["failures"].get(policy.name),
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
