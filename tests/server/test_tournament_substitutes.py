"""Substitutes take over seats in a round: who may, whose the deals are, and what survives a stop of the server."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from fractions import Fraction

import pytest

from saleroom.server.core.decide import CommandRefusal
from saleroom.server.protocol.tournament_bodies import SubstituteRequest
from saleroom.server.realtime.erasure import erase
from tests.server.event_people import PEOPLE, Club, open_club
from tests.server.live_tables import Guest, holder, until

pytestmark = pytest.mark.usefixtures("store_kind")

AT_ONCE = 0.02


async def replace(club: Club, absent: str, person: int, by: str = "Ann") -> None:
    """Let the participant number `person` take over the seat of `absent`; `by` sends the request."""
    table, seat = await place_of(club, absent)
    asked = SubstituteRequest(table=table, seat=seat, person=person)
    await club.events.substitute(club.event, holder(by), asked)


async def place_of(club: Club, name: str) -> tuple[int, int]:
    """Return the number of a person's table in the current round, and their seat."""
    found = await club.page(name)
    number = next(person.number for person in found.people if person.name == name)
    table = next(table for table in found.played[-1].tables if number in table.people)
    return table.number, table.people.index(number)


async def begun(club: Club, *late: str, **more) -> None:
    """Begin a round with four people at two tables, and let other people come late."""
    await club.make(PEOPLE[:4], **more)
    await club.start()
    for name in late:
        await club.events.join(club.event, holder(name), name)


# Seats


