"""Stored data of practice: positions, daily matches between `house` bots, and the learning state (*card*) of each
person for each position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, and_, exists, func, insert, select, update

from saleroom.server.storage.administration import is_closed
from saleroom.server.storage.columns import practice_cards as cards
from saleroom.server.storage.columns import practice_days as days
from saleroom.server.storage.columns import practice_positions as positions
from saleroom.server.storage.database import Database

MOST_DUE = 50
"""Maximum number of due positions listed for a game."""


@dataclass(frozen=True)
class StoredPosition:
    """Moment of a match at which a better action was possible. The fields are the columns of the database."""

    id: str
    game: str
    table_id: str | None
    """Table of the match; None for a daily position."""
    day: str | None
    """Date of a daily position, ISO 8601; None for a position from a match that people played."""
    seat: int
    deal: int
    """Number of the deal, from 1."""
    step: int
    """Step, from 0, of the deal's story that shows the table at that moment."""
    remark: dict[str, Any]
    """Remark of the review on the decision."""


@dataclass(frozen=True)
class StoredCard:
    """Learning state of one person for one position."""

    due: float
    """Time of the next repetition, in seconds since the epoch."""
    card: dict[str, Any]
    before: dict[str, Any] | None
    """Card before the last answer if that answer was right; otherwise None."""
    first_right: bool | None
    """Whether the person's first answer was right; None before the first answer."""


@dataclass(frozen=True)
class PracticeProgress:
    """A person's progress with the positions of one game."""

    due: list[str]
    """Ids of due positions, the one due for the longest time first."""
    kept: int
    next_due: float | None
    """Time at which the next position becomes due."""


Counted = tuple[int, int]
"""Number of people who have answered, and number of people whose first answer was right."""


class PracticeStore:
    """The practice data in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: str, new: Sequence[StoredPosition], card: dict[str, Any], due: float) -> None:
        """Add positions for a person, except for positions that they already have."""
        if new:
            await self._database.write(partial(_add, person=person, new=new, card=card, due=due))

    async def position(self, position_id: str) -> StoredPosition | None:
        """Return a position by its id."""
        query = select(positions).where(positions.c.id == position_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else StoredPosition(**row._asdict())

    async def card(self, person: str, position_id: str) -> StoredCard | None:
        """Return a person's card for a position; None if they do not have the position."""
        query = select(cards.c.due, cards.c.card, cards.c.before, cards.c.first_right).where(_is(person, position_id))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else StoredCard(**row._asdict())

    async def put_card(self, person: str, position_id: str, card: StoredCard) -> None:
        """Insert or update a card. The result of the first answer never changes."""
        await self._database.write(partial(_put_card, person=person, position_id=position_id, card=card))

    async def known(self, person: str, now: float) -> dict[str, PracticeProgress]:
        """Return a person's progress, by game, without positions of closed tables."""
        return await self._database.read(partial(_known, person=person, now=now))

    async def all_of(self, person: str) -> list[dict[str, Any]]:
        """Return all positions of a person, for the export of their data."""
        query = select(cards.c.position_id, positions.c.game, cards.c.due, cards.c.first_right)
        own = query.join(positions, cards.c.position_id == positions.c.id).where(cards.c.person == person)
        rows = await self._database.read(lambda connection: connection.execute(own.order_by(cards.c.due)).all())
        return [dict(row._mapping) for row in rows]

    async def share(self, position_id: str) -> Counted:
        """Return how many people have answered a position, and how many of them were right at their first attempt."""
        query = select(func.count(), func.count().filter(cards.c.first_right)).where(
            cards.c.position_id == position_id, cards.c.first_right.is_not(None)
        )
        people, right = await self._database.read(lambda connection: connection.execute(query).one())
        return people, right

    async def of_day(self, day: str, person: str) -> dict[str, list[tuple[str, bool | None]]]:
        """Return a day's positions by game, each with the result of the person's first answer.

        The result leaves out games whose positions have not been found yet.
        """
        return await self._database.read(partial(_of_day, day=day, person=person))

    async def has_day(self, day: str, game: str) -> bool:
        """Return whether a day's positions of a game are stored."""
        return await self._database.read(lambda connection: _has_day(connection, day, game))

    async def record(self, day: str, game: str) -> dict[str, Any] | None:
        """Return the record of the match from which a day's positions of a game were taken."""
        query = select(days.c.record).where(days.c.day == day, days.c.game == game)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def add_day(self, day: str, game: str, record: dict[str, Any], new: Sequence[StoredPosition]) -> None:
        """Store a day's match and its positions, unless another process has already stored them."""
        await self._database.write(partial(_add_day, day=day, game=game, record=record, new=new))


