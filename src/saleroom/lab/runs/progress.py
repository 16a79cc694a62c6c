"""Progress of long runs on standard error, and messages after an interruption."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from saleroom.bots import PlayerFailed

Show = Callable[[int, int], None]
"""Function called with the number of matches or deals played so far and the expected total."""


@contextmanager
def progress(name: str, done: int, total: int | None = None) -> Iterator[Show]:
    """Show a progress bar with the remaining time if standard error is a terminal. `done` is the count at the start."""
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
    """If the `with` block is interrupted or a player fails, add the text that `explain` returns to the error.

    The text says what has been done and how to continue.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(explain()) from None
    except PlayerFailed as failure:
        raise PlayerFailed(f"{failure}; {explain()}") from None
