"""Fixtures for a terminal table with a scripted person."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, cycle
from pathlib import Path

import pytest

from saleroom import terminal
from saleroom.bots.prepare import prepare
from saleroom.games import NAMES, load
from saleroom.modes import MODE

ANYTHING = ("1", "p", "1 c", "1 l", "0", "2", "3", "ben", "cleo", "dan", *map(str, range(4, 14)))
"""Entries of which at least one is legal at every move."""

MOST_LINES = 20_000


class Keys:
    """Keyboard that types the given lines, then endless answers or the end of input.

    If an entry of the list is an exception, it is raised.
    """

    def __init__(self, lines: Iterable[str | type[BaseException]], endless: Iterable[str] = ()) -> None:
        self._lines = chain(lines, cycle(endless))
        self._left = MOST_LINES

    def readline(self) -> str:
        line = next(self._lines, None)
        self._left -= 1
        assert self._left, f"after {MOST_LINES} lines the match is not over: none that is typed is legal"
        if isinstance(line, type):
            raise line
        return "" if line is None else line + "\n"

    def isatty(self) -> bool:
        return False


@dataclass
class Seen:
    """Result of a visit to the table."""

    status: int | type[BaseException]
    """The exit status, or the exception that the command line must handle."""
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile every game first, so that no test's output has the note about a first compilation."""
    for name in NAMES:
        prepare(load(name), search=MODE == "compiled")


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path) -> Callable[..., Seen]:
    """Return a function that plays at a table: `sit("pitch", "bid 1", "quit", seed=7)`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("FORCE_COLOR", "NO_COLOR", "SALEROOM_PACE"):
        monkeypatch.delenv(name, raising=False)

    def sit(
        game: str | None,
        *typed: str | type[BaseException],
        endless: Iterable[str] = (),
        colour: bool = False,
        seats: int | None = None,
        seed: int | str | None = 5,
        players: str | None = "random",
        resume: Path | None = None,
        **options: object,
    ) -> Seen:
        monkeypatch.setattr(sys, "stdin", Keys(typed, endless))
        monkeypatch.setenv("FORCE_COLOR", "1") if colour else monkeypatch.delenv("FORCE_COLOR", raising=False)
        given = {name: str(value) for name, value in options.items()}
        try:
            status = terminal.run(game, seats, given, seed, players, False, resume)
        except (KeyboardInterrupt, BrokenPipeError) as error:
            status = type(error)
        return Seen(status, *capsys.readouterr())

    return sit
