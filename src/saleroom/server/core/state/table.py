"""State of one table: seats, settings, match in progress, and chat."""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Literal, NamedTuple

from saleroom.games import load
from saleroom.match.match import Match
from saleroom.match.record import Record
from saleroom.server.core.portraits import known as known_portrait
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.progress import MatchProgress, TurnVersion
from saleroom.server.protocol.common import DAY, Language, Picture
from saleroom.server.protocol.messages import Happened

BOT_CLOCK = 60
"""Seconds for a move at a table with a bot account and without a chosen clock."""
AUTOPLAY_BOT = "house"
"""Bot that plays for people who are away, whose clock has run out, or who have left."""

EVENT, DAILY = "event", "daily"
"""Prefixes of the contest names of tournament rounds and of daily deals."""

BOT_ACCOUNT_PREFIX = "program:"
"""Prefix of the holder ids of bot accounts, which play over the Bot API; holder ids of people's devices are digests."""

CHAT_LINES = 50
"""Maximum number of chat lines shown."""


@dataclass
class SeatState:
    """A seat and its player."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    bot: str | None = None
    """Name of the bot player, if a bot has the seat."""
    holders: list[str] = field(default_factory=list)
    """Devices of the person, or the bot account, that may act for the seat."""
    picture: str | None = None
    """The person's portrait, if it is stored; tables of older versions have none."""
    substitute: bool = False
    """Whether a substitute bot has the seat: the seat was open when the match started, and people can take it over."""


@dataclass(frozen=True)
class Invitation:
    """Settings with which the owner invites people to the table."""

    language: Language | None = None
    """Language of link previews; None for the language of each reader."""
    names_owner: bool = False
    """Whether link previews contain the owner's name. A new owner has to switch it on again."""
    call: str = ""
    """Address of the owner's call, shown only to seated people and the owner; empty if there is none. A new owner has
    to set their own.
    """


INVITATION_SETTINGS = tuple(setting.name for setting in fields(Invitation))


class Substitution(NamedTuple):
    """Participant of a tournament who has taken over a seat during the match."""

    seat: int
    person: int
    """Number of the participant."""
    deals: int
    """Number of deals that had finished before."""


@dataclass(frozen=True)
class UndoRequest:
    """Request to undo moves, to which other seats have to agree."""

    seat: int
    moves: int
    """Number of moves that would be undone."""
    waits_for: tuple[int, ...]
    at: float
    """Time of the request, in seconds since the epoch."""


