"""Run tests in several processes: `python -m tests.workers --part MODE:PATH,...[:MARKS] [-j N] [arguments of pytest]`.

The processes share the files of each part (`tests/shared_queue.py`). A part consists of a mode of the rules, the paths
whose tests run in this mode, and the marks that these tests must have. A process that finds no file left in a part
continues with the next part.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.children import end, guarded, start
from tests.shared_queue import DETAIL, PROGRESS, release

PLUGINS = ("-p", "tests.shared_queue", "-p", "no:xdist", "-p", "no:cacheprovider")
OUTCOME = re.compile(r"(\d+) ([a-z]{2,})")
INTERRUPTED, NO_TESTS = 2, 5  # exit statuses of pytest
DONE = (0, 1, NO_TESTS)


@dataclass
class Part:
    """Part of a run: a mode of the rules, the paths whose tests run in this mode, and an expression of marks that
    selects tests.
    """

    mode: str
    paths: list[str]
    marks: str | None
    queue: Path
    finished: bool = False


@dataclass
class Run:
    """Data shared by the threads that run the processes."""

    parts: list[Part]
    jobs: int
    arguments: list[str]
    lock: threading.Lock = field(default_factory=threading.Lock)
    outcomes: Counter[str] = field(default_factory=Counter)
    processes: list[subprocess.Popen[str]] = field(default_factory=list)
    failed: bool = False
    stopped: bool = False


def order(parts: list[Part], number: int) -> list[Part]:
    """Return the parts in the order for one process. Each part but the first is the first choice of only one process.

    Every process that runs a part loads the machine code of all games, so few processes should share a small part.
    """
    first, *rest = parts
    own = rest[number : number + 1]
    return [*own, first, *(part for part in rest if part not in own)]


def work(run: Run, number: int) -> None:
    """Run the parts one after another until no part has a file left."""
    for part in order(run.parts, number):
        begin = not part.finished
        while begin and not run.stopped:
            before = set(part.queue.iterdir())
            status, pid = pytest(run, part, number / run.jobs)
            left = release(part.queue, pid)
            part.finished |= status in DONE
            begin = status not in DONE and not set(part.queue.iterdir()) <= before
            run.failed |= status not in (0, NO_TESTS)
            if left:
                say(run, [f"{part.mode:<11} {', '.join(left)} is not finished: its process ended with status {status}"])


def pytest(run: Run, part: Part, begin: float) -> tuple[int, int]:
    """Run files of a part in one process until no file is left, and show its output. Return its exit status and process
    id.
    """
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--no-header",
        *PLUGINS,
        f"--queue={part.queue}",
        f"--begin-at={begin}",
    ]
    marks = [] if part.marks is None else ["-m", part.marks]
    environment = {**os.environ, "SALEROOM_MODE": part.mode}
    with run.lock:
        if run.stopped:
            return INTERRUPTED, 0
        process = start(
            [*command, *run.arguments, *marks, *part.paths],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        run.processes.append(process)
    lines, details = [], []
    for line in process.stdout or ():
        if line.startswith(PROGRESS):
            count(run, line)
            say(run, [f"{part.mode:<11} {line.removeprefix(PROGRESS).rstrip()}"])
        elif line.startswith(DETAIL):
            details.append(line.removeprefix(DETAIL).rstrip())
        else:
            lines.append(line.rstrip())
    status = process.wait()
    end(process)
    if status not in DONE:
        lines = details + lines
    if status not in (0, NO_TESTS) or any("slowest" in line for line in lines):
        say(run, lines)
    return status, process.pid


def count(run: Run, line: str) -> None:
    """Add the outcomes of one file, which `line` reports, to the counts of the run."""
    with run.lock:
        for number, outcome in OUTCOME.findall(line.split(": ", 1)[1]):
            run.outcomes[outcome] += int(number)


def say(run: Run, lines: list[str]) -> None:
    """Write lines without mixing them with the lines of other processes."""
    with run.lock:
        print("\n".join(lines), flush=True)


def interrupt(run: Run) -> None:
    """End all processes: first as Ctrl-C would, then by killing them."""
    with run.lock:
        run.stopped = True
    for process in run.processes:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
    for process in run.processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        end(process)


def main() -> int:
    """Run all parts; return 0 if there were tests, none failed and no process ended early."""
    guarded()
    parser = argparse.ArgumentParser(prog="python -m tests.workers")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--part", action="append", metavar="MODE:PATH,...[:MARKS]", required=True)
    chosen, arguments = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="saleroom-tests-") as folder:
        parts = []
        for number, part in enumerate(chosen.part):
            mode, paths, *marks = part.split(":", 2)
            queue = Path(folder) / str(number)
            queue.mkdir()
            parts.append(Part(mode, paths.split(","), marks[0] if marks else None, queue))
        run = Run(parts, chosen.jobs, arguments)
        threads = [threading.Thread(target=work, args=(run, number)) for number in range(chosen.jobs)]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        except KeyboardInterrupt:
            interrupt(run)
            for thread in threads:
                thread.join()
            print("Interrupted")
            return INTERRUPTED
        print(", ".join(f"{number} {outcome}" for outcome, number in sorted(run.outcomes.items())))
        return int(run.failed or not run.outcomes)


if __name__ == "__main__":
    sys.exit(main())
