"""Progress of bulk runs on standard error, and what an interruption says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from saleroom.bots import PlayerFailed

Show = Callable[[int, int], None]
"""Called with the number of matches or deals played, and the expected total."""


@contextmanager
def progress(name: str, done: int, total: int | None = None) -> Iterator[Show]:
    """Show a progress bar with the remaining time, if standard error is a terminal; `done` is what a folder had."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=total, completed=done)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def explained(explain: Callable[[], str]) -> Iterator[None]:
    """Add an explanation to an interruption or to the failure of a player: how far the run came, how to continue."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(explain()) from None
    except PlayerFailed as failure:
        raise PlayerFailed(f"{failure}; {explain()}") from None
