"""How much of the pack is shuffled before a deal of Goofspiel."""


def places(pack: list[str]) -> int:
    """All prizes are."""
    return len(pack)
