"""Draw learning curves of `train_ppo_torch.py` as means over runs with different seeds, with 95 % intervals.

    python examples/ppo_curves.py runs/* --out curves.svg

Each game has its own axes. The program needs the extra `lab`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from saleroom.statistics.estimates import Estimate, estimate

LOG = "log.jsonl"
Row = dict[str, Any]
Point = tuple[int, Estimate]
"""A number of decisions, and the estimated score after them, over all runs."""


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit status."""
    parser = argparse.ArgumentParser(description="Draw learning curves with intervals across seeds.")
    parser.add_argument(
        "runs", nargs="+", type=Path, help="the folders of runs, those of a game alike but for their seeds"
    )
    parser.add_argument("--out", type=Path, required=True, help="the picture, .svg or .png")
    given = parser.parse_args(argv)
    try:
        games = by_game([read(run) for run in given.runs])
        curves = {game: curve(runs) for game, runs in games.items()}
        draw(curves, given.out)
    except (ValueError, OSError) as error:
        print(f"ppo_curves: {error}", file=sys.stderr)
        return 2
    for game, points in curves.items():
        tell(game, points, len(games[game]))
    return 0


def tell(game: str, points: list[Point], seeds: int) -> None:
    """Print the final result of a game's runs."""
    decisions, last = points[-1]
    interval = "one seed has no interval" if last.low is None else f"{last.low:+.3f} to {last.high:+.3f}"
    print(f"{game}: after {decisions:,} decisions {last.mean:+.3f} a deal ({interval}; seeds: {seeds})")


def read(run: Path) -> list[Row]:
    """Return those rows of a run's log whose update includes the end of a deal."""
    rows = [json.loads(line) for line in (run / LOG).read_text("utf-8").splitlines()]
    if not (found := [row for row in rows if row["score"] is not None]):
        raise ValueError(f"no deal is over in {run}; train longer")
    return found


def by_game(runs: list[list[Row]]) -> dict[str, list[list[Row]]]:
    """Return the runs of each game, sorted by its name."""
    games = sorted({run[0]["game"] for run in runs})
    return {game: [run for run in runs if run[0]["game"] == game] for game in games}


def curve(runs: list[list[Row]]) -> list[Point]:
    """Return the estimated score over the runs, for each number of decisions that all runs have logged."""
    if len({row["seed"] for row in (run[0] for run in runs)}) < len(runs):
        raise ValueError("two of the runs have the same seed; name runs with different ones")
    scores = [{row["decisions"]: row["score"] for row in run} for run in runs]
    shared = sorted(set.intersection(*map(set, scores)))
    if not shared:
        raise ValueError("the runs have no number of decisions in common; give them the same --episodes and --steps")
    return [(at, estimate([one[at] for one in scores])) for at in shared]


def draw(curves: dict[str, list[Point]], path: Path) -> None:
    """Draw a curve for each game, and its interval as a band."""
    from matplotlib.figure import Figure

    across = min(3, len(curves))
    down = -(-len(curves) // across)
    figure = Figure(
        figsize=(6.4 if across == 1 else 3.4 * across, 3.6 if across == 1 else 2.6 * down), layout="constrained"
    )
    panels = figure.subplots(down, across, squeeze=False).flat
    for (game, points), axes in zip(curves.items(), panels, strict=False):
        decisions = [at / 1000 for at, _ in points]
        axes.plot(decisions, np.array([found.mean for _, found in points], float))
        band = np.array([ends(found) for _, found in points], float)
        axes.fill_between(decisions, band[:, 0], band[:, 1], alpha=0.25, linewidth=0)
        axes.set_title(game, fontsize="medium")
        axes.grid(linewidth=0.4)
    for axes in panels:
        axes.remove()  # unused axes
    figure.supxlabel("decisions, thousands", fontsize="medium")
    figure.supylabel("points or chips a deal", fontsize="medium")
    figure.savefig(path, dpi=120)


def ends(found: Estimate) -> tuple[float | None, float | None]:
    """Return the interval's ends. A single run has no interval, so both ends are the mean."""
    return (found.mean, found.mean) if found.low is None else (found.low, found.high)


if __name__ == "__main__":
    sys.exit(main())
