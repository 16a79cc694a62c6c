"""What a table says to each command: a row, or a refusal. Nothing here changes a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from saleroom.bots import players
from saleroom.match.errors import IllegalAction
from saleroom.server import wire
from saleroom.server.playing import Playing
from saleroom.server.rows import Kind, Row
from saleroom.server.seating import HOUSE
from saleroom.server.texts import LINE, NAME, clean

if TYPE_CHECKING:
    from saleroom.server.table import Table

Why = Literal["illegal", "stale", "not-yours", "not-now", "full", "malformed", "trouble"]


class Refusal(Exception):
    """A command that is not carried out, with the reason and one line that says what to do."""

    def __init__(self, reason: Why, text: str) -> None:
        super().__init__(text)
        self.reason: Why = reason
        self.text = text


@dataclass(frozen=True)
class Asked:
    """A command, and whoever gave it."""

    table: Table
    command: Any
    holder: str | None
    seat: int | None
    """Where the holder sits."""
    present: Sequence[bool]
    """Who is connected, by seat; empty when that is not known, and everybody counts."""
    new_table: str | None
    """The id of the table to which a rematch goes."""
    now: float

    def row(self, kind: Kind, seat: int | None, **data: Any) -> Row:
        """The next row of the table."""
        return Row(self.table.version + 1, kind, seat, data, self.command.id, self.holder, self.now)

    def own_seat(self) -> int:
        """Where the holder sits; spectators are refused."""
        if self.seat is None:
            raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
        return self.seat

    def match_on(self) -> Playing:
        """The match that is being played."""
        return playing(self.table)

    def owned(self) -> None:
        """Refuse whoever does not own the table."""
        if not self.table.is_owner(self.holder):
            raise Refusal("not-yours", f"Only {self.table.seating.owner_name} can do that: it is their table.")


def playing(table: Table) -> Playing:
    """The match that is being played; a refusal before it and after it."""
    if table.playing is None:
        raise Refusal("not-now", "The match has not begun. It starts when every seat is taken.")
    if table.over:
        raise Refusal("not-now", "The match is over. Ask for a rematch to go on.")
    return table.playing


def judge(asked: Asked) -> Row:
    """The row that a command brings, or `Refusal`."""
    judged_by = _JUDGES.get(type(asked.command))
    if judged_by is None:
        raise Refusal("malformed", "That is nothing that a table can carry out.")
    return judged_by(asked)


# Who sits where


def _sit(asked: Asked) -> Row:
    table, seat, seating = asked.table, asked.command.seat, asked.table.seating
    if table.over:
        raise Refusal("not-now", "The match is over. You can watch how it went.")
    if asked.holder is None:
        raise Refusal("not-yours", "Choose a name first, then take a seat.")
    if asked.seat is not None:
        raise Refusal("not-now", "You have a seat at this table already. Leave it to take another one.")
    if seat >= len(seating.places):
        raise Refusal("malformed", f"This table has {len(seating.places)} seats.")
    if seating.places[seat].kind != "open":
        raise Refusal("full", f"{seating.places[seat].name} sits there. Choose an open seat.")
    if seating.has_seen_another(asked.holder, seat):
        raise Refusal("not-yours", "You have seen another hand of this match, so only that seat is open to you.")
    name = clean(asked.command.name, NAME)
    if not name:
        raise Refusal("malformed", "A name needs letters that can be seen.")
    word = clean(asked.command.word or "", LINE)
    told = {"word": word} if word and table.playing is None else {}
    return asked.row("sit", seat, name=seating.new_name(name, seat), **told)


def _leave(asked: Asked) -> Row:
    seat = asked.own_seat()
    if asked.table.over:
        raise Refusal("not-now", "The match is over. Nobody needs your seat any more.")
    if asked.table.playing is None:
        return asked.row("leave", seat)
    return asked.row("leave", seat, name=asked.table.seating.staff_name(seat))


def _reseat(asked: Asked) -> Row:
    asked.owned()
    seat, to, places = asked.command.seat, asked.command.to, asked.table.seating.places
    if asked.table.over:
        raise Refusal("not-now", "The match is over. Change seats at the next table.")
    if seat >= len(places):
        raise Refusal("malformed", f"This table has {len(places)} seats.")
    if seat == asked.seat:
        raise Refusal("not-now", "That is your own seat. Leave it if you want to stand up.")
    if to is not None and to not in players.NAMES:
        raise Refusal("malformed", f"The players of the house are {', '.join(players.NAMES)}.")
    if places[seat].kind != "human" and places[seat].player == to:
        raise Refusal("not-now", "That is so already.")
    return asked.row("reseat", seat, to=to, name=asked.table.seating.staff_name(seat) if to else "")


def _settle(asked: Asked) -> Row:
    asked.owned()
    table, said = asked.table, asked.command
    clock = None if said.clock == "none" else said.clock
    changed: dict[str, Any] = {}
    if said.hints is not None and said.hints != table.hints:
        changed["hints"] = said.hints
    if said.pace is not None and said.pace != table.pace:
        changed["pace"] = said.pace
    if said.clock is not None and clock != table.clock:
        changed["clock"] = clock
    if not changed:
        raise Refusal("not-now", "That is so already.")
    return asked.row("settle", asked.seat, **changed)


def _start(asked: Asked) -> Row:
    asked.owned()
    if asked.table.playing is not None:
        raise Refusal("not-now", "The match has begun already.")
    open_seats = sum(place.kind == "open" for place in asked.table.seating.places)
    if open_seats:
        seats = "one seat is" if open_seats == 1 else f"{open_seats} seats are"
        raise Refusal("not-now", f"Still {seats} open: wait for somebody, or give it to a player of the house.")
    return asked.row("start", asked.seat)


# The match


def _act(asked: Asked) -> Row:
    seat, match = asked.own_seat(), asked.match_on()
    at = match.asked.get(seat)
    if at is None:
        raise Refusal("stale", "It is not your turn any more. Wait until you are asked.")
    if at != asked.command.at:
        raise Refusal("stale", "The table has moved on since you chose. Look again, then choose.")
    return asked.row("move", seat, action=understood(match, seat, asked.command.action), by_house=False)


def _undo(asked: Asked) -> Row:
    seat, match = asked.own_seat(), asked.match_on()
    if asked.table.taking_back is not None:
        raise Refusal("not-now", "Somebody has asked already. Let that be answered first.")
    moves = len(match.recalled(seat))
    if not moves:
        raise Refusal("not-now", "You have made no move since the table last turned something over.")
    others = [other for other in asked.table.seating.people() if other != seat and _is_here(asked, other)]
    if not others or match.still_closed(seat):
        return asked.row("undo", seat, moves=moves)
    return asked.row("ask", seat, moves=moves, waits_for=others)


def _is_here(asked: Asked, seat: int) -> bool:
    return not asked.present or asked.present[seat]


def _consent(asked: Asked) -> Row:
    seat = asked.own_seat()
    asked.match_on()
    standing = asked.table.taking_back
    if standing is None:
        raise Refusal("not-now", "Nobody asks to take anything back any more.")
    if not asked.command.yes:
        return asked.row("refuse", seat)
    if seat not in standing["waits_for"]:
        raise Refusal("not-now", "Nobody waits for your answer.")
    if any(other != seat and _is_here(asked, other) for other in standing["waits_for"]):
        return asked.row("agree", seat)
    return asked.row("undo", standing["seat"], moves=standing["moves"])


# Together


def _say(asked: Asked) -> Row:
    seat, text = asked.own_seat(), clean(asked.command.text, LINE)
    if not text:
        raise Refusal("malformed", "A line needs letters that can be seen.")
    return asked.row("say", seat, text=text)


def _rematch(asked: Asked) -> Row:
    seat = asked.own_seat()
    if not asked.table.over:
        raise Refusal("not-now", "The match is not over yet.")
    if asked.table.rematch is not None:
        raise Refusal("not-now", "The next table is there already. Follow the others.")
    if asked.new_table is None:
        raise Refusal("trouble", "There is no new table to go to. Try again.")
    return asked.row("rematch", seat, table=asked.new_table)


_JUDGES: dict[type, Callable[[Asked], Row]] = {
    wire.Sit: _sit,
    wire.Leave: _leave,
    wire.Reseat: _reseat,
    wire.Settle: _settle,
    wire.Start: _start,
    wire.Act: _act,
    wire.Undo: _undo,
    wire.Consent: _consent,
    wire.Say: _say,
    wire.Rematch: _rematch,
}


# What brings no row by itself


def check_nudge(table: Table, seat: int, holder: str | None, now: float, away: bool = False) -> None:
    """Refuse a nudge unless a person at the table gives it to another seat that is away or whose time has run out."""
    own, match = table.seat_of(holder), playing(table)
    if own is None:
        raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
    if own == seat:
        raise Refusal("not-now", "It is your own turn.")
    if seat not in match.asked or table.seating.places[seat].kind != "human":
        raise Refusal("not-now", "Nobody waits for that seat.")
    if away:
        return
    if table.clock is None:
        raise Refusal("not-now", "This table has no clock. The house can play for whoever is away.")
    left = table.clock - (now - match.asked_at[seat])
    if left > 0:
        raise Refusal("not-now", f"{table.seating.places[seat].name} has {max(1, round(left))} seconds left.")


def check_hint(table: Table, holder: str | None) -> int:
    """The seat that may have a hint now; a refusal where there is none."""
    seat, match = table.seat_of(holder), playing(table)
    if seat is None:
        raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
    if not table.hints:
        raise Refusal("not-now", "Hints are off at this table. The owner can allow them.")
    if seat not in match.asked:
        raise Refusal("not-now", "It is not your turn. Ask when you are to move.")
    return seat


def understood(match: Playing, seat: int, action: str | int) -> str:
    """A legal action in the words of the record; a refusal gives the rule against it."""
    try:
        number = match.match.understand(seat, action)
    except IllegalAction as error:
        raise Refusal("illegal", sentence(str(error))) from None
    return match.match.game.format_action(match.match.view(seat), seat, number)


def sentence(text: str) -> str:
    """A reason as a sentence of its own."""
    line = " ".join(text.split())[:LINE]
    return line[:1].upper() + line[1:] + ("" if line.endswith((".", "?", "!")) else ".")


def stand_in(name: str | None) -> str:
    """The player of the house that plays a seat."""
    return name or HOUSE
