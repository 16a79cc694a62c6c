"""Bot accounts and their tokens. A bot account is a bot by a third party, which plays over the Bot API; the interface
calls it a program.

At tables and in results, a bot account is identified by the *holder* ``program:`` plus its id. The holder id of a
browser's token never has this form, so no client can act as the bot account without one of its tokens.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from saleroom.kernel.refusals import Refusal
from saleroom.server.core.state.table import BOT_ACCOUNT_PREFIX, holder_of
from saleroom.server.core.typed_text import folded, skeletons
from saleroom.server.storage.administration import BLOCK
from saleroom.server.storage.columns import (
    SITTING_KINDS,
    bot_challenges,
    bot_tokens,
    bots,
    restrictions,
    table_events,
    table_summaries,
)
from saleroom.server.storage.database import Database

PREFIX = "saleroom_bot_"
"""Prefix of all tokens of bot accounts; a guest's token never begins with it."""
SCOPES = ("bot:play", "challenge:read", "challenge:write")
MAX_BOTS = 10
"""Maximum number of bot accounts of one person."""
MAX_TOKENS = 10
"""Maximum number of tokens of one bot account."""
USE_NOTED = 3600.0
"""Seconds after which another use of a token updates its stored time of use."""


class BotRefused(Refusal):
    """Refusal to create a bot account, a token or a challenge; the text says why in one line."""


@dataclass(frozen=True)
class BotToken:
    """A token as its owner sees it."""

    id: str
    label: str
    scopes: list[str]
    made_at: float
    used_at: float | None
    """Time of the last use, accurate to the hour; None if the token was never used."""


@dataclass(frozen=True)
class BotAccount:
    """A bot account."""

    id: str
    name: str
    person: str | None
    """Identity of its owner; None if an operator created it."""
    made_at: float

    @property
    def holder(self) -> str:
        """Id of the bot account at tables and in results."""
        return BOT_ACCOUNT_PREFIX + self.id


@dataclass(frozen=True)
class BotAccess:
    """Access that a token gives: the bot account and the scopes."""

    bot: BotAccount
    token: str
    """Id of the token."""
    scopes: frozenset[str]


