"""Short matches of Goofspiel, with the cards 1 to 3 as the only input of a person."""

OPTIONS = {"deals": 2, "cards": 3}
FEW = {"cards": 3}
WHOLE = {"deals": 3, "cards": 3}
