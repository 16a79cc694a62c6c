"""How much of the pack is shuffled before a deal of Auction Hearts."""


def places(pack: list[str]) -> int:
    """The last hand is what is left."""
    return 39
