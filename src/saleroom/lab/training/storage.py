"""Storage of a training run: the state to continue from, the measurements and the net."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import jax
import numpy as np

from saleroom import __version__
from saleroom.bots.nets.weights import Learned, quantised
from saleroom.bots.nets.weights import write as write_net
from saleroom.lab.runs import folders
from saleroom.lab.runs.version import machine
from saleroom.lab.training.dealing import Terms
from saleroom.lab.training.learner import Learner, weights_of
from saleroom.statistics.estimates import half_width
from saleroom.toolkit.package import NetFeatures

FILE, NET, LOG, CURVE = "training.npz", "net.bin", "log.jsonl", "curve.png"
CANDIDATES = "candidates"
"""Subfolder with the nets of earlier saves."""

Row = dict[str, Any]


class Run(NamedTuple):
    """State of a training run. Played deals are not stored, because playing new deals is faster than reading them."""

    terms: Terms
    features: NetFeatures
    learner: Learner
    rng: np.random.Generator
    """Random number generator for all deals."""
    seed: int = 0
    """Seed with which the run began."""
    scale: float = 0.0
    """Standard deviation of the scores, used as the learner's unit; 0 until it is known."""
    labels: int = 0
    """Number of labelled decisions so far."""
    seconds: float = 0.0
    """Total seconds of training so far."""
    log: tuple[Row, ...] = ()
    """A row for each measurement."""

    @property
    def about(self) -> dict[str, Any]:
        """Properties that must be the same when the run continues."""
        terms, features = self.terms, self.features
        plan = {
            "game": terms.game.name,
            "seats": terms.seats,
            "options": dict(terms.options),
            "against": terms.against,
        }
        shapes = [list(leaf.shape) for leaf in jax.tree.leaves(self.learner)]
        return {**plan, "features": features.VERSION, "shapes": shapes}


def save(run: Run, folder: Path, candidate: bool = False) -> None:
    """Write a run to its folder, each file atomically. A `candidate` is also stored under the number of its labels."""
    leaves: Any = {f"leaf{at}": np.asarray(leaf) for at, leaf in enumerate(jax.tree.leaves(run.learner))}
    known = {name: getattr(run, name) for name in ("about", "seed", "scale", "labels", "seconds", "log")}
    known["chance"] = run.rng.bit_generator.state
    net = Learned(quantised(weights_of(run.learner.average)), run.scale, card(run))
    write_net(folder / NET, run.terms.game.name, run.features, net)
    if candidate:
        (folder / CANDIDATES).mkdir(exist_ok=True)
        write_net(folder / CANDIDATES / f"{run.labels:012}.bin", run.terms.game.name, run.features, net)
    folders.write(folder / LOG, folders.text("".join(json.dumps(row) + "\n" for row in run.log)))
    # this file is written last: a folder with a stored run then always has a net, even if the process is killed between
    # the writes
    folders.write(folder / FILE, lambda file: np.savez(file, known=json.dumps(known), **leaves))


def card(run: Run) -> Row:
    """Return the model card of a net, which says how the net was trained."""
    terms, hours = run.terms, round(run.seconds / 3600, 3)
    options = [f"--option {name}={value}" for name, value in terms.options.items()]
    seats = [] if terms.seats is None else [f"--seats {terms.seats}"]
    options += [f"--against {terms.against}"] if terms.against else []
    words = ["saleroom train", terms.game.name, f"--hours {hours:g}", f"--seed {run.seed}", *seats, *options]
    return {
        "command": " ".join(words),
        "seed": run.seed,
        "saleroom": __version__,
        "features": run.features.VERSION,
        "machine": machine(),
        "jax": jax.__version__,
        "hours": hours,
        "labels": run.labels,
        "curve": [_measured(row) for row in run.log],
    }


def _measured(row: Row) -> Row:
    """Return a short form of a measurement: the net's lead over each opponent, and half the width of its interval."""
    leads = {name: (row[name]["mean"], half_width(row[name]) or 0.0) for name in ("random", "house")}
    short = {name: [round(value, 3) for value in lead] for name, lead in leads.items()}
    return {"minutes": row["minutes"], "labels": row["labels"], **short}


def restore(run: Run, folder: Path) -> Run:
    """Return the run stored in a folder. Raise `ValueError` unless it has the same properties as the new `run`."""
    if not (folder / FILE).exists():
        raise ValueError(f"{folder} holds no run to continue; leave out --resume")
    known, leaves = _kept(folder / FILE)
    about = known.pop("about")
    different = [name for name, value in run.about.items() if about.get(name) != value]
    if different:
        raise ValueError(f"the run in {folder} has other {different[0]}: {about.get(different[0])}")
    run.rng.bit_generator.state = known.pop("chance")
    learner = jax.tree.unflatten(jax.tree.structure(run.learner), leaves)
    fields: dict[str, Any] = known | {"learner": learner, "log": tuple(known["log"])}
    return run._replace(**fields)


def _kept(path: Path) -> tuple[dict[str, Any], list[jax.Array]]:
    """Return the stored data of a run. Raise `ValueError` if the file is damaged."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            leaves = [jax.numpy.asarray(file[f"leaf{at}"]) for at in range(len(file.files) - 1)]
            return json.loads(str(file["known"])), leaves
    except (BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError):
        raise ValueError(f"{path} is damaged or no training run; begin again in another folder") from None


def draw(run: Run, others: tuple[str, ...], folder: Path) -> None:
    """Draw the learning curve (the net's lead over each opponent) to a file in the folder."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.8), layout="constrained")
    axes = figure.add_subplot()
    minutes = [row["minutes"] for row in run.log]
    for at, other in enumerate(others):
        rows = [row[other] for row in run.log]
        axes.plot(minutes, [row["mean"] for row in rows], color=f"C{at}", marker="o", markersize=3, label=other)
        low, high = ([row[end] if row[end] is not None else row["mean"] for row in rows] for end in ("low", "high"))
        axes.fill_between(minutes, low, high, color=f"C{at}", alpha=0.2, linewidth=0)
    axes.set_title(run.terms.game.title)
    axes.set_xlabel("minutes of training")
    axes.set_ylabel(f"{run.terms.game.unit} a deal more than the others")
    axes.grid(linewidth=0.4)
    axes.legend(frameon=False, fontsize="small", title="one net among")
    folders.write(folder / CURVE, lambda file: figure.savefig(file, format="png", dpi=120))
