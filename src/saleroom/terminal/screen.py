"""Screen and keyboard: output of lines, in colour or plain, and input of lines."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

from saleroom.toolkit.text.board import Text
from saleroom.toolkit.text.ink import STYLES, Ink, ink

NEEDED = "♣♦♥♠·─│╭╮╰╯⟨⟩←→★"
PATIENCE = 1.0  # seconds without output after which the user sees that a bot is at work
PACE = 0.4  # default pause before a bot's action in seconds; SALEROOM_PACE overrides it
MARGIN, INDENT = " ", 2
WIDEST, NARROWEST = 100, 12  # maximum and minimum width of lines, in columns
LONGEST = 500  # maximum length of the user's input, in characters


class Screen:
    """Screen that shows the table and reads what the player types."""

    def __init__(self, plain: bool = False) -> None:
        """Set up the screen. It is plain if requested, or if the terminal cannot show colours and symbols."""
        for stream in (sys.stdin, sys.stdout):
            with contextlib.suppress(AttributeError, ValueError, OSError):
                stream.reconfigure(errors="replace")  # type: ignore
        self.plain = plain or not _takes_colour()
        self.interactive = sys.stdin is not None and sys.stdin.isatty()
        """Whether standard input is a terminal."""
        self._pace = _pace(self.interactive and sys.stdout.isatty())
        self._hurry = False
        self._typed: list[str] = []
        self._console: Any = None if self.plain else _console()
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (adds line editing to `input`)

    @property
    def width(self) -> int:
        """Maximum number of columns in a line."""
        return max(min(shutil.get_terminal_size().columns, WIDEST), NARROWEST)

    @property
    def height(self) -> int:
        """Number of lines on the screen."""
        return max(shutil.get_terminal_size().lines, 8)

    def say(self, text: Text = "") -> None:
        """Print one line."""
        if self._console is None:
            print(ink(text).text, flush=True)
        else:
            self._draw(ink(text))

    def _draw(self, line: Ink) -> None:
        """Print a line in colour, indented by a space, and wrap it if it is too long."""
        from rich.text import Text as RichText

        for part in self._fitted(line):
            spans = ((text, STYLES[style]) for text, style in part.spans)
            self._console.print(RichText.assemble(*spans), soft_wrap=True)

    def _fitted(self, line: Ink, spare: int = 0) -> Iterator[Ink]:
        """Wrap `line` and yield the resulting lines; each leaves `spare` columns free.

        The first line is indented by a space; the others are indented further.
        """
        for number, part in enumerate(_broken(line, self.width - len(MARGIN) - spare)):
            yield MARGIN * (len(MARGIN) + INDENT if number else 1) + part

    def ask(self, prompt: str) -> str:
        """Return what the user types. Raise `EOFError` at the end of the input."""
        if self._typed:
            return self._typed.pop(0)
        if not self.interactive:
            print(self._prompt(prompt.rstrip()).rstrip(), flush=True)
            line = sys.stdin.readline() if sys.stdin is not None else ""
            if not line:
                raise EOFError
        else:
            line = input(self._prompt(prompt.rstrip()))
        chars = (" " if char.isspace() else char for char in line[:LONGEST])
        return "".join(char for char in chars if char.isprintable()).strip()

    def _prompt(self, prompt: str) -> str:
        """Return the last line of a prompt, after which the user types; print the lines before it."""
        if self.plain:
            return prompt + " "
        *lines, last = self._fitted(ink(prompt), 1)
        for line in lines:
            self._console.print(line.text, soft_wrap=True)
        return last.text + " "

    def put_back(self, text: str) -> None:
        """Store `text` as the answer to the next question."""
        self._typed += [text] if text else []

    def pause(self) -> None:
        """Pause so that people can see a bot's action; Enter ends the pause."""
        if not self._pace or self._hurry or self._typed:
            return
        if not self.interactive:
            time.sleep(self._pace)
        elif select.select([sys.stdin], [], [], self._pace)[0]:
            typed = os.read(sys.stdin.fileno(), 4096).decode("utf-8", "replace")
            self._typed += [line.strip() for line in typed.split("\n") if line.strip()]
            self._hurry = True

    @contextlib.contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Print `text` if the work in the `with` block takes longer than `PATIENCE` and people see the output."""
        if not (self.interactive and sys.stdout.isatty()):
            yield
            return
        sign = threading.Timer(PATIENCE, self.say, [text])
        sign.daemon = True
        sign.start()
        try:
            yield
        finally:
            sign.cancel()
            sign.join()

    def rest(self) -> None:
        """Enable pauses before bots' actions again, after the player has skipped them with Enter."""
        self._hurry = False

    def clear(self) -> None:
        """Clear the screen, its scrollback buffer and the history of entries."""
        if self.interactive and "readline" in sys.modules:
            sys.modules["readline"].clear_history()
        if sys.stdout.isatty():
            print("\033[H\033[2J\033[3J", end="", flush=True)

    def complain(self, text: str) -> None:
        """Print one line on standard error."""
        sys.stdout.flush()
        print(f"saleroom: {text}", file=sys.stderr, flush=True)


def _broken(line: Ink, room: int) -> Iterator[Ink]:
    """Yield parts of a line, broken at spaces if possible.

    The first part has up to `room` characters, the other parts up to `room` - `INDENT`.
    """
    rooms = chain([room], repeat(room - INDENT))
    while len(line) > (room := next(rooms)):
        end = line.text.rfind(" ", 0, room + 1)
        end = end if end > 0 else room
        yield line.cut(0, end)
        line = line.cut(end, len(line)).stripped()
    yield line


def _takes_colour() -> bool:
    """Return whether standard output can show colours and all symbols that are used."""
    if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")) or os.environ.get("TERM") == "dumb":
        return False
    try:
        NEEDED.encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def _console() -> Any:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False, force_terminal=True)
    console.on_broken_pipe = _nobody_reads  # Rich would exit the program
    return console


def _nobody_reads() -> None:
    raise BrokenPipeError


def _pace(shown: bool) -> float:
    """Return the pause before a bot's action, in seconds."""
    try:
        return max(float(os.environ["SALEROOM_PACE"]), 0.0)
    except (KeyError, ValueError):
        return PACE if shown else 0.0
