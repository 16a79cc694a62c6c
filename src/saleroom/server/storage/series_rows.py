"""Rows of a series, and the checks that every change of a series makes in its own transaction."""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, select, update

from saleroom.kernel.refusals import Refusal
from saleroom.server.storage.columns import series, series_evenings, series_members, tournament_people, tournaments

Role = Literal["owner", "organiser", "member"]
ORGANISERS: tuple[Role, ...] = ("owner", "organiser")
RANKS = {"owner": 0, "organiser": 1, "member": 2}


class SeriesRefused(Refusal):
    """Refusal of a request about a series."""


class Series(NamedTuple):
    """A series. The fields are the columns of the database."""

    id: str
    title: str
    game: str
    options: dict[str, int | str]
    """Values of all options of the game, for new evenings."""
    seats: int
    rounds: int
    per_table: int | None
    counted: int | None
    """Number of each member's best evenings that count; None for all evenings."""
    invitation: str | None
    """Secret part of the invitation link; None while the link is closed."""
    made_at: float

    def invites(self, code: str) -> bool:
        """Return whether a code is that of the invitation link."""
        return self.invitation is not None and hmac.compare_digest(self.invitation.encode(), code.encode())


class SeriesMember(NamedTuple):
    """Member of a series, or a person who was one."""

    series: str
    number: int
    """Number of the member, from 1, in the order in which people joined."""
    identity: str
    name: str
    role: Role
    status: Literal["in", "left", "removed"]
    joined_at: float


class EveningResult(NamedTuple):
    """Result of a participant of a finished evening."""

    person: int
    """Number of the person in the tournament."""
    rank: int
    half_points: int
    """Match points, times two."""
    possible: int
    deals: int
    enough: bool
    """Whether the person has played at least half of the deals; otherwise the evening counts as an absence."""


class SeriesEvening(NamedTuple):
    """An evening of a series, with data of its tournament."""

    number: int
    """Number of the evening, from 1."""
    event: str
    """Id of the tournament."""
    results: tuple[EveningResult, ...] | None
    """Results of all participants; None until the tournament is over."""
    title: str
    begins_at: float | None
    round: int
    """Number of the last started round; 0 before the first round."""
    organiser: str
    people: dict[int, str]
    """Identity of each person of the tournament, by number."""
    taking_part: frozenset[int]
    """Numbers of the people who take part now."""


class SeriesRows(NamedTuple):
    """All stored data of a series."""

    series: Series
    members: list[SeriesMember]
    """Members in the order in which they joined, each identity once."""
    evenings: list[SeriesEvening]

    def member(self, identity: str | None) -> SeriesMember | None:
        """Return the member who has this identity now."""
        return next((one for one in self.members if one.identity == identity and one.status == "in"), None)


def read_series(connection: Connection, series_id: str) -> Series:
    row = connection.execute(select(series).where(series.c.id == series_id)).first()
    if row is None:
        raise SeriesRefused("no-series")
    return Series._make(row)


def acting_member(
    connection: Connection, series_id: str, identity: str, roles: tuple[Role, ...] | None = None
) -> SeriesMember:
    """Return the member who acts; raise `SeriesRefused` if they are none, or have none of the roles."""
    read_series(connection, series_id)
    members = read_members(connection, series_id)
    own = next((one for one in members if one.identity == identity and one.status == "in"), None)
    if own is None:
        raise SeriesRefused("series.members-only")
    if roles is not None and own.role not in roles:
        raise SeriesRefused("series.owner-only" if roles == ("owner",) else "series.organisers-only")
    return own


def find_member(connection: Connection, series_id: str, number: int) -> SeriesMember:
    for one in read_members(connection, series_id):
        if one.number == number and one.status == "in":
            return one
    raise SeriesRefused("series.no-member")


def change_member(connection: Connection, series_id: str, identity: str, **values: Any) -> None:
    """Change all rows of an identity; after two devices were linked, it can have several."""
    theirs = (series_members.c.series == series_id) & (series_members.c.identity == identity)
    connection.execute(update(series_members).where(theirs).values(**values))


def read_members(connection: Connection, series_id: str) -> list[SeriesMember]:
    """Return each identity once: the row in use with the highest role, if devices of two members were linked."""
    rows = connection.execute(select(series_members).where(series_members.c.series == series_id))
    ordered = sorted(map(SeriesMember._make, rows), key=lambda one: (one.status != "in", RANKS[one.role], one.number))
    first: dict[str, SeriesMember] = {}
    for one in ordered:
        first.setdefault(one.identity, one)
    return sorted(first.values(), key=lambda one: one.number)


def read_evenings(connection: Connection, series_id: str) -> list[SeriesEvening]:
    own, theirs = series_evenings.c, tournaments.c
    query = select(own.number, own.event, own.results, theirs.title, theirs.begins_at, theirs.round, theirs.organiser)
    joined = query.select_from(series_evenings.join(tournaments)).where(own.series == series_id).order_by(own.number)
    rows = connection.execute(joined).all()
    people = _people(connection, [row.event for row in rows])
    return [
        SeriesEvening(
            number=row.number,
            event=row.event,
            results=None if row.results is None else tuple(map(EveningResult._make, row.results)),
            title=row.title,
            begins_at=row.begins_at,
            round=row.round,
            organiser=row.organiser,
            people={one.number: one.identity for one in people[row.event]},
            taking_part=frozenset(one.number for one in people[row.event] if one.status == "in"),
        )
        for row in rows
    ]


def _people(connection: Connection, events: Iterable[str]) -> dict[str, list[Any]]:
    """Return the people of each tournament."""
    came = tournament_people.c
    query = select(came.event, came.number, came.identity, came.status).where(came.event.in_(list(events)))
    people: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(query.order_by(came.number)):
        people[row.event].append(row)
    return people


def find_evening(connection: Connection, series_id: str, number: int) -> SeriesEvening:
    for one in read_evenings(connection, series_id):
        if one.number == number:
            return one
    raise SeriesRefused("series.no-evening")


def read_rows(connection: Connection, series_id: str) -> SeriesRows:
    return SeriesRows(
        read_series(connection, series_id), read_members(connection, series_id), read_evenings(connection, series_id)
    )


def key_of(table: Any, series_id: str, number: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return table.c.series == series_id, table.c.number == number
