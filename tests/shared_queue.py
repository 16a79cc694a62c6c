"""Pytest plugin with which several processes share the tests, file by file. `tests/workers.py` starts the processes.

Each file is collected and run by the first process that claims it. No process reads a file that another process runs.
Files are not assigned in advance, so a process that has finished its file can always take another file.
"""

from __future__ import annotations

import gc
import os
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

QUEUE = pytest.StashKey[Path]()
COUNTS = pytest.StashKey[Counter[str]]()
SLASH = "~"
"""Character that replaces slashes in the file name of a claim."""
PROGRESS = "@ "
"""Prefix of the line that reports that a file has been run."""
DETAIL = "! "
"""Prefix of the lines about a failure.

Pytest itself shows failures only at the end of a run, so a killed process would never show them.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the folder in which the processes note their claims."""
    parser.addoption("--queue", type=Path, required=True, metavar="FOLDER", help="claims of the processes that share")
    parser.addoption(
        "--begin-at", type=float, default=0.0, metavar="PART", help="how much of the files to leave to others"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Prepare the counts of outcomes.

    Run garbage collection less often, because compiled games are millions of objects.
    """
    gc.set_threshold(50_000, 20, 100)
    config.stash[QUEUE], config.stash[COUNTS] = config.getoption("queue"), Counter()


def claim(queue: Path, name: str) -> bool:
    """Return whether this process is the first to claim a name."""
    try:
        with (queue / name.replace("/", SLASH)).open("x") as file:
            file.write(f"{os.getpid()} claimed")
    except FileExistsError:
        return False
    return True


def note(queue: Path, name: str, state: str) -> None:
    """Write the state of a claim of this process: `begun` or `done`."""
    path = queue / name.replace("/", SLASH)
    if path.exists():
        path.write_text(f"{os.getpid()} {state}")


def release(queue: Path, pid: int) -> list[str]:
    """Release the claims that an ended process had not begun.

    Return the files that the process had begun but not finished.
    """
    unfinished = []
    for path in queue.iterdir():
        entry = path.read_text()  # another process might still be writing this file
        if entry == f"{pid} claimed":
            path.unlink()
        elif entry == f"{pid} begun":
            unfinished.append(path.name.replace(SLASH, "/"))
            path.write_text(f"{pid} left")
    return unfinished


def _files(node: pytest.Item | pytest.Collector) -> Iterator[pytest.Item | pytest.Collector]:
    """Yield the nodes that processes can claim: the files if `node` is a folder, otherwise `node` itself.

    A folder is read through pytest's hook, which registers the fixtures of the folder's conftest.py.
    """
    if isinstance(node, pytest.Directory):
        report = node.ihook.pytest_make_collect_report(collector=node)
        node.ihook.pytest_collectreport(report=report)
        for child in report.result or ():
            yield from _files(child)
    else:
        yield node


def _items(session: pytest.Session) -> Iterator[pytest.Item]:
    """Claim one file after another, and yield its tests.

    Each process begins at a different place in the list. Files of one folder import the same libraries, so only few
    processes load these libraries.
    """
    nodes = list(session.perform_collect(genitems=False))
    part: Any = session.config.getoption("begin_at")
    first = int(part * len(nodes))
    for node in nodes[first:] + nodes[:first]:
        if claim(session.config.stash[QUEUE], node.nodeid):
            items = list(session.genitems(node))
            session.config.hook.pytest_collection_modifyitems(session=session, config=session.config, items=items)
            session.testscollected += len(items)
            yield from items


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[Any]) -> Generator[None]:
    """Hide files that are not collected yet while pytest selects tests by name or mark.

    Folders are read here, because after this hook pytest forgets the fixtures of a conftest.py whose folder was not
    read.
    """
    unread = [file for node in items if not isinstance(node, pytest.Item) for file in _files(node)]
    items[:] = [node for node in items if isinstance(node, pytest.Item)]
    try:
        return (yield)
    finally:
        items += unread


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> bool:
    """Collect nothing beforehand."""
    session.config.pluginmanager.register(Failures(session.config))
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run tests until every file has been claimed."""
    queue = session.config.stash[QUEUE]
    items = _items(session)
    item, began, file = next(items, None), time.monotonic(), ""
    while item is not None:
        if file != (file := _file(item)):
            note(queue, file, "begun")
        following = next(items, None)  # needed already, because the next test decides which fixtures stay
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
        if following is None or _file(following) != file:
            note(queue, file, "done")
            _report(session.config, file, time.monotonic() - began)
            began = time.monotonic()
        item = following
    return True


def _file(item: pytest.Item) -> str:
    """Return the name that claims the file of a test."""
    return item.nodeid.partition("::")[0]


def _report(config: pytest.Config, file: str, seconds: float) -> None:
    """Write one line about a file whose tests have run."""
    terminal: Any = config.pluginmanager.get_plugin("terminalreporter")
    counts = config.stash[COUNTS]
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    terminal.ensure_newline()
    terminal.write_line(f"{PROGRESS}{file}: {outcomes} in {seconds:.1f} s", flush=True)
    counts.clear()


class Failures:
    """Plugin that prints each failure immediately."""

    def __init__(self, config: pytest.Config) -> None:
        self._terminal: Any = config.pluginmanager.get_plugin("terminalreporter")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print a failure of a test or its fixtures."""
        self._write(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Print a failure to read a file."""
        self._write(report)

    def _write(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            self._terminal.ensure_newline()
            for line in (report.nodeid, *report.longreprtext.splitlines()):
                self._terminal.write_line(f"{DETAIL}{line}", flush=True)


@pytest.hookimpl(wrapper=True)
def pytest_report_teststatus(
    report: pytest.TestReport | pytest.CollectReport, config: pytest.Config
) -> Generator[None, Any, Any]:
    """Count the outcome, and print no letter for it."""
    category, _, word = yield
    if category:
        config.stash[COUNTS][category] += 1
    return category, "", word
