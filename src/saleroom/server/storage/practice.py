"""What is stored of practice: positions, the house's daily matches, and each person's cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update

from saleroom.server.storage.columns import practice_cards as cards
from saleroom.server.storage.columns import practice_days as days
from saleroom.server.storage.columns import practice_positions as positions
from saleroom.server.storage.database import Database

MOST_DUE = 50
"""So many due positions of a game are named at most."""


@dataclass(frozen=True)
class StoredPosition:
    """A moment of a match at which something better could have been done. The fields are columns."""

    id: str
    game: str
    table_id: str | None
    """The table of the match; None for a daily position."""
    day: str | None
    """The day of the house's match, ISO 8601; None for a match that people played."""
    seat: int
    deal: int
    """From 1."""
    step: int
    """The step of that deal's story that shows the table then, from 0."""
    remark: dict[str, Any]
    """What a review says of the decision."""


@dataclass(frozen=True)
class StoredCard:
    """How well somebody knows a position."""

    due: float
    """Seconds since the epoch."""
    card: dict[str, Any]
    before: dict[str, Any] | None
    """The card before the last answer, where that was right."""
    first_right: bool | None
    """Whether the first answer was right; None before that."""


@dataclass(frozen=True)
class Known:
    """What one person has of one game."""

    due: list[str]
    """The ids of positions that are due, the longest due first."""
    kept: int
    next_due: float | None
    """When the next one is due that is not yet."""


Counted = tuple[int, int]
"""How many people have answered, and how many of them were right at first."""


class PracticeStore:
    """The practice of all people of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: str, found: Sequence[StoredPosition], card: dict[str, Any], due: float) -> None:
        """Give a person positions; those that they have already stay as they are."""
        if found:
            await self._database.write(partial(_add, person=person, found=found, card=card, due=due))

    async def position(self, position_id: str) -> StoredPosition | None:
        """A position."""
        chosen = select(positions).where(positions.c.id == position_id)
        found = await self._database.read(lambda connection: connection.execute(chosen).first())
        return None if found is None else StoredPosition(**found._asdict())

    async def card(self, person: str, position_id: str) -> StoredCard | None:
        """A person's card of a position; None where it is not among theirs."""
        chosen = select(cards.c.due, cards.c.card, cards.c.before, cards.c.first_right).where(_is(person, position_id))
        found = await self._database.read(lambda connection: connection.execute(chosen).first())
        return None if found is None else StoredCard(**found._asdict())

    async def put_card(self, person: str, position_id: str, card: StoredCard) -> None:
        """Write a card, new or changed. What the first answer was is never changed."""
        await self._database.write(partial(_put_card, person=person, position_id=position_id, card=card))

    async def known(self, person: str, now: float) -> dict[str, Known]:
        """What a person has, by game."""
        return await self._database.read(partial(_known, person=person, now=now))

    async def all_of(self, person: str) -> list[dict[str, Any]]:
        """Every position of a person, for their export."""
        chosen = select(cards.c.position_id, positions.c.game, cards.c.due, cards.c.first_right)
        own = chosen.join(positions, cards.c.position_id == positions.c.id).where(cards.c.person == person)
        found = await self._database.read(lambda connection: connection.execute(own.order_by(cards.c.due)).all())
        return [dict(row._mapping) for row in found]

    async def share(self, position_id: str) -> Counted:
        """How many have answered a position."""
        chosen = select(func.count(), func.count().filter(cards.c.first_right)).where(
            cards.c.position_id == position_id, cards.c.first_right.is_not(None)
        )
        people, right = await self._database.read(lambda connection: connection.execute(chosen).one())
        return people, right

    async def of_day(self, day: str, person: str) -> dict[str, list[tuple[str, bool | None]]]:
        """A day's positions by game, with whether the person's first answer was right.

        A game that is missing has not been looked at yet.
        """
        return await self._database.read(partial(_of_day, day=day, person=person))

    async def has_day(self, day: str, game: str) -> bool:
        """Whether a day's positions of a game have been found."""
        return await self._database.read(lambda connection: _has_day(connection, day, game))

    async def record(self, day: str, game: str) -> dict[str, Any] | None:
        """The record of the house's match of a day."""
        chosen = select(days.c.record).where(days.c.day == day, days.c.game == game)
        return await self._database.read(lambda connection: connection.execute(chosen).scalar())

    async def add_day(self, day: str, game: str, record: dict[str, Any], found: Sequence[StoredPosition]) -> None:
        """A day's match of the house and its positions; nothing where another process was first."""
        await self._database.write(partial(_add_day, day=day, game=game, record=record, found=found))


