"""The tests of one game each: articles, slow twin, possible worlds, claims of hints, recorded matches."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from saleroom.games import FOLDERS


def of_game(name: str, module: str) -> Any:
    """A module among the tests of a game, such as ``worlds``."""
    return import_module(f"tests.games.{FOLDERS[name]}.{module}")


def file_of(name: str, file: str) -> Path:
    """Where a file lies among the tests of a game."""
    return Path(__file__).parent / FOLDERS[name] / file


def data_of(name: str, file: str) -> str:
    """A text among the tests of a game, such as ``pinned.txt``."""
    return file_of(name, file).read_text("utf-8")
