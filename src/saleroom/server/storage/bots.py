"""Programs that play over the Bot API, their tokens, and challenges to take a seat.

At tables and in results a program has a *holder* of its own: ``program:`` and its id. No token has that digest, so a
client can use it only through a token of the program.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from saleroom.kernel.refusals import Refusal
from saleroom.server.core.state.table import PROGRAM, holder_of
from saleroom.server.core.typed_text import folded, skeletons
from saleroom.server.storage.administration import BLOCK
from saleroom.server.storage.columns import bot_challenges, briefs, program_tokens, programs, restrictions, rows
from saleroom.server.storage.database import Database

PREFIX = "saleroom_bot_"
"""Prefix of every program's token; a guest's token never begins with it."""
SCOPES = ("bot:play", "challenge:read", "challenge:write")
MOST_PROGRAMS = 10
"""Limit for each person."""
MOST_TOKENS = 10
"""Limit for each program."""
MOST_CHALLENGES = 50
"""Limit of open challenges for each program."""
USE_NOTED = 3600.0
"""Seconds after which the use of a token is stored again."""
OPEN, ACCEPTED, DECLINED, CANCELED = "open", "accepted", "declined", "canceled"


class Refused(Refusal):
    """Refusal to create a program, a token or a challenge; the text says why in one line."""


@dataclass(frozen=True)
class Token:
    """A token as its owner sees it."""

    id: str
    label: str
    scopes: list[str]
    made_at: float
    used_at: float | None
    """To the hour; None if it was never used."""


@dataclass(frozen=True)
class Program:
    """A program."""

    id: str
    name: str
    person: str | None
    """Identity of its owner; None if an operator created it."""
    made_at: float

    @property
    def holder(self) -> str:
        """Its holder at tables."""
        return PROGRAM + self.id


@dataclass(frozen=True)
class Entry:
    """Access that a token gives."""

    program: Program
    token: str
    """Id of the token."""
    scopes: frozenset[str]


@dataclass(frozen=True)
class BotChallenge:
    """Request to a program to take a seat at a table."""

    id: str
    table_id: str
    seat: int
    program: str
    challenger: str
    """Holder of the challenger."""
    challenger_name: str
    status: str
    made_at: float


class Programs:
    """The programs of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, name: str, person: str | None, now: float) -> Program:
        """Create a program without tokens; raise `Refused` if the name is taken or the person has too many programs."""
        program = Program(secrets.token_urlsafe(12), name, person, now)
        try:
            await self._database.write(partial(_make, program=program))
        except IntegrityError:
            raise _taken(name) from None
        return program

    async def add_token(self, program: str, label: str, scopes: Sequence[str], now: float) -> tuple[Token, str]:
        """Create a token of a program; return it and its secret, of which only the SHA-256 is stored."""
        secret = PREFIX + secrets.token_urlsafe(32)
        token = Token(secrets.token_urlsafe(8), label, [scope for scope in SCOPES if scope in scopes], now, None)
        await self._database.write(partial(_add_token, program=program, token=token, digest=holder_of(secret)))
        return token, secret

    async def of(self, person: str | None) -> list[tuple[Program, list[Token]]]:
        """Return the programs of a person, or those created by operators, with their tokens; the oldest first."""
        return await self._database.read(partial(_of, person=person))

    async def everything(self) -> list[tuple[Program, list[Token]]]:
        """Return all programs."""
        return await self._database.read(partial(_listed, chosen=select(programs)))

    async def find(self, secret: str, now: float) -> Entry | None:
        """Return the access of a token; None if it is unknown or revoked, or its owner is blocked."""
        digest = holder_of(secret)
        found = await self._database.read(partial(_find, digest=digest))
        if found is None:
            return None
        entry, used_at = found
        if used_at is None or now - used_at > USE_NOTED:
            used = update(program_tokens).where(program_tokens.c.digest == digest).values(used_at=now)
            await self._database.write(lambda connection: connection.execute(used))
        return entry

    async def holds(self, token: str) -> bool:
        """Return whether a token, given by its id, is still valid."""
        chosen = select(program_tokens.c.digest).where(program_tokens.c.id == token)
        digest = await self._database.read(lambda connection: connection.execute(chosen).scalar())
        return digest is not None and await self._database.read(partial(_find, digest=digest)) is not None

    async def named(self, name: str) -> Program | None:
        """Return the program of a name, in any spelling that folds to the same."""
        chosen = select(programs).where(programs.c.looks == folded(name))
        return await self._database.read(partial(_one, chosen=chosen))

    async def remove_token(self, program: str, token: str) -> bool:
        """Revoke a token; return whether it existed."""
        own = delete(program_tokens).where(program_tokens.c.program == program, program_tokens.c.id == token)
        return await self._database.write(lambda connection: connection.execute(own).rowcount > 0)

    async def retire(self, program: str) -> None:
        """Delete a program with its tokens and challenges; its results stay."""
        await self._database.write(partial(forget_programs, found=[program]))

    # Challenges

    async def challenge(self, new: BotChallenge) -> BotChallenge:
        """Store a challenge, or return the open one for the same seat and program."""
        return await self._database.write(partial(_challenge, new=new))

    @staticmethod
    def challenges(new: Sequence[BotChallenge]) -> Callable[[Connection], None]:
        """Return a function that stores new challenges within another transaction; `Refused` rolls it back."""
        return partial(_challenge_all, new=new)

    async def find_challenge(self, challenge: str) -> BotChallenge | None:
        """Return a challenge by its id."""
        chosen = select(bot_challenges).where(bot_challenges.c.id == challenge)
        found = await self._database.read(lambda connection: connection.execute(chosen).first())
        return None if found is None else BotChallenge(**found._mapping)

    async def settle(self, challenge: str, status: str) -> bool:
        """Answer or cancel an open challenge; return whether it was open."""
        own = update(bot_challenges).where(bot_challenges.c.id == challenge, bot_challenges.c.status == OPEN)
        return await self._database.write(lambda connection: connection.execute(own.values(status=status)).rowcount > 0)

    async def open_challenges(self, program: str) -> list[BotChallenge]:
        """Return the open challenges of a program whose seats are still free."""
        return await self._database.read(partial(_open_challenges, program=program))

    async def made_by(self, challenger: str, since: float) -> list[BotChallenge]:
        """Return the challenges that a holder has made since `since`."""
        chosen = select(bot_challenges).where(bot_challenges.c.challenger == challenger)
        return await self._database.read(partial(_challenges, chosen=chosen.where(bot_challenges.c.made_at >= since)))

    async def unfinished(self, holder: str) -> list[str]:
        """Return the tables where a holder has sat down and whose match is not over."""
        sat = select(rows.c.table_id).where(rows.c.holder == holder, rows.c.kind == "sit")
        chosen = select(briefs.c.table_id).where(briefs.c.table_id.in_(sat), briefs.c.status != "over")
        return sorted(await self._database.read(lambda connection: connection.execute(chosen).scalars().all()))


