"""Tests that files of version 0.1.0 can be read, keep their meaning and can be continued. The files are in
`tests/fixtures/v0_1_0`.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from sqlite3 import connect
from typing import get_args

import pytest

import saleroom
from saleroom.bots.players import player
from saleroom.bots.prepare import prepare
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from saleroom.match.fair_deals import fair_faults
from saleroom.server.api import services
from saleroom.server.core.apply import apply, replay
from saleroom.server.core.decide import decide
from saleroom.server.core.decide.system_events import bot_move, resolve_undo_request
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import commands
from saleroom.server.protocol.common import EventKind
from saleroom.server.storage.store import Store
from saleroom.server.workers import hints
from tests.fixtures import v0_1_0
from tests.fixtures.v0_1_0.lines import found_in
from tests.fixtures.v0_1_0.outcomes import outcome, tables_of
from tests.server.http_client import opened

EXPECTED = v0_1_0.expected()
GATHERING, PLAYING, OVER = (
    [name for name, told in EXPECTED.items() if told["status"] == status] for status in ("gathering", "playing", "over")
)

pytestmark = pytest.mark.skipif(not COMPILED, reason="the server runs compiled")
every_game = pytest.mark.parametrize("game", v0_1_0.GAMES)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Return a copy of the data file. Compile every game first, so that no test waits for compilation."""
    for name in saleroom.GAMES:
        prepare(load(name), search=True)
    return v0_1_0.data_file(tmp_path_factory.mktemp("v0_1_0"))


@pytest.fixture(scope="module")
def tables(data):
    """Return every table in the data file, by id."""
    return {table.header.id: table for table in asyncio.run(tables_of(data))}


def test_no_table_is_missing(tables):
    assert list(tables) == list(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_table_stands_as_it_stood(tables, name):
    assert outcome(tables[name]) == EXPECTED[name]


@pytest.mark.parametrize("name", [*PLAYING, *OVER])
def test_its_record_is_sound(tables, name):
    record = tables[name].match.record()
    assert saleroom.verify(record) == []
    assert fair_faults(record) == ([] if name in OVER else ["fair: the match is unfinished"])


# Continue


def one_move(table: TableState):
    """Return the event for a move that a bot chooses for the seat to act."""
    seat = table.match.to_act[-1]
    action = player("house", table.match.game, b"").choose(table.match.views(seat), seat)
    place = table.seats[seat]
    if place.kind != "human":
        return bot_move(table, seat, action, time.time())
    words = table.match.game.format_action(table.match.view(seat), seat, action)
    act = commands.Act(type="act", id=f"one-more-move-{table.version}", at=table.turn_version(seat), action=words)
    return decide(table, act, place.holders[0], time.time())


async def loaded(store: Store, name: str) -> TableState:
    """Return the state of a table as stored in the file."""
    kept = await store.load(name)
    assert kept is not None
    return replay(*kept)


async def test_a_match_that_is_not_over_goes_on_by_a_move_of_the_house(tmp_path):
    store = await Store.open(v0_1_0.data_file(tmp_path))
    try:
        for name in PLAYING:
            table = await loaded(store, name)
            event = one_move(table)
            apply(table, event)
            lease = await store.leases.take(name)
            assert lease is not None
            await store.append(name, event, lease.epoch)
            again = await loaded(store, name)
            assert again.version == EXPECTED[name]["version"] + 1
            assert outcome(again) == outcome(table)
            assert again.last_event == replace(event, at=again.last_event.at)
    finally:
        await store.close()


# Play to the end


def events_to_the_end(table: TableState):
    """Yield the events that end the match: people sit in the open seats, the match starts, and bots move."""
    owner, now = table.header.owner, time.time()
    for seat, place in enumerate(table.seats):
        if place.kind == "open":
            give = commands.Reseat(type="reseat", id=f"take-seat-{seat}", seat=seat, to="house")
            yield decide(table, give, owner, now)
    if table.match is None:
        yield decide(table, commands.Start(type="start", id="start-now"), owner, now)
    while not table.over:
        lapsed = resolve_undo_request(table, [False] * table.header.seats, now) if table.undo_request else None
        yield lapsed or one_move(table)


async def end(data):
    """Play every match to its end, and store it."""
    store = await Store.open(data)
    try:
        for name in [*GATHERING, *PLAYING]:
            table, events = await loaded(store, name), []
            for event in events_to_the_end(table):
                apply(table, event)
                events.append(event)
            lease = await store.leases.take(name)
            assert lease is not None
            await asyncio.gather(*(store.append(name, event, lease.epoch) for event in events))
    finally:
        await store.close()


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """Return a copy of the data file in which every match has ended, and its tables by id."""
    path = v0_1_0.data_file(tmp_path_factory.mktemp("ended"))
    asyncio.run(end(path))
    return path, {table.header.id: table for table in asyncio.run(tables_of(path))}


@pytest.mark.parametrize("name", [*GATHERING, *PLAYING])
def test_a_match_that_is_not_over_comes_to_its_end_and_is_sound_and_fair(ended, name):
    table = ended[1][name]
    assert table.over
    record = table.match.record()
    assert saleroom.verify(record) == []
    assert fair_faults(record) == []
    earlier = EXPECTED[name]["records"].get("whole")
    if earlier is not None:  # the record begins with the moves played so far
        assert record["options"] == earlier["options"]
        assert record["deals"][: len(earlier["deals"]) - 1] == earlier["deals"][:-1]


@pytest.fixture(scope="module")
def later_house(ended):
    """Return a server on the data file in which every match is over."""
    with quick_house(ended[0]) as browser:
        yield browser


@pytest.mark.integration
@pytest.mark.parametrize("name", [*GATHERING, *PLAYING])
def test_and_then_it_can_be_reviewed(later_house, name):
    review = reviewed(later_house, name)
    assert review["judged"] == review["decisions"]


# Views of a finished match


@contextmanager
def quick_house(data):
    """Return a server on the given data file. The server reviews matches quickly."""

    async def prepare_nothing(*_):
        pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hints, "PLAYER", "search:4")
        patch.setattr(services, "compile_games", prepare_nothing)
        with opened(data, leniency=1000) as browser:
            yield browser


