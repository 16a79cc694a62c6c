"""How much of the pack is shuffled before a deal of Auction Draw."""


def places(pack: list[str]) -> int:
    """The whole set is."""
    return len(pack)
