"""Events: all changes of a table, in order. A table consists of its header and its events.

Events are only ever added. An event's number is the table's version after it; numbers begin at 1 and have no gaps. Each
number is written once: of two processes, the one that writes it first has acted first.

Contents of an event's `data`, by kind; `seat` is the seat that it concerns:

- ``sit`` ``{name, word?}``: a person takes the open seat; no other player at the table has the name. A ``word`` goes
  into the seed, in the order of the events, unless its person leaves before the match.
- ``device`` ``{}``: the event's holder is another device of the person on the seat.
- ``leave`` ``{name?}``: its person leaves it: open before the match; in the match a bot called ``name`` takes over.
- ``reseat`` ``{to, name}``: the owner gives it to the bot ``to``, called ``name``, or opens it (None).
- ``remove`` ``{bot, name}``: the owner removes its person: a bot called ``name`` takes over in the match, before it
  the seat is open. ``mute`` ``{on}``: the owner bars its person from chat and reactions, or readmits them.
- ``settle`` ``{hints?, pace?, clock?}``: the owner's seat; the settings that change.
- ``start`` ``{}``: the owner's seat; the first deal is dealt.
- ``move`` ``{action, by_house}``: an action in the notation of the record. `by_house`: autoplay made it for a person.
- ``ask`` ``{moves, waits_for}``: it asks to undo that many moves; these seats have to agree.
- ``agree`` ``{}``: it agrees, and others have not yet. ``refuse`` ``{}``: it does not, or (no seat) the request lapses.
- ``undo`` ``{moves}``: the seat whose last move is undone, with all later ones.
- ``say`` ``{text}``: a line of chat. ``rematch`` ``{table}``: the players continue at a new table.

The record of the match names the players at the first deal, and omits undone moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from typing_extensions import TypedDict

from saleroom.server.protocol.common import EventKind


class StartPosition(TypedDict):
    """Start of a match that continues from a step of a finished one.

    It contains every card: never send it to clients.
    """

    table: str
    """Table of that match."""
    deal: int
    """Number of the deal, from 1."""
    step: int
    """Step of the deal's story, from 0."""
    seed: str
    """64 hex digits: the undealt pieces come in the same order as in that match."""
    first: int
    """First dealer."""
    deals: list[list[str]]
    """Events up to that step, by deal, in the notation of the record."""


@dataclass(frozen=True)
class TableHeader:
    """A table as created. The fields are the columns of the database."""

    id: str
    game: str
    options: dict[str, int | str]
    """Every option of the rules version; `TableState.options` adds later ones."""
    seats: int
    server_seed: bytes
    """32 bytes, secret until the match is over; its SHA-256 is public from the start."""
    owner: str
    """Holder who created it."""
    owner_name: str
    listed: bool
    """Whether the lobby shows it publicly."""
    hints: bool
    pace: str
    clock: int | None
    made_at: float
    """Seconds since the epoch."""
    rules_version: int = 1
    """Version of the game's rules and options at creation."""
    rated: bool = False
    """Whether its match counts for ratings: between people only, without hints and undo."""
    contest: str | None = None
    """Tables with the same contest play the same cards (`saleroom.server.core.contests`); None for most."""
    words: list[str] | None = None
    """Seed words, if given at creation; None if the players give them."""
    position: StartPosition | None = None
    """Start of the match; None for a match from its first deal."""


@dataclass(frozen=True)
class TableEvent:
    """One event. The fields are the columns of the database."""

    number: int
    kind: EventKind
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    """Data that belongs to the kind."""
    command: str | None = None
    """Id of the command, which yields no second event; None for system events."""
    holder: str | None = None
    """Holder of the command: the SHA-256, in hex, of their token. None for the table itself."""
    at: float = 0.0
    """Seconds since the epoch."""