def _is(person: str, position_id: str) -> Any:
    return and_(cards.c.person == person, cards.c.position_id == position_id)


# Transactions. Those that write come one after the other, so that what is missing then is added once.


def _add_positions(connection: Connection, found: Sequence[StoredPosition]) -> None:
    there = set(connection.execute(select(positions.c.id).where(_among(positions.c.id, found))).scalars())
    fresh = [asdict(position) for position in found if position.id not in there]
    if fresh:
        connection.execute(insert(positions), fresh)


def _add(
    connection: Connection, person: str, found: Sequence[StoredPosition], card: dict[str, Any], due: float
) -> None:
    _add_positions(connection, found)
    own = select(cards.c.position_id).where(cards.c.person == person, _among(cards.c.position_id, found))
    there = set(connection.execute(own).scalars())
    fresh = [position.id for position in found if position.id not in there]
    if fresh:
        new = [{"person": person, "position_id": position_id, "due": due, "card": card} for position_id in fresh]
        connection.execute(insert(cards), new)


def _among(column: Any, found: Sequence[StoredPosition]) -> Any:
    return column.in_([position.id for position in found])


def _put_card(connection: Connection, person: str, position_id: str, card: StoredCard) -> None:
    values = asdict(card)
    first = func.coalesce(cards.c.first_right, card.first_right)
    changed = update(cards).where(_is(person, position_id)).values(**{**values, "first_right": first})
    if not connection.execute(changed).rowcount:
        connection.execute(insert(cards).values(person=person, position_id=position_id, **values))


def _known(connection: Connection, person: str, now: float) -> dict[str, Known]:
    own = select(positions.c.game, positions.c.id, cards.c.due).join(cards, cards.c.position_id == positions.c.id)
    own = own.where(cards.c.person == person).order_by(cards.c.due)
    found: dict[str, list[tuple[str, float]]] = {}
    for game, position_id, due in connection.execute(own):
        found.setdefault(game, []).append((position_id, due))
    return {game: _summed(rows, now) for game, rows in found.items()}


def _summed(rows: Sequence[tuple[str, float]], now: float) -> Known:
    due = [position_id for position_id, when in rows if when <= now]
    return Known(due[:MOST_DUE], len(rows), next((when for _, when in rows if when > now), None))


def _of_day(connection: Connection, day: str, person: str) -> dict[str, list[tuple[str, bool | None]]]:
    games = connection.execute(select(days.c.game).where(days.c.day == day)).scalars()
    found: dict[str, list[tuple[str, bool | None]]] = {game: [] for game in games}
    mine = and_(cards.c.position_id == positions.c.id, cards.c.person == person)
    chosen = select(positions.c.game, positions.c.id, cards.c.first_right).join(cards, mine, isouter=True)
    for game, position_id, right in connection.execute(chosen.where(positions.c.day == day).order_by(positions.c.id)):
        found.setdefault(game, []).append((position_id, right))
    return found


def _has_day(connection: Connection, day: str, game: str) -> bool:
    found = select(days.c.day).where(days.c.day == day, days.c.game == game)
    return connection.execute(found).first() is not None


def _add_day(
    connection: Connection, day: str, game: str, record: dict[str, Any], found: Sequence[StoredPosition]
) -> None:
    if not _has_day(connection, day, game):
        connection.execute(insert(days).values(day=day, game=game, record=record))
        _add_positions(connection, found)
