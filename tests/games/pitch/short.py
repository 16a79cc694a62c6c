"""Short matches of Auction Pitch."""

SEATS = 5
