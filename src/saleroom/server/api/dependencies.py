"""Dependencies of endpoints: the server's services, and the caller's identity."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Header, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from saleroom.games import NAMES
from saleroom.match import languages
from saleroom.server.api.pairing_codes import CODE_LIFETIME, LINK, PAIRING, PairingCodes, TypedCodes
from saleroom.server.api.passkeys import LIFETIME, PASSKEY, Ceremonies
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.contests.access import Access
from saleroom.server.contests.challenges import Challenges
from saleroom.server.contests.daily import Dailies
from saleroom.server.contests.ladder import Ladder
from saleroom.server.contests.tournaments import Events
from saleroom.server.core.state.table import holder_of, is_program
from saleroom.server.http.network import Network
from saleroom.server.http.rate_limits import TokenBuckets, address_key
from saleroom.server.practice.service import PracticeService
from saleroom.server.protocol.bodies import Review
from saleroom.server.protocol.commands import Command
from saleroom.server.realtime.bot_streams import OpenStreams
from saleroom.server.realtime.commands import BLOCKED
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.realtime.reminders import Reminders
from saleroom.server.storage.bots import PREFIX
from saleroom.server.storage.one_time_codes import Codes
from saleroom.server.storage.store import Store
from saleroom.server.workers.result_cache import ResultCache
from saleroom.server.workers.reviews import Reviews

TOKEN = re.compile(rf"(?!{PREFIX})[A-Za-z0-9_-]{{22,64}}")
CarryOut = Callable[[LiveTable, Command, str | None], Awaitable[bytes]]
"""Carries out a command, here or at the process that owns the table; returns the encoded answer."""


@dataclass
class AppServices:
    """Services of one server, for its endpoints."""

    build: str
    """Build of this server's client."""
    network: Network
    store: Store
    hub: Hub
    dailies: Dailies
    challenges: Challenges
    events: Events
    access: Access
    carry_out: CarryOut
    ladder: Ladder
    reminders: Reminders
    program_limits: TokenBuckets
    """By program."""
    streams: OpenStreams = field(default_factory=OpenStreams)
    pairing_codes: PairingCodes = field(init=False)
    results: ResultCache = field(default_factory=ResultCache)
    reviews: Reviews = field(init=False)
    practice: PracticeService = field(init=False)
    link_codes: TypedCodes = field(init=False)
    ceremonies: Ceremonies = field(init=False)
    exporting: set[str] = field(default_factory=set)
    """Holders with an export in progress."""
    people_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Acquired while people are joined or erased: both change all rows of an identity."""

    def __post_init__(self) -> None:
        database = self.store.database
        self.pairing_codes = PairingCodes(Codes(database, PAIRING, CODE_LIFETIME))
        self.link_codes = TypedCodes(Codes(database, LINK, CODE_LIFETIME))
        self.ceremonies = Ceremonies(Codes(database, PASSKEY, LIFETIME))
        self.reviews = Reviews(self.hub.bot_pool, self._keep_review)
        self.practice = PracticeService(self.store, self.hub.bot_pool, lambda: self.hub.busy)

    async def _keep_review(self, key: tuple[str, int], review: Review) -> None:
        await self.store.results.note_review(*key, review.decisions, review.cost, time.time())


def _services(request: Request) -> AppServices:
    return request.app.state.services


_bearer = HTTPBearer(auto_error=False, description="A guest's token; for reading, a program's is also accepted.")
_CHALLENGE = {"www-authenticate": "Bearer"}
READING = "bot:play"
"""Scope with which a program may read what guests may."""


def anonymous_key(request: Request) -> str:
    """Return the key of a caller without a token: their address."""
    return address_key(request.client.host if request.client else "")


async def _asker(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> str | None:
    if given is None:
        return None
    if given.credentials.startswith(PREFIX):
        return await _program(request, given.credentials)
    if not TOKEN.fullmatch(given.credentials):
        raise HttpRefusal(401, "guest.bad-token", _CHALLENGE)
    return holder_of(given.credentials)


async def _program(request: Request, token: str) -> str:
    """Return the holder of a program; it may read what guests may, if its token has the scope `READING`."""
    services = _services(request)
    entry = await services.store.programs.find(token, time.time())
    if entry is None:
        raise HttpRefusal(401, "program.bad-token", _CHALLENGE)
    if request.method not in ("GET", "HEAD"):
        raise HttpRefusal(403, "program.reads-only")
    if READING not in entry.scopes:
        raise HttpRefusal(403, "program.no-scope", scope=READING)
    if not services.program_limits.take(entry.program.id, 1):
        raise HttpRefusal(429, "program.too-fast")
    return entry.program.holder


def _guest(asker: Annotated[str | None, Depends(_asker)]) -> str:
    if asker is None:
        raise HttpRefusal(401, "guest.needed", _CHALLENGE)
    if is_program(asker):
        raise HttpRefusal(403, "guest.people-only")
    return asker


def _game(game: str) -> str:
    if game not in NAMES:
        raise HttpRefusal(404, "no-game", games=NAMES)
    return game


def _language(accept_language: Annotated[str, Header(max_length=400)] = "") -> str:
    return languages.preferred(accept_language)


Services = Annotated[AppServices, Depends(_services)]
Language = Annotated[str, Depends(_language)]
"""Preferred language of the response."""


def refuse_blocked(request: Request, services: Services) -> None:
    """Refuse changes by blocked people with 403; they may read what all may."""
    token = request.headers.get("authorization", "").partition(" ")[2]
    if request.method != "GET" and holder_of(token) in services.hub.restrictions.blocked:
        raise HttpRefusal(403, BLOCKED)


async def _person(services: Services, guest: Annotated[str, Depends(_guest)]) -> str:
    return await services.store.people.identity_of(guest)


Asker = Annotated[str | None, Depends(_asker)]
"""Holder of the caller; None without a token."""
Guest = Annotated[str, Depends(_guest)]
"""Holder of the caller; 401 without a token."""
Person = Annotated[str, Depends(_person)]
"""Identity of the caller; 401 without a token."""
GameName = Annotated[str, Depends(_game)]
