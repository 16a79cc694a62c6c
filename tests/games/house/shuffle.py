"""Order of the pack before the shuffle in Auction House."""

from tests.games.twins import ACE_HIGH, SUITS


def order(pack: list[str]) -> list[str]:
    """Put the ace last in each suit, although it is the lowest card in play."""
    return sorted(pack, key=lambda card: (SUITS.index(card[1]), ACE_HIGH.index(card[0])))
