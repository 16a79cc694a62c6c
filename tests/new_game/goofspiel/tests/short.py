"""Short matches of Goofspiel, in which the cards 1 to 3 are all that a person types."""

OPTIONS = {"deals": 2, "cards": 3}
FEW = {"cards": 3}
WHOLE = {"deals": 3, "cards": 3}
