"""How often a person finishes what they begin: what counts, and who sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from saleroom.server.core.project import results
from saleroom.server.core.state.events import TableEvent
from saleroom.server.realtime.erasure import erase
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage import columns
from saleroom.server.storage.people import Passkey
from saleroom.server.storage.results import LATEST, Finishing, latest_finished
from tests.server.http_client import opened
from tests.server.live_tables import Guest, holder, make_table, open_hub, token
from tests.server.test_results import play, rated_table, stored, together

pytestmark = pytest.mark.usefixtures("store_kind")


def who(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token(name)}"}


# What counts, by the events of a table


class Story:
    """Events of a table at which Ann sits in seat 0 and owns the table."""

    def __init__(self) -> None:
        self.events: list[TableEvent] = []
        self.add("sit", 0, "ann")

    def add(self, kind: Any, seat: int, holder: str | None = None, **data: Any) -> Story:
        self.events.append(TableEvent(len(self.events) + 1, kind, seat, data, None, holder))
        return self

    def sit(self, seat: int, who: str) -> Story:
        return self.add("sit", seat, who)

    def start(self) -> Story:
        return self.add("start", 0, "ann")

    def move(self, seat: int, *, by_house: bool = False, **more: Any) -> Story:
        return self.add("move", seat, action="pass", by_house=by_house, **more)

    def finished(self) -> dict[str, bool | None]:
        return {stay.holders[0]: stay.finished for stay in results.stays(self.events)}


def two() -> Story:
    return Story().sit(1, "bob").start()


def test_people_who_play_to_the_end_have_finished():
    assert two().move(0).move(1).finished() == {"ann": True, "bob": True}


def test_a_match_alone_with_bots_does_not_count():
    assert Story().start().move(0).finished() == {"ann": None}
    assert Story().start().move(0).add("leave", 0, "ann").finished() == {"ann": None}
    assert Story().sit(1, "program:bot").start().move(0).finished() == {"ann": None, "program:bot": None}


def test_a_person_who_leaves_others_has_not_finished():
    assert two().add("leave", 1, "bob").move(0).finished() == {"ann": True, "bob": False}


def test_a_person_who_comes_back_has_finished():
    story = two().add("leave", 1, "bob").sit(1, "bob").move(1)
    assert story.finished() == {"ann": True, "bob": True}


def test_the_last_person_at_a_table_may_leave():
    story = two().add("leave", 1, "bob").move(0).add("leave", 0, "ann")
    assert story.finished() == {"ann": None, "bob": False}


@pytest.mark.parametrize("kind", ["remove", "reseat"])
def test_an_owner_who_removes_the_other_players_and_leaves_has_not_finished(kind):
    removed = two().move(1).add(kind, 1, "ann", to=None)
    assert removed.move(0).add("leave", 0, "ann").finished() == {"ann": False, "bob": None}
    assert removed.sit(0, "ann").move(0).finished() == {"ann": True, "bob": None}, "the owner returned"


def test_an_owner_may_leave_as_the_last_person_after_removing_an_absent_player_or_a_bot_account():
    absent = two().move(1, by_house=True).add("remove", 1, "ann", to=None).add("leave", 0, "ann")
    assert absent.finished() == {"ann": None, "bob": False}
    story = Story().sit(1, "bob").sit(2, "program:bot").start().add("remove", 2, "ann").add("leave", 1, "bob")
    assert story.add("leave", 0, "ann").finished() == {"ann": None, "bob": False, "program:bot": None}


def test_a_person_whom_a_bot_replaced_at_the_end_has_not_finished():
    assert two().move(1).move(1, by_house=True).finished() == {"ann": True, "bob": False}


def test_a_person_who_makes_the_last_move_themselves_has_finished():
    assert two().move(1, by_house=True).move(1).finished() == {"ann": True, "bob": True}


def test_the_rest_of_a_decided_deal_is_the_persons_own():
    assert two().move(1).move(1, by_house=True, requested=True).finished() == {"ann": True, "bob": True}


@pytest.mark.parametrize("kind", ["remove", "reseat"])
def test_a_removal_does_not_count_unless_a_bot_had_replaced_the_person(kind):
    assert two().move(1).add(kind, 1, "ann", to=None).finished() == {"ann": True, "bob": None}
    story = two().move(1, by_house=True).add(kind, 1, "ann", to=None)
    assert story.finished() == {"ann": True, "bob": False}


def test_a_substitute_of_a_tournament_takes_the_seat_and_the_match():
    story = two().move(1).add("sit", 1, "cay", person=3).move(1)
    assert story.finished() == {"ann": True, "bob": None, "cay": True}
    absent = two().move(1, by_house=True).add("sit", 1, "cay", person=3).move(1)
    assert absent.finished() == {"ann": True, "bob": False, "cay": True}
    assert [stay.there for stay in results.stays(absent.events)] == [True, False, True]


def test_a_person_who_comes_later_counts_from_then_on():
    story = Story().start().move(0).sit(1, "bob").move(1).add("leave", 1, "bob")
    assert story.finished() == {"ann": True, "bob": False}


def test_a_person_who_leaves_before_the_match_has_begun_nothing():
    assert Story().sit(1, "bob").add("leave", 1, "bob").sit(1, "cay").start().finished() == {"ann": True, "cay": True}


# What the server stores


async def test_the_house_plays_for_a_person_only_after_the_tables_patience(tmp_path: Path):
    async with open_hub(tmp_path, grace=0.2) as hub:
        live, (ann, bob) = await together(hub)
        await ann.do("start")
        bob.leave()  # for less than the patience
        bob = Guest(hub, live, "Bob")
        bob.seat = 1
        while not live.state.over:
            for guest in (ann, bob):
                if guest.asked is not None:
                    await guest.act()
        assert [row.finished for row in await stored(hub)] == [True, True]
        live, (ann, bob) = await together(hub)
        await ann.do("start")
        bob.leave()
        await ann.play_on()
        assert [row.finished for row in (await stored(hub))[-2:]] in ([True, False], [False, True])
        assert await hub.store.results.finishing(holder("Bob")) == Finishing(2, 1)
        assert await hub.store.results.finishing(holder("Ann")) == Finishing(2, 2)


async def test_the_latest_matches_are_counted_by_an_index(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        await a_past(hub, "Bob", LATEST + 7, unfinished=7)
        assert await hub.store.results.finishing(holder("Bob")) == Finishing(LATEST, LATEST)
        await a_past(hub, "Cay", 12, unfinished=3)
        assert await hub.store.results.finishing(holder("Cay")) == Finishing(12, 9)
        plan = await hub.store.database.read(query_plan)
        assert "results_finished" in plan and "TEMP B-TREE" not in plan


def query_plan(connection: Connection) -> str:
    """Return SQLite's plan for the query; PostgreSQL plans by the size of a table."""
    if connection.dialect.name != "sqlite":
        return "results_finished"
    query = str(latest_finished("x").compile(connection, compile_kwargs={"literal_binds": True}))
    return str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}").all())


