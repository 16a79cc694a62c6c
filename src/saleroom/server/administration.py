"""Actions of the command `saleroom admin`. An action changes the store; servers that are running then apply the
changes.

Every change is logged before it is carried out. If an action adds or lifts a restriction, one transaction writes the
restriction and the log entry.
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property

from saleroom.server.api.me import personal_data
from saleroom.server.core.typed_text import NAME_LENGTH, clean
from saleroom.server.ops.settings import DataPlace
from saleroom.server.protocol.common import DAY
from saleroom.server.realtime.archiving import ArchiveReport, OlderVersionRuns, archive_due
from saleroom.server.realtime.erasure import erase, leave_seats
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.administration import AdminLogLine
from saleroom.server.storage.bots import SCOPES, BotAccount, BotRefused, BotToken
from saleroom.server.storage.database import refuse_outdated
from saleroom.server.storage.directory import ChatLine, Directory, PersonLine, TableLine
from saleroom.server.storage.people import Account
from saleroom.server.storage.store import Store

REVIEW = 3600.0
"""Seconds after a table's last event for which its people may still look at the match."""
SHORTEST = 6
"""Minimum number of characters in an abbreviated id."""
STATUSES = ("gathering", "playing", "over", "closed")
ID = re.compile(f"[0-9a-f]{{{SHORTEST},64}}")


class ActionRefused(ValueError):
    """Error: an action cannot be carried out; the text says why, in one line."""


@asynccontextmanager
async def administering(place: DataPlace, operator: str, note: str = "") -> AsyncIterator[Administrator]:
    """Open a store for an operator; raise `StoreTrouble` if the store is unusable or has a different schema version."""
    refuse_outdated(place)
    store = await Store.open(place)
    hub = Hub(store, "", plays=False)
    try:
        yield Administrator(hub, operator, note)
    finally:
        await hub.close()
        await store.leases.give_up()  # running servers can then take over the changed tables
        await store.close()


