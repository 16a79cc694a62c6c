"""Notifications for correspondence players. Players get one notification when their turn begins, and another before
their time runs out.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time

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
TURN, SOON = "turn", "soon"


class Reminders:
    """Notifications for the correspondence tables of one hub."""

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
        """After an event at a correspondence table that this process owns, notify the players who have to act."""
        task = asyncio.create_task(self.notify(table, TURN), name="reminders")
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
        state = table.state
        if not state.slow or not web_push.available():
            return
        present = table.presence.present()
        for seat in state.people_to_act():
            turn = state.turn_version(seat)
            subscriptions = await self._store.of(state.seats[seat].holders)
            if not subscriptions or turn is None or present[seat]:
                continue
            if await self._store.claim_reminder(table.id, seat, turn, kind):
                await asyncio.gather(*(self._send(table, each, kind) for each in subscriptions))

    async def _send(self, table: LiveTable, to: PushSubscription, kind: str) -> None:
        body = to.turn if kind == TURN else to.soon
        message = {"title": table.state.game.title, "body": body, "path": f"table/{table.id}"}
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
