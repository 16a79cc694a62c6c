"""Avoid lists: the people with whom the server should not seat a person. Only that person sees their list."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, delete, func, or_, select, union, update

from saleroom.server.storage.columns import avoided_people, devices
from saleroom.server.storage.database import Database, insert_once
from saleroom.server.storage.table_transactions import events_after

MOST_AVOIDED = 500
"""Maximum number of people on one list."""


@dataclass(frozen=True)
class Avoided:
    """Entry of an avoid list, as its owner sees it."""

    id: str
    """Random id of the entry, which says nothing about the person."""
    name: str
    """Name that the person had at the table where the list's owner met them."""
    avoided_at: float


@dataclass(frozen=True)
class Visit:
    """Visit of a person or a bot account to a seat: the event with which they sat down."""

    number: int
    """Number of the event."""
    seat: int
    holder: str
    name: str


class Avoidance:
    """The avoid lists of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def visits(self, table_id: str) -> list[Visit]:
        """Return all visits to a table's seats, the first one first."""
        return await self._database.read(partial(_visits, table_id=table_id))

    async def add(self, identity: str, avoided: str, name: str, now: float) -> bool:
        """Put a person on the list of `identity`; return whether they are on it now. A second call changes only
        the name.
        """
        return await self._database.write(partial(_add, identity=identity, avoided=avoided, name=name, now=now))

    async def remove(self, identity: str, entry: str) -> None:
        """Remove an entry from the list of `identity`."""
        one = (avoided_people.c.identity == identity, avoided_people.c.id == entry)
        await self._database.write(lambda connection: connection.execute(delete(avoided_people).where(*one)))

    async def all_of(self, identity: str) -> dict[str, Avoided]:
        """Return the list of `identity` by the identities of the people on it, the latest entry first."""
        query = select(avoided_people).where(avoided_people.c.identity == identity)
        ordered = query.order_by(avoided_people.c.avoided_at.desc(), avoided_people.c.id)
        rows = await self._database.read(lambda connection: connection.execute(ordered).all())
        return {row.avoided: Avoided(row.id, row.name, row.avoided_at) for row in rows}

    async def kept_apart(self, identity: str) -> set[str]:
        """Return all devices of the people whom `identity` avoids, and of those who avoid `identity`."""
        return await self._database.read(partial(_kept_apart, identity=identity))


# Transactions


def _visits(connection: Connection, table_id: str) -> list[Visit]:
    events = (event for event in events_after(connection, table_id, 0) if event.kind == "sit")
    return [Visit(event.number, event.seat or 0, event.holder or "", event.data["name"]) for event in events]


def _add(connection: Connection, identity: str, avoided: str, name: str, now: float) -> bool:
    own = avoided_people.c.identity == identity
    entry = update(avoided_people).where(own, avoided_people.c.avoided == avoided)
    if connection.execute(entry.values(name=name)).rowcount:
        return True
    if connection.execute(select(func.count()).where(own)).scalar_one() >= MOST_AVOIDED:
        return False
    row = {"identity": identity, "avoided": avoided, "id": secrets.token_urlsafe(12), "name": name, "avoided_at": now}
    insert_once(connection, avoided_people, [row])
    return True


def _kept_apart(connection: Connection, identity: str) -> set[str]:
    avoided = select(avoided_people.c.avoided).where(avoided_people.c.identity == identity)
    avoiding = select(avoided_people.c.identity).where(avoided_people.c.avoided == identity)
    identities = union(avoided, avoiding)
    own = select(devices.c.holder).where(devices.c.person.in_(identities))
    return set(connection.execute(identities).scalars()) | set(connection.execute(own).scalars())


def forget_own_devices(connection: Connection, person: str) -> None:
    """Delete a person's entry about themselves: one of their devices avoided another before the two were linked."""
    connection.execute(
        delete(avoided_people).where(avoided_people.c.identity == person, avoided_people.c.avoided == person)
    )


def forget_avoidance(connection: Connection, ids: Sequence[str]) -> None:
    """Delete the lists of a person, and their entries on the lists of others. `ids` are the person's identity and
    devices: processes of versions without these lists leave entries at a device that they link.
    """
    own = or_(avoided_people.c.identity.in_(ids), avoided_people.c.avoided.in_(ids))
    connection.execute(delete(avoided_people).where(own))
