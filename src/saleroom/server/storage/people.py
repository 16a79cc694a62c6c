"""People, with their devices and passkeys.

An *identity* is the key of results and ratings: a person's id, or the holder id of a device that belongs to no person
yet. A device gets a person when it is linked to another device or when a passkey is created on it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Column, Connection, delete, exists, false, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from saleroom.kernel.refusals import Refusal
from saleroom.server.core.portraits import known
from saleroom.server.protocol.common import Picture
from saleroom.server.storage.administration import forget_in_log
from saleroom.server.storage.avoidance import forget_avoidance, forget_own_devices
from saleroom.server.storage.bots import bots_of, forget_bots
from saleroom.server.storage.classrooms import forget_in_classrooms
from saleroom.server.storage.columns import (
    avoided_people,
    bots,
    challenges,
    class_answers,
    class_people,
    classrooms,
    contest_results,
    contest_scores,
    devices,
    hidden_tables,
    message_preferences,
    passkeys,
    people,
    portraits,
    practice_cards,
    ratings,
    restrictions,
    results,
    series_members,
    tournament_people,
    tournaments,
    webhooks,
)
from saleroom.server.storage.database import Database, insert_or
from saleroom.server.storage.notifications import forget_messages
from saleroom.server.storage.push import forget_browsers
from saleroom.server.storage.series import forget_in_series
from saleroom.server.storage.tournament_transactions import forget_in_tournaments

MOST_DEVICES = 20
MOST_PASSKEYS = 10

OWNED: tuple[Column[Any], ...] = (
    results.c.identity,
    ratings.c.identity,
    contest_results.c.identity,
    challenges.c.identity,
    tournament_people.c.identity,
    tournaments.c.organiser,
    series_members.c.identity,
    practice_cards.c.person,
    restrictions.c.subject,
    portraits.c.identity,
    hidden_tables.c.identity,
    avoided_people.c.identity,
    avoided_people.c.avoided,
    bots.c.person,
    webhooks.c.identity,
    message_preferences.c.identity,
    classrooms.c.teacher,
    class_people.c.identity,
    class_answers.c.identity,
)
"""Columns that hold identities.

When a device joins a person, its rows move to that person. If the person already has a row with the same key, the
device's row is deleted instead.
"""


class PersonRefused(Refusal):
    """Refusal to add a device or passkey to a person; the text says why in one line."""


@dataclass(frozen=True)
class Passkey:
    """Passkey, with details for its owner and the data to verify logins."""

    id: str
    """Base64url, without padding."""
    person: str
    public_key: bytes
    sign_count: int
    place: str
    """Host name for which the passkey was created (relying party id); it works on no other host."""
    name: str
    made_at: float
    used_at: float


@dataclass(frozen=True)
class Account:
    """Devices and passkeys of an identity."""

    identity: str
    devices: list[str]
    """Holder ids of all devices, including the requesting device."""
    passkeys: list[Passkey]


class People:
    """The people of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def identity_of(self, holder: str) -> str:
        """Return the identity of a device, which is its person's id, or else the holder id."""
        return await self._database.read(partial(identity, holder=holder))

    async def account_of(self, holder: str) -> Account:
        """Return the devices and passkeys of the person to whom a device belongs."""
        return await self._database.read(partial(_account, holder=holder))

    async def holders_of(self, holder: str) -> list[str]:
        """Return all devices of the person to whom a device belongs, including that device."""
        return await self._database.read(lambda connection: holders(connection, identity(connection, holder)))

    async def identities_of(self, holders: Iterable[str]) -> dict[str, str]:
        """Return the identity of each of the given devices."""
        wanted = list(holders)
        return await self._database.read(partial(ids_of, wanted=wanted))

    async def pictures_of(self, identities: Iterable[str]) -> dict[str, Picture]:
        """Return the portraits of the people with the given identities or devices."""
        wanted = set(identities)
        return await self._database.read(partial(_pictures, wanted=wanted)) if wanted else {}

    async def choose_picture(self, holder: str, picture: Picture) -> None:
        """Store the portrait that the person to whom a device belongs has chosen."""
        await self._database.write(partial(_choose_picture, holder=holder, picture=picture))

    async def join(self, holder: str, other_holder: str, now: float) -> list[str]:
        """Make two devices belong to one person, who gets the data of both; return the games whose ratings must be
        recomputed.
        """
        return await self._database.write(partial(_join, holder=holder, other_holder=other_holder, now=now))

    async def join_person(self, holder: str, person: str, now: float) -> list[str]:
        """Add a device to a person who used a passkey on it; return the games whose ratings must be recomputed."""
        return await self._database.write(partial(_absorb, holder=holder, person=person, now=now))

    async def passkey(self, key: str) -> Passkey | None:
        """Return a passkey by its id."""
        row = await self._database.read(
            lambda connection: connection.execute(select(passkeys).where(passkeys.c.id == key)).first()
        )
        return None if row is None else Passkey(**row._mapping)

    async def add_passkey(self, holder: str, key: Callable[[str], Passkey], now: float) -> None:
        """Call `key` with the id of a device's person, and store the passkey that `key` returns. Raise `PersonRefused`
        if that is impossible.
        """
        try:
            await self._database.write(partial(_add_passkey, holder=holder, key=key, now=now))
        except IntegrityError:
            raise PersonRefused("passkey.known") from None

    async def use_passkey(self, key: str, sign_count: int, now: float) -> None:
        """Store a login with a passkey."""
        used = update(passkeys).where(passkeys.c.id == key).values(sign_count=sign_count, used_at=now)
        await self._database.write(lambda connection: connection.execute(used))

    async def remove_passkey(self, holder: str, key: str) -> bool:
        """Remove a passkey of the person to whom a device belongs; return whether the person had that passkey."""
        return await self._database.write(
            lambda connection: (
                connection.execute(
                    delete(passkeys).where(passkeys.c.id == key, passkeys.c.person == identity(connection, holder))
                ).rowcount
                > 0
            )
        )

    async def forget(self, who: str) -> None:
        """Delete an identity's ratings, practice, classes, portrait, avoid lists, passkeys and devices.

        Erase the identity from its tables before calling this.
        """
        await self._database.write(partial(_forget, who=who))


