"""A plugin of pytest: several processes share the tests, file by file (`tests/workers.py` starts them).

Each file is collected and run by the process that claims it first. No process reads a file that another one runs, and
none waits for a fixed share that another could help with.
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
"""Replaces a slash in the name of a claim."""
PROGRESS = "@ "
"""Begins the line that reports a file which has been run."""
DETAIL = "! "
"""Begins the lines about a failure, which pytest itself shows at the end: a process that is killed has none."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the folder in which the processes note what they claim."""
    parser.addoption("--queue", type=Path, required=True, metavar="FOLDER", help="claims of the processes that share")
    parser.addoption(
        "--begin-at", type=float, default=0.0, metavar="PART", help="how much of the files to leave to others"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Prepare the counts, and look for garbage less often: compiled games are millions of objects that stay."""
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
    """Write down how far this process has come with what it claimed: `begun` or `done`."""
    path = queue / name.replace("/", SLASH)
    if path.exists():
        path.write_text(f"{os.getpid()} {state}")


def release(queue: Path, pid: int) -> list[str]:
    """Release the unfinished claims of a process that has ended; return the names of files that it had begun."""
    unfinished = []
    for path in queue.iterdir():
        entry = path.read_text()  # of another process, it may be half written
        if entry == f"{pid} claimed":
            path.unlink()
        elif entry == f"{pid} begun":
            unfinished.append(path.name.replace(SLASH, "/"))
            path.write_text(f"{pid} left")
    return unfinished


def _files(node: pytest.Item | pytest.Collector) -> Iterator[pytest.Item | pytest.Collector]:
    """Yield what may be claimed below a node: the files of a folder, else the node itself.

    A folder is read through pytest's hook, which takes in the fixtures of its conftest.py.
    """
    if isinstance(node, pytest.Directory):
        report = node.ihook.pytest_make_collect_report(collector=node)
        node.ihook.pytest_collectreport(report=report)
        for child in report.result or ():
            yield from _files(child)
    else:
        yield node


def _items(session: pytest.Session) -> Iterator[pytest.Item]:
    """Claim file after file, and yield the tests of each.

    Each process begins elsewhere: files of one folder import the same libraries, which then few processes load.
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
    """Keep the choice of tests by name or mark from files that are not collected yet.

    Folders are read here: after this hook pytest forgets the fixtures of a conftest.py whose folder was not read.
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
    """Run tests until no file is left that nothing has claimed."""
    queue = session.config.stash[QUEUE]
    items = _items(session)
    item, began, file = next(items, None), time.monotonic(), ""
    while item is not None:
        if file != (file := _file(item)):
            note(queue, file, "begun")
        following = next(items, None)  # known beforehand: it decides which fixtures stay
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
    """Return the name under which the file of a test is claimed."""
    return item.nodeid.partition("::")[0]


def _report(config: pytest.Config, file: str, seconds: float) -> None:
    """Write one line about a file that has been run."""
    terminal: Any = config.pluginmanager.get_plugin("terminalreporter")
    counts = config.stash[COUNTS]
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    terminal.ensure_newline()
    terminal.write_line(f"{PROGRESS}{file}: {outcomes} in {seconds:.1f} s", flush=True)
    counts.clear()


class Failures:
    """Writes what went wrong at once."""

    def __init__(self, config: pytest.Config) -> None:
        self._terminal: Any = config.pluginmanager.get_plugin("terminalreporter")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write what went wrong in a test or its fixtures."""
        self._write(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Write what went wrong while a file was read."""
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
    """Count the outcome; no letter is shown for it."""
    category, _, word = yield
    if category:
        config.stash[COUNTS][category] += 1
    return category, "", word
