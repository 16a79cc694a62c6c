"""Rounds of tournaments that begin at a planned time, and tournaments in which people have days for a move."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from saleroom.server.contests.round_schedule import begin_due_rounds
from saleroom.server.contests.tournaments import PATIENCE, PAUSE
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.protocol.tournament_bodies import TournamentSettings
from tests.server.event_people import PEOPLE, Club, open_club
from tests.server.live_tables import holder, until

pytestmark = pytest.mark.usefixtures("store_kind")

BEGIN, HOUR, DAY = 1_000_000.0, 3600, 86_400


async def at(club: Club, now: float) -> str:
    """Let the server look at the schedule at a time; return the status of the tournament."""
    club.events._clock = lambda: now
    await begin_due_rounds(club.events)
    return (await club.page()).status


async def planned(club: Club, people: Sequence[str] = PEOPLE[:4], **more) -> None:
    """Create a tournament whose rounds begin every hour."""
    await club.make(people, **{"begins_at": BEGIN, "round_interval": HOUR, **more})


async def test_rounds_begin_by_the_clock_of_the_server(tmp_path):
    async with open_club(tmp_path) as club:
        await planned(club)
        assert (await club.page()).next_at == BEGIN
        assert await at(club, BEGIN - 1) == "gathering"
        assert await at(club, BEGIN) == "playing"
        assert (await club.page()).next_at == BEGIN + HOUR
        assert await at(club, BEGIN + 2 * HOUR) == "playing"
        assert (await club.page()).round == 1  # the first round is not over
        await club.play(*PEOPLE[:4])
        assert await at(club, BEGIN + 2 * HOUR) == "between"
        assert await at(club, BEGIN + 2 * HOUR + PAUSE - 1) == "between"
        assert await at(club, BEGIN + 2 * HOUR + PAUSE) == "playing"
        await club.play(*PEOPLE[:4])
        assert await at(club, BEGIN + 9 * HOUR) == "over"
        assert (await club.page()).next_at is None


async def test_a_round_begins_at_its_time_and_once_though_two_processes_look(tmp_path):
    async with open_club(tmp_path) as club:
        await planned(club)
        club.events._clock = lambda: BEGIN
        begun = []
        club.events.on_round = lambda *round: begun.append(round)
        await asyncio.gather(begin_due_rounds(club.events), begin_due_rounds(club.events))
        found = await club.page()
        assert found.round == 1 and len(found.played) == 1 and set(begun) == {(club.event, 1)}
        assert len(club.hub._tables) == len(found.played[0].tables) == 2


async def test_nothing_begins_without_a_plan_or_with_too_few_people(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4], begins_at=BEGIN)
        assert await at(club, BEGIN + HOUR) == "gathering"
        await planned(club, (), begins_at=None)
        assert await at(club, BEGIN + HOUR) == "gathering"
        await planned(club, PEOPLE[:3])
        assert await at(club, BEGIN) == "gathering"
        await club.events.join(club.event, holder("Dan"), "Dan")
        assert await at(club, BEGIN + HOUR / 2) == "playing"


async def test_only_tournaments_with_enough_people_are_due(tmp_path):
    async with open_club(tmp_path) as club:
        await planned(club, PEOPLE[:3])
        club.events._clock = lambda: BEGIN + HOUR
        assert not await club.events.due()
        await club.events.join(club.event, holder("Dan"), "Dan")
        assert await at(club, BEGIN) == "playing"
        await club.play(*PEOPLE[:4])
        for name in PEOPLE[1:4]:
            await club.events.leave(club.event, holder(name))
        club.events._clock = lambda: BEGIN + HOUR
        assert not await club.events.due()
        await club.events.join(club.event, holder("Eve"), "Eve")
        assert await club.events.due() == [club.event]


async def test_the_server_gives_up_after_a_week_with_too_few_people(tmp_path):
    async with open_club(tmp_path) as club:
        await planned(club, PEOPLE[:3])
        assert await at(club, BEGIN + PATIENCE - 1) == "gathering"
        assert (await club.page()).round_interval == HOUR
        assert await at(club, BEGIN + PATIENCE) == "gathering"
        assert (await club.page()).round_interval is None
        await club.events.join(club.event, holder("Dan"), "Dan")
        assert not await club.events.due()


async def test_the_organiser_may_start_early_and_later_rounds_follow_from_that(tmp_path):
    async with open_club(tmp_path) as club:
        await planned(club)
        club.events._clock = lambda: BEGIN - 600
        with pytest.raises(CommandRefusal, match="Only Ann"):
            await club.events.start(club.event, holder("Ben"), 1)
        await club.start()
        found = await club.page()
        assert (found.begins_at, found.next_at) == (BEGIN - 600, BEGIN - 600 + HOUR)
        with pytest.raises(CommandRefusal, match="has begun"):
            await club.events.settle(club.event, holder("Ann"), TournamentSettings(begins_at=BEGIN + 1))
        await club.events.settle(club.event, holder("Ann"), TournamentSettings(round_interval="none"))
        assert (await club.page()).next_at is None


async def test_a_round_whose_time_came_while_no_server_ran_begins(tmp_path):
    async with open_club(tmp_path) as club:
        await planned(club)
        event = club.event
    async with open_club(tmp_path, event) as club:
        assert await at(club, BEGIN + HOUR) == "playing"
        await club.play(*PEOPLE[:4])
        assert await at(club, BEGIN + HOUR) == "between"
    async with open_club(tmp_path, event) as club:
        assert await at(club, BEGIN + HOUR) == "between"  # this server, too, gives people a pause
        assert await at(club, BEGIN + HOUR + PAUSE) == "playing"


async def test_people_with_days_for_a_move_are_not_away(tmp_path):
    async with open_club(tmp_path, away=0.01) as club:
        await club.make(PEOPLE[:4], clock=DAY, rounds=1)
        await club.start()
        assert (await club.page()).clock == DAY
        tables = list(club.hub._tables.values())
        await until(lambda: all(table.idle and table.state.people_to_act() for table in tables))
        assert not sum([await moves_for_people(club, table.id) for table in tables])
        club.hub.evict_idle(-1.0)
        assert not club.hub._tables  # unlike tables with a short clock, these wait in the store
        await club.play(*PEOPLE[:4])
        assert (await club.page()).status == "over"


async def test_the_server_moves_when_days_for_a_move_have_passed(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4], clock=DAY, rounds=1)
        await club.start()
        tables = list(club.hub._tables)
        for table_id in tables:
            await play_late(club, table_id)
        await club.stored()
        assert (await club.page()).status == "over"
        assert all(one.by_house == one.moves for one in (await club.page()).standings)


async def play_late(club: Club, table_id: str) -> None:
    """Let the time of each turn run out until the match is over."""
    table = await club.hub.find(table_id)
    assert table is not None
    while not table.state.over:
        assert table.state.progress is not None
        for seat in table.state.people_to_act():
            table.state.progress.turn_began_at[seat] = 0.0
        table.autoplay.wake()
        await asyncio.sleep(0.005)


async def moves_for_people(club: Club, table_id: str) -> int:
    """Return how many moves the server made for people at a table."""
    events = await club.hub.store.events_after(table_id, 0)
    return sum(event.data["by_house"] for event in events if event.kind == "move")
