"""Part of the pack that is shuffled before a deal of Auction Draw."""


def places(pack: list[str]) -> int:
    """Return the number of places: the whole set."""
    return len(pack)
