"""Messages and progress bars for users who wait: for compilation (once after an update) or for a long search."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from saleroom.bots.prepare import prepare as compile_game
from saleroom.bots.prepare import start_apart
from saleroom.kernel import readiness
from saleroom.kernel.game import Game


def prepare(game: Game, plain: bool = False, search: bool = False) -> None:
    """Compile a game if necessary, and its search if `search` is set; meanwhile, show a message."""
    with Waiting(game, plain) as waiting:
        compile_game(game, waiting, search)


def prepare_meanwhile(game: Game) -> None:
    """Compile a game and its search in another process if necessary.

    Until compilation has ended, the match runs as interpreted code.
    """
    readiness.never_compile_here()
    start_apart(game, search=True)


@contextmanager
def thinking() -> Iterator[Callable[[int, int], None]]:
    """Yield a function that takes the amount of work done so far and the total.

    The function shows a bar if standard error is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with Waiting("Thinking …") as waiting:
        yield lambda done, total: waiting("", done, total)


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes the size of a finished part.

    The function shows a bar if standard error is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda part: None
        return
    done = 0
    with Waiting(title) as waiting:

        def advance(part: int) -> None:
            nonlocal done
            done += part
            waiting("", done, total)

        yield advance


class Waiting:
    """Callback that shows progress; it is called with a part, its number and the total.

    Nothing is shown before the first call.
    """

    def __init__(self, what: Game | str, plain: bool = False) -> None:
        """Store the message: a text, or the message for a game's compilation.

        If `plain`, show no bar.
        """
        self._title = what if isinstance(what, str) else f"Preparing {what.title} (once after an update) …"
        self._plain = plain or not sys.stderr.isatty()
        self._progress: Any = None
        self._task: Any = None
        self._said = False

    def __enter__(self) -> Waiting:
        return self

    def __call__(self, part: str, done: int, total: int) -> None:
        if self._plain:
            if not self._said:
                print(self._title, file=sys.stderr, flush=True)
            self._said = True
            return
        self._progress = self._progress or self._started()
        self._progress.update(self._task, completed=done, total=total)

    def _started(self) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=20))
        progress = Progress(*columns, console=Console(stderr=True), transient=True)
        progress.start()
        self._task = progress.add_task(self._title, total=None)
        return progress

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
