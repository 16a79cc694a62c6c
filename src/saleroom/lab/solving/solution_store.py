"""Stored solutions of small games: the probability of each action in each information set.

A file is a NumPy `.npz` archive with two entries. `found` is JSON. `chances` has the probabilities, (slots,) float32,
in the slot order of the tree from `grow`. `found` contains a digest of that tree, so that a solution is never loaded
for a game with other rules. Solutions that are part of the package are in the folder `solved` of their game. Their file
names list the options that differ from the defaults.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom import games
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value
from saleroom.lab.solving.regret import normalised
from saleroom.lab.solving.trees import SEATS, Solved, grow


class NoSolution(ValueError):
    """Error with a one-line message: there is no solution, or it is for other rules."""


@dataclass(frozen=True)
class Solution:
    """The tree of a small game with an approximate equilibrium."""

    solved: Solved
    strategy: NDArray[np.float64]
    """(slots,): the probability of each action in its information set."""
    found: Mapping[str, Any]
    """Results by key: `value` (of a deal, for seat 0), `exploitability`, `method`, `sizes`, `options` and more."""


def digest(solved: Solved) -> str:
    """Return a digest of the game tree: its players, actions, information sets and payoffs."""
    tree, hashed = solved.tree, hashlib.sha256()
    for column in (tree.parent, tree.player, tree.slot, tree.set_of, solved.actions):
        hashed.update(np.ascontiguousarray(column, "<i8").tobytes())
    hashed.update(np.ascontiguousarray(tree.payoff, "<f8").tobytes())
    return hashed.hexdigest()[:16]


def write(path: Path, found: Mapping[str, Any], strategy: NDArray[np.float64], solved: Solved) -> None:
    """Store the results and the strategy of a solved game."""
    described = json.dumps({**found, "digest": digest(solved)})
    np.savez_compressed(path, found=described, chances=strategy.astype(np.float32))


def read(path: Any) -> Solution:
    """Read the solution at `path`, compute its game tree again, and return both.

    Raise `NoSolution` if the tree does not match the solution.
    """
    with np.load(path, allow_pickle=False) as file:
        found, chances = json.loads(str(file["found"])), file["chances"].astype(np.float64)
    solved = grow(found["game"], **found["options"])
    if digest(solved) != found["digest"]:
        raise NoSolution(f"this solution of {found['game']} is for other rules; compute it again with `saleroom solve`")
    return Solution(solved, normalised(solved.tree, chances), found)


def solution(game: str, **options: Any) -> Solution:
    """Return the packaged solution of a game. Raise `NoSolution` if there is no solution with these options."""
    spec = games.load(game)
    file = folder(spec) / file_name(spec, options)
    if not file.is_file():
        known = sorted(one.name.removesuffix(".npz") for one in folder(spec).iterdir()) if folder(spec).is_dir() else []
        raise NoSolution(
            f"no solution of {spec.name} with these options comes with Saleroom; there is {', '.join(known) or 'none'}"
        )
    with file.open("rb") as opened:
        return read(opened)


def folder(spec: Game) -> Any:
    """Return the folder of a game's solutions."""
    return resources.files(games.package(spec.name)) / "solved"  # type: ignore - a module


def file_name(spec: Game, options: Mapping[str, Any]) -> str:
    """Return the file name of the solution with these options: ``usual.npz``, or ``dealt=1,ranks=6.npz``."""
    complete: Mapping[str, Value] = spec.settle_options(options, SEATS)
    usual = spec.settle_options({}, SEATS)
    others = [f"{name}={value}" for name, value in complete.items() if value != usual[name]]
    return f"{','.join(others) or 'usual'}.npz"
