"""Changes of stored series: their settings, members and evenings.

Each change checks the caller's role in its own transaction, so that a role that has just ended permits nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from saleroom.server.storage.columns import (
    series,
    series_evenings,
    series_members,
    tournament_people,
    tournaments,
    webhooks,
)
from saleroom.server.storage.database import Database
from saleroom.server.storage.series_rows import (
    ORGANISERS,
    RANKS,
    EveningResult,
    Role,
    Series,
    SeriesMember,
    SeriesRefused,
    SeriesRows,
    acting_member,
    change_member,
    find_evening,
    find_member,
    key_of,
    read_evenings,
    read_members,
    read_rows,
    read_series,
)

MOST_MEMBERS = 500
MOST_ROWS = 2 * MOST_MEMBERS
"""Maximum number of people who are or were members of a series; their rows stay for the standings."""
MOST_EVENINGS = 100
DAY = 24 * 3600.0


class SeriesStore:
    """The series in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, new: Series, identity: str, name: str, most_a_day: int) -> None:
        """Store a new series with its owner. Raise `SeriesRefused` if the owner has created `most_a_day` series within
        a day.
        """

        def transaction(connection: Connection) -> None:
            owned = series_members.join(series)
            own = (series_members.c.identity == identity) & (series_members.c.number == 1)
            query = select(func.count()).select_from(owned).where(own, series.c.made_at > new.made_at - DAY)
            if connection.execute(query).scalar_one() >= most_a_day:
                raise SeriesRefused("series.too-many", count=most_a_day)
            connection.execute(insert(series), new._asdict())
            first = SeriesMember(new.id, 1, identity, name, "owner", "in", new.made_at)
            connection.execute(insert(series_members), first._asdict())

        await self._database.write(transaction)

    async def rows(self, series_id: str) -> SeriesRows:
        """Return all stored data of a series; raise `SeriesRefused` for an unknown id."""
        return await self._database.read(partial(read_rows, series_id=series_id))

    async def all_of(self, identity: str) -> list[dict[str, Any]]:
        """Return data of the series that a person belongs to or belonged to, the earliest first."""
        own, came = series.c, series_members.c
        query = select(own.id, own.title, own.game, came.name, came.role, came.status, came.joined_at)
        theirs = query.select_from(series.join(series_members)).where(came.identity == identity)
        return await self._database.read(
            lambda connection: [
                {str(name): value for name, value in row._mapping.items()}
                for row in connection.execute(theirs.order_by(came.joined_at))
            ]
        )

    async def of(self, identity: str, event: str | None = None) -> list[tuple[Series, Role]]:
        """Return the series to which a person belongs now, the earliest first, with their role in each. With `event`,
        return only the series of that tournament.
        """
        came = series_members.c
        query = select(series, came.role).select_from(series.join(series_members))
        query = query.where(came.identity == identity, came.status == "in").order_by(came.joined_at)
        if event is not None:
            evenings = select(series_evenings.c.series).where(series_evenings.c.event == event)
            query = query.where(series.c.id.in_(evenings))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        found: dict[str, tuple[Series, Role]] = {}
        for *columns, role in sorted(rows, key=lambda row: RANKS[row.role]):  # linked devices can have two roles
            found.setdefault(columns[0], (Series._make(columns), role))
        return sorted(found.values(), key=lambda each: (each[0].made_at, each[0].id))

    # Members

    async def join(
        self, series_id: str, code: str, identity: str, name: Callable[[list[str]], str], now: float
    ) -> None:
        """Add a person who has the invitation link; a member stays as they are.

        `name` is a function that returns the person's name, given the names of the others.
        """

        def transaction(connection: Connection) -> None:
            if not read_series(connection, series_id).invites(code):
                raise SeriesRefused("series.no-invitation")
            _join(connection, read_members(connection, series_id), series_id, identity, name, now)

        await self._database.write(transaction)

    async def leave(self, series_id: str, identity: str) -> None:
        """Mark a member as having left; the owner has to name another owner first."""

        def transaction(connection: Connection) -> None:
            if acting_member(connection, series_id, identity).role == "owner":
                raise SeriesRefused("series.owner-stays")
            change_member(connection, series_id, identity, status="left", role="member")

        await self._database.write(transaction)

    async def remove(self, series_id: str, identity: str, number: int) -> None:
        """Remove a member. Organisers remove plain members only, the owner also organisers."""

        def transaction(connection: Connection) -> None:
            own = acting_member(connection, series_id, identity, ORGANISERS)
            target = find_member(connection, series_id, number)
            if RANKS[own.role] >= RANKS[target.role]:
                raise SeriesRefused("series.owner-only")
            change_member(connection, series_id, target.identity, status="removed", role="member")

        await self._database.write(transaction)

    async def set_role(self, series_id: str, identity: str, number: int, role: Role) -> None:
        """Change a member's role, as the owner. A new owner makes the previous owner an organiser."""

        def transaction(connection: Connection) -> None:
            acting_member(connection, series_id, identity, ("owner",))
            target = find_member(connection, series_id, number)
            if target.identity == identity:
                raise SeriesRefused("series.owner-stays")
            if role == "owner":
                change_member(connection, series_id, identity, role="organiser")
            change_member(connection, series_id, target.identity, role=role)

        await self._database.write(transaction)

    # Settings

    async def change(self, series_id: str, identity: str, values: dict[str, Any]) -> None:
        """Change columns of a series, as an organiser. After the first evening has begun, the number of evenings that
        count is fixed, because a change could decide who wins.
        """

        def transaction(connection: Connection) -> None:
            acting_member(connection, series_id, identity, ORGANISERS)
            if "counted" in values and any(one.round for one in read_evenings(connection, series_id)):
                raise SeriesRefused("series.counted-fixed")
            if values:  # an UPDATE without columns is not valid SQL
                connection.execute(update(series).where(series.c.id == series_id).values(**values))

        await self._database.write(transaction)

    # Evenings

    async def remove_evening(self, series_id: str, identity: str, number: int) -> None:
        """Remove an evening that has not begun; its tournament stays."""

        def transaction(connection: Connection) -> None:
            acting_member(connection, series_id, identity, ORGANISERS)
            if find_evening(connection, series_id, number).round:
                raise SeriesRefused("series.evening-begun")
            connection.execute(delete(series_evenings).where(*key_of(series_evenings, series_id, number)))

        await self._database.write(transaction)

    async def take_evening(self, series_id: str, identity: str, number: int) -> None:
        """Make an organiser the organiser of an evening's tournament. Delete the call and the webhook, because they
        belong to the person who organised it before.
        """

        def transaction(connection: Connection) -> None:
            own = acting_member(connection, series_id, identity, ORGANISERS)
            evening = find_evening(connection, series_id, number)
            if evening.results is not None:
                raise SeriesRefused("event.over")
            if evening.organiser == identity:
                return
            values = {"organiser": identity, "organiser_name": own.name, "names_organiser": False, "call_link": None}
            connection.execute(update(tournaments).where(tournaments.c.id == evening.event).values(**values))
            chat = (webhooks.c.scope == "event") & (webhooks.c.target == evening.event)
            connection.execute(delete(webhooks).where(chat))

        await self._database.write(transaction)

    async def note_results(self, series_id: str, number: int, results: Sequence[EveningResult]) -> None:
        """Store the results of a finished evening, once."""
        empty = series_evenings.c.results.is_(None)
        stored = update(series_evenings).where(*key_of(series_evenings, series_id, number), empty)
        await self._database.write(
            lambda connection: connection.execute(stored.values(results=[list(one) for one in results]))
        )


