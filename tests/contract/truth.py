"""Comparison of the true pieces of a state with what a seat knows about them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from saleroom.kernel.bits import members
from saleroom.kernel.game import Game, Holding


def misfits(game: Game, state: Any, known: list[Holding]) -> list[str]:
    """Return a message for each hand or other place in `state` whose true pieces contradict `known`."""
    together: dict[tuple[int, str], list[Holding]] = defaultdict(list)
    for holding in known:
        together[holding.owner, holding.kind].append(holding)
    found = []
    for (owner, kind), holdings in together.items():
        pieces = members(game.held(state, owner, kind))
        names = " ".join(game.pieces[piece] for piece in pieces)
        if len(pieces) != sum(holding.size for holding in holdings):
            found.append(f"{owner} {kind}: {len(pieces)} pieces ({names}) for {holdings}")
        elif not can_be(pieces, holdings):
            found.append(f"{owner} {kind}: {names} cannot be in {holdings}")
    return found


def can_be(pieces: list[int], holdings: list[Holding]) -> bool:
    """Return whether `pieces` can be distributed among `holdings` (bipartite matching)."""
    slots = [holding.may for holding in holdings for _ in range(holding.size)]
    taken: dict[int, int] = {}

    def place(piece: int, tried: set[int]) -> bool:
        for slot, may in enumerate(slots):
            if may >> piece & 1 and slot not in tried:
                tried.add(slot)
                if slot not in taken or place(taken[slot], tried):
                    taken[slot] = piece
                    return True
        return False

    return all(place(piece, set()) for piece in pieces)
