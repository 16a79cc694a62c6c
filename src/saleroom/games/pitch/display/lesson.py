"""First lesson of Auction Pitch: a bid of three, the pitch, a jack saved by a trump, and all four points."""

from __future__ import annotations

from saleroom.toolkit.display.lesson import Beat, Script, in_turn

SCRIPT = Script(
    dealer=1,
    hands=("AS JS 2S KH 9H 4C", "QS 5S KC AD 8H 8D", "KS 7S 6C 9D QH QC", "3S TC TD 4H 5H 9C"),
    options={"deals": 1},
    beats=(
        Beat("welcome"),
        Beat("points", then=("2 bid 2", "3 pass")),
        Beat("bid", "bid 3", ("1 pass",)),
        Beat("pitch", "play AS", in_turn(1, "5S 7S 3S")),
        Beat("lead", "play 4C", (*in_turn(1, "KC 6C TC"), *in_turn(1, "AD 9D TD"))),
        Beat("trump", "play JS"),
        Beat("king", "play KH", in_turn(1, "8H QH 4H")),
        Beat("choice", "play 9H", (*in_turn(1, "8D KS 5H"), *in_turn(2, "QC 9C"))),
        Beat("low", "play 2S", in_turn(1, "QS")),
        Beat("score"),
    ),
)
