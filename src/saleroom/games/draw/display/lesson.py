"""First lesson of Auction Draw: play at both ends, buy if no tile fits, win the last two tiles, and go out."""

from __future__ import annotations

from saleroom.toolkit.display.lesson import Beat, Script

SCRIPT = Script(
    dealer=2,
    hands=(
        "4-2 4-4 5-3 5-4 5-5 6-1 6-4",
        "0-0 1-0 3-1 3-2 4-0 4-3 6-5",
        "2-0 2-1 3-3 4-1 5-0 5-1 5-2",
    ),
    options={"deals": 1},
    beats=(
        Beat("welcome", then=("2 play 3-3",)),
        Beat(
            "fit",
            "play 5-3 L",
            (
                "1 play 6-5 L",
                *("2 buy", "table draw 2-2", "2 buy", "table draw 1-1", "2 buy", "table draw 6-0", "2 play 6-0 L"),
            ),
        ),
        Beat("buy", "buy", ("table draw 6-2",)),
        Beat("more", "buy", ("table draw 3-0",)),
        Beat("bought", "play 3-0 L", ("1 pass", "2 pass")),
        Beat("auction", "bid 0", ("1 pass", "2 pass")),
        Beat("lap", "pass", ("table draw 6-3 6-6", "1 play 3-2 L", "2 play 2-0 L")),
        Beat("ends", "play 6-3 R", ("1 play 1-0 L", "2 play 4-1 L")),
        Beat("double", "play 6-6 R", ("1 play 4-3 L", "2 pass")),
        Beat("heavy", "play 6-4 R", ("1 play 4-0 R", "2 play 5-0 R")),
        Beat(
            "rest",
            then=(
                *("0 play 5-5 R", "1 play 3-1 L", "2 play 5-2 R", "0 play 4-2 R", "1 pass", "2 play 1-1 L"),
                *("0 play 4-4 R", "1 pass", "2 play 2-1 L", "0 play 5-4 R", "1 pass", "2 play 5-1 R"),
                *("0 play 6-2 L", "1 pass", "2 pass"),
            ),
        ),
        Beat("out", "play 6-1 L"),
        Beat("score"),
    ),
)
