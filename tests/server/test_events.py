"""Tournaments consist of rounds in which all tables play the same cards. People can be absent, and servers restart."""

from __future__ import annotations

import asyncio
import csv
import io

import pytest

from saleroom.match import fair_deals
from saleroom.server.contests.tournament_export import to_csv
from saleroom.server.contests.tournaments import NoTournament
from saleroom.server.core.contests import OPPONENTS
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.http.csv_file import safe
from saleroom.server.realtime.erasure import erase
from saleroom.server.storage import tournament_transactions
from tests.server.event_people import PEOPLE, open_club
from tests.server.live_tables import Guest, holder, until

pytestmark = pytest.mark.usefixtures("store_kind")

AT_ONCE = 0.02


# Joining


async def test_everybody_has_one_entry_and_a_name_of_their_own(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(["Ben", "Cleo", "Ben"])
        await club.events.join(club.event, holder("Dan"), "Ann")
        found = await club.page()
        assert [one.name for one in found.people] == ["Ann", "Ben", "Cleo", "Ann 2"]
        assert (found.you, found.organiser, found.status, found.per_table) == (1, True, "gathering", 2)


async def test_people_leave_and_come_back_before_the_start_and_the_organiser_may_remove_them(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[1:5], plays=False)
        await club.events.leave(club.event, holder("Ben"))
        assert (await club.page("Ben")).you is None
        await club.events.join(club.event, holder("Ben"), "Benjamin")
        assert [one.name for one in (await club.page("Ben")).people] == ["Benjamin", "Cleo", "Dan", "Eve"]
        with pytest.raises(CommandRefusal, match="Only Ann"):
            await club.events.remove(club.event, holder("Ben"), 2)
        await club.events.remove(club.event, holder("Ann"), 2)
        with pytest.raises(CommandRefusal, match="asked you to leave"):
            await club.events.join(club.event, holder("Cleo"), "Cleo")
        with pytest.raises(CommandRefusal, match="4 people"):
            await club.start()


async def test_an_event_has_a_maximum_of_people(tmp_path, monkeypatch):
    monkeypatch.setattr(tournament_transactions, "MOST_PEOPLE", 6)
    async with open_club(tmp_path) as club:
        await club.make([f"P{number}" for number in range(5)])
        with pytest.raises(CommandRefusal, match="full"):
            await club.events.join(club.event, holder("Zoe"), "Zoe")
        await club.events.leave(club.event, holder("P3"))
        await club.events.join(club.event, holder("Zoe"), "Zoe")


@pytest.mark.parametrize("wrong", [{"title": "\u200b"}, {"name": "\u200b"}, {"options": {"deals": 0}}, {"seats": 8}])
async def test_what_nobody_could_play_is_refused(tmp_path, wrong):
    async with open_club(tmp_path) as club:
        with pytest.raises(CommandRefusal) as refused:
            await club.make((), **{"game": "auction-house", "options": {}, **wrong})
        assert refused.value.reason == "malformed"


async def test_there_is_no_other_event(tmp_path):
    async with open_club(tmp_path, "nothing") as club:
        for act in (club.page(), club.start(), club.events.join("nothing", holder("Ann"), "Ann")):
            with pytest.raises(NoTournament):
                await act


# Rounds


async def test_nine_people_at_three_tables_play_the_same_cards_in_every_round(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make()
        commit = (await club.page()).commit
        seats: list[dict[str, int | None]] = []
        for number in (1, 2):
            await club.start(number)
            found = await club.page()
            assert (found.status, found.round, len(found.played[-1].tables)) == ("playing", number, 3)
            guests = [await club.sit(name) for name in PEOPLE]
            seats.append({str(guest.name): guest.seat for guest in guests})
            check_same_cards(guests)
            await club.play(*PEOPLE)
        assert seats[0] != seats[1]
        found = await club.page()
        assert found.status == "over" and found.seed is not None
        assert fair_deals.commitment(bytes.fromhex(found.seed)) == commit
        assert all(one.deals == 4 and one.possible == 8 and not one.by_house for one in found.standings)
        assert sum(one.points for one in found.standings) == 3 * 12  # three people's seats in each of four deals
        assert [one.rank for one in found.standings] == sorted(one.rank for one in found.standings)
        assert len(found.deals) == 4 and (await club.page(None)).deals == []


def check_same_cards(guests: list[Guest]) -> None:
    """Check that each seat has the same hand at all tables, and that the free seat is the same at all tables."""
    tables = {guest.live.id: guest.live.state for guest in guests}
    assert len(tables) == 3
    first = next(iter(tables.values()))
    for state in tables.values():
        assert state.match is not None and first.match is not None
        assert state.match.deals[0].events[0].text() == first.match.deals[0].events[0].text()
        assert (state.clock, state.hints) == (60, False)
        assert [seat.bot for seat in state.seats].count(OPPONENTS) == 1


async def test_a_round_starts_once_and_after_the_last_one(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make()
        with pytest.raises(CommandRefusal, match="Only Ann"):
            await club.events.start(club.event, holder("Ben"), 1)
        with pytest.raises(CommandRefusal, match="round 1"):
            await club.start(2)
        await club.start()
        tables = [table.id for table in (await club.page()).played[0].tables]
        await club.start()
        assert [table.id for table in (await club.page()).played[0].tables] == tables
        with pytest.raises(CommandRefusal, match="being played"):
            await club.start(2)


async def test_an_event_can_end_early_and_goes_on_without_those_who_left(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4], rounds=3)
        await club.start()
        await club.play(*PEOPLE[:4])
        await club.events.leave(club.event, holder("Dan"))
        await club.start(2)
        assert (await club.page("Dan")).table is None
        await club.play(*PEOPLE[:3])
        assert (await club.page()).status == "between"
        await club.events.end(club.event, holder("Ann"))
        found = await club.page()
        assert (found.status, found.rounds, len(found.standings)) == ("over", 2, 4)
        with pytest.raises(CommandRefusal, match="over"):
            await club.start(3)


# Absent people


async def test_the_house_plays_for_who_never_came_and_it_is_marked(tmp_path):
    async with open_club(tmp_path, away=AT_ONCE) as club:
        await club.make(rounds=1)
        await club.start()
        await club.play(*PEOPLE[:2])
        while (await club.page()).status != "over":
            await club.play()
            await until(lambda: not any(not table.state.over for table in club.hub._tables.values()))
        stands = {one.person: one for one in (await club.page()).standings}
        assert all(stands[number].by_house == stands[number].moves > 0 for number in range(3, 10))
        assert all(stands[number].by_house < stands[number].moves for number in (1, 2))


async def test_a_person_who_comes_back_plays_on(tmp_path):
    async with open_club(tmp_path, away=AT_ONCE) as club:
        await club.make(PEOPLE[:4], rounds=1, options={"deals": 12, "target": 50})
        await club.start()
        ann = await club.sit("Ann")

        async def moves() -> list[bool]:
            """Return, for each move in Ann's seat, whether a bot made it. A bot can move before Ann first connects."""
            events = await club.hub.store.events_after(ann.live.id, 0)
            return [event.data["by_house"] for event in events if event.kind == "move" and event.seat == ann.seat]

        while False not in await moves():
            await until(lambda: ann.asked is not None)
            await ann.act()
        ann.leave()
        before = len(await moves())
        while True not in (await moves())[before:]:
            await asyncio.sleep(0.01)
        ann = await club.sit("Ann")
        await ann.play_on()
        made_by_house = await moves()
        assert not made_by_house[-1]


async def test_the_house_moves_for_somebody_whose_clock_has_run_out(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4], rounds=1)
        await club.start()
        ann = await club.asked(*PEOPLE[:4])
        asked, progress = ann.asked, ann.live.state.progress
        assert progress is not None and ann.seat is not None
        ann.live.autoplay._began = progress.turn_began_at[ann.seat] = 0.0
        ann.live.autoplay.wake()
        await until(lambda: ann.asked != asked)
        event = ann.live.state.last_event
        moves = [event for event in await club.hub.store.events_after(ann.live.id, 0) if event.kind == "move"]
        assert event is not None and any(move.seat == ann.seat and move.data["by_house"] for move in moves)


# Server restarts


async def test_an_event_survives_a_restart_at_any_moment(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:5])
        event = club.event
    async with open_club(tmp_path, event) as club:
        await club.start()
        await (await club.asked(*PEOPLE[:5])).act()
    async with open_club(tmp_path, event, away=AT_ONCE) as club:  # no person reconnects or opens the event
        await until(lambda: len(club.hub._tables) == 2)
        await until(lambda: all(table.state.over for table in club.hub._tables.values()))
    async with open_club(tmp_path, event) as club:
        assert (await club.page()).status == "between"
        await club.start(2)
        await club.play(*PEOPLE[:5])
        assert (await club.page()).status == "over"
    async with open_club(tmp_path, event) as club:
        found = await club.page()
        assert found.status == "over" and all(one.deals == 4 for one in found.standings)


