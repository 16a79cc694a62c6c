"""Files of matches: the user saves a match when leaving, and can continue it later."""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from saleroom.match.errors import BadRecord
from saleroom.match.files import lines
from saleroom.match.match import Match
from saleroom.match.record import from_line, to_line
from saleroom.match.referee import replay
from saleroom.paths import expanded
from saleroom.terminal.screen import Screen

ENDING = ".jsonl"
LONGEST_NAME = 100  # maximum length of a file name in a message


def file_name(match: Match) -> str:
    """Return a file name with a random part, which almost certainly no other file has."""
    return f"{match.game.name}-{date.today()}-{secrets.token_hex(2)}{ENDING}"


def write(match: Match, path: Path) -> None:
    """Write a match to a new file. On failure, remove the file and raise the error, such as `OSError`."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        try:
            file.write(to_line(match.record()))
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def write_again(match: Match, path: Path) -> None:
    """Replace the file of a match with its current state, atomically."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(2)}")
    write(match, new)
    try:
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def place_for(match: Match, text: str) -> Path:
    """Return the path that the user named; for a folder, return the path of a generated file name in it.

    Raise `ValueError` or `OSError` if the path cannot be used.
    """
    path = expanded(text)
    return path / file_name(match) if path.is_dir() else path


def save_as(match: Match, path: Path, screen: Screen, again: bool = False) -> Path | None:
    """Save a match; print and return the path.

    On failure, print why and return None. If `again`, replace an existing file.
    """
    return _save_to(lambda: path, str(path), match, screen, again)


def save_under(match: Match, text: str, screen: Screen) -> Path | None:
    """Save a match to the file or folder that the user named."""
    return _save_to(lambda: place_for(match, text), text, match, screen)


def _save_to(place: Callable[[], Path], name: str, match: Match, screen: Screen, again: bool = False) -> Path | None:
    try:
        path = place()
        (write_again if again else write)(match, path)
    except (OSError, ValueError) as error:
        screen.say(f"It cannot be saved as {name[:LONGEST_NAME]}: {reason(error)}.")
        return None
    screen.say(f"Saved. To continue: saleroom play --resume {shlex.quote(str(path))}")
    return path


def save_somewhere(match: Match, screen: Screen, may_ask: bool) -> bool:
    """Save a match in the current folder or, if that fails, elsewhere. Return whether it was saved."""
    path = Path(file_name(match))
    if save_as(match, path, screen):
        return True
    with contextlib.suppress(EOFError):
        while may_ask:
            text = screen.ask("Another file or folder (Enter: throw the match away): ")
            if not text:
                return False
            if save_under(match, text, screen):
                return True
    return any(save_as(match, folder / path.name, screen) for folder in _refuges())


def save_silently(match: Match) -> Path | None:
    """Save a match without a message, and return its path, or None if that is impossible."""
    name = file_name(match)
    for folder in (Path(), *_refuges()):
        with contextlib.suppress(Exception):
            write(match, folder / name)
            return folder / name
    return None


def _refuges() -> Iterator[Path]:
    """Yield folders for saving a match when the user cannot be asked."""
    with contextlib.suppress(RuntimeError):
        yield Path.home()
    with contextlib.suppress(OSError):
        yield Path(tempfile.gettempdir())


def load(path: Path) -> Match:
    """Return the unfinished match in a file. Raise `BadRecord` if the file has no such match."""
    try:
        match = replay(_only_record(path))
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
    except (OSError, ValueError) as error:
        raise BadRecord(f"{path}: {reason(error)}") from None
    if match.over:
        raise BadRecord(f"{path}: the match is finished, so there is nothing to continue")
    return match


def _only_record(path: Path) -> Any:
    records = lines(path)
    first = next(records, b"")
    if not first.strip():
        raise BadRecord("there is no match in it")
    if next(records, b""):
        raise BadRecord("there are several matches in it; put the one to continue into a file of its own")
    return from_line(first)


def reason(error: Exception) -> str:
    """Return the reason why a file could not be read or written."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return str(error)
