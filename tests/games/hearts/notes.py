"""Expected score-sheet note on a settled deal of Auction Hearts, computed from what the board shows."""

from __future__ import annotations

from typing import Any


def noted(last: Any, shown: Any) -> str:
    word = {"redeal": "unplayed", "all the pain": "all-pain"}.get(last["ending"], last["ending"].replace(" ", "-"))
    seats = range(len(last["taken"]))
    named = {
        "one-clear": [seat for seat in seats if not last["taken"][seat]],
        "two-clear": [seat for seat in seats if not last["taken"][seat]],
        "all-pain": [seat for seat in seats if last["taken"][seat]],
        "moon": [seat for seat in seats if last["taken"][seat]],
    }
    return " ".join([word, *map(str, named.get(word, []))])
