"""Training run: the net plays, the learner learns, and the run is saved and measured at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from saleroom.bots.levels import TRAINED
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import Weights, quantised
from saleroom.lab.runs.executors import executor, in_threads
from saleroom.lab.runs.tasks import Executor
from saleroom.lab.training import storage
from saleroom.lab.training.dealing import Terms
from saleroom.lab.training.learner import BATCH, beginner, learn, weights_of
from saleroom.lab.training.measuring import OTHERS, ahead
from saleroom.lab.training.replay_buffer import Store
from saleroom.lab.training.selfplay import Labels, Plan, load, play
from saleroom.lab.training.storage import Run
from saleroom.statistics.estimates import half_width


class Pace(NamedTuple):
    """Hyperparameters of a run, chosen from short runs with Auction Pitch (docs/research/experiments.md)."""

    rate: float = 2e-3
    """Initial learning rate. It decreases to `end` times this value."""
    end: float = 0.05
    chunks: int = 32
    """Number of chunks of deals between learning phases."""
    share: float = 0.5
    """Share of decisions that are labelled."""
    stray: float = 0.08
    """Probability that a seat acts at random."""
    self_play: float = 0.1
    """Share of deals in which the net plays all seats."""
    net_share: float = 0.25
    """In all other deals, the share of seats that the net plays; the bot ``house`` plays the remaining seats."""
    until: int = 8
    """Number of deals per match in half of the chunks. In the other half, each match has only one deal."""
    by_house: float = 0.5
    """Share of a run, at its beginning, in which the net learns from deals played by ``house``.

    Labels from deals played by ``house`` are much faster to compute than labels from the net's own play.
    """
    enough: float = 600.0
    """Maximum duration of the phase with deals played by ``house``, in seconds.

    In a long run, more time for the net's own play is better.
    """
    reuse: float = 1.0
    """Approximate number of uses of each label.

    If labels are used more often, the net overfits, because scores are mostly luck.
    """
    held: int = 3_000_000
    """Capacity of the replay buffer, in labels."""
    saved: float = 300.0
    """Seconds between two saves of the run."""
    measured: float = 300.0
    """Maximum number of seconds between measurements. A short run is measured more often."""
    deals: int = 10_000
    """Number of deals in a measurement. The net plays each deal in every seat."""
    candidates: bool = False
    """Whether the net of each save also stays in the subfolder `storage.CANDIDATES`."""


PACE = Pace()


class Hall:
    """Resources of a run: threads, an executor and the replay buffer."""

    def __init__(self, threads: int, pace: Pace, where: Executor) -> None:
        """Set up the resources. Self-play uses the executor `where`; measurements use `threads` threads of this
        process.
        """
        self.threads, self.pace, self.where = threads, pace, where
        self.store = Store(pace.held)

    def advance(self, run: Run, until: float) -> tuple[Run, float]:
        """Play and learn once; return the new run and the mean loss.

        The run will end after `until` seconds of training.
        """
        began = time.perf_counter()
        new = self._play(run, until)
        run = run if run.scale else run._replace(scale=float(new.scores[:, :2].std()) or 1.0)
        self.store.add(new)
        steps = max(1, round(self.pace.reuse * new.decisions / BATCH))
        batches = self.store.batches(BATCH, steps, run.scale, run.rng)
        learner, loss = learn(run.learner, batches, self._rate(run, until))
        seconds = run.seconds + time.perf_counter() - began
        return run._replace(learner=learner, labels=run.labels + new.decisions, seconds=seconds), loss

    def refill(self, run: Run, until: float) -> None:
        """Fill the replay buffer of a continued run with some new labels; learning from few labels would overfit."""
        while self.store.held < min(run.labels, self.pace.held) / 8:
            self.store.add(self._play(run, until))

    def _play(self, run: Run, until: float) -> Labels:
        pace = self.pace
        by_house = not run.terms.against and run.seconds < min(pace.by_house * until, pace.enough)
        weights = None if by_house else average(run)
        plan = Plan(weights, pace.share, pace.stray, pace.self_play, pace.net_share, rival(run.terms), pace.until)
        chunks = self.where.cores() if run.terms.by_exploration else pace.chunks
        return play(run.terms, plan, chunks, run.rng, self.where)

    def _rate(self, run: Run, until: float) -> float:
        """Return the current learning rate, which decreases towards the end of the run."""
        return self.pace.rate * max(self.pace.end, 1 - run.seconds / until)

    def measured(self, run: Run, past: Weights, loss: float) -> storage.Row:
        """Return a measurement of the current net against each opponent; `past` is an earlier net of the run."""
        row: storage.Row = {"minutes": round(run.seconds / 60, 2), "labels": run.labels, "loss": loss}
        for opponent in OTHERS:
            lead = ahead(run.terms, run.features, average(run), past, opponent, self.pace.deals, self.threads)
            row[opponent] = lead.as_dict()
        return row


def average(run: Run) -> Weights:
    """Return the net that plays, which has the learner's averaged weights."""
    return quantised(weights_of(run.learner.average))


