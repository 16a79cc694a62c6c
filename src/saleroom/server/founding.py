"""New tables: their headers and first rows, from what somebody asked for or from a table whose players go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from saleroom.games import UnknownGame, load
from saleroom.kernel.options import BadOptions
from saleroom.server import wire
from saleroom.server.judging import Refusal, sentence
from saleroom.server.rest import TableAsked
from saleroom.server.rows import Header, Row
from saleroom.server.table import Table
from saleroom.server.texts import NAME, clean

FOUNDING = "founding"
"""The command id with which rows are judged that no command brings."""


def new_header(asked: TableAsked, table_id: str, holder: str, server_seed: bytes, now: float) -> Header:
    """What a table that somebody asks for is; `Refusal` where no such table can be."""
    seats = len(asked.chairs)
    if asked.seats is not None and asked.seats != seats:
        raise Refusal("malformed", f"There are {asked.seats} seats and {seats} chairs.")
    try:
        game = load(asked.game)
        options = game.settle_options(asked.options, seats)
    except (UnknownGame, BadOptions) as error:
        raise Refusal("malformed", sentence(str(error))) from None
    name = clean(asked.name, NAME)
    if not name:
        raise Refusal("malformed", "A name needs letters that can be seen.")
    return Header(
        id=table_id,
        game=game.name,
        options=options,
        seats=seats,
        server_seed=server_seed,
        owner=holder,
        owner_name=name,
        listed=asked.listed,
        hints=asked.hints,
        pace=asked.pace,
        clock=asked.clock,
        made_at=now,
        rules_version=game.rules_version,
    )


def first_rows(header: Header, asked: TableAsked, now: float) -> list[Row]:
    """The maker's seat, those of the house's players and, if that was asked for, the start; `Refusal` says why not."""
    mine = [seat for seat, chair in enumerate(asked.chairs) if chair.kind == "me"]
    if len(mine) > 1:
        raise Refusal("malformed", "You can take one seat only.")
    return list(_judged(Table(header), _wishes(asked, mine), header.owner, now))


def _wishes(asked: TableAsked, mine: list[int]) -> Iterator[wire.Command]:
    for seat in mine:
        yield wire.Sit(type="sit", id=FOUNDING, seat=seat, name=asked.name, word=asked.word)
    for seat, chair in enumerate(asked.chairs):
        if chair.kind == "bot":
            yield wire.Reseat(type="reseat", id=FOUNDING, seat=seat, to=chair.player or "house")
    if asked.start:
        yield wire.Start(type="start", id=FOUNDING)


def _judged(table: Table, wishes: Iterator[wire.Command], holder: str, now: float) -> Iterator[Row]:
    for wish in wishes:
        row = replace(table.propose(wish, holder, now), command=None)
        table.apply(row)
        yield row


def rematch(table: Table, table_id: str, holder: str, server_seed: bytes, now: float) -> tuple[Header, list[Row]]:
    """A table where the players of a finished match go on, in the same seats and with the same rules.

    It belongs to the owner if he still sits there, otherwise to whoever asked. With one person and no open seat it
    starts at once; otherwise its owner starts it when everybody has come.
    """
    seating = table.seating
    keeper = seating.owner_seat
    owner = seating.owner if keeper is not None else holder
    place = seating.places[seat] if (seat := seating.seat_of(owner)) is not None else None
    header = replace(
        table.header,
        id=table_id,
        options=table.options,
        rules_version=table.game.rules_version,
        server_seed=server_seed,
        owner=owner,
        owner_name=place.name if place else seating.owner_name,
        hints=table.hints,
        pace=table.pace,
        clock=table.clock,
        made_at=now,
    )
    rows = [Row(number, *told, at=now) for number, told in enumerate(_same_chairs(table), 1)]  # type: ignore[arg-type]
    if len(list(seating.people())) == 1 and all(place.kind != "open" for place in seating.places):
        rows.append(Row(len(rows) + 1, "start", seating.seat_of(owner), {}, None, owner, now))
    return header, rows


def _same_chairs(table: Table) -> Iterator[tuple[str, int, dict[str, object], None, str | None]]:
    """Kind, seat, data, command and holder of the rows that bring everybody to the same seat."""
    for seat, place in enumerate(table.seating.places):
        if place.kind == "bot":
            yield "reseat", seat, {"to": place.player, "name": place.name}, None, None
        for device, holder in enumerate(place.holders):
            if device:
                yield "device", seat, {}, None, holder
            else:
                yield "sit", seat, {"name": place.name}, None, holder
