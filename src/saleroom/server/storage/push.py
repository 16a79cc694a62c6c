"""Stored push subscriptions: the browsers that get notifications."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, delete, insert, select

from saleroom.server.storage.columns import push_browsers
from saleroom.server.storage.database import Database

MOST = 10
"""Maximum number of subscriptions of one device.

Beyond it, a new subscription replaces the oldest, because a browser's address can change.
"""


@dataclass(frozen=True)
class PushSubscription:
    """Push subscription of a browser, with notification texts in the person's language."""

    endpoint: str
    holder: str
    p256dh: str
    auth: str
    turn: str
    """Text of the notification that it is the person's turn."""
    soon: str
    """Text of the notification that the person's time runs out soon."""
    made_at: float


class PushStore:
    """The push subscriptions of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, new: PushSubscription) -> None:
        """Store a subscription; it replaces any earlier subscription of the same browser."""
        await self._database.write(partial(_add, new=new))

    async def remove(self, endpoint: str, holder: str | None = None) -> None:
        """Delete a browser's subscription."""
        own = push_browsers.c.endpoint == endpoint
        query = own if holder is None else own & (push_browsers.c.holder == holder)
        await self._database.write(lambda connection: connection.execute(delete(push_browsers).where(query)))

    async def find(self, endpoint: str) -> PushSubscription | None:
        """Return a browser's subscription; None if it has ended."""
        query = select(push_browsers).where(push_browsers.c.endpoint == endpoint)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else PushSubscription(**row._mapping)

    async def of(self, holders: Sequence[str]) -> list[PushSubscription]:
        """Return the subscriptions of the devices `holders`."""
        query = select(push_browsers).where(push_browsers.c.holder.in_(holders))
        return await self._database.read(
            lambda connection: [PushSubscription(**row._mapping) for row in connection.execute(query)]
        )


def _add(connection: Connection, new: PushSubscription) -> None:
    connection.execute(delete(push_browsers).where(push_browsers.c.endpoint == new.endpoint))
    own = select(push_browsers.c.endpoint).where(push_browsers.c.holder == new.holder)
    newest = own.order_by(push_browsers.c.made_at.desc()).limit(MOST - 1)
    gone = (push_browsers.c.holder == new.holder) & push_browsers.c.endpoint.not_in(newest)
    connection.execute(delete(push_browsers).where(gone))
    connection.execute(insert(push_browsers), vars(new))


def forget_browsers(connection: Connection, holders: Sequence[str]) -> list[str]:
    """Delete the subscriptions of the devices `holders`, and return their endpoints."""
    own = push_browsers.c.holder.in_(holders)
    endpoints = list(connection.execute(select(push_browsers.c.endpoint).where(own)).scalars())
    connection.execute(delete(push_browsers).where(own))
    return endpoints
