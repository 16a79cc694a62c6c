"""Endpoints for webhooks of correspondence tables and tournaments, and for what people want to receive."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import replace
from typing import Literal

from fastapi import APIRouter, Request, Response

from saleroom.server.api.dependencies import Asker, Guest, Language, Person, Services, anonymous_key
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.api.tables import TableId, VisibleTable
from saleroom.server.api.tournaments import EventId
from saleroom.server.http.rate_limits import network_key
from saleroom.server.ops.quiet_hours import QuietHours, find_zone
from saleroom.server.protocol import message_bodies as bodies
from saleroom.server.storage.notifications import MessagePreferences, Scope, Webhook, code_digest
from saleroom.server.workers.https_sender import parse_https
from saleroom.server.workers.webhook import kind_of

router = APIRouter(tags=["messages"])
CODE_CHARACTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
CODE_LIFETIME = 900.0
"""Seconds for which a code is valid."""


@router.get("/tables/{table}/webhook")
async def table_webhook(live: VisibleTable, services: Services, asker: Asker) -> bodies.Webhook:
    """Return where the messages of a correspondence table go."""
    return await _page(services, "table", live.id, asker, asker is not None and live.state.is_owner(asker))


@router.post("/tables/{table}/webhook")
async def set_table_webhook(
    body: bodies.WebhookRequest,
    live: VisibleTable,
    services: Services,
    guest: Guest,
    language: Language,
    request: Request,
) -> bodies.Webhook:
    """Send the messages of your correspondence table to an address. The address first gets a code, which you have to
    confirm.
    """
    state = live.state
    if not state.is_owner(guest):
        raise HttpRefusal(403, "table.owner-only", name=state.owner_name)
    if not state.slow or state.over:
        raise HttpRefusal(409, "webhook.not-slow")
    new = await _new_webhook(services, body, "table", live.id, guest, language)
    return await _send_code(services, new, request)


@router.get("/events/{event}/webhook")
async def event_webhook(event: EventId, services: Services, asker: Asker) -> bodies.Webhook:
    """Return where the messages of a tournament go."""
    return await _page(services, "event", event, asker, await _organises(services, event, asker))


@router.post("/events/{event}/webhook")
async def set_event_webhook(
    body: bodies.WebhookRequest,
    event: EventId,
    services: Services,
    guest: Guest,
    language: Language,
    request: Request,
) -> bodies.Webhook:
    """Send the messages of your tournament to an address. The address first gets a code, which you have to confirm."""
    if not await _organises(services, event, guest):
        raise HttpRefusal(403, "webhook.organiser-only")
    new = await _new_webhook(services, body, "event", event, guest, language)
    return await _send_code(services, new, request)


@router.post("/tables/{table}/webhook/code")
async def confirm_table_webhook(
    body: bodies.WebhookCode, live: VisibleTable, services: Services, guest: Guest
) -> bodies.Webhook:
    """Confirm the address of your table's webhook with the code that it got."""
    begun = live.state.progress is not None
    return await _confirm(services, await _own(services, "table", live.id, guest), body.code, int(begun), guest)


@router.post("/events/{event}/webhook/code")
async def confirm_event_webhook(
    body: bodies.WebhookCode, event: EventId, services: Services, guest: Guest
) -> bodies.Webhook:
    """Confirm the address of your tournament's webhook with the code that it got."""
    own = await _own(services, "event", event, guest)
    tournament = await services.store.contests.tournaments.find(event)
    return await _confirm(services, own, body.code, tournament.round if tournament else 0, guest)


@router.delete("/tables/{table}/webhook", status_code=204)
async def remove_table_webhook(table: TableId, services: Services, guest: Guest) -> Response:
    """Stop the messages of your table, and delete the address."""
    return await _remove(services, "table", table, guest)


@router.delete("/events/{event}/webhook", status_code=204)
async def remove_event_webhook(event: EventId, services: Services, guest: Guest) -> Response:
    """Stop the messages of your tournament, and delete the address."""
    return await _remove(services, "event", event, guest)


@router.post("/webhooks/stop", status_code=204)
async def stop(body: bodies.StopRequest, services: Services) -> Response:
    """Stop the messages to a chat, as one of its readers. Every message has a link with the key."""
    if not await services.reminders.stop(body.key):
        raise HttpRefusal(404, "webhook.bad-key")
    return Response(status_code=204)


@router.get("/me/messages")
async def messages(services: Services, person: Person) -> bodies.Messages:
    """Return what you want to receive while you are away."""
    chosen = await services.store.notifications.preferences(person)
    quiet = chosen.quiet
    return bodies.Messages(
        chats=chosen.chats,
        quiet=None if quiet is None else bodies.QuietHours(start=quiet.start, end=quiet.end, time_zone=quiet.time_zone),
    )