# Transactions


def _make(connection: Connection, program: Program) -> None:
    own = select(func.count()).select_from(programs).where(programs.c.person == program.person)
    if program.person is not None and connection.execute(own).scalar_one() >= MOST_PROGRAMS:
        raise Refused("program.too-many", count=MOST_PROGRAMS)
    looks = skeletons(program.name)
    if any(looks & skeletons(name) for name in connection.execute(select(programs.c.name)).scalars()):
        raise _taken(program.name)
    connection.execute(insert(programs), {**vars(program), "looks": folded(program.name)})


def _taken(name: str) -> Refused:
    return Refused("program.taken", name=name)


def _add_token(connection: Connection, program: str, token: Token, digest: str) -> None:
    own = select(func.count()).select_from(program_tokens).where(program_tokens.c.program == program)
    if connection.execute(own).scalar_one() >= MOST_TOKENS:
        raise Refused("program.too-many-tokens", count=MOST_TOKENS)
    connection.execute(insert(program_tokens), {**vars(token), "digest": digest, "program": program})


def _of(connection: Connection, person: str | None) -> list[tuple[Program, list[Token]]]:
    return _listed(connection, select(programs).where(programs.c.person == person))


def _listed(connection: Connection, chosen: Any) -> list[tuple[Program, list[Token]]]:
    found = connection.execute(chosen.order_by(programs.c.made_at)).all()
    return [(_program(row), _tokens(connection, row.id)) for row in found]