def rival(terms: Terms) -> Weights | None:
    """Return the net against which a best response is trained; None if the run trains no best response."""
    learned = shipped(terms.game.name) if terms.against == TRAINED else None
    return learned.weights if learned else None


def begun(terms: Terms, seed: int) -> Run:
    """Return a new run. A run that trains a best response starts with the weights of the game's net."""
    features = load(terms)
    known = shipped(terms.game.name) if terms.against else None
    if terms.against == TRAINED and known is None:
        raise ValueError(f"{terms.game.name} has no net of use to train against")
    learner = beginner(features, seed, known.weights if known else None)
    return Run(terms, features, learner, np.random.default_rng(seed), seed)


def train(
    run: Run,
    folder: Path,
    hours: float,
    threads: int,
    say: Callable[[str], None] = print,
    pace: Pace = PACE,
    on: str | None = None,
) -> Run:
    """Continue a run until its total training time is `hours`, and store the run in `folder`.

    `on` is a Ray cluster for self-play.
    """
    jobs = threads if run.terms.by_exploration else 1
    compiled = on is None and not run.terms.by_exploration
    with in_threads(threads) if compiled else executor(jobs, on) as where:
        return _train(run, folder, 3600 * hours, Hall(threads, pace, where), say)


def _train(run: Run, folder: Path, until: float, hall: Hall, say: Callable[[str], None]) -> Run:
    """Continue a run until its training time is `until` seconds."""
    if run.seconds >= until:
        return run
    pace = hall.pace
    every = min(pace.measured, until / 8)
    saved = run.seconds
    measured = run.log[-1]["minutes"] * 60 if run.log else 0.0
    past = rival(run.terms) or average(run)
    try:
        hall.refill(run, until)
        while run.seconds < until:
            run, loss = hall.advance(run, until)
            done = run.seconds >= until
            if done or run.seconds - measured >= every:
                row = hall.measured(run, past, loss)
                run, measured = run._replace(log=(*run.log, row)), run.seconds
                past = rival(run.terms) or average(run)
                say(line(row, until - run.seconds))
                storage.draw(run, tuple(OTHERS), folder)
            if done or run.seconds - saved >= min(pace.saved, every):
                storage.save(run, folder, pace.candidates)
                saved = run.seconds
    except KeyboardInterrupt:
        storage.save(run, folder)
        again = "the same command with --resume continues"
        raise KeyboardInterrupt(f"stopped after {run.seconds / 60:.0f} minutes; {again}") from None
    return run


def line(row: storage.Row, left: float) -> str:
    """Return a measurement as a line of text, with the time of day at which the run will end."""
    edges = [f"{opponent} {row[opponent]['mean']:+.3f} ± {half_width(row[opponent]) or 0.0:.3f}" for opponent in OTHERS]
    ends = time.strftime("%H:%M", time.localtime(time.time() + max(left, 0)))
    return f"{row['minutes']:7.1f} min  {row['labels'] / 1e6:7.2f} M labels  among {', '.join(edges)}  ends {ends}"
