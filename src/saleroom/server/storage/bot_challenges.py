"""Challenges to bot accounts: requests to take a seat at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from saleroom.server.storage.bots import BotRefused
from saleroom.server.storage.columns import bot_challenges, table_summaries
from saleroom.server.storage.database import Database

MAX_CHALLENGES = 50
"""Maximum number of open challenges to one bot account."""
OPEN, ACCEPTED, DECLINED, CANCELED = "open", "accepted", "declined", "canceled"


@dataclass(frozen=True)
class BotChallenge:
    """Request to a bot account to take a seat at a table. The fields are the columns of the database."""

    id: str
    table_id: str
    seat: int
    program: str
    """Id of the bot account."""
    challenger: str
    """Device or bot account that made the challenge."""
    challenger_name: str
    status: str
    made_at: float


class BotChallengeStore:
    """Challenges to bots in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, challenge: BotChallenge) -> BotChallenge:
        """Store a challenge and return it. If the bot already has an open challenge for the same seat, return that
        challenge instead.
        """
        return await self._database.write(partial(_add, challenge=challenge))

    @staticmethod
    def insertion(challenges: Sequence[BotChallenge]) -> Callable[[Connection], None]:
        """Return a function that stores challenges within a transaction of the caller. If the function raises
        `BotRefused`, that transaction is rolled back.
        """
        return partial(_add_all, challenges=challenges)

    async def find(self, challenge_id: str) -> BotChallenge | None:
        """Return a challenge by its id."""
        query = select(bot_challenges).where(bot_challenges.c.id == challenge_id)
        return next(iter(await self._database.read(partial(_read, query=query))), None)

    async def close_challenge(self, challenge_id: str, status: str) -> bool:
        """Answer or cancel an open challenge; return whether it was open."""
        own = update(bot_challenges).where(bot_challenges.c.id == challenge_id, bot_challenges.c.status == OPEN)
        return await self._database.write(lambda connection: connection.execute(own.values(status=status)).rowcount > 0)

    async def open_to(self, bot: str) -> list[BotChallenge]:
        """Return the open challenges to a bot account, except for seats that have been taken."""
        return await self._database.read(partial(_open_to, bot=bot))

    async def made_by(self, challenger: str, since: float) -> list[BotChallenge]:
        """Return the challenges that a device or bot account has made after the time `since`."""
        query = select(bot_challenges).where(bot_challenges.c.challenger == challenger)
        return await self._database.read(partial(_read, query=query.where(bot_challenges.c.made_at >= since)))


# Transactions


def _add(connection: Connection, challenge: BotChallenge) -> BotChallenge:
    own = (bot_challenges.c.program == challenge.program, bot_challenges.c.status == OPEN)
    same_seat = (bot_challenges.c.table_id == challenge.table_id, bot_challenges.c.seat == challenge.seat)
    row = connection.execute(select(bot_challenges).where(*own, *same_seat)).first()
    if row is not None:
        return _challenge(row)
    count = select(func.count()).select_from(bot_challenges).where(*own)
    if connection.execute(count).scalar_one() >= MAX_CHALLENGES:
        raise BotRefused("program.too-many-challenges", count=MAX_CHALLENGES)
    connection.execute(insert(bot_challenges), vars(challenge))
    return challenge


def _add_all(connection: Connection, challenges: Sequence[BotChallenge]) -> None:
    for challenge in challenges:
        _add(connection, challenge)


def _open_to(connection: Connection, bot: str) -> list[BotChallenge]:
    query = select(bot_challenges, table_summaries.c.names)
    query = query.join(table_summaries, table_summaries.c.table_id == bot_challenges.c.table_id)
    own = (bot_challenges.c.program == bot, bot_challenges.c.status == OPEN, table_summaries.c.status != "over")
    rows = connection.execute(query.where(*own).order_by(bot_challenges.c.made_at)).all()
    return [_challenge(row) for row in rows if not row.names[row.seat]]


def _read(connection: Connection, query: Any) -> list[BotChallenge]:
    return [_challenge(row) for row in connection.execute(query.order_by(bot_challenges.c.made_at)).all()]


def _challenge(row: Any) -> BotChallenge:
    return BotChallenge(**{name: getattr(row, name) for name in BotChallenge.__dataclass_fields__})