@router.post("/me/messages", status_code=204)
async def choose_messages(body: bodies.Messages, services: Services, guest: Guest) -> Response:
    """Choose what you want to receive while you are away, and your quiet hours."""
    quiet = None
    if body.quiet is not None:
        if find_zone(body.quiet.time_zone) is None:
            raise HttpRefusal(422, "webhook.time-zone")
        quiet = QuietHours(body.quiet.start, body.quiet.end, body.quiet.time_zone)
    async with services.people_lock:
        person = await services.store.people.identity_of(guest)
        await services.store.notifications.choose(person, MessagePreferences(body.chats, quiet))
    return Response(status_code=204)


async def _organises(services: AppServices, event: str, asker: str | None) -> bool:
    tournament = await services.store.contests.tournaments.find(event)
    if tournament is None:
        raise HttpRefusal(404, "no-event")
    return asker is not None and tournament.organiser == await services.store.people.identity_of(asker)


async def _page(services: AppServices, scope: Scope, target: str, asker: str | None, owns: bool) -> bodies.Webhook:
    stored = await services.store.notifications.webhook(scope, target)
    own = stored is not None and asker is not None and stored.identity == await services.store.people.identity_of(asker)
    on = services.reminders.has_webhooks
    return bodies.Webhook(
        possible=owns and on,
        active=stored is not None and stored.works and on,
        own=_info(stored) if stored is not None and own else None,
    )


def _status(stored: Webhook) -> Literal["unconfirmed", "active", "failed"]:
    return "failed" if stored.failed_at else "active" if stored.confirmed_at else "unconfirmed"


def _info(stored: Webhook) -> bodies.WebhookInfo:
    host = parse_https(stored.address).host
    return bodies.WebhookInfo(kind=stored.kind, host=host, status=_status(stored))


async def _new_webhook(
    services: AppServices, body: bodies.WebhookRequest, scope: Scope, target: str, guest: str, language: str
) -> Webhook:
    if not services.reminders.has_webhooks:
        raise HttpRefusal(409, "webhook.off")
    try:
        address = parse_https(body.address)
    except ValueError:
        raise HttpRefusal(422, "webhook.address") from None
    now = time.time()
    return Webhook(
        id=secrets.token_urlsafe(16),
        scope=scope,
        target=target,
        identity=await services.store.people.identity_of(guest),
        address=address.text,
        kind=body.kind or kind_of(address),
        language=language,
        code="",
        code_until=now + CODE_LIFETIME,
        guesses=0,
        confirmed_at=None,
        failed_at=None,
        announced=0,
        made_at=now,
    )


async def _send_code(services: AppServices, new: Webhook, request: Request) -> bodies.Webhook:
    """Store a webhook, and send a code to it."""
    network = network_key(request.client.host) if request.client else None
    keys = (anonymous_key(request), network, new.identity, _address_key(new.address))
    if not all(services.code_limits.take(key) for key in keys if key is not None):
        raise HttpRefusal(429, "webhook.too-fast")
    code = "".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH))
    new = replace(new, code=code_digest(code))
    if not await services.reminders.send_code(new, code):
        raise HttpRefusal(422, "webhook.unreached")
    if not await services.store.notifications.add_webhook(new):
        raise HttpRefusal(429, "webhook.too-many")
    return bodies.Webhook(possible=True, active=False, own=_info(new))


def _address_key(address: str) -> str:
    """Return a key for the rate limits of an address. It does not contain the address, because the address is
    secret.
    """
    return hashlib.sha256(address.encode()).hexdigest()


async def _own(services: AppServices, scope: Scope, target: str, guest: str) -> Webhook:
    stored = await services.store.notifications.webhook(scope, target)
    if stored is None or stored.identity != await services.store.people.identity_of(guest):
        raise HttpRefusal(404, "webhook.none")
    return stored


async def _confirm(services: AppServices, own: Webhook, code: str, announced: int, guest: str) -> bodies.Webhook:
    if not await services.store.notifications.confirm_webhook(own.id, code, announced, time.time()):
        raise HttpRefusal(422, "webhook.wrong-code")
    return await _page(services, own.scope, own.target, guest, True)


async def _remove(services: AppServices, scope: Scope, target: str, guest: str) -> Response:
    own = await _own(services, scope, target, guest)
    await services.store.notifications.remove_webhook(own.id)
    return Response(status_code=204)
