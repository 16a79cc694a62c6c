"""Every game's twin, by the game's full name. A module of its own, as twins import what this package shares."""

from __future__ import annotations

from importlib import import_module

from saleroom.games import FOLDERS
from tests.games.twins import Twin

TWINS: dict[str, type[Twin]] = {
    name: import_module(f"tests.games.{folder}.twin").TWIN for name, folder in FOLDERS.items()
}