async def test_a_substitute_plays_on_in_place_of_an_absent_person(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe")
        dan = await club.sit("Dan")
        seat = dan.seat
        await replace(club, "Dan", 5)
        sat = [event.number for event in await club.hub.store.events_after(dan.live.id, 0) if event.kind == "sit"]
        assert dan.dropped == (4403, "the seat has been taken over") and max(dan.versions(), default=0) < sat[-1]
        assert (await club.page("Dan")).table is None
        zoe = await club.sit("Zoe")
        assert zoe.live is dan.live and zoe.seat == seat and zoe.told[0]["type"] == "snapshot"
        zoe.leave()
        await club.play("Ann", "Ben", "Cleo", "Zoe")
        stands = {one.person: one for one in (await club.page()).standings}
        assert (stands[4].deals, stands[5].deals) == (0, 2)
        assert not stands[5].by_house and stands[5].moves > 0


async def test_a_deal_belongs_to_the_person_who_ended_it(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe", options={"deals": 3, "target": 50})
        dan = await club.sit("Dan")
        mates = [guest for guest in [await club.sit(name) for name in PEOPLE[:3]] if guest.live is dan.live]
        await asyncio.gather(*(play_deals(guest, 1) for guest in (dan, *mates)))
        await replace(club, "Dan", 5)
        assert [one.deal for table in (await club.page()).played[0].tables for one in table.substitutes] == [2]
        await club.play("Ann", "Ben", "Cleo", "Zoe")
        stands = {one.person: one for one in (await club.page()).standings}
        assert (stands[4].deals, stands[5].deals) == (1, 2)
        assert stands[4].moves and stands[5].moves
        await check_by_hand(club)


async def play_deals(guest: Guest, deals: int) -> None:
    """Play until a number of deals has finished."""
    live = guest.live
    while finished(guest) < deals:
        await until(lambda: guest.asked is not None or finished(guest) >= deals)
        if guest.asked is not None and finished(guest) < deals:
            await guest.act()
    assert live.state.progress is not None


def finished(guest: Guest) -> int:
    """Return how many deals have finished at a person's table."""
    match = guest.live.state.match
    assert match is not None
    return sum(deal.score is not None for deal in match.deals)


async def check_by_hand(club: Club) -> None:
    """Compute the standings from the stored events of the tables, independently of the server, and compare them."""
    found = await club.page()
    points, differences = defaultdict(Fraction), defaultdict(Fraction)
    possible, deals = defaultdict(int), defaultdict(int)
    for tables in found.played:
        results = [[await owners_and_scores(club, table) for table in tables.tables]][0]
        for deal in range(max(map(len, results))):
            played = [result[deal] for result in results if len(result) > deal]
            for mine in played:
                for seat, (person, score) in enumerate(mine):
                    others = [other[seat][1] for other in played if other is not mine]
                    deals[person] += 1
                    possible[person] += len(others)
                    points[person] += sum(Fraction(2 * (score > other) + (score == other), 2) for other in others)
                    differences[person] += Fraction(sum(score - other for other in others), len(others) or 1)
    for one in found.standings:
        mine = one.person
        assert (one.deals, one.possible) == (deals[mine], possible[mine])
        assert (one.points, one.difference) == (float(points[mine]), float(differences[mine]))


async def owners_and_scores(club: Club, table) -> list[list[tuple[int | None, int]]]:
    """Return for each deal the person and the score of each seat."""
    live = await club.hub.find(table.id)
    assert live is not None and live.state.match is not None
    found, owners = [], list(table.people)
    for one in reversed(table.substitutes):
        owners[one.seat] = one.replaced
    for number, deal in enumerate(live.state.match.deals, 1):
        for one in table.substitutes:
            if one.deal == number:
                owners[one.seat] = one.person
        found.append(list(zip(owners, deal.score, strict=True)))
    return found


async def test_a_person_who_has_left_is_replaced_by_who_wants_to(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe", "Finn")
        with pytest.raises(CommandRefusal, match="Only Ann"):
            await replace(club, "Dan", 5, by="Zoe")
        await club.events.leave(club.event, holder("Dan"))
        with pytest.raises(CommandRefusal, match="Only Ann"):
            await replace(club, "Dan", 6, by="Zoe")  # for another person
        await replace(club, "Dan", 5, by="Zoe")
        assert (await club.page("Zoe")).table is not None
        with pytest.raises(CommandRefusal, match="Only Ann"):
            await replace(club, "Zoe", 6, by="Finn")


async def test_an_erased_person_is_replaced(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe")
        table, seat = await place_of(club, "Dan")
        await erase(club.hub, [holder("Dan")], holder("Dan"))
        asked = SubstituteRequest(table=table, seat=seat, person=5)
        await club.events.substitute(club.event, holder("Zoe"), asked)
        await club.play("Ann", "Ben", "Cleo", "Zoe")
        assert (await club.page()).status == "between"
        await check_by_hand(club)


# Secrets


async def test_no_person_who_has_seen_cards_of_the_round_takes_over_a_seat(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe", "Finn")
        await replace(club, "Dan", 5)
        refused = {"plays": 1, "has given up the seat": 4, "has taken over a seat": 5, "does not exist": 9}
        for number in refused.values():
            with pytest.raises(CommandRefusal, match="has not seen the cards"):
                await replace(club, "Cleo", number)
        await club.events.leave(club.event, holder("Finn"))
        with pytest.raises(CommandRefusal, match="has not seen the cards"):
            await replace(club, "Cleo", 6)


async def test_a_second_device_of_a_person_who_plays_is_no_substitute(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe")
        await club.hub.store.people.join(holder("Cleo"), holder("Zoe"), 0.0)  # both devices are one person's
        with pytest.raises(CommandRefusal, match="has not seen the cards"):
            await replace(club, "Dan", 5)


async def test_a_replaced_person_sees_no_table_until_the_round_is_over(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe")
        dan = await club.sit("Dan")
        await replace(club, "Dan", 5)
        assert not await club.access.may_look(dan.live.state, dan.holder)
        assert all(table.id is None for table in (await club.page("Dan")).played[0].tables)
        await club.play("Ann", "Ben", "Cleo", "Zoe")
        assert await club.access.may_look(dan.live.state, dan.holder)


async def test_free_seats_and_finished_tables_have_no_substitutes(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe")
        tables = (await club.page()).played[0].tables
        asked = [(tables[0].number, tables[0].people.index(None)), (3, 0), (1, 4)]
        for table, seat in asked:
            with pytest.raises(CommandRefusal, match="cannot be taken over"):
                await club.events.substitute(
                    club.event, holder("Ann"), SubstituteRequest(table=table, seat=seat, person=5)
                )
        dan = await club.sit("Dan")
        mates = [name for name in PEOPLE[:4] if (await club.sit(name)).live is dan.live]
        await club.play(*mates)
        with pytest.raises(CommandRefusal, match="cannot be taken over"):
            await replace(club, "Dan", 5)


# Stops of the server


async def test_a_substitute_whom_a_stopped_server_did_not_seat_is_seated(tmp_path, monkeypatch):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe")
        event = club.event

        async def stop(*parts) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(club.events, "_seat", stop)
        with pytest.raises(KeyboardInterrupt):
            await replace(club, "Dan", 5)
    async with open_club(tmp_path, event) as club:
        assert (await club.page("Dan")).table is None
        await club.play("Ann", "Ben", "Cleo", "Zoe")
        assert (await club.page()).status == "between"
        await check_by_hand(club)
    async with open_club(tmp_path, event) as club:  # from stored results only
        assert next(one.deals for one in (await club.page()).standings if one.person == 5) == 2


async def test_two_requests_for_one_seat_seat_both_one_after_the_other(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe", "Finn")
        table, seat = await place_of(club, "Dan")
        asked = [SubstituteRequest(table=table, seat=seat, person=person) for person in (5, 6)]
        await asyncio.gather(*(club.events.substitute(club.event, holder("Ann"), each) for each in asked))
        found = (await club.page()).played[0].tables[table - 1]
        assert sorted(one.person for one in found.substitutes) == [5, 6]
        assert found.people[seat] == found.substitutes[-1].person
        assert len((await club.page()).standings) == 6


async def test_one_person_takes_one_seat_even_with_two_requests(tmp_path):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe")
        places = [await place_of(club, name) for name in ("Cleo", "Dan")]
        asked = [SubstituteRequest(table=table, seat=seat, person=5) for table, seat in places]
        results = await asyncio.gather(
            *(club.events.substitute(club.event, holder("Ann"), each) for each in asked), return_exceptions=True
        )
        assert sorted(isinstance(result, CommandRefusal) for result in results) == [False, True]
        seated = [person for table in (await club.page()).played[0].tables for person in table.people]
        assert seated.count(5) == 1


async def test_of_two_who_want_a_free_seat_one_gets_it(tmp_path, monkeypatch):
    async with open_club(tmp_path) as club:
        await begun(club, "Zoe", "Finn")
        table, seat = await place_of(club, "Dan")
        await club.events.leave(club.event, holder("Dan"))
        waiting = {"Zoe": SubstituteRequest(table=table, seat=seat, person=5)}
        waiting["Finn"] = waiting["Zoe"].model_copy(update={"person": 6})
        both = asyncio.Barrier(2)

        async def has_seen_cards(*parts) -> bool:
            await both.wait()  # both requests have found the seat free
            return False

        with monkeypatch.context() as patched:
            patched.setattr(club.events, "_has_seen_cards", has_seen_cards)
            requests = [club.events.substitute(club.event, holder(name), one) for name, one in waiting.items()]
            results = await asyncio.gather(*requests, return_exceptions=True)
        refused = [result for result in results if isinstance(result, CommandRefusal)]
        assert [one.key for one in refused] == ["event.no-seat"]
        found = (await club.page()).played[0].tables[table - 1]
        assert len(found.substitutes) == 1
        winner, loser = waiting if results[0] is None else reversed(waiting)
        await club.events.leave(club.event, holder(winner))
        await club.events.substitute(club.event, holder(loser), waiting[loser])
        found = (await club.page()).played[0].tables[table - 1]
        assert found.people[seat] == waiting[loser].person
