"""Cold start, measured as processor time to compile each game without a cache, and time to the first decision.

Each measurement is a whole process with an empty cache. `import numba` is measured in the same run, so that you can
compare ratios between machines.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure, over
from benchmarks.timing import Effort, timed
from saleroom.games import NAMES

PROGRAM = str(Path(sys.executable).with_name("saleroom"))
NUMBA = (sys.executable, "-c", "import numba")
ROUNDS = 3


def cold(effort: Effort) -> list[Figure]:
    """Measure processor seconds to compile each game, and seconds to the first decision in the terminal."""
    rounds = min(effort.rounds, ROUNDS)
    return [*(_compiling(name, 1) for name in NAMES), *(_first_decision(name, rounds) for name in NAMES)]


def _compiling(name: str, rounds: int) -> Figure:
    ours = median(_processor(PROGRAM, "compile", name) for _ in range(rounds))
    theirs = median(_processor(*NUMBA) for _ in range(3))
    return Figure(f"compiling from nothing, processor time: {name}", "s", ours, theirs, over(ours, theirs))


def _first_decision(name: str, rounds: int) -> Figure:
    ours = median(_seconds(PROGRAM, "play", name, "--seed", "1", "--plain") for _ in range(rounds))
    theirs = median(_seconds(*NUMBA) for _ in range(rounds))
    return Figure(f"first decision, nothing compiled: {name}", "s", ours, theirs, over(ours, theirs))


def _run(command: tuple[str, ...], folder: str) -> None:
    where = {**os.environ, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder}
    quietly = subprocess.DEVNULL
    subprocess.run(
        command, cwd=folder, env=where, input="quit\n", text=True, stdout=quietly, stderr=quietly, check=True
    )


def _seconds(*command: str) -> float:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, timed() as watch:
        _run(command, folder)
    return watch.seconds


def _processor(*command: str) -> float:
    """Return the processor seconds that a command uses, including the processes that it starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        _run(command, folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
