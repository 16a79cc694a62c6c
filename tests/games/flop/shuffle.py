"""How much of the pack is shuffled before a deal of Auction Flop Poker."""


def places(pack: list[str]) -> int:
    """The whole pack is."""
    return len(pack)
