"""The state of one table: who sits where, the settings, the match in progress, the chat."""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from saleroom.games import load
from saleroom.match.match import Match
from saleroom.match.record import Record
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.progress import MatchProgress, TurnVersion
from saleroom.server.protocol.common import DAY
from saleroom.server.protocol.messages import Happened

PROGRAM_CLOCK = 60
"""Seconds for a move at a table with a program where no other clock was agreed."""
AUTOPLAY_BOT = "house"
"""The bot that plays for people: when they are away, when their clock has run out, when they have left."""

EVENT = "event"
"""The first part of the names of contests that are rounds of club events."""

PROGRAM = "program:"
"""What the holders of programs begin with that play over the Bot API; those of people are digests."""

CHAT_LINES = 50
"""How many lines of chat are kept in sight."""


@dataclass
class SeatState:
    """Who has a seat."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    bot: str | None = None
    """Which bot, where it is one."""
    holders: list[str] = field(default_factory=list)
    """Who may act for it: the same person's devices."""


@dataclass(frozen=True)
class UndoRequest:
    """A request to undo moves that waits for consent."""

    seat: int
    moves: int
    """How many moves would be undone, the last first."""
    waits_for: tuple[int, ...]
    at: float
    """Seconds since the epoch."""


class TableState:
    """What a table's header and events so far come to."""

    def __init__(self, header: TableHeader) -> None:
        """Before the first event: all seats open."""
        self.header = header
        self.game = load(header.game)
        self.options = self.game.settle_options(header.options, header.seats, header.rules_version)
        """Complete, for a table of an older rules version too."""
        self.version = 0
        """The number of the last event."""
        self.hints, self.pace = header.hints, header.pace
        self._clock = header.clock

        self.seats = [SeatState() for _ in range(header.seats)]
        self.owner, self.owner_name = header.owner, header.owner_name
        self.seed_words: dict[int, str] = {}
        """What the people who sit there gave for the seed, by seat, in the order in which they sat down."""
        self.first_bots: list[str | None] = []
        """Which bot had each seat at the first deal; None for people."""
        self.removed: set[str] = set()
        """The holders whom the owner has had leave."""
        self.muted: set[str] = set()
        """The holders who are kept from chat and reactions, wherever they sit."""
        self.hand_seen: dict[str, int] = {}
        """The seat whose hand each holder has seen in the match."""

        self.progress: MatchProgress | None = None
        """None until the match begins."""
        self.cards_version = 0
        """The version at which the cards on the table last changed."""
        self.undo_request: UndoRequest | None = None
        """A move cancels it, and bots wait while it stands."""
        self.undo_cancelled = False
        """Whether the last move cancelled a request."""

        self.chat: deque[Happened] = deque(maxlen=CHAT_LINES)
        self.rematch: str | None = None
        """The id of the table where the players go on."""
        self.last_event: TableEvent | None = None
        self.last_happened: Happened | None = None
        """What the last event did, for everybody."""
        self.versions_by_command: dict[tuple[str | None, str], int] = {}
        """The event that each command brought, by its holder and its id."""

    # The match

    @property
    def match(self) -> Match | None:
        """The match, once it has begun. Another object after an undo: never keep it."""
        return self.progress.match if self.progress else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.progress is not None and self.progress.match.over

    @property
    def status(self) -> Literal["gathering", "playing", "over"]:
        """How far the table is."""
        if self.progress is None:
            return "gathering"
        return "over" if self.over else "playing"

    def turn_version(self, seat: int | None) -> TurnVersion | None:
        """When a seat's turn began; None when it is not its turn."""
        return self.progress.turn_versions.get(seat) if self.progress and seat is not None else None

    def bots_to_act(self) -> list[tuple[int, str]]:
        """The seats of bots that may act now, each with its bot; none while an undo request stands."""
        return [(seat, self.seats[seat].bot or AUTOPLAY_BOT) for seat in self._to_act() if not self.is_human(seat)]

    def people_to_act(self) -> list[int]:
        """The seats of people that may act now; none while an undo request stands."""
        return [seat for seat in self._to_act() if self.is_human(seat)]

    def _to_act(self) -> list[int]:
        return [] if self.progress is None or self.undo_request is not None else list(self.progress.turn_versions)

    def may_undo(self, seat: int | None) -> bool:
        """Whether it makes sense for a seat to ask to undo something."""
        if self.progress is None or seat is None or self.undo_request is not None or self.over or self.header.rated:
            return False
        if self.header.contest is not None or self.slow:
            return False
        return any(move.seat == seat for move in self.progress.undoable)

    def record(self, watcher: int | None) -> Record | None:
        """The match as a watcher may see it now, whole once it is over; None before it has begun."""
        if self.progress is None:
            return None
        return self.progress.match.record("public" if watcher is None else watcher)

    @property
    def clock(self) -> int | None:
        """Seconds for a move, or None; a table with a program always has a clock."""
        return PROGRAM_CLOCK if self._clock is None and self.has_program else self._clock

    @clock.setter
    def clock(self, seconds: int | None) -> None:
        self._clock = seconds

    @property
    def has_program(self) -> bool:
        """Whether a program sits at the table."""
        return any(map(seats_program, self.seats))

    @property
    def keeps_time(self) -> bool:
        """Whether the server moves for a seat whose clock has run out, also while its player is connected."""
        return self.clock is not None and (self.slow or self.goes_on_alone or self.has_program)

    @property
    def slow(self) -> bool:
        """Whether people play by correspondence: they are away as a rule, and the house moves when time has run out."""
        return self.clock is not None and self.clock >= DAY

    @property
    def due_at(self) -> float | None:
        """When the house is to move by itself, in seconds since the epoch; None at all tables but slow ones."""
        if self.progress is None or self.clock is None or not self.slow:
            return None
        began = self.progress.turn_began_at
        return min((began[seat] + self.clock * self.is_human(seat) for seat in self._to_act()), default=None)

    @property
    def goes_on_alone(self) -> bool:
        """Whether the house moves for people who are away or late though nobody here waits: other tables do."""
        return (self.header.contest or "").startswith(f"{EVENT}/")

    # People

    def seat_of(self, holder: str | None) -> int | None:
        """Where a holder sits. Every comparison is made, and each takes the same time whatever it finds."""
        found = None
        for seat, state in enumerate(self.seats):
            for known in state.holders:
                if same_holder(known, holder):
                    found = seat
        return found

    def is_owner(self, holder: str | None) -> bool:
        """Whether the table is this holder's; each of an owner's devices will do."""
        seat = self.owner_seat
        return same_holder(self.owner, holder) or (seat is not None and seat == self.seat_of(holder))

    @property
    def owner_seat(self) -> int | None:
        """Where the owner sits."""
        return self.seat_of(self.owner)

    def is_human(self, seat: int) -> bool:
        """Whether a person sits there."""
        return self.seats[seat].kind == "human"

    def people(self) -> Iterator[int]:
        """The seats of people."""
        return (seat for seat in range(len(self.seats)) if self.is_human(seat))

    def is_muted(self, seat: int) -> bool:
        """Whether the person who sits there is kept from chat and reactions."""
        return seat != self.owner_seat and not self.muted.isdisjoint(self.seats[seat].holders)

    def has_seen_another_hand(self, holder: str, seat: int) -> bool:
        """Whether a holder has held another hand in this match, so that this one would tell them too much."""
        return self.hand_seen.get(holder, seat) != seat

    def has_seen_hands(self, holder: str) -> bool:
        """Whether a holder has seen a hand of this match."""
        return holder in self.hand_seen or self.seat_of(holder) is not None

    def version_of(self, command: str | None, holder: str | None) -> int | None:
        """The version that this holder's command brought, if it has been carried out."""
        return None if command is None else self.versions_by_command.get((holder, command))


def is_program(holder: str | None) -> bool:
    """Whether a holder is a program that plays over the Bot API, rather than a person."""
    return (holder or "").startswith(PROGRAM)


def is_person(seat: SeatState) -> bool:
    """Whether a person sits there, rather than a bot of the house or a program."""
    return seat.kind == "human" and not seats_program(seat)


def seats_program(seat: SeatState) -> bool:
    """Whether a program sits there."""
    return any(map(is_program, seat.holders))


def same_holder(known: str, holder: str | None) -> bool:
    """Whether they are the same; takes the same time whatever it finds."""
    return hmac.compare_digest(known.encode(), (holder or "").encode())


def holder_of(token: str) -> str:
    """What stands for a person's device everywhere but in its browser; the token cannot be found from it."""
    return hashlib.sha256(token.encode()).hexdigest()
