"""Notifications for people who are away while a table waits for their move.

At tables with days for a move, people get one notification when their turn begins, and another before their time runs
out. At other tables with several people, they get one when their turn begins, at most once an hour.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time

from saleroom.server.core.state.table import is_person
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import PublicUrl
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.push import PushSubscription
from saleroom.server.workers import web_push
from saleroom.server.workers.web_push import PushTarget

log = logging.getLogger("saleroom.server")

SECRET = "push"
BEFORE = 6 * 3600.0
"""Seconds before the end of their time at which players are reminded."""
EVERY = 300.0
"""Seconds between two checks for turns that end soon."""
TURN, SOON, FAST = "turn", "soon", "fast"
"""Kinds of notifications: a turn begins, time runs out soon, a turn begins at a table without days for a move."""
FAST_EVERY = 3600
"""Minimum number of seconds between two notifications of the kind `FAST` for a seat of a table."""


class Reminders:
    """Notifications for the tables of one hub."""

    def __init__(self, hub: Hub, public: PublicUrl | None = None) -> None:
        """Prepare notifications. Push services need a contact address of the operator; it is the origin of `public`."""
        self._hub, self._store = hub, hub.store.push
        self._subject = public.origin if public else "mailto:root@localhost"
        self._tasks: set[asyncio.Task[None]] = set()
        self._key: web_push.ec.EllipticCurvePrivateKey | None = None
        hub.on_turn = self.note

    async def public_key(self) -> str | None:
        """Return the key that browsers need to subscribe; None if notifications cannot be sent."""
        return web_push.public_part(await self._private_key()) if web_push.available() else None

    async def _private_key(self) -> web_push.ec.EllipticCurvePrivateKey:
        if self._key is None:
            self._key = web_push.key_from(await self._hub.store.contests.secret(SECRET))
        return self._key

    def note(self, table: LiveTable) -> None:
        """After an event at a table that this process owns, notify the players who have to act and are away."""
        kind = TURN if table.state.slow else FAST
        if not _away(table, kind):
            return
        task = asyncio.create_task(self.notify(table, kind), name="reminders")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def run(self) -> None:
        """Until cancelled, regularly remind players whose time runs out soon, and players who missed a notification
        because no server was running.
        """
        while True:
            try:
                await self.remind()
            except Exception:
                log.exception("people could not be reminded")
            await asyncio.sleep(EVERY)

    async def remind(self) -> None:
        """Remind all players whose reminder is due now.

        The time in memory decides whether a reminder is due, because the stored time is a little older.
        """
        soon = time.time() + BEFORE
        for table_id in await self._hub.store.overdue(soon):
            table = await self._hub.find(table_id)
            if table is None or table.owner is not None or table.state.due_at is None:
                continue
            if table.state.due_at <= soon:
                await self.notify(table, TURN)
                await self.notify(table, SOON)

    async def notify(self, table: LiveTable, kind: str) -> None:
        """Notify the people who have to act and are away, once per turn and `kind`."""
        if not web_push.available():
            return
        state = table.state
        for seat in _away(table, kind):
            turn, holder = state.turn_version(seat), state.seats[seat].holders[0]
            subscriptions = await self._store.of(await self._hub.store.people.holders_of(holder))
            if not subscriptions or turn is None:
                continue
            once = int(time.time() // FAST_EVERY) if kind == FAST else turn
            if await self._store.claim_reminder(table.id, seat, once, kind):
                count = max(1, len(await self._hub.lobby.awaiting(holder)))  # stored summaries are a little older
                await asyncio.gather(*(self._send(table, each, kind, count) for each in subscriptions))

    async def _send(self, table: LiveTable, to: PushSubscription, kind: str, count: int) -> None:
        """Send a notification to a browser; `count` is the number of tables that wait for its person."""
        body = to.soon if kind == SOON else to.turn
        message = {"title": table.state.game.title, "body": body, "path": f"table/{table.id}", "count": count}
        browser = PushTarget(to.endpoint, to.p256dh, to.auth)
        key = await self._private_key()
        try:
            sent = await asyncio.to_thread(web_push.send, key, self._subject, browser, json.dumps(message).encode())
        except (OSError, ValueError) as error:
            log.warning("a browser could not be notified", extra={FACTS: {"trouble": type(error).__name__}})
            return
        if not sent:
            await self._store.remove(to.endpoint)

    async def close(self) -> None:
        """Cancel notifications in progress."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _away(table: LiveTable, kind: str) -> list[int]:
    """Return the seats of people who have to act, are away, and get notifications of a kind at this table."""
    state = table.state
    if state.slow == (kind == FAST) or (kind == FAST and len(list(state.people())) < 2):
        return []
    present = table.presence.present()
    return [seat for seat in state.people_to_act() if is_person(state.seats[seat]) and not present[seat]]
