"""The table of faults counts errors and waits, and continues where a run stopped."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.workers.groups import may_limit
from saleroom.server.core.state.events import TableEvent
from tests.children import child
from tests.server import fault_table
from tests.server.fault_table import (
    Cell,
    Errors,
    Seen,
    Try,
    cells_of,
    errors_in,
    living_workers,
    read,
    run,
    store,
    table,
)

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
TRIES = 4
"""Tries of each fault in a soak run: more than 200 faults."""
SITES = [(name, load) for name in fault_table.ARRANGEMENTS for load in fault_table.CORES]
"""Arrangements and loads of a soak run. Each is a test with a time limit of its own."""
KILL = Cell("three processes", "calm", "kill")


def events(*commands: str | None) -> list[TableEvent]:
    return [TableEvent(number, "move", 0, {}, command, "ann") for number, command in enumerate(commands, 1)]


def seen(last: int, **kept: int) -> Seen:
    return Seen("t", "ann", last, {command: (number, "pass") for command, number in kept.items()})


def test_stored_moves_are_no_errors() -> None:
    assert errors_in({"t": events("a", None, "b")}, [seen(3, a=1, b=3)]) == Errors(0, 0, 0)


def test_an_acknowledged_move_that_is_not_stored_is_lost() -> None:
    assert errors_in({"t": events("a", "c")}, [seen(2, a=1, b=2)]) == Errors(1, 0, 0)
    assert errors_in({"t": [TableEvent(1, "move", 0, {}, "a", "ben")]}, [seen(1, a=1)]) == Errors(1, 0, 0)


def test_a_command_that_is_stored_again_counts() -> None:
    assert errors_in({"t": events("a", "b", "a", None, None)}, []) == Errors(0, 1, 0)


def test_a_table_with_a_gap_or_without_a_shown_event_is_forked() -> None:
    assert errors_in({"t": events("a", "b", "c")[::2]}, []) == Errors(0, 0, 1)
    assert errors_in({"t": events("a")}, [seen(2, a=1), seen(3)]) == Errors(0, 0, 1)


def test_the_table_has_waits_and_errors_of_each_fault(tmp_path: Path) -> None:
    stopped = Cell("three processes", "starved", "stop_and_continue")
    tries = [Try(KILL, [2.0, 1.0, 9.0], 0, Errors(0, 0, 0), 40, 1.5), Try(KILL, [3.0], 0, Errors(1, 2, 3), 2, 4.0)]
    tries.append(Try(stopped, [], 2, Errors(0, 0, 0), 1, 2.0))
    for each in tries:
        store(tmp_path / "tries", each)
    assert read(tmp_path / "tries") == tries
    lines = table(tries).splitlines()
    assert "| kill | 2 | 4 | 2.5 | 9.0 | 0 | 0 |  |  | 42 | 1 | 2 | 3 | 0 |" in lines
    assert "| stop and continue | 0 | 0 |  |  | 1 | 0 |  |  | 1 | 0 | 0 | 0 | 2 |" in lines
    assert lines[-1] == "3 faults, 43 moves, 1 lost, 2 stored twice, 3 forked, 2 stuck; load average 1.5 to 4.0"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_process_that_reuses_the_id_of_an_ended_worker_is_no_worker(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def add(pid: int, process: str) -> None:
        with log.open("a") as file:
            file.write(json.dumps({"at": "now", "what": "shares tables", "pid": pid, "process": process}) + "\n")

    with child([sys.executable, "-c", "import time; time.sleep(600)"]) as worker:
        add(os.getppid(), "ended")  # this id now belongs to a program that the supervisor did not start
        add(worker.pid, "ended, with the id of a later worker")
        add(worker.pid, "running")
        assert living_workers(log, os.getpid()) == [(worker.pid, "running")]
        worker.kill()
        os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
        assert living_workers(log, os.getpid()) == []  # the worker has not been reaped
    assert living_workers(log, os.getpid()) == []


async def test_a_run_makes_the_tries_that_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Cell] = []

    async def cause_all(cells, report) -> None:
        assert len({cell[:2] for cell in cells}) == 1
        for cell in cells:
            made.append(cell)
            report(Try(cell, [1.0], 0, Errors(0, 0, 0), 1, 1.0))

    monkeypatch.setattr(fault_table, "cause_all", cause_all)
    cells = cells_of(["--workers 3", "two versions"], ["calm", "starved"])
    store(tmp_path / "tries", Try(cells[0], [1.0], 0, Errors(0, 0, 0), 1, 1.0))
    await run(tmp_path / "tries", cells, 2)
    assert Counter(made) == {**dict.fromkeys(cells, 2), cells[0]: 1}
    assert set(made[: len(cells) - 1]) == set(cells[1:])
    await run(tmp_path / "tries", cells, 2)
    assert len(made) == 2 * len(cells) - 1


@pytest.mark.integration
@pytest.mark.timeout(7200 if SOAK else 900)
@pytest.mark.parametrize(("arrangement", "load"), SITES if SOAK else [("--workers 3", "calm")])
async def test_no_move_is_lost_stored_twice_or_forked(
    tmp_path: Path, record_property, arrangement: str, load: str
) -> None:
    if fault_table.CORES[load] is not None and not may_limit():
        pytest.skip("limited processes need control groups that this user may make")
    await run(
        tmp_path / "tries", cells_of([arrangement], [load], [] if SOAK else ["kill_worker"]), TRIES if SOAK else 1
    )
    tries = read(tmp_path / "tries")
    print(table(tries))
    record_property("faults", table(tries))
    assert sum(each.moves for each in tries)
    assert all(each.errors == Errors(0, 0, 0) for each in tries)
    if SOAK:  # other programs on the machine can make people wait longer than `LONGEST`
        assert all(each.stuck == 0 for each in tries)
