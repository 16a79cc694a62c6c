"""The slow, obvious twins of the games (`tests/games/<game>/twin.py`), and what judges records with them."""

from __future__ import annotations

from importlib import import_module

from saleroom.games import FOLDERS
from tests.games.twins import Fault, Twin

TWINS: dict[str, type[Twin]] = {
    name: import_module(f"tests.games.{folder}.twin").TWIN for name, folder in FOLDERS.items()
}

__all__ = ["TWINS", "Fault", "Twin"]
