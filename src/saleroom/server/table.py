"""One table's authority: it folds rows, and decides on commands. No I/O, no clock and no chance of its own.

What a row's `data` holds, by its kind; `seat` is whose seat it concerns:

- ``sit`` ``{name, word?}``: a person takes the open seat; the name is nobody else's at the table. A ``word`` goes into
  the seed, in the order of the rows, unless its person gets up before the match.
- ``device`` ``{}``: the row's holder is another device of the person who sits there.
- ``leave`` ``{name?}``: its person gives it up: open before the match, in the match the house's, called ``name``.
- ``reseat`` ``{to, name}``: the owner gives it to the player ``to`` of the house, called ``name``, or opens it (None).
- ``settle`` ``{hints?, pace?, clock?}``: the owner's seat; what changes.
- ``start`` ``{}``: the owner's seat; the first deal is dealt.
- ``move`` ``{action, by_house}``: an action in the words of the record. `by_house`: the house made it for a person.
- ``ask`` ``{moves, waits_for}``: it asks to take back so many moves; these seats have to agree.
- ``agree`` ``{}``: it agrees, and others have not yet. ``refuse`` ``{}``: it does not, or (no seat) the request lapses.
- ``undo`` ``{moves}``: the seat whose last move is taken back, with all that came after it.
- ``say`` ``{text}``: a line of chat. ``rematch`` ``{table}``: its person goes on at a new table.

The record of the match names those who sat there at the first deal, and omits what was taken back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal

from saleroom.games import load
from saleroom.match.match import Match
from saleroom.match.record import Record
from saleroom.server import judging, unbidden, wire
from saleroom.server.folding import fold
from saleroom.server.judging import Asked, Refusal
from saleroom.server.messages import Messages
from saleroom.server.playing import Playing
from saleroom.server.rows import Header, Row
from saleroom.server.seating import HOUSE, Seating
from saleroom.server.wire import Happened, Snapshot, TakingBack, Update

__all__ = ["Refusal", "Table"]

CHAT = 50
"""How many lines of chat are kept in sight."""


class Table:
    """A table: its header, and what its rows so far come to."""

    def __init__(self, header: Header, rows: Iterable[Row] = ()) -> None:
        """Folds the rows."""
        self.header = header
        self.game = load(header.game)
        self.options = self.game.settle_options(header.options, header.seats, header.rules_version)
        """Complete, for a table of an older rules version too."""
        self.version = 0
        self.seating = Seating(header)
        self.hints, self.pace, self.clock = header.hints, header.pace, header.clock
        self.playing: Playing | None = None
        self.position = 0
        """The version at which the cards on the table last changed."""
        self.taking_back: TakingBack | None = None
        """The request to take back that stands; a move cancels it, and players of the house wait while it stands."""
        self.chat: deque[Happened] = deque(maxlen=CHAT)
        self.rematch: str | None = None
        self.last: Row | None = None
        """The row applied last, and what it did in words."""
        self.what: Happened | None = None
        self.cancelled = False
        """Whether the last move cancelled one."""
        self.asked_back_at = 0.0
        """When that request was made, in seconds."""
        self._answered: dict[tuple[str | None, str], int] = {}
        self._messages = Messages(self)
        for row in rows:
            self.apply(row)

    # What is known

    @property
    def match(self) -> Match | None:
        """The match, once it has begun. Another object after an undo: never keep it."""
        return self.playing.match if self.playing else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.playing is not None and self.playing.match.over

    @property
    def status(self) -> Literal["gathering", "playing", "over"]:
        """How far the table is."""
        if self.playing is None:
            return "gathering"
        return "over" if self.over else "playing"

    def seat_of(self, holder: str | None) -> int | None:
        """Where a holder sits; compared in constant time."""
        return self.seating.seat_of(holder)

    def is_owner(self, holder: str | None) -> bool:
        """Whether the table is this holder's."""
        return self.seating.is_owner(holder)

    def answered(self, command: str, holder: str | None) -> int | None:
        """The version with which this holder's command was carried out, if it was."""
        return self._answered.get((holder, command))

    def bots_due(self) -> list[tuple[int, str]]:
        """The seats that the house plays and that may act now, each with the player; none while a request stands."""
        places = self.seating.places
        return [(seat, places[seat].player or HOUSE) for seat in self._due() if places[seat].kind != "human"]

    def humans_due(self) -> list[int]:
        """The seats of people that may act now; none while a request to take back stands."""
        return [seat for seat in self._due() if self.seating.places[seat].kind == "human"]

    def _due(self) -> list[int]:
        return [] if self.playing is None or self.taking_back is not None else list(self.playing.asked)

    def asked(self, seat: int | None) -> int | None:
        """The version at which a seat was asked to act; None when it is not its turn."""
        return self.playing.asked.get(seat) if self.playing and seat is not None else None

    def may_undo(self, seat: int | None) -> bool:
        """Whether it makes sense for a seat to ask to take something back."""
        if self.playing is None or seat is None or self.taking_back is not None or self.over:
            return False
        return bool(self.playing.recalled(seat))

    def why(self, seat: int, action: str) -> str | None:
        """Why a seat may not do this now; None when it may."""
        try:
            judging.understood(judging.playing(self), seat, action)
        except Refusal as refusal:
            return refusal.text
        return None

    def check_hint(self, holder: str | None) -> int:
        """The seat that may have a hint now; `Refusal` where there is none."""
        return judging.check_hint(self, holder)

    def check_nudge(self, seat: int, holder: str | None, now: float, away: bool = False) -> None:
        """`Refusal` unless this holder may have the house make the move of `seat` now; `away`: its person is."""
        judging.check_nudge(self, seat, holder, now, away)

    def record(self, watcher: int | None) -> Record | None:
        """The match as a watcher may see it now, whole once it is over; None before it has begun."""
        if self.playing is None:
            return None
        return self.playing.match.record("public" if watcher is None else watcher)

    # What may happen: rows to be written, then applied

    def propose(
        self,
        command: wire.Command,
        holder: str | None,
        now: float,
        present: Sequence[bool] = (),
        new_table: str | None = None,
    ) -> Row:
        """The row that a command brings; `Refusal` when it brings none. Changes nothing.

        `present` says who is connected (for `Undo` and `Consent`: only they must agree), `new_table` where a `Rematch`
        goes. `Nudge`, `Hint` and `Why` bring no row by themselves: see `check_nudge`, `check_hint` and `why`.
        """
        return judging.judge(Asked(self, command, holder, self.seat_of(holder), present, new_table, now))

    def house_row(
        self,
        seat: int,
        action: str | int,
        by_house: bool,
        now: float,
        at: int | None = None,
        command: str | None = None,
        holder: str | None = None,
    ) -> Row | None:
        """The move of a player of the house, or (`by_house`) the house's for a person; None when it no longer fits.

        `at` is the `asked` of the seat when the move was chosen. `command` and `holder` are those of a nudge; without
        them nothing is moved while a request to take back stands.
        """
        return unbidden.house_row(self, seat, action, by_house, now, at, command, holder)

    def device_row(self, seat: int, holder: str, now: float) -> Row:
        """Another device of the person on a seat takes it over as well; `Refusal` when it cannot."""
        return unbidden.device_row(self, seat, holder, now)

    def overdue_row(self, present: Sequence[bool], now: float) -> Row | None:
        """What becomes of a request to take back when nobody it waits for is there, or nobody answers."""
        return unbidden.overdue_row(self, present, now)

    # What has happened

    def apply(self, row: Row) -> None:
        """Fold one more row; `ValueError` unless it is the next."""
        if row.number != self.version + 1:
            raise ValueError(f"row {row.number} does not follow version {self.version}")
        self.what = fold(self, row)
        self.version, self.last = row.number, row
        if row.command is not None:
            self._answered[row.holder, row.command] = row.number

    # What is told

    def snapshot(
        self, watcher: int | None, owner: bool, build: str, present: list[bool], watchers: int, now: float
    ) -> Snapshot:
        """Everything that a watcher may know."""
        return self._messages.snapshot(watcher, owner, build, present, watchers, now)

    def snapshot_bytes(
        self, watcher: int | None, owner: bool, build: str, present: list[bool], watchers: int, now: float
    ) -> bytes:
        """The same as JSON."""
        return self._messages.snapshot_bytes(watcher, owner, build, present, watchers, now)

    def update(self, watcher: int | None, owner: bool, now: float) -> Update:
        """What the row applied last means for a watcher."""
        return self._messages.update(watcher, owner, now)

    def update_bytes(self, watcher: int | None, owner: bool, now: float) -> bytes:
        """The same as JSON; what several watchers share is encoded once."""
        return self._messages.update_bytes(watcher, owner, now)
