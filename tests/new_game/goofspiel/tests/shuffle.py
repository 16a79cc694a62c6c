"""Part of the pack that is shuffled before a deal of Goofspiel."""


def places(pack: list[str]) -> int:
    """Return the number of places: all prizes."""
    return len(pack)
