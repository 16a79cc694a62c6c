"""Functions that test imagined worlds (deals) of Auction Flop Poker.

Dealt hands, discards and cards kept from flops are hidden.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES


def complete(events: list[str], world: Any, seat: int) -> list[str]:
    """Return the given events, which `seat` saw in this deal, with every hidden card filled in from `world`."""
    taken: Counter[int] = Counter()
    whole = []
    for event in events:
        actor, verb, *_ = event.split(" ")
        owner = int(event.split(" ")[2] if verb == "deal" else actor) if verb in ("deal", "discard", "keep") else -1
        if "??" in event:
            head = f"table deal {owner}" if verb == "deal" else f"{owner} {verb}"
            cards = _cards(verb, owner, taken[owner], world)
            event = " ".join([head, *(NAMES[card] for card in members(cards))])
        whole.append(event)
        taken[owner] += verb == "keep"
    return whole


def _cards(verb: str, owner: int, flop: int, world: Any) -> int:
    """Return the cards that `owner` was dealt, discarded or kept, depending on `verb`. For `keep`, `flop` is the number
    of flops that the owner took before.
    """
    hand, thrown = int(world.hand[owner]), int(world.thrown[owner])
    if verb == "discard":
        return thrown
    kept = [hand & int(may) for may in world.keep_may[owner][: world.keeps[owner]]]
    return kept[flop] if verb == "keep" else thrown | hand & ~sum(kept)


def places(state: Any) -> list[int]:
    """Return disjoint sets that together contain all cards: the stock, the discards, the flop and each hand."""
    top, seats = int(state.top), int(state.seats)
    stock = sum(1 << int(card) for card in state.deck[top : top + int(state.stock)])
    return [stock, int(state.pile), int(state.flop), *(int(hand) for hand in state.hand[:seats])]
