"""What a row makes of a table: one function for each kind. A row has been judged before; here it only happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from saleroom.server.playing import Playing
from saleroom.server.rows import Kind, Row
from saleroom.server.seating import HOUSE
from saleroom.server.wire import Happened, TakingBack

if TYPE_CHECKING:
    from saleroom.server.table import Table


def fold(table: Table, row: Row) -> Happened:
    """Let a row happen; what it did, for everybody."""
    what = Happened(
        kind=row.kind,
        seat=row.seat,
        name=_who(table, row),
        text=row.data.get(_TEXTS.get(row.kind, ""), ""),
        by_house=row.data.get("by_house", False),
        moves=row.data.get("moves", 0),
    )
    _FOLDS[row.kind](table, row)
    if row.kind == "move" and table.playing:
        what["text"] = table.playing.seen(None)[0].partition(" ")[2]
    if row.kind == "say":
        table.chat.append(what)
    return what


_TEXTS: dict[Kind, str] = {"say": "text", "rematch": "table", "leave": "name", "reseat": "name"}
"""Which part of a row's data is its text."""


def _who(table: Table, row: Row) -> str:
    """The name of whoever does it, before it is done."""
    if row.kind == "sit":
        return row.data["name"]
    if row.kind in ("reseat", "settle", "start"):
        return table.seating.owner_name
    return "" if row.seat is None else table.seating.places[row.seat].name


def _seat(row: Row) -> int:
    assert row.seat is not None
    return row.seat


def _playing(table: Table) -> Playing:
    assert table.playing is not None
    return table.playing


# Who sits where


def _sit(table: Table, row: Row) -> None:
    assert row.holder is not None
    table.seating.sit(_seat(row), row.data["name"], row.holder, row.data.get("word"), table.playing is not None)
    if table.playing:
        table.playing.renew_clocks(row.at, [_seat(row)])


def _device(table: Table, row: Row) -> None:
    assert row.holder is not None
    table.seating.add_device(_seat(row), row.holder, table.playing is not None)


def _leave(table: Table, row: Row) -> None:
    _give(table, _seat(row), HOUSE if table.playing else None, row.data.get("name", ""))


def _reseat(table: Table, row: Row) -> None:
    _give(table, _seat(row), row.data["to"], row.data["name"])


def _give(table: Table, seat: int, player: str | None, name: str) -> None:
    table.seating.give(seat, player, name)
    if table.taking_back is not None and table.taking_back["seat"] == seat:
        table.taking_back = None
    _waits_no_longer(table, seat)


def _settle(table: Table, row: Row) -> None:
    table.hints = row.data.get("hints", table.hints)
    table.pace = row.data.get("pace", table.pace)
    if "clock" in row.data:
        table.clock = row.data["clock"]
        if table.playing:
            table.playing.renew_clocks(row.at, list(table.playing.asked))


# The match


def _start(table: Table, row: Row) -> None:
    seating = table.seating
    table.playing = Playing(
        table.header, table.options, seating.names(), list(seating.words.values()), row.number, row.at
    )
    seating.begin()
    table.position = row.number


def _move(table: Table, row: Row) -> None:
    anybody = next(table.seating.people(), None) is not None
    _playing(table).move(_seat(row), row.data["action"], row.number, row.at, anybody)
    table.cancelled, table.taking_back = table.taking_back is not None, None
    table.position = row.number


def _ask(table: Table, row: Row) -> None:
    table.taking_back = TakingBack(seat=_seat(row), moves=row.data["moves"], waits_for=list(row.data["waits_for"]))
    table.asked_back_at = row.at


def _agree(table: Table, row: Row) -> None:
    _waits_no_longer(table, _seat(row))


def _waits_no_longer(table: Table, seat: int) -> None:
    standing = table.taking_back
    if standing is not None:
        others = [other for other in standing["waits_for"] if other != seat]
        table.taking_back = TakingBack(seat=standing["seat"], moves=standing["moves"], waits_for=others)


def _refuse(table: Table, row: Row) -> None:
    table.taking_back = None


def _undo(table: Table, row: Row) -> None:
    _playing(table).take_back(_seat(row), row.number, row.at)
    table.taking_back = None
    table.position = row.number


# Together


def _say(table: Table, row: Row) -> None:
    """A line of chat changes nothing."""


def _rematch(table: Table, row: Row) -> None:
    table.rematch = row.data["table"]


_FOLDS: dict[Kind, Callable[[Table, Row], None]] = {
    "sit": _sit,
    "device": _device,
    "leave": _leave,
    "reseat": _reseat,
    "settle": _settle,
    "start": _start,
    "move": _move,
    "ask": _ask,
    "agree": _agree,
    "refuse": _refuse,
    "undo": _undo,
    "say": _say,
    "rematch": _rematch,
}
