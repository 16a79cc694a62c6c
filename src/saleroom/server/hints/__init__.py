"""Why the house would do what it does, for players who ask: a module for each game, named like the game's folder.

Each has a function `reasons(view, seat, words)` that yields what is true of the action, what matters most first. It is
given the view of the seat and nothing else. A reason is a message key of the client's and what to fill in; the key
stands among the messages of the game, or else among the common ones. A value whose name is `card`, `cards`, `suit`,
`tile`, `seat` or `made`, or ends like that after a low line (`led_suit`), is a code (`cards`: several, separated by
spaces), which the client turns into words.
"""

from __future__ import annotations

from importlib import import_module
from itertools import islice

from saleroom.games import FOLDERS
from saleroom.kernel import choices, loops
from saleroom.kernel.game import Game, State
from saleroom.server.hints.common import one, reason
from saleroom.server.wire import Reason

MOST = 3
"""How many reasons are given at most."""


def reasons(game: Game, view: State, seat: int, action: str) -> list[Reason]:
    """Why an action that is legal in a seat is a good one, from the view of that seat."""
    if len(choices.ids(loops.legal(one(view), 0, seat))) == 1:
        return [reason("only_move")]
    module = import_module(f"{__name__}.{FOLDERS[game.name]}")
    return list(islice(module.reasons(view, seat, action), MOST)) or [reason("custom")]
