"""First lesson of Auction Flop Poker: discard, take a free flop, refuse a flop, buy a flop, and win with a flush."""

from __future__ import annotations

from saleroom.toolkit.display.lesson import Beat, Script

SCRIPT = Script(
    dealer=2,
    hands=("3C AH 7S JS KS", "TC 4D 5D 8D 5H", "QC AC 9H 4S 5S"),
    options={"deals": 1},
    beats=(
        Beat("welcome"),
        Beat("discard", "discard 3C AH", ("1 discard TC 4D", "2 discard", "table flop 6D 4H AS")),
        Beat("wait", "pass", ("1 pass",)),
        Beat("take", "take"),
        Beat("keep", "keep AS", ("table flop 7C 9D 3H",)),
        Beat("second", "pass", ("1 pass",)),
        Beat("refuse", "refuse", ("1 take", "1 keep 7C", "table flop 2S 3S TS")),
        Beat("bid", "bid 1", ("1 pass",)),
        Beat("full", "keep 2S", ("table flop 2H 8H QS",)),
        Beat("last", then=("1 keep 8H",)),
        Beat("score"),
    ),
)
