"""Why the house would do what it does, for players who ask."""

from __future__ import annotations

from itertools import islice

from saleroom import games
from saleroom.kernel import choices, loops
from saleroom.kernel.game import Game, State
from saleroom.toolkit.display.reasons import Reason, one, reason

MOST = 3
"""How many reasons are given at most."""


def reasons(game: Game, view: State, seat: int, action: str) -> list[Reason]:
    """Why an action that is legal in a seat is a good one, from the view of that seat."""
    if len(choices.ids(loops.legal(one(view), 0, seat))) == 1:
        return [reason("only_move")]
    hints = games.package(game.name).hints()
    return list(islice(hints.reasons(view, seat, action), MOST)) or [reason("custom")]
