"""Tests of the individual games. Each game has its own folder.

Tests that run for every game find helpers that differ between games in these folders.

`PARTS` lists the files that these common tests require, and says what each file must contain. Any other file is
optional.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from saleroom.games import FOLDERS

PARTS = {
    "worlds.py": "`complete` and `places`: what is hidden, and where all pieces are",
    "twin.py": "`TWIN`: the game, slow and obvious, from RULES.md alone",
    "story.py": "`values(story, seat)`: which fields have a value, from the events of a deal (tests/envs/stories.py)",
    "endings.py": "`SHOWS` and `CASES`: how a deal or a match can end (tests/recorded/endings.py)",
    "recorded.jsonl": "the matches of endings.py; `python -m tests.recorded.make {name}` writes it",
    "pinned.txt": "the legal actions of a match in their order (tests/contract/test_pinned.py)",
    "claims.py": "`CLAIMS`: what the reasons of hints claim (tests/server/test_hints.py)",
    "notes.py": "`noted(last, shown)`: what the score sheet notes of a deal (tests/server/test_stories.py)",
}


class MissingPart(Exception):
    """Error for a game whose tests lack a file that the common tests require. The message says in one line which file
    to write and what it must contain.
    """

    def __init__(self, name: str, file: str) -> None:
        super().__init__(f"write tests/games/{FOLDERS[name]}/{file}: {PARTS[file].format(name=name)}")


def of_game(name: str, module: str) -> Any:
    """Return a module, such as ``worlds``, from the tests of a game. Raise `MissingPart` if the module is missing."""
    if not has_part(name, f"{module}.py"):
        raise MissingPart(name, f"{module}.py")
    return import_module(f"tests.games.{FOLDERS[name]}.{module}")


def part_or(name: str, module: str, part: str, usual: Any) -> Any:
    """Return an attribute of a module from the tests of a game, or `usual` if the module or the attribute is
    missing.
    """
    return getattr(of_game(name, module), part, usual) if has_part(name, f"{module}.py") else usual


def has_part(name: str, file: str) -> bool:
    """Return whether the folder of a game's tests contains `file`."""
    return file_of(name, file).is_file()


def file_of(name: str, file: str) -> Path:
    """Return the path of `file` in the folder of a game's tests."""
    return Path(__file__).parent / FOLDERS[name] / file


def data_of(name: str, file: str) -> str:
    """Return the contents of a text file, such as ``pinned.txt``, from the tests of a game. Raise `MissingPart` if the
    file is missing.
    """
    if not has_part(name, file):
        raise MissingPart(name, file)
    return file_of(name, file).read_text("utf-8")
