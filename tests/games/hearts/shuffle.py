"""Number of places of the pack that are shuffled before a deal of Auction Hearts."""


def places(pack: list[str]) -> int:
    """Return how many places of `pack` are shuffled. The last hand needs no shuffled places, because it gets the
    remaining cards.
    """
    return 39
