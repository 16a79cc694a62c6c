"""Rewrite all playthroughs."""

from __future__ import annotations

import saleroom.envs.open_spiel  # noqa: F401
from tests.envs.playthroughs import GAMES, path, played

for name in GAMES:
    path(name).write_text(played(name), "utf-8")
