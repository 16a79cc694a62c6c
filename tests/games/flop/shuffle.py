"""Part of the pack that is shuffled before a deal of Auction Flop Poker."""


def places(pack: list[str]) -> int:
    """Return the number of places: the whole pack."""
    return len(pack)