@dataclass
class Administrator:
    """Queries and actions of an operator."""

    hub: Hub
    operator: str
    note: str
    """Reason for the actions, which is written to the log."""

    @cached_property
    def _directory(self) -> Directory:
        return Directory(self.hub.store.database)

    # Queries

    async def people(self, name: str | None, limit: int) -> list[PersonLine]:
        """Return the people who took a seat most recently. If `name` is given, return only people whose name contains
        it.
        """
        return await self._directory.people(name, limit)

    async def tables(self, person: str | None, status: str | None, limit: int) -> list[TableLine]:
        """Return the tables with the latest events. `person` and `status`, if given, limit the selection."""
        if status is not None and status not in STATUSES:
            raise ActionRefused(f"--status {status}: the statuses are {', '.join(STATUSES)}")
        among = None if person is None else await self._tables_with(await self.account(person))
        return await self._directory.tables(among, status, limit)

    async def table(self, table_id: str) -> tuple[TableLine, list[ChatLine]]:
        """Return a table with its players and its chat."""
        lines = await self._directory.tables([table_id], None, 1)
        if not lines:
            raise ActionRefused(f"there is no table {table_id}; `saleroom admin tables` lists them")
        return lines[0], await self._directory.chat(table_id)

    async def log(self, limit: int) -> list[AdminLogLine]:
        """Return the last actions from the log, latest first."""
        return await self.hub.store.administration.log(limit)

    async def account(self, person: str) -> Account:
        """Return the person whose id begins with `person`."""
        if not ID.fullmatch(person):
            raise ActionRefused(f"{person!r} is no person's id: {SHORTEST} to 64 of the characters 0 to 9 and a to f")
        identities = await self._directory.identities(person)
        if not identities:
            raise ActionRefused(f"no id of a person begins with {person}; `saleroom admin people` lists them")
        if len(identities) > 1:
            raise ActionRefused(f"the ids of several people begin with {person}; give more characters")
        return await self.hub.store.people.account_of(identities[0])

    async def _tables_with(self, account: Account) -> list[str]:
        return await self.hub.store.erasure.tables_with(account.devices)

    # Actions

    async def restrict(self, action: str, person: str) -> Account:
        """Mute or block a person, or end such a restriction. A blocked person loses their seats in unfinished
        matches.
        """
        account = await self.account(person)
        async with self._logged(action, account.identity):
            if action == "block":
                for table_id in await self._directory.unfinished(account.devices):
                    await leave_seats(self.hub, table_id, account.devices)
        return account

    async def close(self, table_id: str, closed: bool = True) -> None:
        """Close a table, so that players can neither find the table nor act there; with `closed=False`, reopen the
        table.
        """
        line, _ = await self.table(table_id)
        if line.contest is not None:
            raise ActionRefused(
                f"table {table_id} is part of {line.contest}, whose other tables rely on it; block people instead"
            )
        if line.closed == closed:
            raise ActionRefused(f"table {table_id} is {'closed already' if closed else 'not closed'}")
        async with self._logged("close" if closed else "reopen", table_id):
            pass

    async def export(self, person: str) -> AsyncIterator[bytes]:
        """Return all stored data about a person as pieces of a JSON document. The document is the one that the person
        can export themselves.
        """
        account = await self.account(person)
        async with self._logged("export", account.identity):
            return await personal_data(self.hub, account)

    async def erase(self, person: str) -> int:
        """Erase a person permanently; return the number of their tables."""
        account = await self.account(person)
        async with self._logged("erase", account.identity):
            return len(await erase(self.hub, account.devices, account.identity))

    async def archive(self, days: int) -> ArchiveReport:
        """Move the finished tables without an event in the last `days` days into the archive, without rests. Tables
        with an event in the last `REVIEW` seconds stay, because people may still look at them.
        """
        try:
            async with self._logged("archive", f"{days} days"):
                return await archive_due(self.hub.store, time.time() - max(days * DAY, REVIEW), rest=0)
        except OlderVersionRuns:
            raise ActionRefused(
                "a server of an older version runs, which cannot read archives; stop it first"
            ) from None

    # Bot accounts, called programs in the user interface

    async def bots(self) -> list[tuple[BotAccount, list[BotToken]]]:
        """Return all bot accounts with their tokens."""
        return await self.hub.store.bots.everything()

    async def new_bot_token(self, name: str, scopes: list[str]) -> str:
        """Create a token for the operator's bot called `name`; return the token's secret.

        If there is no such bot, create it first.
        """
        if unknown := sorted(set(scopes) - set(SCOPES)):
            raise ActionRefused(f"--scope {unknown[0]}: the scopes are {', '.join(SCOPES)}")
        store, clear = self.hub.store.bots, clean(name, NAME_LENGTH)
        if not clear:
            raise ActionRefused("a program's name needs visible letters")
        bot = await store.named(clear) or await store.make(clear, None, time.time())
        if bot.person is not None:
            raise ActionRefused(f"{bot.name} belongs to a person, who creates its tokens; choose another name")
        try:
            _, secret = await store.add_token(bot.id, f"by {self.operator}"[:40], scopes or SCOPES, time.time())
        except BotRefused as trouble:
            raise ActionRefused(str(trouble)) from None
        return secret

    async def retire(self, name: str) -> BotAccount:
        """Delete a bot account and its tokens, even if it belongs to a person; the bot then has no access."""
        bot = await self.hub.store.bots.named(name)
        if bot is None:
            raise ActionRefused(f"there is no program called {name}; `saleroom admin programs` lists them")
        async with self._logged("retire", bot.id):
            await self.hub.store.bots.retire(bot.id)
        return bot

    @asynccontextmanager
    async def _logged(self, action: str, subject: str) -> AsyncIterator[None]:
        log = self.hub.store.administration
        number = await log.begin(action, subject, self.operator, self.note, time.time())
        yield
        await log.end(number, time.time())
