"""Messages to people who have to act and are away.

At a correspondence table, browsers get one notification when a turn begins, and another before the time runs out. At
other tables, they get at most one in an hour, and only if other people play. The webhook of a correspondence table or
tournament gets one message when the match or a round begins, and one for each turn.
"""

from __future__ import annotations

import asyncio
import hmac
import itertools
import json
import logging
import time
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from functools import partial

from saleroom.games import load
from saleroom.server.core.state.table import SeatState, TableState, is_person
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import PublicUrl
from saleroom.server.ops.tasks import cancel_all
from saleroom.server.realtime.delivery import Delivery, Later, accepted
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.datafile import StoreUnavailable
from saleroom.server.storage.notifications import BROWSER, WEBHOOK, DueMessage, MessageKind, Webhook
from saleroom.server.storage.outage import try_job
from saleroom.server.storage.push import PushSubscription
from saleroom.server.workers import web_push, webhook
from saleroom.server.workers.https_sender import HttpsSender, Post, SendFailed, parse_https
from saleroom.server.workers.web_push import PushTarget
from saleroom.server.workers.webhook import Notice

log = logging.getLogger("saleroom.server")

SECRET, STOP_SECRET = "push", "webhook"
FAILURE = "people could not be reminded"
BEFORE = 6 * 3600.0
"""Seconds before the end of their time at which players are reminded."""
EVERY = 10.0
"""Seconds between two checks for messages that are due."""
CHECKS = 30
"""Number of such checks between two checks for turns that end soon."""
CONNECTED = 3
"""Number of such checks after the start in which people have time to connect again."""
TURN: MessageKind = "turn"
SOON: MessageKind = "soon"
FAST: MessageKind = "fast"
"""Kind of the notifications that a turn begins at a table without days for a move."""
FAST_EVERY = 3600
"""Minimum number of seconds between two notifications of the kind `FAST` for a seat of a table."""
CODES_AT_ONCE = 4
"""Number of threads that look up the hosts of new webhooks, so that slow ones do not delay the messages to others."""


