"""Short matches of Goofspiel."""

OPTIONS = {"deals": 2, "cards": 5}
FEW = {"cards": 4}
WHOLE = {"deals": 3, "cards": 3}
