"""Part of the pack that is shuffled before a deal of Auction Hearts."""


def places(pack: list[str]) -> int:
    """Return the number of places: the last hand is the rest."""
    return 39
