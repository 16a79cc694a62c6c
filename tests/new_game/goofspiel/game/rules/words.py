"""Notation of Goofspiel."""

from saleroom.games.goofspiel.rules.record import BID, DEAL, MOST_CARDS, PRIZE

from saleroom.kernel.bits import below, count, has, without
from saleroom.kernel.game import Holding, State, Turn, vocabulary

PIECES = tuple(str(number) for number in range(1, MOST_CARDS + 1))

format_action, parse_action = vocabulary([f"bid {piece}" for piece in PIECES])


def why_not(view: State, seat: int, action: int) -> str:
    """Return the reason why this action of a seat is illegal on its turn."""
    if action >= view.cards:
        return f"the cards are 1 to {int(view.cards)}"
    return f"you have laid {PIECES[action]} before"


def turns(state: State) -> list[Turn]:
    """Return the next prize."""
    if state.phase not in (DEAL, PRIZE):
        return []
    return [Turn("prize", "deck", int(count(state.turned)) if state.phase == PRIZE else 0, 1, live=int(state.cards))]


def eldest(view: State) -> int:
    """Return the seat left of the dealer, which is first in lists of bids."""
    return (int(view.dealer) + 1) % int(view.seats)


def still_sealed(view: State) -> dict[str, int]:
    """Return the bids of the current auction that are still sealed, because not all seats have bid (2.1)."""
    return {"bid": int(view.seats) - int(count(view.acting)) if view.phase == BID else 0}


def holdings(view: State, seat: int) -> list[Holding]:
    """Return holdings for every other seat: the card that it has laid, and the remaining cards of its hand."""
    found = []
    for other in range(view.seats):
        if other != seat and view.phase == BID:
            may = int(without(below(view.cards), view.spent[other]))
            laid = 0 if has(view.acting, other) else 1
            found += [Holding(other, "laid", 1, may)] * laid
            found.append(Holding(other, "hand", may.bit_count() - laid, may))
    return found


def held(state: State, owner: int, kind: str) -> int:
    """Return the actual card that a seat has laid, or the actual cards of its hand."""
    return int(state.hand[owner]) if kind == "hand" else 1 << int(state.laid[owner])
