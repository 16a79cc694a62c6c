"""Background work that moves finished tables into the archive, some days after their last event."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.protocol.common import DAY
from saleroom.server.storage.archive_store import FIRST
from saleroom.server.storage.datafile import StoreTrouble, StoreUnavailable
from saleroom.server.storage.outage import log_trouble, try_job
from saleroom.server.storage.store import Store

log = logging.getLogger("saleroom.server")

BEGIN_AFTER = 120.0
"""Seconds from the server's start to the first pass."""
EVERY = 3600.0
"""Seconds from the end of a pass to the next one."""
REST = 4.0
"""Seconds of rest for each second of work, so that the archiver takes at most a fifth of a core."""
SHORTEST_REST = 0.02
JOB = "archive"


class OlderVersionRuns(Exception):
    """Error: a process of a version that cannot read archives uses the same database."""


@dataclass
class ArchiveReport:
    """Figures of one pass."""

    tables: int = 0
    bytes_before: int = 0
    """Bytes of the events as rows, without indexes."""
    bytes_after: int = 0
    """Bytes of the archives."""
    failed: int = 0
    """Number of tables that could not be archived. They stay as they were."""
    trouble: str = ""
    """Reason of the first failure, in one line."""


async def archive_regularly(store: Store, days: int) -> None:
    """Until cancelled, regularly archive the tables without an event in the last `days` days; with 0, do nothing.

    Of several processes with a bus, one archives. Without a bus, several may archive at once. Each table is then
    archived once, because its lease is locked.
    """
    if days == 0:
        return
    await asyncio.sleep(BEGIN_AFTER)
    while True:
        await try_job(partial(_one_pass, store, days), "finished tables could not be archived")
        await asyncio.sleep(EVERY)


async def _one_pass(store: Store, days: int) -> None:
    if not await store.leases.claim(JOB):
        return
    try:
        report = await archive_due(store, time.time() - days * DAY)
    except OlderVersionRuns:
        log.info("no table is archived, because a process of an older version runs")
        return
    if report.tables or report.failed:
        log.info("archived", extra={FACTS: vars(report)})


async def archive_due(store: Store, before: float, rest: float = REST) -> ArchiveReport:
    """Archive all finished tables without an event since the time `before`; rest after each of them.

    An interruption leaves each table as it was or archived. Raise `OlderVersionRuns` if an older process could not read
    the tables, and `StoreUnavailable` if the database fails at two tables in a row.
    """
    report, last = ArchiveReport(), FIRST
    available = True
    while due := await store.archives.due(before, last):
        if await store.leases.older_version_runs():
            raise OlderVersionRuns
        for last in due:
            began = perf_counter()
            available = await _try_to_archive(store, last.table_id, report, available)
            await asyncio.sleep(max(SHORTEST_REST, (perf_counter() - began) * rest) if rest else 0)
    return report


async def _try_to_archive(store: Store, table_id: str, report: ArchiveReport, available: bool) -> bool:
    """Archive one table, and count and log a failure. Return False if the database was unavailable; raise
    `StoreUnavailable` if it was not `available` before either. One failure alone could be due to the table.
    """
    try:
        await _archive(store, table_id, report)
        return True
    except Exception as error:
        report.failed += 1
        report.trouble = report.trouble or f"table {table_id}: {error}"
        if isinstance(error, StoreTrouble):
            log_trouble(error, table=table_id)
        else:
            log.exception("not archived", extra={FACTS: {"table": table_id}})
        if isinstance(error, StoreUnavailable) and not available:
            raise
        return not isinstance(error, StoreUnavailable)


async def _archive(store: Store, table_id: str, report: ArchiveReport) -> None:
    moved = await store.archives.move(table_id)
    if moved is None:
        return
    before, after = moved.bytes_before, len(moved.content)
    report.tables += 1
    report.bytes_before += before
    report.bytes_after += after
    metrics.ARCHIVED.inc()
    metrics.ARCHIVED_ROWS.inc(before)
    metrics.ARCHIVED_BYTES.inc(after)
