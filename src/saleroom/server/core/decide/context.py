"""Context of a decision, shared guards, and the refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from saleroom.kernel import refusals
from saleroom.match.errors import IllegalAction
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.progress import MatchProgress
from saleroom.server.core.state.table import TableState, seats_bot_account
from saleroom.server.core.typed_text import LINE_LENGTH
from saleroom.server.protocol.common import EventKind

RefusalReason = Literal["illegal", "stale", "not-yours", "not-now", "full", "too-fast", "malformed", "trouble"]


class CommandRefusal(refusals.Refusal):
    """Refusal of a command: its `reason`, one of a few kinds, and the text by `key` and `params`."""

    def __init__(self, reason: RefusalReason, key: str, /, **params: Any) -> None:
        super().__init__(key, **params)
        self.args = (reason, key)
        self.reason: RefusalReason = reason
        self.is_clause = False
        """Whether its text is a clause, as for refusals of games, and no sentence."""

    @classmethod
    def of(cls, reason: RefusalReason, refused: refusals.Refusal, names: Sequence[str] | None = None) -> CommandRefusal:
        """Return a game's refusal as that of a command; `names` are those of the seats, for people."""
        refusal = cls(reason, "")
        refusal.key, refusal.params, refusal.plain = refused.key, refused.params, refused.plain
        refusal.is_clause = True
        refusal.names = names or refused.names
        return refusal

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The English sentence, for bots and for pages that do not know the key."""
        text = super().__str__()
        return as_sentence(text) if self.is_clause else text


@dataclass(frozen=True)
class CommandContext:
    """A command, its holder, and other facts on which the decision depends."""

    state: TableState
    command: Any
    holder: str | None
    seat: int | None
    """Seat of the holder."""
    present: Sequence[bool]
    """Whether each seat is connected; empty if unknown, and then all seats count."""
    new_table: str | None
    """Id of the rematch table."""
    now: float

    def event(self, kind: EventKind, seat: int | None, **data: Any) -> TableEvent:
        """Return the next event of the table."""
        return TableEvent(self.state.version + 1, kind, seat, data, self.command.id, self.holder, self.now)

    def own_seat(self) -> int:
        """Return the holder's seat; refuse spectators."""
        if self.seat is None:
            raise CommandRefusal("not-yours", "table.watching")
        return self.seat

    def is_present(self, seat: int) -> bool:
        """Return whether a seat's people count as connected."""
        return not self.present or self.present[seat]

    def check_owner(self) -> None:
        """Refuse all but the owner of the table."""
        if not self.state.is_owner(self.holder):
            raise CommandRefusal("not-yours", "table.owner-only", name=self.state.owner_name)


def running_match(state: TableState) -> MatchProgress:
    """Return the match in progress; raise a refusal before and after it."""
    if state.progress is None:
        raise CommandRefusal("not-now", "table.not-begun")
    if state.over:
        raise CommandRefusal("not-now", "table.over")
    return state.progress


def check_seat(state: TableState, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if seat >= len(state.seats):
        raise CommandRefusal("malformed", "table.seats", count=len(state.seats))


def legal_words(progress: MatchProgress, seat: int, action: str | int) -> str:
    """Return a legal action in the notation of the record; raise `IllegalAction` with the rule against it."""
    number = progress.match.understand(seat, action)
    return progress.match.game.format_action(progress.match.view(seat), seat, number)


def check_legal(state: TableState, seat: int, action: str) -> str:
    """Return a legal action in the notation of the record; refuse an illegal one with the rule against it.

    The refusal uses people's names, or for bots the seat numbers.
    """
    try:
        return legal_words(running_match(state), seat, action)
    except IllegalAction as error:
        names = None if seats_bot_account(state.seats[seat]) else [each.name for each in state.seats]
        raise CommandRefusal.of("illegal", error, names) from None


def as_sentence(text: str) -> str:
    """Return a reason as a complete sentence."""
    line = " ".join(text.split())[:LINE_LENGTH]
    return line[:1].upper() + line[1:] + ("" if line.endswith((".", "?", "!")) else ".")