async def test_tables_that_a_stopped_server_did_not_make_are_made(tmp_path, monkeypatch):
    async with open_club(tmp_path) as club:
        await club.make()
        event, create = club.event, club.hub.create_once
        made = []

        async def create_one(*parts) -> None:
            if made:
                raise KeyboardInterrupt
            made.append(parts)
            await create(*parts)

        monkeypatch.setattr(club.hub, "create_once", create_one)
        with pytest.raises(KeyboardInterrupt):
            await club.start()
    async with open_club(tmp_path, event) as club:
        await club.play(*PEOPLE)
        assert (await club.page()).status == "between"


async def test_tables_of_a_round_stay_in_memory_though_nobody_is_there(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4])
        await club.start()
        club.hub.evict_idle(-1.0)
        assert len(club.hub._tables) == 2
        await club.play(*PEOPLE[:4])
        await until(lambda: all(table.idle for table in club.hub._tables.values()))
        club.hub.evict_idle(-1.0)
        assert not club.hub._tables


# Secrets


async def test_no_other_table_of_a_round_is_seen_before_all_have_finished(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4], plays=False)
        await club.start()
        ann, ben, cleo, dan = [await club.sit(name) for name in PEOPLE[:4]]
        mates = [guest for guest in (ben, cleo, dan) if guest.live is ann.live]
        others = [guest for guest in (ben, cleo, dan) if guest.live is not ann.live]
        assert (len(mates), len(others)) == (1, 2)
        there = others[0]
        before = await club.page(there.name)
        assert not await club.access.may_look(ann.live.state, there.holder)
        await club.play("Ann", str(mates[0].name))
        for name in (str(there.name), "Zoe", None):
            assert not await club.access.may_look(ann.live.state, holder(name) if name else None)
        contest = ann.live.state.header.contest
        assert await club.access.may_look(ann.live.state, ann.holder)
        assert not await club.access.may_open(contest, ann.holder) and not ann.live.state.opens_at_end
        found = await club.page(there.name)
        assert [table.id is None for table in found.played[0].tables] == [
            table.number != own_number(found) for table in found.played[0].tables
        ]
        assert without_progress(found) == without_progress(before) != found.model_dump()
        assert found.deals == [] and all(table.scores is None for table in found.played[0].tables)
        await club.play(*(str(guest.name) for guest in others))
        assert await club.access.may_look(ann.live.state, there.holder)
        assert await club.access.may_open(contest, ann.holder)
        assert not await club.access.may_look(ann.live.state, holder("Zoe"))
        assert all(table.id is None for table in (await club.page("Zoe")).played[0].tables)
        await club.events.end(club.event, holder("Ann"))
        assert await club.access.may_look(ann.live.state, None)
        assert all(table.id for table in (await club.page(None)).played[0].tables)


