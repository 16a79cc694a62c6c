"""History of an episode: a sequence of integers for recurrent and transformer agents.

Each row has an actor, a symbol and a private symbol; the oldest row comes first. The actor is a seat, or `terms.table`
if the table turns up a piece (a card or a tile) for all players to see. With n = `terms.actions`, the symbols are:

======================================  ==========================================================================
symbol                                  what happened
======================================  ==========================================================================
0 to n - 1                              the action of that id, for all to see
n to n + 5                              a hidden choice that lays 0 to 5 pieces face down
n + 6 to `terms.drawn` - 1              the table turned up the piece whose number is the symbol less n + 6
`terms.drawn`, in games that have it    the table gave the actor a piece during the deal that only the actor sees
======================================  ==========================================================================

The upper bound `terms.symbols` is exclusive. All seats get the same actors and symbols. The private symbol is -1,
except in two kinds of rows, and only for the seat that is the actor. In the row of a hidden choice, it is the id of the
action. In the row of a drawn piece, it is n + 6 plus the piece's number. No other seat ever gets it: after a hidden
choice is opened, observations show the piece. The hands that begin a deal have no rows, because observations show them.

At each decision of a deal, an observation and a history of at least `terms.longest` rows are therefore an information
state: they are equal if and only if the seat has seen the same. Environments of versions 0 and 1 have no private
symbols, so their rows have two numbers.

If the table turns up or gives several pieces together, their rows are in the order of the pieces' numbers. An empty row
has only numbers -1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.terms import MOST_COVERED, Terms
from saleroom.kernel.episodes import NO_ENTRY
from saleroom.match.events import TABLE


@dataclass(frozen=True)
class Entry:
    """Decoded row of the history."""

    seat: int | None
    """Acting seat; None for the table."""
    kind: Literal["action", "hidden", "turned", "drawn"]
    value: int
    """The action's id, the number of hidden or drawn pieces, or the number of the piece that was turned up."""
    private: int | None = None
    """The id of a hidden choice or the number of a drawn piece; None if the row does not show it."""

    def text(self, terms: Terms) -> str:
        """Return the entry as text, in which an action is given only by its id.

        For readable text, see `saleroom.envs.text_episode`.
        """
        actor = TABLE if self.seat is None else f"seat {self.seat}"
        if self.kind == "turned":
            return f"{actor}: {terms.game.pieces[self.value]}"
        if self.kind == "drawn":
            return f"{actor} draws {'??' if self.private is None else terms.game.pieces[self.private]}"
        shown = "" if self.private is None else f" (action {self.private})"
        return f"{actor}: action {self.value}" if self.kind == "action" else f"{actor}: {self.value} face down{shown}"


def vocabulary(terms: Terms) -> list[tuple[range, str]]:
    """Return the range of symbols of each kind, with the meaning of the kind."""
    covered, pieces = terms.actions, terms.first_turned
    symbols = [(range(covered), "the action of that id, for all to see")]
    if terms.game.private or terms.game.sealed:
        symbols.append((range(covered, pieces), f"a hidden choice that lays 0 to {MOST_COVERED} pieces face down"))
    if terms.game.upturned:
        names = terms.game.pieces
        symbols.append((range(pieces, terms.drawn), f"the table turns up a piece, {names[0]} to {names[-1]}"))
    if terms.symbols > terms.drawn:
        symbols.append((range(terms.drawn, terms.symbols), "the table gives the actor a piece that only it sees"))
    return symbols


def seen_by(seats: NDArray[np.integer], history: NDArray[np.int32], secrets: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return a copy of a history, of shape (episodes, rows, columns), in which `seats[i]` sees episode i.

    `secrets` has the private symbol of each row, or no rows if there are none.
    """
    rows = history.copy()
    if secrets.shape[1]:
        rows[..., 2] = np.where(history[..., 0] == seats[:, None], secrets, NO_ENTRY)
    return rows


def decode(terms: Terms, rows: NDArray | Iterable[Sequence[int]]) -> list[Entry]:
    """Return the entries of a history without its empty rows; raise `ValueError` for an invalid row.

    A row is an actor and a symbol and, if the version has it, a private symbol.
    """
    return [_entry(terms, *map(int, row)) for row in rows if row[0] != NO_ENTRY]


def _entry(terms: Terms, actor: int, symbol: int, private: int = NO_ENTRY) -> Entry:
    """Return the entry of one row."""
    covered, pieces, drawn = terms.actions, terms.first_turned, terms.drawn
    is_turned, known = pieces <= symbol < drawn, range(0)
    if covered <= symbol < pieces:
        known = range(covered)
    elif symbol == drawn:
        known = range(pieces, drawn)
    valid = 0 <= actor <= terms.table and 0 <= symbol < terms.symbols and (actor == terms.table) == is_turned
    if not (valid and (private == NO_ENTRY or private in known)):
        raise ValueError(f"no history has a row of actor {actor} and symbol {symbol} with private symbol {private}")
    shown = None if private == NO_ENTRY else private
    if is_turned:
        return Entry(None, "turned", symbol - pieces)
    if symbol == drawn:
        return Entry(actor, "drawn", 1, None if shown is None else shown - pieces)
    return Entry(actor, "hidden", symbol - covered, shown) if symbol >= covered else Entry(actor, "action", symbol)
