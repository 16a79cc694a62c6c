"""First lesson of Auction House: a sealed trade, a card for the kitty, and nine tricks."""

from __future__ import annotations

from saleroom.toolkit.display.lesson import Beat, Script, in_turn

SCRIPT = Script(
    dealer=1,
    hands=(
        "3C 4C 6D 7D 8D 8H 3S 7S 9S TS",
        "5C 6C 9C 2D 3D 9D 2H TH AH 6S",
        "TC AC 4D 5D TD 4H 6H 7H 5S AS",
        "2C 7C 8C AD 3H 5H 9H 2S 4S 8S",
    ),
    options={"rounds": 2},
    beats=(
        Beat("welcome"),
        Beat("auction", then=("2 offer AC D", "3 lay 2C")),
        Beat("lay", "lay 3C", ("1 lay AH",)),
        Beat("open", then=("2 trade 0", "2 kitty 6H", "3 kitty AD")),
        Beat("kitty", "kitty 6D", ("1 kitty 6S", "table trump QS", *in_turn(2, "TD 4S"))),
        Beat("follow", "play 7D", (*in_turn(1, "2D"), *in_turn(3, "2C"))),
        Beat("ace", "play AC", (*in_turn(1, "9C TC"), *in_turn(2, "7H 3H 8H TH"), *in_turn(1, "AH 4H 5H"))),
        Beat("trump", "play 3S"),
        Beat("draw", "play 9S", in_turn(1, "2H AS 2S")),
        Beat("lead", "play 8D", (*in_turn(1, "3D 4D 8S"), *in_turn(3, "7C 4C 5C 3C"), *in_turn(3, "8C"))),
        Beat("again", "play 7S", in_turn(1, "6C 5D")),
        Beat("last", "play TS", in_turn(1, "9D 5S 9H")),
        Beat("score"),
    ),
)
