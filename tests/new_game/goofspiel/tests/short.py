"""Short matches of Goofspiel, with only the cards 1 to 3."""

OPTIONS = {"deals": 2, "cards": 3}
FEW = {"cards": 3}
WHOLE = {"deals": 3, "cards": 3}
