"""People of tournaments: late arrivals, people who leave during a round, and moves that count for a person."""

from __future__ import annotations

import asyncio
from fractions import Fraction

import pytest

from saleroom.server.contests.duplicate import TableScores, standings
from saleroom.server.core.decide import CommandRefusal
from tests.server.event_people import PEOPLE, Club, open_club
from tests.server.live_tables import Guest, holder, until

pytestmark = pytest.mark.usefixtures("store_kind")

AT_ONCE = 0.02


# Moves of the server


async def test_the_rest_of_a_decided_deal_does_not_count_as_moves_by_the_house(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4], rounds=1, options={"deals": 4}, game="auction-hearts")
        await club.start()
        people = [await club.sit(name) for name in PEOPLE[:4]]
        await asyncio.gather(*map(play_and_rest, people))
        await club.stored()
        stands = (await club.page()).standings
        assert all(one.moves and not one.by_house for one in stands)
        assert sum([await moves_by_house(club, guest) for guest in people]) > 0  # moves that they requested


async def play_and_rest(guest: Guest) -> None:
    """Play until the match is over, and have the rest of each decided deal played."""
    live = guest.live
    while not live.state.over:
        await until(lambda: guest.asked is not None or live.state.over)
        if guest.asked is not None:
            await (guest.do("rest") if live.decided else guest.act())
        await asyncio.sleep(0.005)


async def moves_by_house(club: Club, guest: Guest) -> int:
    """Return how many moves in a person's seat the server made for them."""
    events = await club.hub.store.events_after(guest.live.id, 0)
    return sum(event.data["by_house"] for event in events if event.kind == "move" and event.seat == guest.seat)


# Late arrivals


async def test_a_late_arrival_plays_from_the_next_round_on(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4], rounds=3)
        await club.start()
        await club.events.join(club.event, holder("Zoe"), "Zoe")
        found = await club.page("Zoe")
        assert (found.you, found.table) == (5, None)
        assert all(table.id is None and 5 not in table.people for table in found.played[0].tables)
        await club.play(*PEOPLE[:4])
        await club.start(2)
        assert (await club.page("Zoe")).table is not None
        await club.play(*PEOPLE[:4], "Zoe")
        assert next(one.deals for one in (await club.page()).standings if one.person == 5) == 2
        await club.events.end(club.event, holder("Ann"))
        with pytest.raises(CommandRefusal, match="over"):
            await club.events.join(club.event, holder("Finn"), "Finn")


async def test_a_late_arrival_sees_no_table_of_the_round_in_progress(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4], rounds=2)
        await club.start()
        ann = await club.sit("Ann")
        await club.events.join(club.event, holder("Zoe"), "Zoe")
        assert not await club.access.may_look(ann.live.state, holder("Zoe"))
        await club.play(*PEOPLE[:4])
        assert await club.access.may_look(ann.live.state, holder("Zoe"))


async def test_a_person_who_was_removed_does_not_come_back_late(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:5])
        await club.start()
        await club.events.remove(club.event, holder("Ann"), 5)
        with pytest.raises(CommandRefusal, match="asked you to leave"):
            await club.events.join(club.event, holder("Eve"), "Eve")


async def test_the_house_moves_for_a_person_who_leaves_during_a_round(tmp_path):
    async with open_club(tmp_path, away=AT_ONCE) as club:
        await club.make(PEOPLE[:4])
        await club.start()
        await club.events.leave(club.event, holder("Dan"))
        assert [one.status for one in (await club.page()).people] == ["in", "in", "in", "left"]
        await until(lambda: all(table.state.over for table in club.hub._tables.values()))
        await club.stored()
        assert (await club.page()).status == "between"
        await club.start(2)
        assert all(4 not in table.people for table in (await club.page()).played[1].tables)


def test_people_with_fewer_than_half_of_the_deals_are_ranked_after_the_others():
    def table(people: tuple[int, ...], *scores: tuple[int, ...]) -> TableScores:
        return TableScores(people, scores, True)

    first = (table((1,), (5,), (5,)), table((2,), (1,), (1,)))
    second = (table((1,), (2,)), table((3,), (9,)))
    found = standings((1, 2, 3), (first, second))
    assert [(one.person, one.rank, one.deals) for one in found] == [(1, 1, 3), (2, 2, 2), (3, 3, 1)]
    assert found[2].share == Fraction(1)
