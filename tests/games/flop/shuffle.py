"""Number of shuffled places before a deal of Auction Flop Poker."""


def places(pack: list[str]) -> int:
    """Return how many places of the pack are shuffled: all of them."""
    return len(pack)
