"""Expected score-sheet note on a settled deal of Auction House, computed from what the board shows."""

from __future__ import annotations

from typing import Any


def noted(last: Any, shown: Any) -> str:
    if last["winner"] is not None:
        return f"kitty {last['winner']} {last['worth'] + last['carried']}"
    return "lost" if shown["winners"] else f"tied {last['worth'] + last['carried']}"