class Reminders:
    """Messages about the tables and tournaments of one hub."""

    def __init__(
        self,
        hub: Hub,
        public: PublicUrl | None = None,
        webhooks: bool = True,
        sender: HttpsSender | None = None,
    ) -> None:
        """Prepare messages. Push services need a contact address of the operator; it is the origin of `public`.

        Webhooks need `public` for the links in their messages; without it, or if `webhooks` is false, they get none.
        """
        self._hub, self._browsers, self._store = hub, hub.store.push, hub.store.notifications
        self._public = public if webhooks else None
        self._subject = public.origin if public else "mailto:root@localhost"
        self._sender = sender or HttpsSender()
        self._code_sender = self._sender.with_threads(CODES_AT_ONCE)
        self._delivery = Delivery(self._store, self._sender, self._compose, self._gone)
        self._tasks: set[asyncio.Task[bool]] = set()
        self._key: web_push.ec.EllipticCurvePrivateKey | None = None
        hub.on_turn = self.note

    async def public_key(self) -> str | None:
        """Return the key that browsers need to subscribe; None if notifications cannot be sent."""
        return web_push.public_part(await self._private_key()) if web_push.available() else None

    async def _private_key(self) -> web_push.ec.EllipticCurvePrivateKey:
        if self._key is None:
            self._key = web_push.key_from(await self._hub.store.contests.secret(SECRET))
        return self._key

    @property
    def has_webhooks(self) -> bool:
        """Whether this server sends messages to webhooks."""
        return self._public is not None

    # What is due

    def note(self, table: LiveTable) -> None:
        """After an event at a table that this process owns, notify the players who have to act and are away."""
        if table.state.slow:
            self._start(partial(self.notify, table, TURN))
        elif _away(table, FAST):
            self._start(partial(self.notify, table, FAST))

    def note_round(self, tournament_id: str, number: int) -> None:
        """After a round of a tournament has begun, tell its webhook."""
        self._start(partial(self._announce_round, tournament_id, number))

    def _start(self, job: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.create_task(try_job(job, FAILURE), name="reminders")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def run(self) -> None:
        """Until cancelled, regularly send due messages, remind players whose time runs out soon, and notify players who
        missed a message because no server was running.
        """
        caught_up = False
        for check in itertools.count():
            if check % CHECKS == 0:
                await try_job(self.remind, FAILURE)
            if check >= CONNECTED and not caught_up:
                caught_up = await try_job(self.catch_up, FAILURE)
            await try_job(self._delivery.deliver, FAILURE)
            await asyncio.sleep(EVERY)

    async def remind(self) -> None:
        """Remind all players whose reminder is due now.

        The time in memory decides whether a reminder is due, because the stored time is a little older.
        """
        soon = time.time() + BEFORE
        for table_id in await self._hub.store.overdue(soon):
            if not await try_job(partial(self._remind_table, table_id, soon), FAILURE, table=table_id):
                return

    async def _remind_table(self, table_id: str, soon: float) -> None:
        table = await self._hub.find(table_id)
        if table is None or table.owner is not None or table.state.due_at is None:
            return
        if table.state.due_at <= soon:
            await self.notify(table, TURN)
            await self.notify(table, SOON)

    async def catch_up(self) -> None:
        """Send the messages to webhooks that an earlier process did not store before it ended. Raise `StoreUnavailable`
        if some have to be sent later.
        """
        for each in await self._store.working_webhooks() if self.has_webhooks else ():
            if not await try_job(partial(self._catch_up, each), FAILURE, **{each.scope: each.target}):
                raise StoreUnavailable("some webhooks could not be read")

    async def _catch_up(self, chat: Webhook) -> None:
        if chat.scope == "event":
            tournament = await self._hub.store.contests.tournaments.find(chat.target)
            if tournament is not None:
                await self._announce_round(chat.target, tournament.round)
            return
        table = await self._hub.find(chat.target)
        if table is not None and table.owner is None:
            await self.notify(table, TURN)

    async def notify(self, table: LiveTable, kind: MessageKind) -> None:
        """Notify the people who have to act and are away, once per turn and `kind`."""
        state = table.state
        chat = await self._webhook_of(table) if kind == TURN and state.slow else None
        claimed = chat is not None
        for seat in _away(table, kind):
            turn = state.turn_version(seat)
            recipients = await self._recipients(state.seats[seat], chat)
            if turn is None or not recipients:
                continue
            once = int(time.time() // FAST_EVERY) if kind == FAST else turn
            claimed |= await self._store.claim_turn(table.id, seat, once, kind, recipients, time.time())
        if claimed:
            await self._delivery.deliver()

    async def _recipients(self, seat: SeatState, chat: Webhook | None) -> list[str]:
        """Return who gets messages about the turns of the person at a seat."""
        recipients = []
        if web_push.available():
            devices = await self._hub.store.people.holders_of(seat.holders[0])
            recipients = [f"{BROWSER}{subscription.endpoint}" for subscription in await self._browsers.of(devices)]
        if chat is not None and (await self._store.preferences(await self._identity(seat))).chats:
            recipients.append(chat.recipient)
        return recipients

    async def _webhook_of(self, table: LiveTable) -> Webhook | None:
        """Return the webhook of a table, if it gets messages now. First announce that the match begins; after the
        match, forget the webhook.
        """
        chat = await self._store.webhook("table", table.id) if self.has_webhooks else None
        if chat is not None and table.state.over:
            await self._store.remove_webhook(chat.id)
            return None
        if chat is None or not chat.works or not await self._may_send(chat, table.state):
            return None
        if table.state.progress is not None and not chat.announced:
            await self._store.claim_beginning(chat, 1, time.time())
        return chat

    async def _may_send(self, chat: Webhook, state: TableState) -> bool:
        """Return whether the person who gave the address still owns the table, and is not blocked."""
        devices = await self._hub.store.people.holders_of(chat.identity)
        blocked = self._hub.restrictions.blocked
        return any(map(state.is_owner, devices)) and not any(device in blocked for device in devices)

    async def _announce_round(self, tournament_id: str, number: int) -> None:
        chat = await self._store.webhook("event", tournament_id) if self.has_webhooks else None
        if chat is not None and chat.works and chat.announced < number:
            await self._store.claim_beginning(chat, number, time.time())
            await self._delivery.deliver()

    async def _identity(self, seat: SeatState) -> str:
        return await self._hub.store.people.identity_of(seat.holders[0])

    # What is sent

    async def _compose(self, message: DueMessage) -> Post | Later | None:
        if message.recipient.startswith(BROWSER):
            return await self._compose_push(message)
        chat = await self._store.webhook_by_id(message.recipient.removeprefix(WEBHOOK))
        if chat is None or not chat.works or self._public is None:
            return None
        return await (self._compose_turn if message.kind == TURN else self._compose_beginning)(message, chat)

    async def _compose_push(self, message: DueMessage) -> Post | Later | None:
        subscription = await self._browsers.find(message.recipient.removeprefix(BROWSER))
        state = await self._state_of(message)
        if subscription is None or state is None:
            return None
        wait = await self._quiet(state.seats[message.seat])
        if wait is not None:
            return wait
        waiting = await self._hub.lobby.awaiting(state.seats[message.seat].holders[0])
        text = {
            "title": state.game.title,
            "body": subscription.soon if message.kind == SOON else subscription.turn,
            "path": f"table/{message.target}",
            "count": max(1, len(waiting)),  # stored summaries are a little older
        }
        return await self._push(subscription, json.dumps(text).encode())

    async def _push(self, to: PushSubscription, body: bytes) -> Post:
        browser, key = PushTarget(to.endpoint, to.p256dh, to.auth), await self._private_key()
        return await asyncio.to_thread(web_push.post, key, self._subject, browser, body)

    async def _compose_turn(self, message: DueMessage, chat: Webhook) -> Post | Later | None:
        state = await self._state_of(message)
        if state is None or not await self._may_send(chat, state):
            return None
        seat = state.seats[message.seat]
        if not (await self._store.preferences(await self._identity(seat))).chats:
            return None
        wait = await self._quiet(seat)
        names = {"name": seat.name, "game": state.game.title}
        return wait or await self._to_chat(chat, "turn", names, f"table/{message.target}")

    async def _compose_beginning(self, message: DueMessage, chat: Webhook) -> Post | None:
        if chat.scope == "table":
            table = await self._hub.find(message.target)
            if table is None or not await self._may_send(chat, table.state):
                return None
            return await self._to_chat(chat, "begin", {"game": table.state.game.title}, f"table/{message.target}")
        tournament = await self._hub.store.contests.tournaments.find(message.target)
        if tournament is None or tournament.organiser != chat.identity:
            return None
        names = {"title": tournament.title, "round": str(message.turn), "game": load(tournament.game).title}
        return await self._to_chat(chat, "round", names, f"event/{message.target}")

    async def _state_of(self, message: DueMessage) -> TableState | None:
        """Return the state of a message's table; None if the turn has ended, or if the person is at the table."""
        table = await self._hub.find(message.target)
        if table is None or message.seat not in _to_notify(table, message.kind):
            return None
        present = table.owner is None and table.presence.present()[message.seat]
        begun = table.state.turn_version(message.seat)
        return None if present or (message.kind != FAST and begun != message.turn) else table.state

    async def _quiet(self, seat: SeatState) -> Later | None:
        quiet = (await self._store.preferences(await self._identity(seat))).quiet
        until = quiet.end_after(time.time()) if quiet else None
        return None if until is None or until <= time.time() else Later(until)

    async def _to_chat(self, chat: Webhook, kind: webhook.NoticeKind, names: dict[str, str], path: str) -> Post:
        assert self._public is not None
        stop = f"{self._public}stop#{await self.stop_key(chat.id)}"
        notice = Notice(kind, chat.language, names, f"{self._public}{path}", stop)
        return webhook.post(chat.kind, parse_https(chat.address), notice)

    async def _gone(self, message: DueMessage) -> None:
        """Stop sending to an address that does not exist."""
        if message.recipient.startswith(BROWSER):
            await self._browsers.remove(message.recipient.removeprefix(BROWSER))
        else:
            await self._store.fail_webhook(message.recipient.removeprefix(WEBHOOK), time.time())

    # Webhooks

    async def send_code(self, chat: Webhook, code: str) -> bool:
        """Send a code to a new webhook; return whether the receiver accepted it."""
        try:
            answer = await self._code_sender.post(await self._to_chat(chat, "code", {"code": code}, ""))
        except SendFailed as failure:
            log.info("a code could not be delivered", extra={FACTS: {"trouble": str(failure)}})
            return False
        return accepted(answer)

    async def stop_key(self, webhook_id: str) -> str:
        """Return the key with which each reader of a webhook's messages can stop them."""
        secret = await self._hub.store.contests.secret(STOP_SECRET)
        return f"{webhook_id}.{urlsafe_b64encode(hmac.digest(secret, webhook_id.encode(), 'sha256')[:18]).decode()}"

    async def stop(self, key: str) -> bool:
        """Remove the webhook to which a key belongs; return whether the key is valid."""
        webhook_id = key.partition(".")[0]
        if not hmac.compare_digest(key.encode(), (await self.stop_key(webhook_id)).encode()):
            return False
        await self._store.remove_webhook(webhook_id)
        return True

    async def close(self) -> None:
        """Cancel messages in progress; the next process sends them."""
        await cancel_all(self._tasks)
        self._code_sender.close()
        self._delivery.close()


def _away(table: LiveTable, kind: MessageKind) -> list[int]:
    """Return the seats of people who have to act, are away, and get messages of a kind at this table."""
    present = table.presence.present()
    return [seat for seat in _to_notify(table, kind) if not present[seat]]


def _to_notify(table: LiveTable, kind: MessageKind) -> list[int]:
    """Return the seats of people who have to act, and get messages of a kind at this table when they are away."""
    state = table.state
    if state.slow == (kind == FAST) or (kind == FAST and len(list(state.people())) < 2):
        return []
    return [seat for seat in state.people_to_act() if is_person(state.seats[seat])]
