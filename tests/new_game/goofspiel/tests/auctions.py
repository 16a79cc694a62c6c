"""Auctions of a deal of Goofspiel, found from its bids in chronological order."""

Bids = list[tuple[int, int]]


def auctions(laid: Bids, seats: int) -> list[Bids]:
    """Return the auctions in which all seats have laid a card."""
    return [laid[first : first + seats] for first in range(0, len(laid) - seats + 1, seats)]


def unsold(sold: list[Bids]) -> int:
    """Return how many prizes stay on sale after the given auctions.

    Count the ties for the highest card since the last auction without such a tie, because each tie leaves its prize.
    """
    left = 0
    for bids in sold:
        cards = [card for _, card in bids]
        left = left + 1 if cards.count(max(cards)) > 1 else 0
    return left
