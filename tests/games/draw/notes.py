"""Score-sheet notes on a settled deal of Auction Draw, taken from the board that shows it."""

from __future__ import annotations

from typing import Any


def noted(last: Any, shown: Any) -> str:
    return " ".join([last["ending"], *map(str, last["takers"])])
