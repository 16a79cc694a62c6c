"""Tables of tournaments. In each round, all tables play the same cards, and people change seats between rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from saleroom.server.core.apply import apply
from saleroom.server.core.contests import OPPONENTS
from saleroom.server.core.create_table import new_header
from saleroom.server.core.decide import decide
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import EVENT, TableState
from saleroom.server.core.typed_text import distinct
from saleroom.server.protocol import commands
from saleroom.server.protocol.bodies import ChairRequest, TableRequest
from saleroom.server.protocol.common import Clock, Picture

CLOCK = 60
"""Seconds for a move at tournament tables, unless the organiser chose another clock. When they have passed, the server
moves for the person.
"""

OWNER = "the organiser"
"""Name shown as the owner of a tournament table."""

_COMMAND_ID = "new-table"


class RoundCards(NamedTuple):
    """Data shared by all tables of a round."""

    contest: str
    game: str
    options: dict[str, int | str]
    seats: int
    server_seed: bytes
    clock: Clock = CLOCK


class SeatedPerson(NamedTuple):
    """A person with a seat at a tournament table."""

    holder: str
    name: str


def round_name(tournament_id: str, number: int) -> str:
    """Return the contest name of the tournament round numbered `number`, counted from 1."""
    return f"{EVENT}/{tournament_id}/{number}"


def tournament_of(contest: str) -> str:
    """Return the tournament id in the contest name of a round."""
    return contest.split("/")[1]


def round_of(contest: str) -> int:
    """Return the round number in the contest name of a round."""
    return int(contest.split("/")[2])


def round_table(
    cards: RoundCards, table_id: str, people: Sequence[SeatedPerson | None], now: float
) -> tuple[TableHeader, list[TableEvent]]:
    """Return the header and first events of a table of a round: players take their seats, and the first deal is dealt.
    In `people`, `None` stands for a bot.

    No person owns the table: its owner is the contest name, which differs from the id of every device.
    """
    chairs = [ChairRequest(kind="open")] * cards.seats
    request = TableRequest(
        game=cards.game, options=cards.options, name=OWNER, chairs=chairs, hints=False, clock=cards.clock
    )
    new = new_header(request, table_id, cards.contest, cards.server_seed, now)
    header = replace(new, contest=cards.contest, words=[cards.contest])
    state, events = TableState(header), []
    for holder, command in _seating(people, header.owner):
        event = replace(decide(state, command, holder, now), command=None)
        apply(state, event)
        events.append(event)
    return header, events


def substitution(
    state: TableState, seat: int, number: int, person: SeatedPerson, now: float, picture: Picture | None = None
) -> TableEvent | None:
    """Return the event with which the participant `number` takes over a seat; None if the match is over, or they have
    taken a seat over before.
    """
    if state.progress is None or state.over or number in {each.person for each in state.substitutions}:
        return None
    name = distinct(person.name, (each.name for index, each in enumerate(state.seats) if index != seat))
    data = {"name": name, "person": number, **({} if picture is None else {"picture": picture})}
    return TableEvent(state.version + 1, "sit", seat, data, None, person.holder, now)


def _seating(people: Sequence[SeatedPerson | None], owner: str) -> Iterator[tuple[str, commands.Command]]:
    """Yield the commands that seat all players and deal the first deal; with each command, yield the sender's holder
    id.
    """
    for seat, person in enumerate(people):
        if person is not None:
            yield person.holder, commands.Sit(type="sit", id=_COMMAND_ID, seat=seat, name=person.name)
    for seat, person in enumerate(people):
        if person is None:
            yield owner, commands.Reseat(type="reseat", id=_COMMAND_ID, seat=seat, to=OPPONENTS)
    yield owner, commands.Start(type="start", id=_COMMAND_ID)