class TableState:
    """State of a table after all its events so far."""

    hot_seat = False
    """Whether the people at the table pass one device round."""
    substitutions: tuple[Substitution, ...] = ()
    """Participants of a tournament who have taken over seats, the first one first."""

    def __init__(self, header: TableHeader) -> None:
        """Create the state before the first event, with all seats open."""
        self.header = header
        self.game = load(header.game)
        self.options = self.game.settle_options(header.options, header.seats, header.rules_version)
        """Values of all options of the current rules version, even if the table was created with an older one."""
        self.version = 0
        """Number of the last event."""
        self.hints, self.listed, self.pace, self._clock = header.hints, header.listed, header.pace, header.clock
        self.invitation = Invitation(header.language)

        self.seats = [SeatState() for _ in range(header.seats)]
        self.owner, self.owner_name = header.owner, header.owner_name
        self.seed_words: dict[int, str] = {}
        """Seed words of seated people, by seat, in the order in which the people sat down."""
        self.first_bots: list[str | None] = []
        """Bot at each seat in the first deal; None for people."""
        self.first_people: list[str | None] = []
        """First device of the person at each seat in the first deal; None for bots and bot accounts."""
        self.removed: set[str] = set()
        """Devices and bot accounts that the owner has removed."""
        self.muted: set[str] = set()
        """Muted devices and bot accounts (no chat or reactions), at any seat."""
        self.hand_seen: dict[str, int] = {}
        """For each device or bot account, the seat whose hand it has seen in the match."""

        self.progress: MatchProgress | None = None
        """The match and its turns; None until the match begins."""
        self.cards_version = 0
        """Version at which the cards on the table last changed."""
        self.undo_request: UndoRequest | None = None
        """Open request to undo moves. A move cancels it; bots wait while it is open."""
        self.undo_cancelled = False
        """Whether the last move cancelled an undo request."""

        self.chat: deque[Happened] = deque(maxlen=CHAT_LINES)
        self.rematch: str | None = None
        """Id of the rematch table."""
        self.last_event: TableEvent | None = None
        self.last_happened: Happened | None = None
        """Public description of the last event."""
        self.versions_by_command: dict[tuple[str | None, str], int] = {}
        """Version of the table after each command, by holder and command id."""

    # The match

    @property
    def match(self) -> Match | None:
        """The match; None before it has begun. An undo replaces the object, so keep no reference to it."""
        return self.progress.match if self.progress else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.progress is not None and self.progress.match.over

    @property
    def status(self) -> Literal["gathering", "playing", "over"]:
        """Stage of the table."""
        if self.progress is None:
            return "gathering"
        return "over" if self.over else "playing"

    def turn_version(self, seat: int | None) -> TurnVersion | None:
        """Return the version at which a seat's turn began; None if the seat may not act now."""
        return self.progress.turn_versions.get(seat) if self.progress and seat is not None else None

    def bots_to_act(self) -> list[tuple[int, str]]:
        """Return the seats of bots that may act now, with the name of the bot at each seat. While an undo request is
        open, return an empty list.
        """
        return [(seat, self.seats[seat].bot or AUTOPLAY_BOT) for seat in self._to_act() if not self.is_human(seat)]

    def people_to_act(self) -> list[int]:
        """Return the seats of people that may act now. While an undo request is open, return an empty list."""
        return [seat for seat in self._to_act() if self.is_human(seat)]

    def _to_act(self) -> list[int]:
        return [] if self.progress is None or self.undo_request is not None else list(self.progress.turn_versions)

    def may_undo(self, seat: int | None) -> bool:
        """Return whether a seat may ask to undo a move."""
        if self.progress is None or seat is None or self.undo_request is not None or self.over or self.header.rated:
            return False
        if self.header.contest is not None or self.slow:
            return False
        return any(move.seat == seat for move in self.progress.undoable)

    def undoable_move_at(self, seat: int | None) -> float | None:
        """Return the time of the last move that a seat can undo, in seconds since the epoch; None if there is none."""
        moves = self.progress.undoable if self.progress else []
        return next((move.at for move in reversed(moves) if move.seat == seat), None)

    def seed_word(self) -> dict[str, str]:
        """Return the data with which a start event adds a word to the seed; empty if the seed has words.

        Without any word, the seed would be the published commitment, and every reader could compute the cards.
        """
        return {} if self.seed_words or self.header.words is not None else {"word": self.header.id}

    @property
    def opens_at_end(self) -> bool:
        """Whether the end of the match opens all cards and the seed. Those of a daily deal and of a tournament, which
        others play too, open later.
        """
        return not (self.header.contest or "").startswith((f"{DAILY}/", f"{EVENT}/"))

    def record(self, watcher: int | None, *, opened: bool | None = None) -> Record | None:
        """Return the record of the match as `watcher` may see it now; None before the match begins.

        After the match, the record is complete if `opened` is true; the default is `opens_at_end`.
        """
        if self.progress is None:
            return None
        opened = self.opens_at_end if opened is None else opened
        return self.progress.match.record("public" if watcher is None else watcher, opened=opened)

    @property
    def clock(self) -> int | None:
        """Seconds for a move; None if the table has no clock. A table with a bot account always has a clock."""
        return BOT_CLOCK if self._clock is None and self.has_bot_account else self._clock

    @clock.setter
    def clock(self, seconds: int | None) -> None:
        self._clock = seconds

    @property
    def has_bot_account(self) -> bool:
        """Whether a bot account sits at the table."""
        return any(map(seats_bot_account, self.seats))

    @property
    def keeps_time(self) -> bool:
        """Whether the server moves for a seat whose clock has run out, even if its player is connected."""
        return (self._clock is not None and (self.slow or self.continues_without_people)) or self.has_bot_account

    @property
    def slow(self) -> bool:
        """Whether people play by correspondence. In correspondence play, people are usually away, and the server moves
        for them when their time has run out.
        """
        return self._clock is not None and self._clock >= DAY

    @property
    def due_at(self) -> float | None:
        """Time at which the server next has to move for a bot or a late person, in seconds since the epoch; None unless
        `slow`.
        """
        if not self.slow or self._clock is None or self.progress is None:
            return None
        began = self.progress.turn_began_at
        return min((began[seat] + self._clock * self.is_human(seat) for seat in self._to_act()), default=None)

    def runs_out_at(self, seat: int) -> float | None:
        """Return the time at which the time of a seat that has to act runs out, in seconds since the epoch; None unless
        `slow`.
        """
        if not self.slow or self._clock is None or self.progress is None:
            return None
        return self.progress.turn_began_at[seat] + self._clock

    @property
    def continues_without_people(self) -> bool:
        """Whether the server moves for absent or late people even if no player is waiting, as in tournaments."""
        return (self.header.contest or "").startswith(f"{EVENT}/")

    # People

    def seat_of(self, holder: str | None) -> int | None:
        """Return the seat of a device or bot account; None if it has no seat.

        The method compares `holder` with all known ids, so that its running time does not depend on the result.
        """
        result = None
        for seat, state in enumerate(self.seats):
            for known in state.holders:
                if same_holder(known, holder):
                    result = seat
        return result

    def is_owner(self, holder: str | None) -> bool:
        """Return whether the device `holder`, or another device of the same person, owns the table."""
        seat = self.owner_seat
        return same_holder(self.owner, holder) or (seat is not None and seat == self.seat_of(holder))

    @property
    def owner_seat(self) -> int | None:
        """Seat of the table's owner; None if the owner has no seat."""
        return self.seat_of(self.owner)

    def is_human(self, seat: int) -> bool:
        """Return whether a person or a bot account has the seat."""
        return self.seats[seat].kind == "human"

    def people(self) -> Iterator[int]:
        """Return the seats of people and bot accounts."""
        return (seat for seat in range(len(self.seats)) if self.is_human(seat))

    def is_muted(self, seat: int) -> bool:
        """Return whether the person at a seat is muted (no chat or reactions)."""
        return seat != self.owner_seat and not self.muted.isdisjoint(self.seats[seat].holders)

    def has_seen_another_hand(self, holder: str, seat: int) -> bool:
        """Return whether a device has seen the hand of a seat other than `seat` in this match. A device that has seen
        another hand may not take `seat`.
        """
        return self.hand_seen.get(holder, seat) != seat

    def may_be_taken(self, seat: int) -> bool:
        """Return whether people may sit down at a seat: it is open, or it has a substitute bot."""
        return self.seats[seat].kind == "open" or self.seats[seat].substitute

    def has_seen_hands(self, holder: str) -> bool:
        """Return whether a device or bot account has seen any hand in this match."""
        return holder in self.hand_seen or self.seat_of(holder) is not None

    def version_of(self, command: str | None, holder: str | None) -> int | None:
        """Return the version of the table after this holder's command; None if the command has not been carried out."""
        return None if command is None else self.versions_by_command.get((holder, command))


def is_bot_account(holder: str | None) -> bool:
    """Return whether a holder id belongs to a bot account, not to a person."""
    return (holder or "").startswith(BOT_ACCOUNT_PREFIX)


def is_person(seat: SeatState) -> bool:
    """Return whether a person has the seat, not a built-in bot or a bot account."""
    return seat.kind == "human" and not seats_bot_account(seat)


def seats_bot_account(seat: SeatState) -> bool:
    """Return whether a bot account has the seat."""
    return any(map(is_bot_account, seat.holders))


def portrait(seat: SeatState) -> Picture | None:
    """Return the portrait of the person who has the seat; None for bots, bot accounts and open seats."""
    return known_portrait(seat.picture, seat.holders[0]) if is_person(seat) else None


def same_holder(known: str, holder: str | None) -> bool:
    """Return whether two holder ids are equal; the running time does not depend on the result."""
    return hmac.compare_digest(known.encode(), (holder or "").encode())


def holder_of(token: str) -> str:
    """Return the public holder id of the device with this token; the token cannot be computed from the id."""
    return hashlib.sha256(token.encode()).hexdigest()
