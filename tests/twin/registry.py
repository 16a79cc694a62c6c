"""Independent implementations (twins) of all games, by the game's full name. The table has its own module, because the
implementations import other modules of this package.
"""

from __future__ import annotations

from saleroom.games import ALL
from tests.games import of_game
from tests.games.twins import Twin

TWINS: dict[str, type[Twin]] = {name: of_game(name, "twin").TWIN for name in ALL}
