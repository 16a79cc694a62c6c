"""Endpoints for a person's programs (bots that use the Bot API) and the programs' tokens."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Path, Response

from saleroom.server.api.dependencies import Person, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.core.typed_text import NAME_LENGTH, clean
from saleroom.server.protocol import bot_account_bodies
from saleroom.server.storage.bots import BotAccount, BotRefused, BotToken

router = APIRouter(tags=["programs"])
BotId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


@router.get("/me/programs")
async def programs(services: Services, person: Person) -> list[bot_account_bodies.ProgramInfo]:
    """List your programs, oldest first."""
    return [bot_info(*row) for row in await services.store.bots.of(person)]


def bot_info(bot: BotAccount, tokens: list[BotToken]) -> bot_account_bodies.ProgramInfo:
    """Return the information about a bot that its owner may see."""
    infos = [_token(token) for token in tokens]
    return bot_account_bodies.ProgramInfo(id=bot.id, name=bot.name, made_at=bot.made_at, tokens=infos)


def _token(token: BotToken) -> bot_account_bodies.TokenInfo:
    return bot_account_bodies.TokenInfo(**vars(token))


@router.post("/me/programs", status_code=201)
async def make(
    body: bot_account_bodies.NewProgram, services: Services, person: Person
) -> bot_account_bodies.ProgramInfo:
    """Create a program, which has no token yet."""
    name = clean(body.name, NAME_LENGTH)
    if not name:
        raise HttpRefusal(422, "program.no-name")
    try:
        return bot_info(await services.store.bots.make(name, person, time.time()), [])
    except BotRefused as trouble:
        raise HttpRefusal(409, trouble) from None


@router.delete("/me/programs/{program}", status_code=204)
async def retire(program: BotId, services: Services, person: Person) -> Response:
    """Delete a program and its tokens, but keep its results."""
    await _own(services, person, program)
    await services.store.bots.retire(program)
    return Response(status_code=204)


@router.post("/me/programs/{program}/tokens", status_code=201)
async def new_token(
    program: BotId, body: bot_account_bodies.NewToken, services: Services, person: Person
) -> bot_account_bodies.CreatedToken:
    """Create a token. Only this response shows its secret; the server stores the secret's SHA-256 hash."""
    await _own(services, person, program)
    try:
        token, secret = await services.store.bots.add_token(program, body.label, body.scopes, time.time())
    except BotRefused as trouble:
        raise HttpRefusal(409, trouble) from None
    return bot_account_bodies.CreatedToken(secret=secret, token=_token(token))


@router.delete("/me/programs/{program}/tokens/{token}", status_code=204)
async def remove_token(program: BotId, token: BotId, services: Services, person: Person) -> Response:
    """Revoke a token."""
    await _own(services, person, program)
    if not await services.store.bots.remove_token(program, token):
        raise HttpRefusal(404, "program.no-token")
    return Response(status_code=204)


async def _own(services: AppServices, person: str, bot_id: str) -> None:
    if bot_id not in {bot.id for bot, _ in await services.store.bots.of(person)}:
        raise HttpRefusal(404, "program.none")