def _is(person: str, position_id: str) -> Any:
    return and_(cards.c.person == person, cards.c.position_id == position_id)


# Transactions. Writing transactions run as if one after the other, so missing rows are added only once.


def _add_positions(connection: Connection, new: Sequence[StoredPosition]) -> None:
    known = set(connection.execute(select(positions.c.id).where(_among(positions.c.id, new))).scalars())
    values = [asdict(position) for position in new if position.id not in known]
    if values:
        connection.execute(insert(positions), values)


def _add(connection: Connection, person: str, new: Sequence[StoredPosition], card: dict[str, Any], due: float) -> None:
    _add_positions(connection, new)
    own = select(cards.c.position_id).where(cards.c.person == person, _among(cards.c.position_id, new))
    known = set(connection.execute(own).scalars())
    ids = [position.id for position in new if position.id not in known]
    if ids:
        values = [{"person": person, "position_id": position_id, "due": due, "card": card} for position_id in ids]
        connection.execute(insert(cards), values)


def _among(column: Any, new: Sequence[StoredPosition]) -> Any:
    return column.in_([position.id for position in new])


def _put_card(connection: Connection, person: str, position_id: str, card: StoredCard) -> None:
    values = asdict(card)
    first = func.coalesce(cards.c.first_right, card.first_right)
    changed = update(cards).where(_is(person, position_id)).values(**{**values, "first_right": first})
    if not connection.execute(changed).rowcount:
        connection.execute(insert(cards).values(person=person, position_id=position_id, **values))


def _known(connection: Connection, person: str, now: float) -> dict[str, PracticeProgress]:
    own = select(positions.c.game, positions.c.id, cards.c.due).join(cards, cards.c.position_id == positions.c.id)
    own = own.where(cards.c.person == person, ~exists().where(is_closed(positions.c.table_id))).order_by(cards.c.due)
    by_game: dict[str, list[tuple[str, float]]] = {}
    for game, position_id, due in connection.execute(own):
        by_game.setdefault(game, []).append((position_id, due))
    return {game: _summed(rows, now) for game, rows in by_game.items()}


def _summed(rows: Sequence[tuple[str, float]], now: float) -> PracticeProgress:
    due = [position_id for position_id, when in rows if when <= now]
    return PracticeProgress(due[:MOST_DUE], len(rows), next((when for _, when in rows if when > now), None))


def _of_day(connection: Connection, day: str, person: str) -> dict[str, list[tuple[str, bool | None]]]:
    games = connection.execute(select(days.c.game).where(days.c.day == day)).scalars()
    by_game: dict[str, list[tuple[str, bool | None]]] = {game: [] for game in games}
    mine = and_(cards.c.position_id == positions.c.id, cards.c.person == person)
    query = select(positions.c.game, positions.c.id, cards.c.first_right).join(cards, mine, isouter=True)
    for game, position_id, right in connection.execute(query.where(positions.c.day == day).order_by(positions.c.id)):
        by_game.setdefault(game, []).append((position_id, right))
    return by_game


def _has_day(connection: Connection, day: str, game: str) -> bool:
    query = select(days.c.day).where(days.c.day == day, days.c.game == game)
    return connection.execute(query).first() is not None


def _add_day(
    connection: Connection, day: str, game: str, record: dict[str, Any], new: Sequence[StoredPosition]
) -> None:
    if not _has_day(connection, day, game):
        connection.execute(insert(days).values(day=day, game=game, record=record))
        _add_positions(connection, new)
