"""First lesson of Auction Hearts: buy the right to name a safe suit, duck, get rid of pain cards, and take the pot."""

from __future__ import annotations

from saleroom.toolkit.display.lesson import Beat, Script, in_turn

SCRIPT = Script(
    dealer=1,
    hands=(
        "3C QC 3D 5D 7D 3H 4H 5H 7H AH 6S 7S TS",
        "5C 8C AC QD 6H 8H 9H QH KH 2S 4S 8S KS",
        "2C 4C 6C KC 6D 8D JD AD TH 3S 5S JS AS",
        "7C 9C TC JC 2D 4D 9D TD KD 2H JH 9S QS",
    ),
    options={"deals": 1},
    beats=(
        Beat("welcome"),
        Beat("pot", then=("2 bid 2", "3 pass")),
        Beat("bid", "bid 3", ("1 pass",)),
        Beat("name", "name D"),
        Beat("first", "play QC", (*in_turn(1, "AC KC 7C"), *in_turn(1, "6H TH JH"))),
        Beat("free", "play AH"),
        Beat("low", "play 6S", (*in_turn(1, "KS JS 9S"), *in_turn(1, "5C 4C 9C 3C"), *in_turn(3, "QS"))),
        Beat("duck", "play TS", (*in_turn(1, "8S AS"), *in_turn(2, "3S TC 7S 2S"))),
        Beat("lead", "play 3H", (*in_turn(1, "8H AD 2H"), *in_turn(1, "4S 5S KD"))),
        Beat("throw", "play 7D", in_turn(2, "2C JC")),
        Beat("again", "play 5D", (*in_turn(1, "8C"), *in_turn(3, "2D 3D QD JD"))),
        Beat(
            "rest",
            then=(*in_turn(1, "9H 6C 9D 4H"), *in_turn(1, "QH 6D TD 5H"), *in_turn(1, "KH 8D 4D 7H")),
        ),
        Beat("score"),
    ),
)
