"""Rows: everything that ever happened at a table, in order. A table is its header and its rows, and nothing else.

Rows are only ever added. A row's number is the table's version after it; numbers begin at 1 and have no gaps, and a
number is written once: whoever writes it first has acted first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "sit", "device", "leave", "reseat", "settle", "start", "move", "ask", "agree", "refuse", "undo", "say", "rematch"
]


@dataclass(frozen=True)
class Header:
    """What a table was when it was made."""

    id: str
    game: str
    options: dict[str, int | str]
    """Every option of the rules version; `Table.options` adds those that came later."""
    seats: int
    server_seed: bytes
    """32 bytes, secret until the match is over; its SHA-256 is public from the start."""
    owner: str
    """The SHA-256, in hex, of the token of whoever made it."""
    owner_name: str
    listed: bool
    """Whether the lobby shows it to everybody."""
    hints: bool
    pace: str
    clock: int | None
    made_at: float
    """Seconds since the epoch."""
    rules_version: int = 1
    """The version of the game's rules and options that the table was made with."""


@dataclass(frozen=True)
class Row:
    """One thing that happened."""

    number: int
    kind: Kind
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    """What belongs to the kind; see `saleroom.server.table`."""
    command: str | None = None
    """The id of the command that brought it, which brings nothing a second time."""
    holder: str | None = None
    """The SHA-256, in hex, of the token of whoever gave the command; None for the table itself."""
    at: float = 0.0
    """Seconds since the epoch."""
