"""Number of places that are shuffled before a deal of Goofspiel."""


def places(pack: list[str]) -> int:
    """Return how many places are shuffled: one for each prize."""
    return len(pack)
