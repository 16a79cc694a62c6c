"""What is shown while a game is compiled, which happens once after an update."""

from __future__ import annotations

import sys
from typing import Any

from saleroom.kernel.game import Game


class Waiting:
    """Called with each part that is compiled, its number and how many there are; silent when nothing is."""

    def __init__(self, game: Game, plain: bool = False) -> None:
        """Nothing is shown before the first call; `plain` without a bar."""
        self._title = f"Preparing {game.title} (once after an update) …"
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