# Transactions


def attach(connection: Connection, event: str, *, series_id: str, identity: str) -> None:
    """Make a new tournament the next evening of a series, as an organiser."""
    acting_member(connection, series_id, identity, ORGANISERS)
    numbers = [one.number for one in read_evenings(connection, series_id)]
    if len(numbers) >= MOST_EVENINGS:
        raise SeriesRefused("series.full-of-evenings", count=MOST_EVENINGS)
    values = {"series": series_id, "number": max(numbers, default=0) + 1, "event": event}
    connection.execute(insert(series_evenings), values)


def _join(
    connection: Connection,
    members: Sequence[SeriesMember],
    series_id: str,
    identity: str,
    name: Callable[[list[str]], str],
    now: float,
) -> None:
    own = next((one for one in members if one.identity == identity), None)
    others = [one for one in members if one.identity != identity]
    if own is not None and own.status == "in":
        return
    if own is not None and own.status == "removed":
        raise SeriesRefused("series.removed")
    if sum(one.status == "in" for one in others) >= MOST_MEMBERS:
        raise SeriesRefused("series.full", count=MOST_MEMBERS)
    called = name([one.name for one in others])
    if own is not None:
        change_member(connection, series_id, identity, status="in", name=called)
        return
    numbers = select(func.max(series_members.c.number)).where(series_members.c.series == series_id)
    number = connection.execute(numbers).scalar_one() + 1
    if number > MOST_ROWS:
        raise SeriesRefused("series.full", count=MOST_MEMBERS)
    new = SeriesMember(series_id, number, identity, called, "member", "in", now)
    connection.execute(insert(series_members), new._asdict())


# Erasure


def forget_in_series(connection: Connection, who: str) -> None:
    """Anonymise an identity in all series. Call this before `forget_in_tournaments`: the person's entries in the
    evenings of a series get the same unknown identity as their membership, so that the standings do not change.
    """
    came = tournament_people.c
    for series_id in connection.execute(_series_of(who)).scalars().all():
        unknown = secrets.token_hex(32)
        _replace_owner(connection, series_id, who)
        for number in connection.execute(_series_of(who, series_id)).scalars().all():
            values = {"identity": unknown, "name": f"player {number}", "status": "left", "role": "member"}
            connection.execute(update(series_members).where(*key_of(series_members, series_id, number)).values(values))
        events = select(series_evenings.c.event).where(series_evenings.c.series == series_id)
        played = select(came.event, came.number).where(came.identity == who, came.event.in_(events))
        for event, number in connection.execute(played).all():
            values = {"identity": unknown, "holder": unknown, "name": f"player {number}", "status": "left"}
            own = (came.event == event) & (came.number == number)
            connection.execute(update(tournament_people).where(own).values(values))
        _delete_empty(connection, series_id)


def _series_of(who: str, series_id: str | None = None) -> Any:
    """Return the query for an identity's series, or for its numbers in one series."""
    own = series_members.c
    if series_id is None:
        return select(own.series).where(own.identity == who).distinct()
    return select(own.number).where(own.identity == who, own.series == series_id)


def _replace_owner(connection: Connection, series_id: str, who: str) -> None:
    """If an identity owns a series, make the first organiser the owner, or else the first member."""
    members = [one for one in read_members(connection, series_id) if one.status == "in"]
    others = sorted((one for one in members if one.identity != who), key=lambda one: (RANKS[one.role], one.number))
    if others and any(one.identity == who and one.role == "owner" for one in members):
        change_member(connection, series_id, others[0].identity, role="owner")


def _delete_empty(connection: Connection, series_id: str) -> None:
    """Delete a series without members. The tournaments of its evenings stay."""
    if not any(one.status == "in" for one in read_members(connection, series_id)):
        for column in (series_evenings.c.series, series_members.c.series, series.c.id):
            connection.execute(delete(column.table).where(column == series_id))
