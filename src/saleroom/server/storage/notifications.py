"""Stored webhooks, messages that are still to be sent, and what people want to receive.

A message is stored in the transaction that records that it is needed, and deleted after it has been sent. If the
process ends between sending and deleting, the message is sent once more.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from saleroom.server.ops.quiet_hours import QuietHours
from saleroom.server.protocol.message_bodies import WebhookKind
from saleroom.server.storage.columns import due_messages, message_preferences, sent_reminders, webhooks
from saleroom.server.storage.database import Database, insert_once, insert_or

Scope = Literal["table", "event"]
MessageKind = Literal["turn", "soon", "fast", "begin"]

MOST_WEBHOOKS = 20
"""Maximum number of webhooks of one person."""
MOST_GUESSES = 5
"""Maximum number of attempts to type a code."""
LEASE = 60.0
"""Seconds for which no other process takes a message that is being sent."""


@dataclass(frozen=True)
class Webhook:
    """Address to which the messages of a table or tournament go."""

    id: str
    scope: Scope
    target: str
    """Id of the table or tournament."""
    identity: str
    """Person who gave the address."""
    address: str
    """Secret of that person: everyone who knows it can write to the chat."""
    kind: WebhookKind
    language: str
    code: str
    """SHA-256 of the code, in hex."""
    code_until: float
    guesses: int
    """Number of attempts to type the code."""
    confirmed_at: float | None
    """Time at which the person typed the code; None before. Only a confirmed address gets messages."""
    failed_at: float | None
    """Time since which the receiver says that the address does not exist; None if it works."""
    announced: int
    """Number of the last round whose beginning was announced; a table has only round 1."""
    made_at: float

    @property
    def works(self) -> bool:
        """Whether messages may be sent to the address."""
        return self.confirmed_at is not None and self.failed_at is None

    @property
    def recipient(self) -> str:
        """Recipient of its messages."""
        return f"{WEBHOOK}{self.id}"


WEBHOOK, BROWSER = "webhook:", "browser:"
"""Prefixes of recipients; the id of a webhook or the endpoint of a push subscription follows."""


class DueMessage(NamedTuple):
    """A message that is still to be sent."""

    recipient: str
    kind: MessageKind
    target: str
    """Id of the table; of the tournament if the webhook belongs to one."""
    seat: int
    turn: int
    """Version at which the turn began, or the number of the round that begins; for ``fast``, the hour."""
    due_at: float
    attempts: int
    """Number of attempts, including the current one."""
    made_at: float


@dataclass(frozen=True)
class MessagePreferences:
    """What a person wants to receive."""

    chats: bool = True
    """Whether webhooks may announce the person's turns."""
    quiet: QuietHours | None = None


