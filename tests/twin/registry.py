"""Every game's twin, by the game's full name. A separate module, since twins import what this package shares."""

from __future__ import annotations

from saleroom.games import ALL
from tests.games import of_game
from tests.games.twins import Twin

TWINS: dict[str, type[Twin]] = {name: of_game(name, "twin").TWIN for name in ALL}
