"""Short matches of Auction Hearts."""

WHOLE = {"deals": 5, "chips": 200}
