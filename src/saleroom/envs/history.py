"""Public history of an episode: a sequence of integers for recurrent and transformer agents.

Each row has an actor and a symbol; the oldest row comes first. The actor is a seat, or `terms.table` if the table turns
up a piece (a card or a tile) for all players to see. With n = `terms.actions`, the symbols are:

=========================  ========================================================================
symbol                     what happened
=========================  ========================================================================
0 to n - 1                 the action of that id, for all to see
n to n + 5                 a hidden choice that lays 0 to 5 pieces face down; its id stays secret
n + 6 to `terms.symbols`   the table turned up the piece whose number is the symbol less n + 6
=========================  ========================================================================

The upper bound `terms.symbols` is exclusive. If the table turns up several pieces together, their rows are in the order
of the pieces' numbers. An empty row has -1 for both numbers. A piece dealt to one seat has no row; that seat's
observation shows the piece. The history never gives the id of a hidden choice, such as a card laid in a sealed auction.
After the choice is opened, observations show it. Every seat gets the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from numpy.typing import NDArray

from saleroom.envs.terms import MOST_COVERED, Terms
from saleroom.match.events import TABLE


@dataclass(frozen=True)
class Entry:
    """Decoded row of the history."""

    seat: int | None
    """Acting seat; None for the table."""
    kind: Literal["action", "hidden", "turned"]
    value: int
    """The action's id, the number of hidden pieces, or the number of the piece that was turned up."""

    def text(self, terms: Terms) -> str:
        """Return the entry as text, in which an action is given only by its id.

        For readable text, see `saleroom.envs.text_episode`.
        """
        actor = TABLE if self.seat is None else f"seat {self.seat}"
        if self.kind == "turned":
            return f"{actor}: {terms.game.pieces[self.value]}"
        return f"{actor}: action {self.value}" if self.kind == "action" else f"{actor}: {self.value} face down"


def vocabulary(terms: Terms) -> list[tuple[range, str]]:
    """Return the range of symbols of each kind, with the meaning of the kind."""
    covered, pieces = terms.actions, terms.first_turned
    symbols = [(range(covered), "the action of that id, for all to see")]
    if terms.game.private or terms.game.sealed:
        symbols.append((range(covered, pieces), f"a hidden choice that lays 0 to {MOST_COVERED} pieces face down"))
    if terms.game.upturned:
        names = terms.game.pieces
        symbols.append((range(pieces, terms.symbols), f"the table turns up a piece, {names[0]} to {names[-1]}"))
    return symbols


def decode(terms: Terms, rows: NDArray | Iterable[tuple[int, int]]) -> list[Entry]:
    """Return the entries of a history without its empty rows; raise `ValueError` for an invalid row."""
    return [_entry(terms, int(actor), int(symbol)) for actor, symbol in rows if actor != -1]


def _entry(terms: Terms, actor: int, symbol: int) -> Entry:
    """Return the entry of one row."""
    covered, pieces = terms.actions, terms.first_turned
    if not (0 <= actor <= terms.table and 0 <= symbol < terms.symbols and (actor == terms.table) == (symbol >= pieces)):
        raise ValueError(f"no history has a row of actor {actor} and symbol {symbol}")
    if symbol >= pieces:
        return Entry(None, "turned", symbol - pieces)
    if symbol >= covered:
        return Entry(actor, "hidden", symbol - covered)
    return Entry(actor, "action", symbol)
