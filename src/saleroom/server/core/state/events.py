"""Events of a table. A table consists of a header, which never changes, and a list of events, which are all its
changes.

Stored events stay as they are; each change of the table adds an event. An event's number is the version of the table
after the event. Numbers start at 1 and have no gaps. Each number is written only once: if two processes try to write
the same number, the first one succeeds.

The following list shows the contents of an event's `data` for each kind. `seat` is the event's seat:

- ``sit`` ``{name, word?, picture?, person?}``: a person takes the seat, which is open or has a substitute bot, under a
  name that no other player at the table has, with the portrait ``picture``. The ``word`` becomes part of the seed, in
  the order of the events, unless the person leaves before the match. With ``person``, the participant of that number in
  the tournament takes the seat over from another one.
- ``device`` ``{}``: the event's holder becomes another device of the person at the seat.
- ``portrait`` ``{picture}``: the person at the seat has chosen another portrait; ``picture`` is None if it was erased.
- ``leave`` ``{name?}``: the person leaves the seat. Before the match the seat becomes open; during the match a bot
  called ``name`` takes it.
- ``reseat`` ``{to, name, substitute?}``: the owner gives the seat to the bot ``to``, called ``name``, or opens the seat
  (``to`` is None). At a rematch table, ``substitute`` says that people can take over the bot's seat.
- ``remove`` ``{bot, name}``: the owner removes the person. During the match a bot called ``name`` takes the seat;
  before the match the seat becomes open. ``mute`` ``{on}``: the owner mutes the person (no chat or reactions), or
  unmutes them.
- ``settle`` ``{hints?, pace?, clock?, language?, names_owner?, call?}``: the owner changes these settings; `seat` is
  the owner's seat. An empty ``call`` removes the call.
- ``hotseat`` ``{}``: people at one device have the seats that people have, and pass the device round; no person can sit
  down after this event.
- ``start`` ``{bots?}``: the first deal is dealt; `seat` is the owner's seat. Before it, the open seats get the bots in
  ``bots``, each with ``seat``, ``bot`` and ``name``; people can take over these seats later.
- ``begin`` ``{word, bots?}``: like ``start``, with a word for the seed, because no person has given one. A kind of its
  own keeps programs that do not know such words from dealing other cards.
- ``move`` ``{action, by_house, requested?}``: an action in the notation of the record. If `by_house`, autoplay made the
  move for a person; if `requested`, because the person had the rest of a decided deal played.
- ``ask`` ``{moves, waits_for}``: the seat asks to undo ``moves`` moves; the seats in ``waits_for`` have to agree.
- ``agree`` ``{}``: the seat agrees, but other seats have not agreed yet. ``refuse`` ``{}``: the seat refuses, or the
  request expires (`seat` is None).
- ``undo`` ``{moves}``: the last move of the seat is undone, with later moves that depend on it.
- ``say`` ``{text}``: a line of chat. ``rematch`` ``{table}``: the players continue at the new table ``table``.

The record of the match contains the players at the first deal, and no undone moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from typing_extensions import TypedDict

from saleroom.server.protocol.common import EventKind, Language


class StartPosition(TypedDict):
    """Position from which a new match continues: a step of a finished match.

    The position contains every card, so never send it to clients.
    """

    table: str
    """Id of the table of the finished match."""
    deal: int
    """Number of the deal, from 1."""
    step: int
    """Number of the step in the deal's story, from 0."""
    seed: str
    """Seed of the finished match, 64 hex digits; with it, undealt cards or tiles come in the same order."""
    first: int
    """Seat of the first dealer."""
    deals: list[list[str]]
    """Events of each deal, up to that step, in the notation of the record."""


StoredKind = EventKind | Literal["begin"]
"""Kinds of table events in the store."""
STARTS: tuple[StoredKind, ...] = ("start", "begin")
"""Kinds of events that deal the first deal."""


def start_kind(data: dict[str, Any]) -> StoredKind:
    """Return the kind of the event that starts a match with `data`."""
    return "begin" if "word" in data else "start"


@dataclass(frozen=True)
class TableHeader:
    """Description of a table when it was created. The fields are the columns of the database."""

    id: str
    game: str
    options: dict[str, int | str]
    """Values of every option in this rules version; `TableState.options` adds the options of later versions."""
    seats: int
    server_seed: bytes
    """32 bytes, secret until the match is over; its SHA-256 is public from the start."""
    owner: str
    """Device or bot account that created the table; for tournament tables, the contest name."""
    owner_name: str
    listed: bool
    """Whether the lobby shows the table publicly."""
    hints: bool
    pace: str
    clock: int | None
    made_at: float
    """Time of creation, in seconds since the epoch."""
    rules_version: int = 1
    """Version of the game's rules and options at creation."""
    rated: bool = False
    """Whether the match counts for ratings. At a rated table, only people play, without hints and undo."""
    contest: str | None = None
    """Contest name; tables with the same name play the same cards (`saleroom.server.core.contests`). None for most
    tables.
    """
    words: list[str] | None = None
    """Seed words given when the table was created; None if players give them when they sit down."""
    evening: str | None = None
    """Id of the first table of the evening: the chain of rematches and next games to which the table belongs. None if
    the table continues no other table.
    """
    position: StartPosition | None = None
    """Position from which the match starts; None if it starts with its first deal."""
    language: Language | None = None
    """Language of link previews; None for the language of each reader."""


@dataclass(frozen=True)
class TableEvent:
    """One change of a table. The fields are the columns of the database."""

    number: int
    kind: StoredKind
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    """Data of this kind of event, as listed in the module's docstring."""
    command: str | None = None
    """Id of the command that caused the event; a command causes at most one event. None for most system events."""
    holder: str | None = None
    """Sender of the command: a bot account, or a device (SHA-256 of its token, in hex). None if the server caused the
    event.
    """
    at: float = 0.0
    """Time of the event, in seconds since the epoch."""
