"""Number of places of the pack that are shuffled before a deal of Auction Flop Poker."""


def places(pack: list[str]) -> int:
    """Return how many places of `pack` are shuffled: all of them."""
    return len(pack)
