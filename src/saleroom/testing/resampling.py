"""Check of worlds that a game samples from a seat's knowledge (OpenSpiel's `resample_from_infostate`)."""

from __future__ import annotations

from random import Random

import numpy as np

from saleroom.testing.comparing import Difference, differences
from saleroom.testing.report import Moment, Report
from saleroom.testing.tables import Table, World

DRAWN = 12
"""Number of samples from each of two worlds.

If a hidden fact has two equally likely values, the chance that all samples keep the value of their own world is 1 in
2²⁴.
"""


def look_at_resampled(table: Table, world: World, moment: Moment, count: int, rng: Random, report: Report) -> bool:
    """Check that each resampled world shows the seat exactly what it has already received.

    Return False if the game cannot resample.
    """
    resample = getattr(table, "resample", None)
    if resample is None:
        return False
    here = table.given(world, moment.seat)
    for _ in range(count):
        try:
            other = resample(world, moment.seat, rng)
        except Exception as error:  # the library's own error class would have to be imported
            report.note(f"resample_from_infostate fails: {_first_line(error)}")
            return report.resampled > 0
        report.resampled += 1
        found = list(differences(here, table.given(other, moment.seat), "resampled world"))
        if found:
            report.add(found, moment, table.unlike(world, other) or "what the game itself made of it")
    return True


def kept_hidden(
    table: Table, one: World, other: World, moment: Moment, rng: Random, report: Report
) -> list[Difference]:
    """Return the hidden facts of a world that resampling wrongly preserves.

    The two worlds look the same to the seat, so resampling must treat both alike. Suppose that a hidden fact differs
    between them. If all samples from each world keep that world's fact, resampling has used hidden information.
    """
    facts = getattr(table, "facts", None)
    if facts is None:
        return []
    try:
        drawn = [[_facts_drawn(table, world, moment, rng) for _ in range(DRAWN)] for world in (one, other)]
        truths = [facts(world, moment.seat) for world in (one, other)]
    except Exception as error:  # as above
        report.note(f"what resampling keeps was not compared everywhere: {_first_line(error)}")
        return []
    found: dict[str, Difference] = {}
    for name in sorted(truths[0].keys() & truths[1].keys(), reverse=True):
        stuck = _stuck([truth[name] for truth in truths], [[world[name] for world in worlds] for worlds in drawn])
        if stuck.any():
            cell = int(np.flatnonzero(stuck)[0])
            text = [f"in {DRAWN} of {DRAWN} worlds drawn: [{cell}] {truth[name][cell]:g}" for truth in truths]
            what = f"truth kept in resampled worlds: {name.partition(' of seat ')[0]}"
            found[what] = Difference(what, *text)
    return [found[what] for what in sorted(found)]


def _stuck(truths: list[np.ndarray], drawn: list[list[np.ndarray]]) -> np.ndarray:
    """Return a mask of the elements in which two worlds differ and every sample has the value of its own world."""
    if len({values.shape for worlds in drawn for values in worlds} | {truth.shape for truth in truths}) > 1:
        return np.zeros(1, bool)
    kept = [np.all([values == truth for values in worlds], axis=0) for truth, worlds in zip(truths, drawn, strict=True)]
    return (truths[0] != truths[1]) & kept[0] & kept[1]


def _facts_drawn(table: Table, world: World, moment: Moment, rng: Random) -> dict[str, np.ndarray]:
    return table.facts(table.resample(world, moment.seat, rng), moment.seat)  # type: ignore


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0][:120]}" if str(error) else type(error).__name__
