"""Dependencies of endpoints: the caller's identity and language, and the server's services."""

from __future__ import annotations

import re
import time
from typing import Annotated

from fastapi import Depends, Header, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from saleroom.games import NAMES
from saleroom.match import languages
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.core.state.table import holder_of, is_bot_account
from saleroom.server.http.rate_limits import address_key
from saleroom.server.realtime.commands import BLOCKED
from saleroom.server.storage.bots import PREFIX

TOKEN = re.compile(rf"(?!{PREFIX})[A-Za-z0-9_-]{{22,64}}")


def _services(request: Request) -> AppServices:
    return request.app.state.services


async def _injected_services(request: Request) -> AppServices:
    return _services(request)  # FastAPI runs dependencies that are not `async` in a thread


_bearer = HTTPBearer(auto_error=False, description="A guest's token; for reading, a program's is also accepted.")
_CHALLENGE = {"www-authenticate": "Bearer"}
READING = "bot:play"
"""Scope of a token with which a bot may read everything that a guest may read."""


def anonymous_key(request: Request) -> str:
    """Return a key that identifies a caller without a token: the caller's network address."""
    return address_key(request.client.host if request.client else "")


async def _address(request: Request) -> str:
    return anonymous_key(request)


async def _asker(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> str | None:
    if given is None:
        return None
    if given.credentials.startswith(PREFIX):
        return await _bot_holder(request, given.credentials)
    if not TOKEN.fullmatch(given.credentials):
        raise HttpRefusal(401, "guest.bad-token", _CHALLENGE)
    return holder_of(given.credentials)


async def _bot_holder(request: Request, token: str) -> str:
    """Return the holder id of a bot whose token has the scope `READING`, so that the bot may read everything that a
    guest may read.
    """
    services = _services(request)
    access = await services.store.bots.find(token, time.time())
    if access is None:
        raise HttpRefusal(401, "program.bad-token", _CHALLENGE)
    if request.method not in ("GET", "HEAD"):
        raise HttpRefusal(403, "program.reads-only")
    if READING not in access.scopes:
        raise HttpRefusal(403, "program.no-scope", scope=READING)
    if not services.bot_limits.take(access.bot.id, 1):
        raise HttpRefusal(429, "program.too-fast")
    return access.bot.holder


def _guest(asker: Annotated[str | None, Depends(_asker)]) -> str:
    if asker is None:
        raise HttpRefusal(401, "guest.needed", _CHALLENGE)
    if is_bot_account(asker):
        raise HttpRefusal(403, "guest.people-only")
    return asker


def _game(game: str) -> str:
    if game not in NAMES:
        raise HttpRefusal(404, "no-game", games=NAMES)
    return game


def _language(accept_language: Annotated[str, Header(max_length=400)] = "") -> str:
    return languages.preferred(accept_language)


Services = Annotated[AppServices, Depends(_injected_services)]
Language = Annotated[str, Depends(_language)]
"""Preferred language of the response."""


def refuse_blocked(request: Request, services: Services) -> None:
    """Refuse requests of blocked people with 403 if the requests change data; blocked people may still read public
    data.
    """
    token = request.headers.get("authorization", "").partition(" ")[2]
    if request.method != "GET" and holder_of(token) in services.hub.restrictions.blocked:
        raise HttpRefusal(403, BLOCKED)


async def _person(services: Services, guest: Annotated[str, Depends(_guest)]) -> str:
    return await services.store.people.identity_of(guest)


Asker = Annotated[str | None, Depends(_asker)]
"""Holder (device) of the caller; None without a token."""
Guest = Annotated[str, Depends(_guest)]
"""Holder (device) of the caller; refused with 401 without a token."""
Address = Annotated[str, Depends(_address)]
"""Network address of the caller; for IPv6, the /64 network."""
Person = Annotated[str, Depends(_person)]
"""Identity (person) of the caller; refused with 401 without a token."""
GameName = Annotated[str, Depends(_game)]
