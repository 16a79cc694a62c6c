"""Command `saleroom solve`: compute the tree sizes, the value and an equilibrium of a small game."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from saleroom import __version__
from saleroom.lab.solving import efg, linear
from saleroom.lab.solving.regret import Solver, answers, deal_values, exploitability
from saleroom.lab.solving.trees import Solved, grow

BY_PROGRAM = 400_000
"""Maximum number of nodes for which a linear program is the default method."""
ROUND = 50
"""Iterations before the first check of the exploitability.

Each later check comes after 1.5 times as many iterations.
"""


def solve(
    game: str, options: dict[str, Any], method: str | None, wanted: float, say: Callable[[str], None]
) -> tuple[Solved, dict[str, Any], Any]:
    """Return a game's tree, the results, and the strategy by slot. `say` is called with progress messages."""
    began = time.perf_counter()
    solved = grow(game, **options)
    sizes = solved.sizes
    say(", ".join(f"{count:,} {name}" for name, count in sizes.items()))
    method = method or ("lp" if sizes["nodes"] <= BY_PROGRAM else "cfr+")
    if method == "lp":
        _, strategy = linear.solve(solved.tree)
    else:
        strategy = _by_regret(solved, method, wanted, say)
    left = exploitability(solved.tree, strategy)
    low, high = -answers(solved.tree, strategy)[1], answers(solved.tree, strategy)[0]
    found = {
        "game": solved.game.name,
        "options": dict(solved.options),
        "saleroom": __version__,
        "sizes": sizes,
        "method": method,
        "seconds": round(time.perf_counter() - began, 3),
        "value": round((low + high) / 2, 9),
        "value_between": [low, high],
        "to_eldest": round(solved.to_eldest(deal_values(solved.tree, strategy)), 9),
        "exploitability": left,
    }
    return solved, found, strategy


def _by_regret(solved: Solved, variant: Any, wanted: float, say: Callable[[str], None]) -> Any:
    """Run regret minimisation until the exploitability is at most `wanted`; return the average strategy."""
    solver, more = Solver(solved.tree, variant), ROUND
    while True:
        solver.iterate(more)
        strategy = solver.strategy
        left = exploitability(solved.tree, strategy)
        say(f"{solver.done:,} iterations: exploitability {left:.2e}")
        if left <= wanted:
            return strategy
        more = solver.done // 2


def export(path: Path, solved: Solved) -> None:
    """Write the game for Gambit and OpenSpiel."""
    efg.write(solved, path)