class BotStore:
    """The bot accounts of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, name: str, person: str | None, now: float) -> BotAccount:
        """Create a bot without tokens; raise `BotRefused` if the name is taken or the person has too many bots."""
        bot = BotAccount(secrets.token_urlsafe(12), name, person, now)
        try:
            await self._database.write(partial(_make, bot=bot))
        except IntegrityError:
            raise _taken(name) from None
        return bot

    async def add_token(self, bot: str, label: str, scopes: Sequence[str], now: float) -> tuple[BotToken, str]:
        """Create a token for a bot account; return the token and its secret. Only the SHA-256 hash of the secret is
        stored.
        """
        secret = PREFIX + secrets.token_urlsafe(32)
        token = BotToken(secrets.token_urlsafe(8), label, [scope for scope in SCOPES if scope in scopes], now, None)
        await self._database.write(partial(_add_token, bot=bot, token=token, digest=holder_of(secret)))
        return token, secret

    async def of(self, person: str | None) -> list[tuple[BotAccount, list[BotToken]]]:
        """Return the bot accounts of a person with their tokens, the oldest first; with `None`, return the accounts
        that operators created.
        """
        return await self._database.read(partial(_with_tokens, query=select(bots).where(bots.c.person == person)))

    async def everything(self) -> list[tuple[BotAccount, list[BotToken]]]:
        """Return all bot accounts with their tokens, the oldest first."""
        return await self._database.read(partial(_with_tokens, query=select(bots)))

    async def find(self, secret: str, now: float) -> BotAccess | None:
        """Return the access that a token with this secret gives; None if the token is unknown or revoked, or if the
        bot's owner is blocked.
        """
        digest = holder_of(secret)
        result = await self._database.read(partial(_find, digest=digest))
        if result is None:
            return None
        access, used_at = result
        if used_at is None or now - used_at > USE_NOTED:
            used = update(bot_tokens).where(bot_tokens.c.digest == digest).values(used_at=now)
            await self._database.write(lambda connection: connection.execute(used))
        return access

    async def holds(self, token: str) -> bool:
        """Return whether the token with the id `token` is still valid."""
        query = select(bot_tokens.c.digest).where(bot_tokens.c.id == token)
        digest = await self._database.read(lambda connection: connection.execute(query).scalar())
        return digest is not None and await self._database.read(partial(_find, digest=digest)) is not None

    async def named(self, name: str) -> BotAccount | None:
        """Return the bot account with this name; case and invisible characters do not matter."""
        query = select(bots).where(bots.c.looks == folded(name))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else _bot(row)

    async def remove_token(self, bot: str, token: str) -> bool:
        """Revoke a token; return whether it existed."""
        own = delete(bot_tokens).where(bot_tokens.c.program == bot, bot_tokens.c.id == token)
        return await self._database.write(lambda connection: connection.execute(own).rowcount > 0)

    async def retire(self, bot: str) -> None:
        """Delete a bot account with its tokens and challenges; its results are kept."""
        await self._database.write(partial(forget_bots, ids=[bot]))

    async def unfinished(self, holder: str) -> list[str]:
        """Return the unfinished tables at which a device or bot account has taken a seat."""
        own = (table_events.c.holder == holder, table_events.c.kind.in_(SITTING_KINDS), table_events.c.kind == "sit")
        sat = select(table_events.c.table_id).where(*own)
        query = select(table_summaries.c.table_id).where(
            table_summaries.c.table_id.in_(sat), table_summaries.c.status != "over"
        )
        return sorted(await self._database.read(lambda connection: connection.execute(query).scalars().all()))


# Transactions


def _make(connection: Connection, bot: BotAccount) -> None:
    own = select(func.count()).select_from(bots).where(bots.c.person == bot.person)
    if bot.person is not None and connection.execute(own).scalar_one() >= MAX_BOTS:
        raise BotRefused("program.too-many", count=MAX_BOTS)
    looks = skeletons(bot.name)
    if any(looks & skeletons(name) for name in connection.execute(select(bots.c.name)).scalars()):
        raise _taken(bot.name)
    connection.execute(insert(bots), {**vars(bot), "looks": folded(bot.name)})


def _taken(name: str) -> BotRefused:
    return BotRefused("program.taken", name=name)


def _add_token(connection: Connection, bot: str, token: BotToken, digest: str) -> None:
    own = select(func.count()).select_from(bot_tokens).where(bot_tokens.c.program == bot)
    if connection.execute(own).scalar_one() >= MAX_TOKENS:
        raise BotRefused("program.too-many-tokens", count=MAX_TOKENS)
    connection.execute(insert(bot_tokens), {**vars(token), "digest": digest, "program": bot})


def _with_tokens(connection: Connection, query: Any) -> list[tuple[BotAccount, list[BotToken]]]:
    rows = connection.execute(query.order_by(bots.c.made_at)).all()
    return [(_bot(row), _tokens(connection, row.id)) for row in rows]


def _tokens(connection: Connection, bot: str) -> list[BotToken]:
    query = select(bot_tokens).where(bot_tokens.c.program == bot).order_by(bot_tokens.c.made_at)
    return [BotToken(row.id, row.label, row.scopes, row.made_at, row.used_at) for row in connection.execute(query)]


def _bot(row: Any) -> BotAccount:
    return BotAccount(row.id, row.name, row.person, row.made_at)


def _find(connection: Connection, digest: str) -> tuple[BotAccess, float | None] | None:
    blocked = exists().where(restrictions.c.kind == BLOCK, restrictions.c.subject == bots.c.person)
    columns = (bot_tokens.c.id.label("token"), bot_tokens.c.scopes, bot_tokens.c.used_at)
    query = select(bots, *columns).join(bot_tokens, bot_tokens.c.program == bots.c.id)
    row = connection.execute(query.where(bot_tokens.c.digest == digest, ~blocked)).first()
    return None if row is None else (BotAccess(_bot(row), row.token, frozenset(row.scopes)), row.used_at)


def bots_of(connection: Connection, person: str) -> list[str]:
    """Return the ids of a person's bot accounts."""
    return list(connection.execute(select(bots.c.id).where(bots.c.person == person)).scalars())


def forget_bots(connection: Connection, ids: Sequence[str]) -> None:
    """Delete bot accounts with their tokens and challenges; their results are kept."""
    connection.execute(delete(bot_challenges).where(bot_challenges.c.program.in_(ids)))
    connection.execute(delete(bot_tokens).where(bot_tokens.c.program.in_(ids)))
    connection.execute(delete(bots).where(bots.c.id.in_(ids)))