async def a_past(hub: Hub, name: str, matches: int, unfinished: int) -> None:
    """Store results of a person, the oldest of which are unfinished, and matches that do not count."""
    live = await make_table(hub, "auction-draw", "me", "house")
    row = {
        "table_id": live.id,
        "identity": await hub.store.people.identity_of(holder(name)),
        **dict.fromkeys(("score", "bids_made", "bids_set"), 0),
        **dict.fromkeys(("won", "undone", "rated"), False),
        **{"game": "auction-draw", "seats": 2, "level": "", "people": 2, "place": 1, "whole": True, "stayed": True},
    }
    rows = [
        {**row, "seat": seat, "over_at": float(seat), "finished": seat >= unfinished if seat < matches else None}
        for seat in range(matches + 5)
    ]
    await hub.store.database.write(lambda connection: connection.execute(insert(columns.results), rows))


async def test_erasure_removes_the_figure(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        _, guests = await together(hub)
        await play(guests)
        _, guests = await rated_table(hub)
        await play(guests)
        assert [row.finished for row in await stored(hub)] == [True] * 4
        await erase(hub, [holder("Bob")], holder("Bob"))
        left = {row.identity: row.finished for row in await stored(hub)}
        assert left.pop(holder("Ann")) is True and list(left.values()) == [None]
        assert await hub.store.results.finishing(holder("Bob")) == Finishing(0, 0)


# Who sees it


async def account(hub: Hub, name: str) -> None:
    """Create a passkey, and with it an account, for a person."""
    await hub.store.people.add_passkey(
        holder(name), lambda person: Passkey(f"key of {name}", person, b"", 0, "localhost", name, 1.0, 1.0), 1.0
    )


async def past(folder: Path) -> None:
    async with open_hub(folder) as hub:
        for name, matches, unfinished in (("Bob", 30, 1), ("Cay", 9, 0), ("Dan", 10, 0)):
            if name != "Dan":
                await account(hub, name)
            await a_past(hub, name, matches, unfinished)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Any]:
    asyncio.run(past(tmp_path))
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        yield browser


