"""Authentication, scopes and rate limits of the Bot API. Every refusal has a word for its kind, such as `stale`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Annotated

import orjson
from fastapi import Depends, Request
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from saleroom.kernel import refusals
from saleroom.server.api.dependencies import Services
from saleroom.server.api.services import BOT_RATE, AppServices
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.http.asgi import KINDS, trouble
from saleroom.server.protocol import commands, messages
from saleroom.server.protocol.bot_bodies import BotTrouble
from saleroom.server.realtime.commands import carry_out
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.bots import BotAccess

STREAM_COST = 5
STATUSES: Mapping[str, int] = {
    "illegal": 422,
    "stale": 409,
    "not-yours": 403,
    "not-now": 409,
    "full": 409,
    "too-fast": 429,
    "malformed": 422,
    "trouble": 503,
}
"""HTTP status for each reason for which a table refuses a command."""
RESPONSES = {"4XX": {"model": BotTrouble}, "503": {"model": BotTrouble}}
PAUSES = {429: math.ceil(STREAM_COST / BOT_RATE), 503: 1}
"""Seconds after which a client should retry, by HTTP status."""


class BotError(Exception):
    """Refusal of a request to the Bot API."""

    def __init__(
        self,
        status: int,
        refusal: refusals.Refusal | str,
        kind: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Create the error. `refusal` is translated for people; if only programs read it, it can be a plain string."""
        super().__init__(str(refusal))
        self.status, self.refusal, self.kind = status, refusal, kind or KINDS.get(status, "malformed")
        pause = {"retry-after": str(PAUSES[status])} if status in PAUSES else {}
        self.headers = {**pause, **(headers or {})}


async def answer_error(request: Request, error: Exception) -> JSONResponse:
    """Return the response to a refused request to the Bot API."""
    assert isinstance(error, BotError)
    body = trouble(error.status, error.refusal, error.kind)
    return JSONResponse(body, error.status, dict(error.headers))


class _Relayed(refusals.Refused):
    """Refusal whose text comes from the process that owns the table."""

    def __init__(self, answer: messages.Refused) -> None:
        super().__init__(answer["text"])
        self.key, self.params = answer.get("key"), answer.get("params") or {}

    def __str__(self) -> str:
        return self.plain


async def carry_out_for_bot(services: AppServices, live: LiveTable, command: commands.Command, holder: str) -> int:
    """Carry out a command in the process that owns the table; return the table's new version."""
    answer = orjson.loads(await carry_out(services.hub, live, command, holder))
    if answer["type"] == "refused":
        raise BotError(STATUSES[answer["reason"]], _Relayed(answer), answer["reason"])
    return answer["version"]


def refused(refusal: CommandRefusal) -> BotError:
    """Return the refusal of a command as an error of the Bot API."""
    return BotError(STATUSES[refusal.reason], refusal, refusal.reason)


_bearer = HTTPBearer(auto_error=False, scheme_name="Program", description="A token of a program.")
_CHALLENGE = {"www-authenticate": "Bearer"}


async def _access(
    request: Request, services: Services, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> BotAccess:
    if given is None:
        raise BotError(401, refusals.Refusal("program.needs-token"), headers=_CHALLENGE)
    access = await services.store.bots.find(given.credentials, time.time())
    if access is None:
        raise BotError(401, refusals.Refusal("program.bad-token"), headers=_CHALLENGE)
    cost = STREAM_COST if "/stream" in request.url.path else 1
    if not services.bot_limits.take(access.bot.id, cost):
        raise BotError(429, refusals.Refusal("program.too-fast"))
    return access


def _with(scope: str) -> Callable[..., object]:
    """Return a dependency that admits only tokens with the given scope."""

    async def check(access: Annotated[BotAccess, Depends(_access)]) -> BotAccess:
        if scope not in access.scopes:
            raise BotError(403, refusals.Refusal("program.no-scope", scope=scope), "missing-scope")
        return access

    return check


AnyBot = Annotated[BotAccess, Depends(_access)]
Playing = Annotated[BotAccess, Depends(_with("bot:play"))]
Reading = Annotated[BotAccess, Depends(_with("challenge:read"))]
Challenging = Annotated[BotAccess, Depends(_with("challenge:write"))]
