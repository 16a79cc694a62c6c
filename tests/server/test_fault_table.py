"""The table of faults counts errors and waits, and continues where a run stopped."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.workers.groups import may_limit
from saleroom.server.core.state.events import TableEvent
from tests.server import fault_table
from tests.server.fault_table import Cell, Errors, Seen, Try, cells_of, errors_in, read, run, store, table

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
TRIES = 4
"""Tries of each fault in a soak run: more than 200 faults."""
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
async def test_no_move_is_lost_and_nobody_is_stuck(tmp_path: Path, record_property) -> None:
    loads = ["calm", "starved"] if may_limit() else ["calm"]
    cells = cells_of(fault_table.ARRANGEMENTS, loads) if SOAK else cells_of(["--workers 3"], ["calm"], ["kill_worker"])
    await run(tmp_path / "tries", cells, TRIES if SOAK else 1)
    tries = read(tmp_path / "tries")
    print(table(tries))
    record_property("faults", table(tries))
    assert any(each.waits for each in tries)
    assert all(each.errors == Errors(0, 0, 0) and each.stuck == 0 for each in tries)