class NotificationStore:
    """The webhooks, due messages and preferences of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Webhooks

    async def webhook(self, scope: Scope, target: str) -> Webhook | None:
        """Return the webhook of a table or tournament."""
        return await self._one((webhooks.c.scope == scope) & (webhooks.c.target == target))

    async def webhook_by_id(self, webhook_id: str) -> Webhook | None:
        """Return the webhook with this id."""
        return await self._one(webhooks.c.id == webhook_id)

    async def _one(self, which: Any) -> Webhook | None:
        row = await self._database.read(lambda connection: connection.execute(select(webhooks).where(which)).first())
        return None if row is None else Webhook(**row._mapping)

    async def webhooks_of(self, identity: str) -> list[Webhook]:
        """Return the webhooks of a person."""
        return await self._all(webhooks.c.identity == identity)

    async def working_webhooks(self) -> list[Webhook]:
        """Return all webhooks to which messages may be sent."""
        return await self._all(webhooks.c.confirmed_at.is_not(None) & webhooks.c.failed_at.is_(None))

    async def _all(self, which: Any) -> list[Webhook]:
        query = select(webhooks).where(which).order_by(webhooks.c.made_at)
        return await self._database.read(
            lambda connection: [Webhook(**row._mapping) for row in connection.execute(query)]
        )

    async def add_webhook(self, new: Webhook) -> bool:
        """Store a webhook in place of any other one of the same table or tournament; return False if its owner has too
        many.
        """
        return await self._database.write(partial(_add_webhook, new=new))

    async def confirm_webhook(self, webhook_id: str, code: str, announced: int, now: float) -> bool:
        """Confirm a webhook if `code` is its code; return whether it is. Only the first few attempts count."""
        return await self._database.write(
            partial(_confirm, webhook_id=webhook_id, code=code, announced=announced, now=now)
        )

    async def fail_webhook(self, webhook_id: str, now: float) -> None:
        """Record that the address of a webhook does not exist."""
        failed = update(webhooks).where(webhooks.c.id == webhook_id).values(failed_at=now)
        await self._database.write(lambda connection: connection.execute(failed))

    async def remove_webhook(self, webhook_id: str) -> None:
        """Delete a webhook and its due messages."""
        await self._database.write(partial(_remove_webhooks, which=webhooks.c.id == webhook_id))

    # Messages

    async def claim_turn(
        self, table_id: str, seat: int, turn: int, kind: MessageKind, recipients: Sequence[str], due_at: float
    ) -> bool:
        """Store the messages about a turn; return False if a process has already stored or sent them."""
        rows = [_row(recipient, kind, table_id, seat, turn, due_at) for recipient in recipients]
        claim = {"table_id": table_id, "seat": seat, "turn": turn, "kind": kind}
        return await self._database.write(partial(_claim_turn, claim=claim, rows=rows))

    async def claim_beginning(self, webhook: Webhook, number: int, now: float) -> bool:
        """Store the message that round `number` begins; return False if a process has already stored or sent it."""
        row = _row(webhook.recipient, "begin", webhook.target, 0, number, now)
        return await self._database.write(partial(_claim_beginning, webhook_id=webhook.id, row=row))

    async def take_due(self, now: float, limit: int) -> list[DueMessage]:
        """Return up to `limit` messages to send now, so that each recipient gets one at a time.

        For `LEASE` seconds, no other call returns them, nor other messages to their recipients.
        """
        query = select(due_messages.c.due_at).where(due_messages.c.due_at <= now).limit(1)
        if await self._database.read(lambda connection: connection.execute(query).first()) is None:
            return []
        return await self._database.write(partial(_take_due, now=now, limit=limit))

    async def drop_message(self, message: DueMessage) -> None:
        """Delete a message that was sent or is no longer needed."""
        await self._database.write(lambda connection: connection.execute(delete(due_messages).where(_same(message))))

    async def postpone(self, message: DueMessage, until: float, all_of_recipient: bool = False) -> None:
        """Send a message later; with `all_of_recipient`, also the other messages to its recipient."""
        await self._database.write(partial(_postpone, message=message, until=until, all_of_recipient=all_of_recipient))

    # Preferences

    async def preferences(self, identity: str) -> MessagePreferences:
        """Return what a person wants to receive."""
        query = select(message_preferences).where(message_preferences.c.identity == identity)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            return MessagePreferences()
        quiet = None if row.quiet_from is None else QuietHours(row.quiet_from, row.quiet_to, row.time_zone)
        return MessagePreferences(row.chats, quiet)

    async def choose(self, identity: str, chosen: MessagePreferences) -> None:
        """Store what a person wants to receive."""
        quiet = chosen.quiet
        values = {
            "chats": chosen.chats,
            "quiet_from": quiet and quiet.start,
            "quiet_to": quiet and quiet.end,
            "time_zone": quiet and quiet.time_zone,
        }
        await self._database.write(
            lambda connection: connection.execute(
                insert_or(connection, message_preferences)
                .values(identity=identity, **values)
                .on_conflict_do_update(index_elements=["identity"], set_=values)
            )
        )


# Transactions


def _add_webhook(connection: Connection, new: Webhook) -> bool:
    own = select(func.count()).select_from(webhooks).where(webhooks.c.identity == new.identity)
    same = (webhooks.c.scope == new.scope) & (webhooks.c.target == new.target)
    if connection.execute(own.where(~same)).scalar_one() >= MOST_WEBHOOKS:
        return False
    _remove_webhooks(connection, same)
    connection.execute(insert(webhooks), vars(new))
    return True


def _confirm(connection: Connection, webhook_id: str, code: str, announced: int, now: float) -> bool:
    own = webhooks.c.id == webhook_id
    row = connection.execute(select(webhooks).where(own)).first()
    if row is None or row.guesses >= MOST_GUESSES or row.code_until < now:
        return False
    right = hmac.compare_digest(row.code, code_digest(code))
    confirmed = {"confirmed_at": now, "announced": announced, "code_until": 0.0} if right else {}
    connection.execute(update(webhooks).where(own).values(guesses=row.guesses + 1, **confirmed))
    return right


def code_digest(code: str) -> str:
    """Return the form in which a code is stored; case and spaces make no difference."""
    return hashlib.sha256("".join(code.split()).upper().encode()).hexdigest()


def _remove_webhooks(connection: Connection, which: Any) -> None:
    for (webhook_id,) in connection.execute(select(webhooks.c.id).where(which)).all():
        connection.execute(delete(due_messages).where(due_messages.c.recipient == f"{WEBHOOK}{webhook_id}"))
        connection.execute(delete(webhooks).where(webhooks.c.id == webhook_id))


def _row(recipient: str, kind: MessageKind, target: str, seat: int, turn: int, due_at: float) -> dict[str, Any]:
    return DueMessage(recipient, kind, target, seat, turn, due_at, 0, due_at)._asdict()


def _claim_turn(connection: Connection, claim: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    claimed = insert_or(connection, sent_reminders).values(claim).on_conflict_do_nothing()
    if not connection.execute(claimed).rowcount:
        return False
    insert_once(connection, due_messages, rows)
    return True


def _claim_beginning(connection: Connection, webhook_id: str, row: dict[str, Any]) -> bool:
    number = row["turn"]
    earlier = (webhooks.c.id == webhook_id) & (webhooks.c.announced < number)
    if not connection.execute(update(webhooks).where(earlier).values(announced=number)).rowcount:
        return False
    insert_once(connection, due_messages, [row])
    return True


def _take_due(connection: Connection, now: float, limit: int) -> list[DueMessage]:
    columns = due_messages.c
    busy = select(columns.recipient).where(columns.due_at > now, columns.due_at <= now + LEASE, columns.attempts > 0)
    query = select(due_messages).where(columns.due_at <= now, columns.recipient.not_in(busy))
    query = query.order_by(columns.due_at, columns.kind)
    due = [DueMessage(*row) for row in connection.execute(query.limit(8 * limit))]
    first = list({message.recipient: message for message in reversed(due)}.values())
    taken = sorted(first, key=lambda message: message.due_at)[:limit]
    for message in taken:
        leased = {"due_at": now + LEASE, "attempts": message.attempts + 1}
        connection.execute(update(due_messages).where(_same(message)).values(leased))
    return [message._replace(attempts=message.attempts + 1) for message in taken]


def _postpone(connection: Connection, message: DueMessage, until: float, all_of_recipient: bool) -> None:
    connection.execute(update(due_messages).where(_same(message)).values(due_at=until))
    if all_of_recipient:
        rest = (due_messages.c.recipient == message.recipient) & (due_messages.c.due_at < until)
        connection.execute(update(due_messages).where(rest).values(due_at=until))


def _same(message: DueMessage) -> Any:
    columns = due_messages.c
    return (
        (columns.recipient == message.recipient)
        & (columns.kind == message.kind)
        & (columns.target == message.target)
        & (columns.seat == message.seat)
        & (columns.turn == message.turn)
    )


def forget_messages(connection: Connection, identity: str, browsers: Sequence[str]) -> None:
    """Delete a person's webhooks, preferences, and all due messages to them; `browsers` are the endpoints of their push
    subscriptions.
    """
    _remove_webhooks(connection, webhooks.c.identity == identity)
    connection.execute(delete(message_preferences).where(message_preferences.c.identity == identity))
    recipients = [f"{BROWSER}{endpoint}" for endpoint in browsers]
    connection.execute(delete(due_messages).where(due_messages.c.recipient.in_(recipients)))
