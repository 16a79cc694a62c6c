"""Storage of a training run on disk, with the network, the measurements, and the learning curve."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import jax
import numpy as np

from ppo.features import Eyes
from ppo.learner import LEAST_ENTROPY, Learner, Restraint
from saleroom.envs.terms import Terms

FILE, LOG, CURVE, RESULT = "learner.npz", "log.jsonl", "curve.png", "result.json"


class Run(NamedTuple):
    """State of a training run."""

    terms: Terms
    seed: int
    eyes: Eyes
    learner: Learner
    scale: float
    """Number of points or chips that is the unit of the network's rewards."""
    restraint: Restraint
    """Weights at the start of the run."""
    figures: dict[str, float]
    """Figures of the last update."""
    updates: int = 0
    decisions: int = 0
    """Number of decisions learned from."""
    seconds: float = 0.0
    """Seconds of training."""
    log: tuple[dict[str, Any], ...] = ()
    """Log with one row for each measurement."""

    @property
    def about(self) -> dict[str, Any]:
        """Properties that must be the same when the run continues."""
        terms, shapes = self.terms, [list(leaf.shape) for leaf in jax.tree.leaves(self.learner.params)]
        played = {"game": terms.game.name, "seats": terms.seats, "options": dict(terms.options), "scope": terms.scope}
        restraint = list(self.restraint)
        return {**played, "version": terms.version, "seed": self.seed, "shapes": shapes, "restraint": restraint}


def save(run: Run, folder: Path) -> None:
    """Write a run to disk, each file atomically."""
    leaves: dict[str, Any] = {f"leaf{at}": np.asarray(leaf) for at, leaf in enumerate(jax.tree.leaves(run.learner))}
    known = {name: getattr(run, name) for name in ("about", "updates", "decisions", "seconds", "figures", "log")}
    part = folder / f"{FILE}.part"
    with part.open("wb") as file:
        np.savez(file, known=json.dumps(known), **leaves)
    part.replace(folder / FILE)
    write(folder / LOG, "".join(json.dumps(row) + "\n" for row in run.log))


def write(path: Path, text: str) -> None:
    """Write a text atomically."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)


def restore(run: Run, folder: Path) -> Run:
    """Return the run stored in a folder; raise `ValueError` unless it has the same properties as the new run."""
    if not (folder / FILE).exists():
        raise ValueError(f"{folder} holds no run to continue; leave out --resume")
    known, leaves = kept(folder / FILE)
    about = {"restraint": [LEAST_ENTROPY, 0.0], **known.pop("about")}  # earlier versions had no other restraint
    different = [name for name, value in run.about.items() if about.get(name) != value]
    if different:
        raise ValueError(f"the run in {folder} has another {different[0]}: {about.get(different[0])}")
    learner = jax.tree.unflatten(jax.tree.structure(run.learner), leaves)
    fields: dict[str, Any] = known | {"learner": learner, "log": tuple(known["log"])}
    return run._replace(**fields)


def kept(path: Path) -> tuple[dict[str, Any], list[jax.Array]]:
    """Return the stored facts about a run and the arrays of its learner; raise `ValueError` if the file is damaged."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            known = json.loads(str(file["known"]))
            return known, [jax.numpy.asarray(file[f"leaf{at}"]) for at in range(len(file.files) - 1)]
    except (BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError):
        raise ValueError(f"{path} is damaged or no run of this program; begin again in another folder") from None


def draw(run: Run, levels: dict[str, float], folder: Path) -> None:
    """Draw the learning curve: the lead of the network over each opponent, and as dashed lines the lead of `house`."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.8), layout="constrained")
    axes = figure.add_subplot()
    minutes = [row["minutes"] for row in run.log]
    for at, other in enumerate(levels):
        rows = [row[other] for row in run.log]
        means = [row["mean"] for row in rows]
        # Markers make a curve of a single measurement visible.
        axes.plot(minutes, means, color=f"C{at}", marker="o", markersize=3, label=f"among {other}")
        low, high = ([row[end] if row[end] is not None else row["mean"] for row in rows] for end in ("low", "high"))
        axes.fill_between(minutes, low, high, color=f"C{at}", alpha=0.2, linewidth=0)
        axes.axhline(levels[other], color=f"C{at}", linestyle="--", linewidth=1, label=f"house among {other}")
    axes.set_title(f"{run.terms.game.title}, {run.terms.seats} seats")
    axes.set_xlabel("minutes of training")
    axes.set_ylabel(f"{run.terms.game.unit} a {run.terms.scope} more than the others")
    axes.grid(linewidth=0.4)
    axes.legend(frameon=False, fontsize="small")
    part = folder / f"{CURVE}.part"
    figure.savefig(part, format="png", dpi=120)
    part.replace(folder / CURVE)
