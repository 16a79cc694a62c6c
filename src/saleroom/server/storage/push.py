"""Stored data of notifications: the browsers that get them, and a record of sent notifications."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection, delete, insert, select

from saleroom.server.storage.columns import push_browsers, sent_reminders
from saleroom.server.storage.database import Database, insert_or

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

    async def of(self, holders: Sequence[str]) -> list[PushSubscription]:
        """Return the subscriptions of the devices `holders`."""
        query = select(push_browsers).where(push_browsers.c.holder.in_(holders))
        return await self._database.read(
            lambda connection: [PushSubscription(**row._mapping) for row in connection.execute(query)]
        )

    async def claim_reminder(self, table_id: str, seat: int, turn: int, kind: str) -> bool:
        """Record that this process sends a notification about a turn; return `False` if a process has already recorded
        the same notification.
        """
        values = {"table_id": table_id, "seat": seat, "turn": turn, "kind": kind}
        return await self._database.write(
            lambda connection: (
                connection.execute(
                    insert_or(connection, sent_reminders).values(values).on_conflict_do_nothing()
                ).rowcount
                > 0
            )
        )


def _add(connection: Connection, new: PushSubscription) -> None:
    connection.execute(delete(push_browsers).where(push_browsers.c.endpoint == new.endpoint))
    own = select(push_browsers.c.endpoint).where(push_browsers.c.holder == new.holder)
    newest = own.order_by(push_browsers.c.made_at.desc()).limit(MOST - 1)
    gone = (push_browsers.c.holder == new.holder) & push_browsers.c.endpoint.not_in(newest)
    connection.execute(delete(push_browsers).where(gone))
    connection.execute(insert(push_browsers), vars(new))


def forget_browsers(connection: Connection, holders: Sequence[str]) -> None:
    """Delete the subscriptions of the devices `holders`."""
    connection.execute(delete(push_browsers).where(push_browsers.c.holder.in_(holders)))
