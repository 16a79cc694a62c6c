"""Endpoints for push notifications. A browser shows a notification when it is its user's turn at a correspondence
table.
"""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query, Response

from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.protocol import personal
from saleroom.server.storage.push import PushSubscription
from saleroom.server.workers import web_push

router = APIRouter(tags=["push"])


@router.get("/push")
async def key(services: Services) -> personal.PushKey:
    """Return the key that a browser needs to subscribe to this server's notifications."""
    return personal.PushKey(key=await services.reminders.public_key())


@router.post("/me/push", status_code=204)
async def subscribe(body: personal.PushRequest, services: Services, guest: Guest) -> Response:
    """Subscribe this browser to notifications that are sent when it is your turn and you are away."""
    if not web_push.available():
        raise HttpRefusal(409, "push.missing")
    if not web_push.is_push_service(body.endpoint):
        raise HttpRefusal(422, "push.unknown-service")
    keys = body.keys
    new = PushSubscription(body.endpoint, guest, keys.p256dh, keys.auth, body.turn, body.soon, time.time())
    await services.store.push.add(new)
    return Response(status_code=204)


@router.delete("/me/push", status_code=204)
async def unsubscribe(endpoint: Annotated[str, Query(max_length=600)], services: Services, guest: Guest) -> Response:
    """End this browser's subscription to notifications."""
    await services.store.push.remove(endpoint, guest)
    return Response(status_code=204)
