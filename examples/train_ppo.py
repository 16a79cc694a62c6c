"""Train a network by letting it play against itself, and measure it against bots.

    python examples/train_ppo.py auction-pitch --minutes 10 --out runs/pitch --seed 0
    python examples/train_ppo.py auction-pitch --entropy 0.1 --divergence 0.5 --out runs/pitch-mirror --seed 0

The first command trains by proximal policy optimisation, and the second, because of `--divergence`, by magnetic mirror
descent.

The program needs the extra `train`. It writes the network, the measurements (`log.jsonl`, and at the end `result.json`)
and the learning curve (`curve.png`) into the folder `--out`. Continue an interrupted run with `--resume`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import jax
import numpy as np
from ppo.features import eyes_of
from ppo.keeping import RESULT, Run, draw, restore, save, write
from ppo.learner import LEAST_ENTROPY, Restraint, batches, beginner, improve, play, taught
from ppo.measuring import edge, environment, house, network, spread
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from saleroom.envs.terms import Terms
from saleroom.games import load
from saleroom.kernel.options import parse_options, split_options

SIZES = {
    "episodes": 512,  # episodes in progress in an update
    "steps": 64,  # steps in each episode for an update
    "batch": 2048,  # decisions in a batch
    "hidden": 256,  # units in a layer of the network
    "every": 25,  # updates from one measurement to the next
    "deals": 512,  # deals of a measurement
}
DEALS_AT_LAST = 4096
ROUNDS = 3  # passes of an update over its decisions
RATE = 2e-3  # learning rate; it falls to 0 by the end
TRUST = 0.95  # the lambda of the advantages
OTHERS = ("random", "house")


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit status."""
    given = arguments().parse_args(argv)
    try:
        trainer = Trainer(begun(given), given)
    except (ValueError, OSError) as error:
        print(f"train_ppo: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    try:
        trainer.train()
    except KeyboardInterrupt:
        trainer.keep()
        print(
            f"stopped after update {trainer.run.updates}; everything is saved; continue with --resume", file=sys.stderr
        )
        return 130
    return 0


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="Train a network by playing against itself.")
    parser.add_argument("game", help="a game, by name or part of it")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the run")
    parser.add_argument("--seats", type=int, help="how many play")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--scope", choices=["deal", "match"], default="deal", help="what an episode is")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to train and measure on the way")
    parser.add_argument(
        "--updates", type=int, help="train for this number of updates instead: the same seed gives the same run"
    )
    parser.add_argument("--seed", type=int, default=0, help="the chance of everything")
    parser.add_argument(
        "--entropy", type=float, default=LEAST_ENTROPY, help=f"weight of the entropy; it ends at {LEAST_ENTROPY}"
    )
    parser.add_argument(
        "--divergence",
        type=float,
        default=0.0,
        help="weight of the divergence from the previous policy; 0 clips ratios",
    )
    parser.add_argument("--resume", action="store_true", help="continue the run in the folder")
    for name, size in SIZES.items():
        parser.add_argument(f"--{name}", type=int, default=size, help=argparse.SUPPRESS)
    return parser


def begun(given: argparse.Namespace) -> Run:
    """Return a new run, or with `--resume` the run in the folder; raise `ValueError` if the arguments are wrong."""
    if not 0 <= given.seed < 1 << 63:
        raise ValueError(f"--seed is {given.seed}; it must be a number from 0 to {(1 << 63) - 1}")
    for name in ("minutes", "updates", *SIZES):
        number = getattr(given, name)
        if number is not None and not number > 0:
            raise ValueError(f"--{name} is {number}; it must be above 0")
    for name in ("entropy", "divergence"):
        if not getattr(given, name) >= 0:
            raise ValueError(f"--{name} is {getattr(given, name)}; it must not be negative")
    game = load(given.game)
    options: dict[str, Any] = parse_options(game.options, split_options(given.option), game.name)
    terms = Terms.of(game.name, given.seats, given.scope, **options)
    if not given.resume:
        given.out.mkdir(parents=True, exist_ok=True)
        if any(given.out.iterdir()):
            raise ValueError(f"{given.out} is not empty; continue with --resume, or name another folder")
    eyes = eyes_of(terms)
    learner = beginner(given.seed, eyes, terms.actions, given.hidden)
    run = Run(terms, given.seed, eyes, learner, spread(terms), Restraint(given.entropy, given.divergence), {})
    return restore(run, given.out) if given.resume else run


