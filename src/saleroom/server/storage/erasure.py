"""Erasure of a person from a table. The person's name, chat and device ids are removed; the person's moves stay."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, or_, select, union, update

from saleroom.server.core.state.events import STARTS
from saleroom.server.core.typed_text import distinct
from saleroom.server.storage.archive import unpack
from saleroom.server.storage.columns import (
    archived_seats,
    challenges,
    contest_results,
    results,
    table_events,
    table_summaries,
    tables,
)
from saleroom.server.storage.database import Database
from saleroom.server.storage.leases import renew
from saleroom.server.storage.ratings import ERASED
from saleroom.server.storage.sittings import tables_with
from saleroom.server.storage.table_transactions import events_after


class Erasure:
    """Removal of people from the tables of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tables_with(self, holders: Sequence[str]) -> list[str]:
        """Return all tables that refer to one of the devices `holders`."""
        return await self._database.read(partial(_tables_with, holders=holders))

    async def seats_on_device(self, holders: Sequence[str]) -> list[str]:
        """Return the holder ids of the seats at the tables that one of `holders` created for people at one device."""
        return await self._database.read(partial(_seats_on_device, holders=holders))

    async def erase(self, table_id: str, holders: Sequence[str], identity: str) -> None:
        """Remove a person from one table permanently; replacement ids are random and differ between tables."""
        erasing = partial(_erase, table_id=table_id, gone=holders, identity=identity)
        await self._database.write(erasing, serial=False)  # renew the lease first, to exclude other writers


@dataclass(frozen=True)
class NameReplacement:
    """A person's name at a seat, and its replacement."""

    seat: int
    old: str
    new: str


def _tables_with(connection: Connection, holders: Sequence[str]) -> list[str]:
    return sorted(connection.execute(tables_with(holders)).scalars())


def _seats_on_device(connection: Connection, holders: Sequence[str]) -> list[str]:
    own = select(tables.c.id).where(tables.c.owner.in_(holders))
    shared = select(table_events.c.table_id).where(table_events.c.table_id.in_(own), table_events.c.kind == "hotseat")
    archived = select(archived_seats.c.table_id).where(
        archived_seats.c.holder.in_(holders), archived_seats.c.table_id.in_(own), archived_seats.c.kind == "hotseat"
    )
    table_ids = connection.execute(union(shared, archived)).scalars().all()
    events = (event for table_id in table_ids for event in events_after(connection, table_id, 0))
    return sorted({event.holder for event in events if event.kind == "sit" and event.holder is not None})


def _erase(connection: Connection, table_id: str, gone: Sequence[str], identity: str) -> None:
    renew(connection, table_id)
    unpack(connection, table_id)
    strangers = {holder: secrets.token_hex(32) for holder in gone}
    names = _rename(connection, table_id, gone)
    _erase_texts(connection, table_id, gone)
    for holder, stranger in strangers.items():
        own = (table_events.c.table_id == table_id, table_events.c.holder == holder)
        connection.execute(update(table_events).where(*own).values(holder=stranger))
        created = (tables.c.id == table_id, tables.c.owner == holder)
        connection.execute(update(tables).where(*created).values(owner=stranger))
    _rewrite_summary(connection, table_id, names, strangers)
    _erase_results(connection, table_id, identity)
    _erase_contests(connection, table_id, identity)


def _rename(connection: Connection, table_id: str, gone: Sequence[str]) -> list[NameReplacement]:
    """Replace the person's name, for example by "player 3" in the third seat. If the person created the table, also
    replace the creator's name.
    """
    sits = connection.execute(
        select(table_events).where(table_events.c.table_id == table_id, table_events.c.kind == "sit")
    ).all()
    others = [row.data["name"] for row in sits if row.holder not in gone]
    replacements = []
    for row in sits:
        if row.holder in gone:
            replacements.append(NameReplacement(row.seat, row.data["name"], distinct(f"player {row.seat + 1}", others)))
            remaining_data = {key: value for key, value in row.data.items() if key != "picture"}
            _write(connection, row, {**remaining_data, "name": replacements[-1].new})
    table = connection.execute(select(tables.c.owner, tables.c.owner_name).where(tables.c.id == table_id)).one()
    if table.owner in gone:
        name = next((each.new for each in replacements if each.old == table.owner_name), distinct("player", others))
        connection.execute(update(tables).where(tables.c.id == table_id).values(owner_name=name))
    return replacements


def _erase_texts(connection: Connection, table_id: str, gone: Sequence[str]) -> None:
    """Delete the text of the person's chat lines, the addresses of their calls, and their portraits. Also remove their
    seed words, unless a match depends on these words.
    """
    own = select(table_events).where(
        table_events.c.table_id == table_id,
        table_events.c.holder.in_(gone),
        table_events.c.kind.in_(("say", "portrait", "settle", "sit")),
    )
    begun = (
        select(table_events.c.number)
        .where(table_events.c.table_id == table_id, table_events.c.kind.in_(STARTS))
        .limit(1)
    )
    started = connection.execute(begun).scalar()
    for row in connection.execute(own).all():
        if row.kind == "say":
            _write(connection, row, {**row.data, "text": ""})
        elif row.kind == "portrait":
            _write(connection, row, {"picture": None})
        elif row.kind == "settle":
            _write(connection, row, {key: value for key, value in row.data.items() if key != "call"})
        elif started is None and "word" in row.data:
            _write(connection, row, {key: value for key, value in row.data.items() if key != "word"})


def _write(connection: Connection, row: Any, data: Mapping[str, Any]) -> None:
    place = (table_events.c.table_id == row.table_id, table_events.c.number == row.number)
    connection.execute(update(table_events).where(*place).values(data=dict(data)))


def _rewrite_summary(
    connection: Connection, table_id: str, names: Iterable[NameReplacement], strangers: Mapping[str, str]
) -> None:
    """Replace names and ids in the table's summary. Link previews name no owner until the next event."""
    brief = connection.execute(select(table_summaries).where(table_summaries.c.table_id == table_id)).one()
    shown = list(brief.names)
    for each in names:
        if shown[each.seat] == each.old:
            shown[each.seat] = each.new
    known = {strangers.get(holder, holder): seat for holder, seat in brief.holders.items()}
    values = {"names": shown, "holders": known, "preview_name": None}
    connection.execute(update(table_summaries).where(table_summaries.c.table_id == table_id).values(values))


def _erase_results(connection: Connection, table_id: str, identity: str) -> None:
    """Delete results, except in rated matches.

    Results of rated matches are only anonymised, because the opponents' ratings depend on the person's strength.
    """
    own = (results.c.table_id == table_id, results.c.identity == identity)
    connection.execute(delete(results).where(*own, or_(~results.c.rated, results.c.mu.is_(None))))
    connection.execute(update(results).where(*own).values(identity=f"{ERASED}{secrets.token_hex(24)}", finished=None))


def _erase_contests(connection: Connection, table_id: str, identity: str) -> None:
    """Anonymise contest results and challenges. The scores still count, and the challenges can still be played."""
    unknown = f"{ERASED}{secrets.token_hex(24)}"
    played = (contest_results.c.table_id == table_id, contest_results.c.identity == identity)
    values = {"identity": unknown, "name": "player", "account": False}
    connection.execute(update(contest_results).where(*played).values(values))
    created = (challenges.c.table_id == table_id, challenges.c.identity == identity)
    connection.execute(update(challenges).where(*created).values(identity=unknown))