# Transactions


def identity(connection: Connection, holder: str) -> str:
    """Return the identity of a device, which is its person's id, or else the holder id."""
    return connection.execute(select(devices.c.person).where(devices.c.holder == holder)).scalar() or holder


def holders(connection: Connection, who: str) -> list[str]:
    """Return the devices of an identity."""
    query = select(devices.c.holder).where(devices.c.person == who).order_by(devices.c.joined_at)
    return list(connection.execute(query).scalars()) or [who]


def _account(connection: Connection, holder: str) -> Account:
    who = identity(connection, holder)
    keys = connection.execute(select(passkeys).where(passkeys.c.person == who).order_by(passkeys.c.made_at))
    return Account(who, holders(connection, who), [Passkey(**key._mapping) for key in keys])


def _join(connection: Connection, holder: str, other_holder: str, now: float) -> list[str]:
    return _absorb(connection, holder, _person(connection, other_holder, now), now)


def _person(connection: Connection, holder: str, now: float) -> str:
    """Return the id of the person to whom a device belongs; create a person if there is none."""
    who = identity(connection, holder)
    if who != holder:
        return who
    person, picture = secrets.token_hex(16), _picture(connection, holder)
    connection.execute(insert(people), {"id": person, "made_at": now})
    connection.execute(insert(devices), {"holder": holder, "person": person, "joined_at": now})
    _move(connection, holder, person)
    _choose_picture(connection, person, picture)
    return person


def _picture(connection: Connection, holder: str) -> Picture:
    who = identity(connection, holder)
    return known(connection.execute(select(portraits.c.picture).where(portraits.c.identity == who)).scalar(), who)


def _pictures(connection: Connection, wanted: Collection[str]) -> dict[str, Picture]:
    owners = select(devices.c.holder, devices.c.person).where(devices.c.holder.in_(wanted))
    people_of = dict(zip(wanted, wanted, strict=True)) | dict(_pairs(connection, owners))
    query = select(portraits.c.identity, portraits.c.picture)
    chosen = dict(_pairs(connection, query.where(portraits.c.identity.in_(set(people_of.values())))))
    return {each: known(chosen.get(who), who) for each, who in people_of.items()}


def _pairs(connection: Connection, query: Any) -> Iterator[tuple[str, str]]:
    return (tuple(row) for row in connection.execute(query))


def _choose_picture(connection: Connection, holder: str, picture: Picture) -> None:
    chosen = insert_or(connection, portraits).values(identity=identity(connection, holder), picture=picture)
    connection.execute(chosen.on_conflict_do_update(index_elements=["identity"], set_={"picture": picture}))