class Trainer:
    """A training run in progress."""

    def __init__(self, run: Run, given: argparse.Namespace) -> None:
        """Set up the run; `given` are the arguments of the command line."""
        self.run = run
        self.given = given
        self.env = environment(run.terms, given.episodes, run.seed)
        self.bar = Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self.levels = {other: self._edge(house("house"), other, given.deals)["mean"] for other in OTHERS}
        self._began = time.monotonic() - run.seconds

    def train(self) -> None:
        """Train until the time is over, and regularly measure, save and start new episodes."""
        with self.bar:
            task = self.bar.add_task("", total=1.0)
            self._deal_anew()
            while (done := self._done()) < 1:
                self._update(done)
                self.bar.update(task, completed=done, description=self._words())
                if self.run.updates % self.given.every == 0:
                    self._measure(self.given.deals)
                    self.keep()
                    self._deal_anew()
            self._measure(DEALS_AT_LAST)
            self.keep()
        self._compare()

    def keep(self) -> None:
        """Save the run."""
        save(self.run._replace(seconds=self._seconds), self.given.out)
        draw(self.run, self.levels, self.given.out)

    @property
    def _seconds(self) -> float:
        """Seconds of the run, including those before an interruption."""
        return time.monotonic() - self._began

    def _done(self) -> float:
        """Return the share of the run that is completed, from 0 to 1."""
        if self.given.updates is not None:
            return self.run.updates / self.given.updates
        return self._seconds / (60 * self.given.minutes)

    def _deal_anew(self) -> None:
        """Restart every episode with seeds derived from the number of the update.

        A resumed run then continues in the same way.
        """
        self.env.reset((self.run.seed << 64) + self.run.updates)

    def _update(self, done: float) -> None:
        """Play some steps, and learn from them; `done` is the completed share of the run."""
        run, given = self.run, self.given
        rate = RATE * (1 - done)
        entropy = LEAST_ENTROPY + (run.restraint.entropy - LEAST_ENTROPY) * (1 - done)
        restraint = run.restraint._replace(entropy=entropy)
        key = jax.random.fold_in(jax.random.key(run.seed), run.updates)
        chance = np.random.default_rng([run.seed, run.updates])
        played = play(self.env, run.eyes, run.learner.params, key, given.steps, run.scale)
        decisions = taught(played, TRUST)
        learner, figures = run.learner, {}
        for batch in batches(decisions, given.batch, ROUNDS, chance):
            learner, figures = improve(run.eyes, learner, batch, rate, run.learner.params, restraint)
        self.run = run._replace(
            learner=learner,
            updates=run.updates + 1,
            decisions=run.decisions + len(decisions.actions),
            figures={name: float(value) for name, value in figures.items()},
        )

    def _measure(self, deals: int) -> None:
        """Measure the network against the players in `OTHERS`; store and print the results."""
        run = self.run
        player = network(run.eyes, run.learner.params)
        found = {other: self._edge(player, other, deals) for other in OTHERS}
        minutes = round(self._seconds / 60, 3)
        row = {"updates": run.updates, "decisions": run.decisions, "minutes": minutes, **run.figures, **found}
        before = (earlier for earlier in run.log if earlier["updates"] < run.updates)
        self.run = self.run._replace(log=(*before, row))
        said = ", ".join(f"{told(value)} among {other}" for other, value in found.items())
        self.bar.console.print(f"{minutes:5.1f} min, update {run.updates}: {said}")

    def _compare(self) -> None:
        """Print and store the results of Saleroom's own bots under the same conditions."""
        found = {"learned": {other: self.run.log[-1][other] for other in OTHERS}}
        for name in (*OTHERS, "trained"):
            rest = [other for other in OTHERS if other != name]
            found[name] = {other: self._edge(house(name), other, DEALS_AT_LAST) for other in rest}
        write(self.given.out / RESULT, json.dumps(found, indent=1) + "\n")
        unit, scope = self.run.terms.game.unit, self.run.terms.scope
        table = Table(title=f"{unit} a {scope} more than the others", title_justify="left")
        for name in ("one", *(f"among {other}" for other in OTHERS)):
            table.add_column(name, justify="right")
        for name, row in found.items():
            table.add_row(name, *(told(row[other]) if other in row else "0" for other in OTHERS))
        self.bar.console.print(table)

    def _edge(self, player: Any, other: str, deals: int) -> dict[str, Any]:
        return edge(self.run.terms, player, house(other), deals).as_dict()

    def _words(self) -> str:
        """Return the progress of the run in words."""
        return f"update {self.run.updates}, {self.run.decisions / 1e6:.1f} M decisions"


def told(found: dict[str, Any]) -> str:
    """Return a mean with its 95 % interval."""
    half = "" if found["low"] is None else f" ± {found['high'] - found['mean']:.2f}"
    return f"{found['mean']:+.2f}{half}"


if __name__ == "__main__":
    sys.exit(main())
