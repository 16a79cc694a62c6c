"""Number of shuffled places before a deal of Auction Draw."""


def places(pack: list[str]) -> int:
    """Return how many places of the pack are shuffled: the whole set of tiles."""
    return len(pack)
