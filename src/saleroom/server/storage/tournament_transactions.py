"""Queries and transactions of tournaments."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, insert, select, update

from saleroom.server.storage.columns import (
    tournament_people,
    tournament_substitutes,
    tournament_tables,
    tournaments,
)
from saleroom.server.storage.tournament_rows import (
    FEWEST,
    FEWEST_LATER,
    MOST_PEOPLE,
    Joining,
    PlannedSubstitute,
    RoundTable,
    Substituting,
    TournamentPerson,
)

# Queries


def is_due(now: float) -> ColumnElement[bool]:
    """Return the condition that no round is in progress and the next round was planned for `now` or earlier."""
    own, tables = tournaments.c, tournament_tables.c
    in_play = exists().where(tables.event == own.id, tables.scores.is_(None)).correlate(tournaments)
    return and_(own.round < own.rounds, own.begins_at + own.round * own.round_interval <= now, ~in_play)


def has_enough_people() -> ColumnElement[bool]:
    """Return the condition that enough people for the next round take part."""
    own, people = tournaments.c, tournament_people.c
    taking_part = select(func.count()).where(people.event == own.id, people.status == "in").correlate(tournaments)
    return taking_part.scalar_subquery() >= case((own.round == 0, FEWEST), else_=FEWEST_LATER)


# Transactions


def join(
    connection: Connection, tournament_id: str, identity: str, holder: str, name: Callable[[list[str]], str]
) -> Joining:
    """Add a person to a tournament, as `TournamentStore.join` describes."""
    if _is_over(connection, tournament_id):
        return "over"
    query = select(tournament_people).where(tournament_people.c.event == tournament_id)
    people = [TournamentPerson._make(row) for row in connection.execute(query)]
    others = [person for person in people if person.identity != identity]
    own = next((person for person in people if person.identity == identity), None)
    if own is not None and own.status == "removed":
        return "removed"
    if sum(person.status == "in" for person in others) >= MOST_PEOPLE:
        return "full"
    values = {"holder": holder, "name": name([person.name for person in others]), "status": "in"}
    if own is None:
        number = max((person.number for person in people), default=0) + 1
        connection.execute(
            insert(tournament_people).values(event=tournament_id, number=number, identity=identity, **values)
        )
    else:
        same = (tournament_people.c.event == tournament_id) & (tournament_people.c.number == own.number)
        connection.execute(update(tournament_people).where(same).values(**values))
    return "in"


def _is_over(connection: Connection, tournament_id: str) -> bool:
    """Return whether all tables of the last round have finished."""
    own, tables = tournaments.c, tournament_tables.c
    last = select(own.id).where(own.id == tournament_id, own.round >= own.rounds)
    unfinished = select(tables.number).where(tables.event == tournament_id, tables.scores.is_(None))
    return connection.execute(last).first() is not None and connection.execute(unfinished).first() is None


def begin_round(
    connection: Connection, tournament_id: str, number: int, tables: Sequence[RoundTable], now: float
) -> bool:
    """Store the seats of the next round, as `TournamentStore.begin_round` describes."""
    own = tournaments.c
    query = (own.id == tournament_id) & (own.round == number - 1)
    if not connection.execute(update(tournaments).where(query).values(round=number)).rowcount:
        return False
    if number == 1:
        early = (own.id == tournament_id) & (func.coalesce(own.begins_at, now) >= now)
        connection.execute(update(tournaments).where(early).values(begins_at=now))
    connection.execute(insert(tournament_tables), [table._asdict() for table in tables])
    return True


def planned_substitutes(connection: Connection, tournament_id: str, number: int) -> list[PlannedSubstitute]:
    """Return the substitutes of a round, in the order in which they were stored."""
    own = tournament_substitutes.c
    query = select(tournament_substitutes).where(own.event == tournament_id, own.round == number)
    return [PlannedSubstitute._make(row) for row in connection.execute(query.order_by(own.number))]


def add_substitute(
    connection: Connection, *, tournament_id: str, number: int, table: int, seat: int, person: int, replaced: int | None
) -> Substituting:
    """Store a substitute, as `TournamentStore.add_substitute` describes."""
    own, people = tournament_tables.c, tournament_people.c
    query = select(tournament_tables).where(own.event == tournament_id, own.round == number)
    round_tables = [RoundTable._make(row) for row in connection.execute(query)]
    planned = planned_substitutes(connection, tournament_id, number)
    rows = connection.execute(select(tournament_people).where(people.event == tournament_id)).all()
    taking_part = {row.number for row in rows if row.status == "in"}
    identities = {row.number: row.identity for row in rows if row.number != person or row.status == "in"}
    seated = {each for table in round_tables for each in table.people} | {each.person for each in planned}
    if person not in identities or identities[person] in {identities.get(each) for each in seated}:
        return "has-seen"
    place = next((each for each in round_tables if each.number == table and each.scores is None), None)
    if place is None:
        return "has-seen"
    if replaced is not None:
        substitutes = [each.person for each in planned if (each.table_number, each.seat) == (table, seat)]
        holders = [place.people[seat], *substitutes]
        if taking_part.intersection(holders[holders.index(replaced) :]):
            return "taken"
    new = PlannedSubstitute(tournament_id, number, person, len(planned) + 1, table, seat)
    connection.execute(insert(tournament_substitutes), new._asdict())
    return "in"


def forget_in_tournaments(connection: Connection, who: str) -> None:
    """Anonymise an identity in all tournaments; for example, the third participant becomes "player 3". Scores do not
    change.
    """
    for row in connection.execute(select(tournament_people).where(tournament_people.c.identity == who)).all():
        own = (tournament_people.c.event == row.event) & (tournament_people.c.number == row.number)
        unknown = secrets.token_hex(32)
        values = {"identity": unknown, "holder": unknown, "name": f"player {row.number}", "status": "left"}
        connection.execute(update(tournament_people).where(own).values(**values))
    for (tournament_id,) in connection.execute(select(tournaments.c.id).where(tournaments.c.organiser == who)).all():
        values = {
            "organiser": secrets.token_hex(32),
            "organiser_name": "player",
            "names_organiser": False,
            "call_link": None,
        }
        connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(**values))
