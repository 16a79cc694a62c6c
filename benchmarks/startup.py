"""Time from the start of a process to the first decision."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure, missing, over
from benchmarks.timing import Effort, timed

PLAY = (str(Path(sys.executable).with_name("saleroom")), "play", "pitch", "--seats", "4", "--seed", "1", "--plain")
NUMBA = (sys.executable, "-c", "import numba")
BELOW = 4


def startup(effort: Effort) -> list[Figure]:
    """Measure the time of `saleroom play pitch` until it has shown a prompt and quit, and of `import numba`."""
    measure, unit = "saleroom play pitch, against import numba", "s"
    with tempfile.TemporaryDirectory() as folder:
        if not _runs(PLAY, folder):
            return [missing(measure, unit, "saleroom play does not answer", below=BELOW)]
        ours, theirs = [], []
        for _ in range(effort.rounds):
            ours.append(_seconds(PLAY, folder))
            theirs.append(_seconds(NUMBA, folder))
    mine, other = median(ours), median(theirs)
    return [Figure(measure, unit, mine, other, over(mine, other), below=BELOW)]


def _process(command: tuple[str, ...], folder: str) -> subprocess.CompletedProcess[str]:
    """Run a command with `quit` as its input. The command saves its files in `folder`."""
    env = {**os.environ, "XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder}
    return subprocess.run(command, cwd=folder, env=env, input="quit\n", capture_output=True, text=True, check=False)


def _runs(command: tuple[str, ...], folder: str) -> bool:
    """Return whether the command succeeds and shows a legal action. The run also fills the caches."""
    if not Path(command[0]).exists():
        return False
    done = _process(command, folder)
    return done.returncode == 0 and "pass" in done.stdout


def _seconds(command: tuple[str, ...], folder: str) -> float:
    with timed() as watch:
        _process(command, folder)
    return watch.seconds
