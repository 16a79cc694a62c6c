"""Expected score-sheet note on a settled deal of Auction Draw, computed from what the board shows."""

from __future__ import annotations

from typing import Any


def noted(last: Any, shown: Any) -> str:
    return " ".join([last["ending"], *map(str, last["takers"])])