@pytest.fixture(scope="module")
def house(data):
    """Return a server on the unchanged data file."""
    with quick_house(data) as browser:
        yield browser


def told(house, path):
    answer = house.get(f"/api/tables/{path}")
    assert answer.status_code == 200, answer.text
    return answer


@pytest.mark.parametrize("name", OVER)
def test_a_match_that_is_over_has_its_page(house, name):
    story, expected = told(house, f"{name}/story").json(), EXPECTED[name]
    assert (story["scores"], story["winners"]) == (expected["scores"], expected["winners"])
    assert story["names"] == expected["records"]["whole"]["players"]
    deals = expected["records"]["whole"]["deals"]
    assert [line["score"] for line in story["sheet"]] == [deal["score"] for deal in deals]
    last = told(house, f"{name}/story/{len(deals)}").json()
    assert last["steps"][-1]["event"] == deals[-1]["events"][-1]
    assert told(house, f"{name}/fair").json() == {"faults": []}
    assert told(house, f"{name}/record").json() == expected["records"]["whole"]


@pytest.mark.parametrize("name", OVER)
def test_a_match_that_is_over_can_be_reviewed(house, name):
    review = reviewed(house, name)
    assert review["judged"] == review["decisions"]


def reviewed(house, name):
    """Wait for the review of the first seat's decisions, and return it."""
    review = told(house, f"{name}/review/0").json()
    while not review["ready"]:
        review = told(house, f"{name}/review/0").json()
    return review


def test_the_lobby_lists_somebodys_tables(house):
    from tests.server.live_tables import token

    listed = house.get("/api/tables", headers={"authorization": f"Bearer {token('Ben')}"}).json()["yours"]
    assert listed and {EXPECTED[brief["id"]]["status"] for brief in listed} <= {"gathering", "playing", "over"}


# Records


@every_game
def test_records_are_as_sound_as_they_were_and_end_as_they_did(game):
    assert [found_in(record) for record in v0_1_0.records(game)] == v0_1_0.found(game)


@every_game
def test_an_unfinished_record_goes_on(game):
    for record, found in zip(v0_1_0.records(game), v0_1_0.found(game), strict=True):
        if found["sound"] and not found["over"]:
            match = saleroom.replay(record)
            seat = match.to_act[0]
            match.act(seat, player("house", match.game, b"").choose(match.views(seat), seat))
            assert saleroom.verify(match.record()) == []


# Contents of the files


LATER_KINDS = {"remove", "mute", "portrait", "hotseat"}
"""Kinds of table events that versions after 0.1.0 have added."""


def test_every_kind_of_row_is_there(data):
    with closing(connect(f"file:{data}?mode=ro", uri=True)) as connection:
        kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM rows")}
    assert kinds == set(get_args(EventKind)) - LATER_KINDS


@every_game
def test_every_game_is_there_in_every_state(game):
    here = [told for told in EXPECTED.values() if told["game"] == game]
    assert {told["status"] for told in here} == {"gathering", "playing", "over"}
    assert {len(told["names"]) for told in here} >= set(saleroom.game(game).seats) & {2, 4, 5, 7, 8}
    for option in saleroom.game(game).spec.options_in(1):
        if option.words:
            assert {told["options"][option.name] for told in here} == set(option.values)


def test_the_files_are_small():
    assert sum(path.stat().st_size for path in v0_1_0.HERE.rglob("*") if path.is_file()) < 1_000_000
