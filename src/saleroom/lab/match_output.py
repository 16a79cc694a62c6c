"""Write simulated matches to a file or to standard output, with progress on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from saleroom.lab.protocol_errors import ProtocolErrors, sentences
from saleroom.lab.runs import folders
from saleroom.lab.runs.progress import explained, progress
from saleroom.lab.runs.workers import ending_by_signal
from saleroom.lab.simulate import Plan, play, resume_point
from saleroom.toolkit.text.counts import MATCHES, counted


def write_matches(
    plan: Plan, out: Path | None, jobs: int, get_ready: Callable[[], None], on: str | None = None
) -> None:
    """Play a plan and write its records. Matches that the file already contains are not played again.

    `get_ready` is called after the file is open, so that a wrong path is reported before a long compilation.
    """
    start = resume_point(plan, out) if out is not None else 0
    if start == plan.matches:
        print(f"{out} holds all {counted(start, MATCHES)}; nothing is left to play", file=sys.stderr)
    elif start:
        print(f"{out} holds {start} of {plan.matches} matches; continuing", file=sys.stderr)
    with ending_by_signal(), _opened(out) as file:
        if start < plan.matches:
            get_ready()
            _write(plan, out, jobs, on, start, file)
    if out is not None and out.is_file():
        print(summary(plan, out))


def _write(plan: Plan, out: Path | None, jobs: int, on: str | None, start: int, file: IO[str]) -> None:
    done, errors = start, ProtocolErrors()
    with (
        explained(lambda: f"stopped after {done} of {plan.matches} matches{folders.continues(out)}"),
        progress(plan.game, start, plan.matches) as show,
    ):
        for line in play(plan, start, jobs, on, errors):
            file.write(line)
            file.flush()
            done += 1
            show(done, plan.matches)
    for line in sentences(errors.counts, errors.failures):
        print(line, file=sys.stderr)


def summary(plan: Plan, path: Path) -> str:
    """Return as a text table each seat's share of wins and mean final score in the records of a file.

    A tied win is split.
    """
    wins = [0.0] * len(plan.players)
    totals = [0] * len(plan.players)
    with path.open(encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            for seat in record["winners"]:
                wins[seat] += 1 / len(record["winners"])
            totals = [total + score for total, score in zip(totals, record["scores"], strict=True)]
    wide = max(8, *map(len, plan.players))
    rows = [f"{counted(plan.matches, MATCHES)} of {plan.game}", f"seat  {'player':{wide}}  wins    mean score"]
    for seat, name in enumerate(plan.players):
        rows.append(f"{seat:4}  {name:{wide}}{wins[seat] / plan.matches:6.1%}{totals[seat] / plan.matches:14.2f}")
    return "\n".join(rows)


@contextmanager
def _opened(out: Path | None) -> Iterator[IO[str]]:
    if out is None:
        yield sys.stdout
    else:
        with out.open("a", encoding="utf-8", newline="\n") as file:
            yield file