def without_progress(found) -> dict:
    """Return a tournament page as a dictionary, without the progress of its tables."""
    told = found.model_dump()
    for table in told["played"][-1]["tables"]:
        del table["deals"], table["over"]
    return told


def own_number(found) -> int:
    """Return the number of the table of the person who sees the page."""
    return next(table.number for table in found.played[-1].tables if found.you in table.people)


# Devices and erasure


async def test_every_device_of_a_person_is_known_and_whoever_is_erased_leaves_no_name(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make(PEOPLE[:4])
        people = club.hub.store.people
        await people.join(holder("Ben"), holder("Ben's phone"), 0.0)
        await people.join(holder("Ann"), holder("Ann's phone"), 0.0)
        assert (await club.page("Ben's phone")).you == 2 and (await club.page("Ann's phone")).organiser
        await club.start()
        await club.play(*PEOPLE[:4])
        for name in ("Ann", "Ben"):
            await erase(club.hub, await people.holders_of(holder(name)), await people.identity_of(holder(name)))
        found = await club.page("Cleo")
        assert [one.name for one in found.people] == ["player 1", "player 2", "Cleo", "Dan"]
        assert found.organiser_name == "player" and len(found.standings) == 4
        assert (await club.page("Ben")).you is None


# Export


async def test_the_export_has_standings_and_deals_and_no_formulas(tmp_path):
    async with open_club(tmp_path) as club:
        await club.make((), name="=1+1")
        for name in PEOPLE[1:4]:
            await club.events.join(club.event, holder(name), name)
        await club.start()
        await club.play(*PEOPLE[:4])
        rows = list(csv.reader(io.StringIO(to_csv(await club.events.state(club.event)))))
        names = [row[1] for row in rows[1:5]]
        assert sorted(names) == ["'=1+1", "Ben", "Cleo", "Dan"]
        deals = rows[7:]
        assert len(deals) == 2 * 2 * 4 and [row[4] for row in deals].count("(house)") == 8
        assert sum(float(row[6]) for row in deals) == len(deals) / 2


@pytest.mark.parametrize("name", ["=1", "+1", "-1", "@a", "\tb"])
def test_a_name_that_looks_like_a_formula_gets_an_apostrophe(name):
    assert safe(name) == f"'{name}" and safe("Ann") == "Ann"
