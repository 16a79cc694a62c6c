"""An evening of friends: open chairs at the start, seats of bots, rematches, next games, and the running score."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from saleroom.server.core.apply import SEAT_KINDS, removed_from
from saleroom.server.core.create_table import rematch_table
from saleroom.server.core.decide.system_events import start_when_all_are_here
from saleroom.server.core.project.evening import evening, players
from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.project.table_info import table_info
from saleroom.server.core.state.table import BOT_ACCOUNT_PREFIX
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage import removals
from tests.server.core_tables import ANN, SEED, CoreTable, new_table
from tests.server.http_client import opened
from tests.server.live_tables import Guest, holder, make_table, open_hub, token, until

pytestmark = pytest.mark.usefixtures("store_kind")


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with open_hub(tmp_path) as hub:
        yield hub


async def begun(hub: Hub, *chairs: str) -> tuple[LiveTable, Guest]:
    """Return a match at which Ann has started with open chairs."""
    table = await make_table(hub, "auction-pitch", *chairs, deals=1)
    ann = Guest(hub, table, "Ann")
    assert (await ann.do("start"))["reason"] == "not-now"
    assert (await ann.do("start", fill="medium"))["type"] == "done"
    return table, ann


async def test_bots_take_the_open_chairs_at_the_start_under_names_of_their_own(hub: Hub) -> None:
    table, _ = await begun(hub, "me", "open", "house", "open")
    assert table.state.status == "playing"
    chairs = table_info(table.state)["chairs"]
    assert [chair["player"] for chair in chairs] == [None, "medium", "house", "medium"]
    assert [chair["free"] for chair in chairs] == [False, True, False, True]
    assert len({chair["name"] for chair in chairs}) == 4
    assert table.state.record(None)["players"] == [chair["name"] for chair in chairs]


async def test_only_the_owner_starts_and_no_bot_takes_a_chair_of_a_rated_table(hub: Hub) -> None:
    table = await make_table(hub, "auction-pitch", "me", "open", "open", "open", deals=1)
    ben = Guest(hub, table, "Ben")
    await ben.do("sit", seat=1, name="Ben")
    assert (await ben.do("start", fill="medium"))["reason"] == "not-yours"
    assert (await Guest(hub, table, "Ann").do("start", fill="unknown"))["reason"] == "malformed"
    rated = await make_table(hub, "auction-draw", "me", "open", rated=True)
    assert (await Guest(hub, rated, "Ann").do("start", fill="medium"))["key"] == "start.seats-open-rated"
    assert rated.state.progress is None


async def test_a_friend_takes_over_a_bot_that_stands_in_and_sees_that_hand_alone(hub: Hub) -> None:
    table, _ = await begun(hub, "me", "open", "house", "open")
    ben = Guest(hub, table, "Ben")
    assert ben.told[0]["you"]["mine"] is None
    assert (await ben.do("sit", seat=2, name="Ben"))["key"] == "sit.taken"  # the owner chose this bot
    assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
    mine = [message["you"]["mine"] for message in ben.told if message["type"] in ("snapshot", "update")]
    assert mine[-1] is not None and set(mine[-1]["hand"]) == hand_of(table, 1)
    others = set[str]().union(*(hand_of(table, seat) for seat in (0, 2, 3)))
    assert not any(piece in str(message.get("events")) for message in ben.told for piece in others)
    assert [chair["free"] for chair in table_info(table.state)["chairs"]] == [False, False, False, True]
    await until(table.state.people_to_act)
    assert table.state.hand_seen[holder("Ben")] == 1


def hand_of(table: LiveTable, seat: int) -> set[str]:
    """Return the pieces that a seat holds."""
    table.projection._follow_state()
    return set(json.loads(orjson.dumps(table.projection._own_part(seat)))["hand"])


async def test_nobody_who_has_seen_a_hand_takes_over_another_seat_on_any_device(hub: Hub) -> None:
    table, _ = await begun(hub, "me", "open", "house", "open")
    ben = Guest(hub, table, "Ben")
    await ben.do("sit", seat=1, name="Ben")
    await hub.store.people.join(holder("tablet of Ben"), holder("Ben"), 1.0)
    tablet = Guest(hub, table, "tablet of Ben")
    assert (await tablet.do("sit", seat=3, name="Ben"))["key"] == "sit.seated"
    await ben.do("leave")
    for guest in (ben, tablet):
        assert (await guest.do("sit", seat=3, name="Ben"))["key"] == "sit.other-hand"
    assert (await Guest(hub, table, "Cleo").do("sit", seat=3, name="Cleo"))["type"] == "done"


async def test_whoever_was_removed_takes_over_no_seat_on_any_device(hub: Hub) -> None:
    table, ann = await begun(hub, "me", "open", "house", "open")
    await Guest(hub, table, "Ben").do("sit", seat=1, name="Ben")
    await ann.do("remove", seat=1)
    await hub.store.people.join(holder("tablet of Ben"), holder("Ben"), 1.0)
    assert (await Guest(hub, table, "tablet of Ben").do("sit", seat=3, name="Ben"))["key"] == "sit.removed"


async def test_a_bot_that_the_owner_chooses_later_is_no_stand_in(hub: Hub) -> None:
    table, ann = await begun(hub, "me", "open", "house", "open")
    await ann.do("reseat", seat=1, to="hard")
    assert not table_info(table.state)["chairs"][1]["free"]


async def test_a_filled_start_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with open_hub(tmp_path) as hub:
        table, _ = await begun(hub, "me", "open", "house", "open")
        chairs = table_info(table.state)["chairs"]
    async with open_hub(tmp_path) as hub:
        again = await hub.find(table.id)
        assert again is not None and table_info(again.state)["chairs"] == chairs


# Rematch and next game


async def finished(hub: Hub, rated: bool = False) -> tuple[LiveTable, Guest, Guest]:
    """Return a finished match of Draw between Ann and Ben."""
    table = await make_table(hub, "auction-draw", "me", "open", deals=1, rated=rated)
    ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
    await ben.do("sit", seat=1, name="Ben")
    await ann.do("start")
    await asyncio.gather(ann.play_on(), ben.play_on())
    return table, ann, ben


async def next_table(hub: Hub, table: LiveTable) -> LiveTable:
    assert table.state.rematch is not None
    found = await hub.find(table.state.rematch)
    assert found is not None
    return found


async def test_a_rematch_starts_when_all_have_come(hub: Hub) -> None:
    table, ann, _ = await finished(hub)
    assert (await ann.do("rematch"))["type"] == "done"
    new = await next_table(hub, table)
    Guest(hub, new, "Ann")
    await asyncio.sleep(0.05)
    assert new.state.status == "gathering" and table_info(new.state)["evening"]
    Guest(hub, new, "Ben")
    await until(lambda: new.state.status == "playing")
    assert [seat.name for seat in new.state.seats] == ["Ann", "Ben"]


def test_a_rematch_waits_for_people_and_not_for_bot_accounts() -> None:
    table = new_table("auction-draw", "me", "open", deals=1)
    table.do(f"{BOT_ACCOUNT_PREFIX}1", "sit", seat=1, name="Program")
    table.do(ANN, "start")
    table.play_on(random.Random(1))
    again = CoreTable(*rematch_table(table.state, "table-2", ANN, SEED, 0.0))
    assert start_when_all_are_here(again.state, [False, True], 0.0) is None
    again.add(start_when_all_are_here(again.state, [True, False], 0.0))
    assert again.state.status == "playing"
    assert start_when_all_are_here(again.state, [True, True], 0.0) is None


async def test_drawn_seats_keep_the_players(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ann, _ = await finished(hub)
    monkeypatch.setattr("secrets.SystemRandom.shuffle", lambda self, order: order.reverse())
    assert (await ann.do("rematch", draw=True))["type"] == "done"
    new = await next_table(hub, table)
    assert [seat.name for seat in new.state.seats] == ["Ben", "Ann"]
    assert new.state.seat_of(holder("Ann")) == 1 and new.state.owner_name == "Ann"


async def test_the_next_game_has_the_same_people_and_the_options_of_a_short_match(hub: Hub) -> None:
    table, ann, _ = await finished(hub)
    assert (await ann.do("rematch", game="auction-house"))["key"] == "rematch.seats"
    assert table.state.rematch is None
    assert (await ann.do("rematch", game="auction-flop-poker"))["type"] == "done"
    new = await next_table(hub, table)
    assert new.state.header.game == "auction-flop-poker" and new.state.header.evening == table.id
    assert [seat.name for seat in new.state.seats] == ["Ann", "Ben"]


async def test_alone_with_bots_the_next_game_with_drawn_seats_starts_at_once(hub: Hub) -> None:
    table = await make_table(hub, "auction-pitch", "me", "house", "house", "house", start=True, deals=1)
    ann = Guest(hub, table, "Ann")
    ann.seat = 0
    await ann.play_on()
    assert (await ann.do("rematch", game="auction-house", draw=True))["type"] == "done"
    new = await next_table(hub, table)
    assert new.state.status == "playing" and new.state.seat_of(holder("Ann")) is not None


async def second_table(hub: Hub, removes: bool) -> tuple[LiveTable, Guest, Guest]:
    """Return the rematch after a match in which Ann removed Dan or gave that seat to a bot; also Ann and Ben."""
    table, ann = await begun(hub, "me", "open", "open", "open")
    ben = Guest(hub, table, "Ben")
    await ben.do("sit", seat=1, name="Ben")
    await Guest(hub, table, "Dan").do("sit", seat=2, name="Dan")
    await (ann.do("remove", seat=2) if removes else ann.do("reseat", seat=2, to="house"))
    ann.seat, ben.seat = 0, 1
    await asyncio.gather(ann.play_on(), ben.play_on())
    assert (await ben.do("rematch"))["type"] == "done"
    new = await next_table(hub, table)
    assert [chair["free"] for chair in table_info(new.state)["chairs"]] == [False, False, False, True]
    return new, ann, ben


async def test_friends_may_take_over_the_same_bots_in_a_rematch(hub: Hub) -> None:
    new, *_ = await second_table(hub, removes=False)
    assert (await Guest(hub, new, "Dan").do("sit", seat=3, name="Dan"))["type"] == "done"
    assert table_info(new.state)["status"] == "gathering"


async def test_a_person_who_was_removed_takes_no_seat_at_later_tables_of_the_evening(hub: Hub) -> None:
    second, *_ = await second_table(hub, removes=True)
    await hub.store.people.join(holder("tablet of Dan"), holder("Dan"), 1.0)
    await Guest(hub, second, "Ann").do("start")
    ann, ben = Guest(hub, second, "Ann"), Guest(hub, second, "Ben")
    ann.seat, ben.seat = 0, 1
    await asyncio.gather(ann.play_on(), ben.play_on())
    assert (await ann.do("rematch"))["type"] == "done"
    third = await next_table(hub, second)
    for name in ("Dan", "tablet of Dan"):
        assert (await Guest(hub, third, name).do("sit", seat=3, name="Dan"))["key"] == "sit.removed"
    assert (await Guest(hub, third, "Cleo").do("sit", seat=3, name="Cleo"))["type"] == "done"


@pytest.mark.parametrize("archived", [False, True])
async def test_of_earlier_tables_only_events_about_seats_are_read(hub: Hub, monkeypatch, archived: bool) -> None:
    second, *_ = await second_table(hub, removes=True)
    first, kinds = second.state.header.evening, set[str]()
    assert first is not None
    if archived:
        while await hub.store.archives.move(first) is None:  # the summary of the first table is stored soon
            await asyncio.sleep(0.01)

    def note_kinds(header, events):
        kinds.update(event.kind for event in events)
        return removed_from(header, events)

    monkeypatch.setattr(removals, "removed_from", note_kinds)
    assert (await Guest(hub, second, "Dan").do("sit", seat=3, name="Dan"))["key"] == "sit.removed"
    assert {"sit", "remove"} <= kinds <= set(SEAT_KINDS)


# The running score


def test_the_score_counts_people_by_identity_and_bots_by_name_and_names_only_those_at_the_table():
    first = TableSummary("over", ["Ann", "Ben", "Eve"], [3, 1, 0], [0], {"a": 0, "b": 1}, 1.0)
    second = TableSummary("over", ["Ben", "Ann", "Eve"], [0, 2, 2], [1, 2], {"b2": 0, "a": 1}, 2.0)
    left = TableSummary("over", ["Dan", "Ann", "Eve"], [9, 0, 0], [0], {"d": 0, "a": 1}, 3.0)
    now = TableSummary("playing", ["Ann", "Ben", "Eve"], [0, 0, 0], [], {"a": 0, "b": 1}, 4.0)
    identities = {"a": "Ann", "b": "Ben", "b2": "Ben", "d": "Dan"}
    score = evening(now, [first, second, left], identities)
    assert score.matches == 3
    assert [(line.seat, line.played, line.won) for line in score.lines] == [(0, 3, 2), (1, 2, 0), (2, 3, 1)]
    assert players(now, identities)[2] == (None, "Eve")


def test_the_score_does_not_show_that_two_names_belong_to_one_person():
    earlier = TableSummary("over", ["Ann", "Ben"], [1, 0], [1], {"a": 0, "b": 1}, 1.0)
    now = TableSummary("playing", ["Ann", "Masked"], [0, 0], [], {"a": 0, "b2": 1}, 2.0)
    lines = evening(now, [earlier], {"a": "Ann", "b": "Ben", "b2": "Ben"}).lines
    assert [(line.played, line.won) for line in lines] == [(1, 0), (0, 0)]


async def play_an_evening(folder: Path) -> tuple[str, str, list[int]]:
    """Play two matches; return the ids of both tables, and how many Ann and Ben have won."""
    async with open_hub(folder) as hub:
        table, ann, _ = await finished(hub)
        await ann.do("rematch")
        new = await next_table(hub, table)
        guests = [Guest(hub, new, name) for name in ("Ann", "Ben")]
        await until(lambda: new.state.status == "playing")
        for seat, guest in enumerate(guests):
            guest.seat = seat
        await asyncio.gather(*(guest.play_on() for guest in guests))
        await hub.results.wait_until_written()
        matches = [one.state.match for one in (table, new)]
        return table.id, new.id, [sum(seat in match.winners for match in matches if match) for seat in (0, 1)]


def test_the_running_score_is_shown_to_the_people_at_the_table_alone(tmp_path: Path) -> None:
    first, second, won = asyncio.run(play_an_evening(tmp_path))
    with opened(tmp_path / "house.db", leniency=1000) as browser:

        def ask(table: str, name: str) -> Any:
            return browser.get(f"/api/tables/{table}/evening", headers={"authorization": f"Bearer {token(name)}"})

        for name in ("Ann", "Ben"):
            score = ask(second, name).json()
            assert score["matches"] == 2 and [line["won"] for line in score["lines"]] == won
            assert [line["played"] for line in score["lines"]] == [2, 2]
            assert ask(first, name).json()["matches"] == 1
        assert ask(second, "Cleo").status_code == 403
        assert ask("unknown", "Ann").status_code == 404
        assert browser.get(f"/api/tables/{second}/evening").status_code == 401