def _absorb(connection: Connection, holder: str, person: str, now: float) -> list[str]:
    """Move a device to a person. If the device belonged to another person, also move all other devices of that
    person.
    """
    who = identity(connection, holder)
    if who == person:
        return []
    joining = holders(connection, who)
    if len(holders(connection, person)) + len(joining) > MOST_DEVICES:
        raise PersonRefused("devices.too-many", count=MOST_DEVICES)
    games = _rated_by_both(connection, who, person)
    connection.execute(delete(devices).where(devices.c.holder.in_(joining)))
    connection.execute(insert(devices), [{"holder": one, "person": person, "joined_at": now} for one in joining])
    connection.execute(update(passkeys).where(passkeys.c.person == who).values(person=person))
    _count_once(connection, who, person)
    _move(connection, who, person)
    forget_own_devices(connection, person)
    _rank(connection, person)
    connection.execute(delete(people).where(people.c.id == who))
    return games


def _rated_by_both(connection: Connection, one: str, two: str) -> list[str]:
    games = select(ratings.c.game).where(ratings.c.identity.in_((one, two)))
    return list(connection.execute(games.group_by(ratings.c.game).having(func.count() > 1)).scalars())


def _move(connection: Connection, old: str, new: str) -> None:
    """Move all rows of one identity to another identity."""
    for column in OWNED:
        moved = update(column.table).where(column == old, ~_stands_already(column, new))
        connection.execute(moved.values({column.name: new}))
        connection.execute(delete(column.table).where(column == old))


def _count_once(connection: Connection, old: str, new: str) -> None:
    """In contests that both identities have played, remove the score of `old` from the counts, because only the result
    of `new` remains.
    """
    played, theirs = contest_results.c, contest_scores.c
    twice = select(played.contest).where(played.identity == new)
    gone = select(played.contest, played.score).where(played.identity == old, played.contest.in_(twice))
    for contest, score in connection.execute(gone).all():
        counted = update(contest_scores).where(theirs.contest == contest, theirs.score == score)
        connection.execute(counted.values(count=theirs.count - 1))


def _rank(connection: Connection, person: str) -> None:
    """If a person has a passkey, mark all their contest results as results of an account. Rankings name only
    accounts.
    """
    has_passkey = select(passkeys.c.id).where(passkeys.c.person == person).exists()
    own = update(contest_results).where(contest_results.c.identity == person, has_passkey)
    connection.execute(own.values(account=True))


def _stands_already(column: Column[Any], who: str) -> Any:
    """Return the SQL condition that a row's key would become a duplicate if the row were moved to the identity
    `who`.
    """
    table = column.table
    alias = table.alias()
    rest = [key for key in table.primary_key if key is not column]
    if len(rest) == len(table.primary_key):
        return false()  # the column is not part of the key
    return exists().where(alias.c[column.name] == who, *(alias.c[key.name] == key for key in rest))


def _add_passkey(connection: Connection, holder: str, key: Callable[[str], Passkey], now: float) -> None:
    person = _person(connection, holder, now)
    known = select(func.count()).select_from(passkeys).where(passkeys.c.person == person)
    if connection.execute(known).scalar_one() >= MOST_PASSKEYS:
        raise PersonRefused("passkey.too-many", count=MOST_PASSKEYS)
    connection.execute(insert(passkeys), vars(key(person)))
    _rank(connection, person)


def _forget(connection: Connection, who: str) -> None:
    forget_in_series(connection, who)
    forget_in_tournaments(connection, who)
    forget_in_classrooms(connection, who)
    forget_bots(connection, bots_of(connection, who))
    forget_messages(connection, who, forget_browsers(connection, holders(connection, who)))
    connection.execute(delete(ratings).where(ratings.c.identity == who))
    connection.execute(delete(results).where(results.c.identity == who))
    connection.execute(delete(practice_cards).where(practice_cards.c.person == who))
    connection.execute(delete(passkeys).where(passkeys.c.person == who))
    connection.execute(delete(portraits).where(portraits.c.identity == who))
    connection.execute(delete(hidden_tables).where(hidden_tables.c.identity == who))
    forget_avoidance(connection, [who, *holders(connection, who)])
    forget_in_log(connection, who)
    connection.execute(delete(devices).where(devices.c.person == who))
    connection.execute(delete(people).where(people.c.id == who))


def ids_of(connection: Connection, wanted: Iterable[str]) -> dict[str, str]:
    """Return the identity of each device."""
    return {holder: identity(connection, holder) for holder in wanted}
