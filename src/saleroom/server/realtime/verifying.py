"""Checks of the tables in a store. Saleroom replays a table, and the referee checks the record of its match."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select

from saleroom.match.referee import faults as verify
from saleroom.server.core.apply import replay
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.ops.settings import DataPlace
from saleroom.server.storage.checksums import Checksum, ChecksumFile, change_of, digest_of
from saleroom.server.storage.columns import leases, tables
from saleroom.server.storage.store import Store
from saleroom.server.storage.table_transactions import load_table

SLICES = 30
"""Number of passes with checksums after which every table was replayed again."""


class StoredTable(NamedTuple):
    """A table as it is stored, with the number of rewrites of its events."""

    header: TableHeader
    events: list[TableEvent]
    edition: int


@dataclass
class CheckReport:
    """Outcome of a check."""

    tables: int = 0
    matches: int = 0
    """Number of matches that were replayed."""
    faults: list[str] = field(default_factory=list)
    """A line for each fault."""


async def check(place: DataPlace, checksums: Path | None = None, slices: int = SLICES) -> CheckReport:
    """Replay all tables of a store.

    With a file of `checksums`, compare all tables with it; replay only tables that are new, have new events or were
    rewritten, and one in `slices` of the others. The file then gets the checksums of the tables without a fault.
    """
    with nullcontext() if checksums is None else ChecksumFile.open(checksums) as file:
        store = await Store.open(place)
        try:
            return await _check(store, file, slices)
        finally:
            await store.close()


async def _check(store: Store, file: ChecksumFile | None, slices: int) -> CheckReport:
    query = select(tables.c.id).order_by(tables.c.id)
    names = await store.database.read(lambda connection: list(connection.execute(query).scalars()))
    report = CheckReport(len(names))
    due = set(names)
    if file is not None:
        due = file.longest_ago(slices)
        report.faults += [f"table {name} is missing" for name in sorted(file.names().difference(names))]
    for name in names:
        try:
            stored = await store.database.read(partial(_stored, table_id=name))
        except Exception as error:  # damaged rows can be text that is no JSON, or cannot be read at all
            await store.database.read(lambda connection: connection.execute(select(1)))  # raises if nothing can be read
            report.faults.append(f"table {name} cannot be read: {error}")
            continue
        _check_table(stored, file, name in due, report)
    return report


def _stored(connection: Connection, table_id: str) -> StoredTable:
    edition = connection.execute(select(leases.c.edition).where(leases.c.table_id == table_id)).scalar() or 0
    loaded = load_table(connection, table_id)
    assert loaded is not None
    return StoredTable(*loaded, edition)


def _check_table(stored: StoredTable, file: ChecksumFile | None, due: bool, report: CheckReport) -> None:
    """Check one table, and add the outcome to the report; `due` says that it must be replayed."""
    header, events, edition = stored
    known = None if file is None else file.checksum(header.id)
    if known is not None:
        change = change_of(known, edition, header, events)
        if change is not None:
            report.faults.append(f"table {header.id} {change}")
            return
        if not due and (known.edition, known.events) == (edition, len(events)):
            return
    match, faults = _replay(header, events)
    report.matches += match
    report.faults += [f"table {header.id} {fault}" for fault in faults]
    if file is not None and not faults:
        file.note(header.id, Checksum(edition, len(events), digest_of(header, events)))


def _replay(header: TableHeader, events: Sequence[TableEvent]) -> tuple[bool, list[str]]:
    """Return whether a table has a match, and its faults."""
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        return True, ["has gaps in its events"]
    try:
        state = replay(header, events)
    except Exception as error:
        return True, [f"cannot be replayed: {error}"]
    if state.match is None:
        return False, []
    return True, [f"has a wrong record: {fault}" for fault in verify(state.match.record())]
