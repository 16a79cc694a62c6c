"""Context of a decision, refusal of a command, and checks that several decisions use."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from saleroom.kernel import refusals
from saleroom.match.errors import IllegalAction
from saleroom.server.core.state.events import StoredKind, TableEvent
from saleroom.server.core.state.progress import MatchProgress
from saleroom.server.core.state.table import TableState, seats_bot_account
from saleroom.server.core.typed_text import LINE_LENGTH
from saleroom.server.protocol.common import Picture

RefusalReason = Literal["illegal", "stale", "not-yours", "not-now", "full", "too-fast", "malformed", "trouble"]


class CommandRefusal(refusals.Refusal):
    """Refusal of a command: a `reason` from a fixed list, and a text given by `key` and `params`."""

    def __init__(self, reason: RefusalReason, key: str, /, **params: Any) -> None:
        super().__init__(key, **params)
        self.args = (reason, key)
        self.reason: RefusalReason = reason
        self.is_clause = False
        """Whether the text is only a clause, as in refusals by a game, and not a whole sentence."""

    @classmethod
    def of(cls, reason: RefusalReason, refused: refusals.Refusal, names: Sequence[str] | None = None) -> CommandRefusal:
        """Return the refusal of a command, with the text of the game's refusal `refused`. In the text, `names` replace
        the numbers of the seats.
        """
        refusal = cls(reason, "")
        refusal.key, refusal.params, refusal.plain = refused.key, refused.params, refused.plain
        refusal.is_clause = True
        refusal.names = names or refused.names
        return refusal

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """English text of the refusal as a sentence, for bots and for web pages that have no text for the key."""
        text = super().__str__()
        return as_sentence(text) if self.is_clause else text


@dataclass(frozen=True)
class CommandContext:
    """A command, the device or bot account that sent it, and other facts that the decision needs."""

    state: TableState
    command: Any
    holder: str | None
    seat: int | None
    """Seat of `holder`; None for a spectator."""
    present: Sequence[bool]
    """Whether each seat is connected; if the list is empty, all seats count as connected."""
    new_table: str | None
    """Id of the rematch table."""
    now: float
    picture: Picture | None = None
    """Portrait of the person who sent the command, if the decision depends on it."""
    devices: Sequence[str] = ()
    """Devices of the person who sent the command, for a `Sit`."""
    removed_earlier: Collection[str] = ()
    """Devices and bot accounts that were removed from earlier tables of the evening, for a `Sit`."""

    def event(self, kind: StoredKind, seat: int | None, **data: Any) -> TableEvent:
        """Return the event that the command causes; its number is the table's next one."""
        return TableEvent(self.state.version + 1, kind, seat, data, self.command.id, self.holder, self.now)

    def own_seat(self) -> int:
        """Return the caller's seat; refuse spectators."""
        if self.seat is None:
            raise CommandRefusal("not-yours", "table.watching")
        return self.seat

    def is_present(self, seat: int) -> bool:
        """Return whether a seat counts as connected."""
        return not self.present or self.present[seat]

    def check_owner(self) -> None:
        """Refuse the command unless it comes from the owner of the table."""
        if not self.state.is_owner(self.holder):
            raise CommandRefusal("not-yours", "table.owner-only", name=self.state.owner_name)


def running_match(state: TableState) -> MatchProgress:
    """Return the match in progress; raise a refusal if the match has not begun or is over."""
    if state.progress is None:
        raise CommandRefusal("not-now", "table.not-begun")
    if state.over:
        raise CommandRefusal("not-now", "table.over")
    return state.progress


def check_seat(state: TableState, seat: int) -> None:
    """Raise a refusal if the table has no seat with that number."""
    if seat >= len(state.seats):
        raise CommandRefusal("malformed", "table.seats", count=len(state.seats))


def canonical_action(progress: MatchProgress, seat: int, action: str | int) -> str:
    """Return an action in the notation of the record; raise `IllegalAction`, which names the rule, if the action is
    illegal.
    """
    number = progress.match.resolve_action(seat, action)
    return progress.match.game.format_action(progress.match.view(seat), seat, number)


def check_legal(state: TableState, seat: int, action: str) -> str:
    """Return an action in the notation of the record; if the action is illegal, raise a refusal that names the broken
    rule.

    The text of the refusal has the players' names. For a bot account, the text has the numbers of the seats instead.
    """
    try:
        return canonical_action(running_match(state), seat, action)
    except IllegalAction as error:
        names = None if seats_bot_account(state.seats[seat]) else [each.name for each in state.seats]
        raise CommandRefusal.of("illegal", error, names) from None


def as_sentence(text: str) -> str:
    """Return a reason as a complete sentence."""
    line = " ".join(text.split())[:LINE_LENGTH]
    return line[:1].upper() + line[1:] + ("" if line.endswith((".", "?", "!")) else ".")