def _tokens(connection: Connection, program: str) -> list[Token]:
    chosen = select(program_tokens).where(program_tokens.c.program == program).order_by(program_tokens.c.made_at)
    return [Token(row.id, row.label, row.scopes, row.made_at, row.used_at) for row in connection.execute(chosen).all()]


def _program(row: Any) -> Program:
    return Program(row.id, row.name, row.person, row.made_at)


def _one(connection: Connection, chosen: Any) -> Program | None:
    found = connection.execute(chosen).first()
    return None if found is None else _program(found)


def _find(connection: Connection, digest: str) -> tuple[Entry, float | None] | None:
    blocked = exists().where(restrictions.c.kind == BLOCK, restrictions.c.subject == programs.c.person)
    columns = (program_tokens.c.id.label("token"), program_tokens.c.scopes, program_tokens.c.used_at)
    chosen = select(programs, *columns).join(program_tokens, program_tokens.c.program == programs.c.id)
    found = connection.execute(chosen.where(program_tokens.c.digest == digest, ~blocked)).first()
    return None if found is None else (Entry(_program(found), found.token, frozenset(found.scopes)), found.used_at)


def _challenge(connection: Connection, new: BotChallenge) -> BotChallenge:
    same = (bot_challenges.c.table_id == new.table_id, bot_challenges.c.seat == new.seat)
    own = (*same, bot_challenges.c.program == new.program, bot_challenges.c.status == OPEN)
    standing = connection.execute(select(bot_challenges).where(*own)).first()
    if standing is not None:
        return BotChallenge(**standing._mapping)
    many = select(func.count()).select_from(bot_challenges)
    many = many.where(bot_challenges.c.program == new.program, bot_challenges.c.status == OPEN)
    if connection.execute(many).scalar_one() >= MOST_CHALLENGES:
        raise Refused("program.too-many-challenges", count=MOST_CHALLENGES)
    connection.execute(insert(bot_challenges), vars(new))
    return new


def _challenge_all(connection: Connection, new: Sequence[BotChallenge]) -> None:
    for challenge in new:
        _challenge(connection, challenge)


def _open_challenges(connection: Connection, program: str) -> list[BotChallenge]:
    standing = select(bot_challenges, briefs.c.names, briefs.c.status.label("table_status"))
    standing = standing.join(briefs, briefs.c.table_id == bot_challenges.c.table_id)
    own = (bot_challenges.c.program == program, bot_challenges.c.status == OPEN, briefs.c.status != "over")
    found = connection.execute(standing.where(*own).order_by(bot_challenges.c.made_at)).all()
    return [_found(row) for row in found if not row.names[row.seat]]


def _challenges(connection: Connection, chosen: Any) -> list[BotChallenge]:
    return [_found(row) for row in connection.execute(chosen.order_by(bot_challenges.c.made_at)).all()]


def _found(row: Any) -> BotChallenge:
    return BotChallenge(**{name: getattr(row, name) for name in BotChallenge.__dataclass_fields__})


def programs_of(connection: Connection, person: str) -> list[str]:
    """Return the ids of a person's programs."""
    return list(connection.execute(select(programs.c.id).where(programs.c.person == person)).scalars())


def forget_programs(connection: Connection, found: Sequence[str]) -> None:
    """Delete programs with their tokens and challenges; their results stay."""
    connection.execute(delete(bot_challenges).where(bot_challenges.c.program.in_(found)))
    connection.execute(delete(program_tokens).where(program_tokens.c.program.in_(found)))
    connection.execute(delete(programs).where(programs.c.id.in_(found)))
