"""In which order the pack is shuffled before a deal of Auction House."""

from tests.games.twins import ACE_HIGH, SUITS


def order(pack: list[str]) -> list[str]:
    """Aces come last of a suit, though they are low in play."""
    return sorted(pack, key=lambda card: (SUITS.index(card[1]), ACE_HIGH.index(card[0])))