def seated(browser: Any, table: str, name: str, seat: int) -> None:
    with browser.websocket_connect(f"/api/tables/{table}/socket", headers={"host": "127.0.0.1:8642"}) as socket:
        socket.send_json({"type": "hello", "token": token(name)})
        socket.send_json({"type": "sit", "id": f"sit-{name}-1", "seat": seat, "name": name})
        while (answer := socket.receive_json())["type"] != "done":
            assert answer["type"] != "refused", answer


@pytest.fixture
def table(house: Any) -> str:
    """Return a table of Ann with Bob, Cay and Dan."""
    asked = {"game": "auction-pitch", "name": "Ann", "chairs": [{"kind": "me"}, *[{"kind": "open"}] * 3]}
    table = house.post("/api/tables", headers=who("Ann"), json=asked).json()["id"]
    for seat, name in enumerate(("Bob", "Cay", "Dan"), 1):
        seated(house, table, name, seat)
    return table


def people(browser: Any, table: str, name: str) -> list[dict[str, Any]]:
    answer = browser.get(f"/api/tables/{table}/people", headers=who(name))
    assert answer.status_code == 200, answer.text
    return answer.json()["people"]


def test_only_the_owner_sees_how_often_people_finish_and_never_the_exact_numbers(house, table):
    shown = {one["name"]: one["finishes"] for one in people(house, table, "Ann")}
    assert shown == {"Bob": 95, "Cay": "few", "Dan": "guest"}, "29 of 30 is 96.7 %"
    assert [one["finishes"] for one in people(house, table, "Bob")] == [None] * 3
    assert house.get(f"/api/tables/{table}/people", headers=who("Eve")).status_code == 403
    assert house.get(f"/api/tables/{table}/people").status_code == 401
    for name in ("Ann", "Bob"):
        for other in ("Ann", "Bob", "Cay", "Dan"):
            answer = house.get(f"/api/tables/{table}/people", headers=who(name)).text
            assert token(other) not in answer and holder(other) not in answer


def test_a_person_sees_their_own_figure_and_exports_it(house):
    for name, matches, finished in (("Bob", 30, 29), ("Cay", 9, 9), ("Dan", 10, 10), ("Eve", 0, 0)):
        own = {"matches": matches, "finished": finished}
        assert house.get("/api/me", headers=who(name)).json()["with_people"] == own
        assert house.get("/api/me/export", headers=who(name)).json()["with_people"] == own


def test_no_message_of_a_table_has_the_figure(house, table):
    with house.websocket_connect(f"/api/tables/{table}/socket", headers={"host": "127.0.0.1:8642"}) as socket:
        socket.send_json({"type": "hello", "token": token("Ann")})
        assert "finishes" not in str(socket.receive_json())


async def after_a_match(folder: Path) -> str:
    async with open_hub(folder) as hub:
        live, guests = await together(hub)
        await play(guests)
        await hub.results.wait_until_written()
        return live.id


def test_after_the_match_the_owner_sees_it_no_longer(tmp_path):
    table = asyncio.run(after_a_match(tmp_path))
    with opened(tmp_path / "house.db", leniency=1000) as browser:
        (bob,) = people(browser, table, "Ann")
    assert (bob["name"], bob["seat"], bob["finishes"]) == ("Bob", 1, None)
