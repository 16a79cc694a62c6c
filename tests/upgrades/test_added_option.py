"""Tests that older records and stored tables keep their meaning after an option is added to a game."""

from __future__ import annotations

import asyncio
import copy
import pickle
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

import saleroom
from saleroom.bots.players import player
from saleroom.bots.prepare import prepare
from saleroom.bots.search.player import seed_material
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from saleroom.kernel.fields import MATCH, Record
from saleroom.kernel.options import BadOptions, Option, values_before
from saleroom.lab.review import review
from saleroom.match.errors import BadRecord
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import Store
from saleroom.server.workers.bot_pool import BotPool
from tests.fixtures import v0_1_0
from tests.fixtures.v0_1_0.lines import found_in
from tests.fixtures.v0_1_0.outcomes import outcome, tables_of
from tests.server.live_tables import Guest, make_table, open_hub
from tests.upgrades.grown import BEFORE, NEW, NOW, grown, upgraded

every_game = pytest.mark.parametrize("game", saleroom.GAMES)
every_first_game = pytest.mark.parametrize("game", v0_1_0.GAMES)
server = pytest.mark.skipif(not COMPILED, reason="the server runs compiled")


def play_out(match: saleroom.Match) -> None:
    """Play the first legal action at every turn until the match is over."""
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, match.legal_ids(seat)[0])


def short(game: str) -> dict[str, int]:
    """Return options that make a match short."""
    names = {option.name for option in load(game).options}
    return {name: 1 for name in ("deals", "rounds") if name in names}


def begun(game: str) -> saleroom.Match:
    """Return a match after three moves."""
    match = saleroom.game(game, **short(game)).match(seed=5)
    for _ in range(3):
        seat = match.to_act[0]
        match.act(seat, match.legal_ids(seat)[0])
    return match


def compile_moves(game: str) -> None:
    """Compile what a table of `house` bots needs, because a client at the table waits only a few seconds."""
    prepare(load(game))
    match = begun(game)
    player("house", match.game, b"").choose(match.views(match.to_act[0]), match.to_act[0])


# Declarations


def test_an_added_option_says_what_held_before():
    assert Option("o", ("a", "b"), "b", "…", since=2, before="a").before == "a"
    with pytest.raises(ValueError, match="go together"):
        Option("o", ("a", "b"), "b", "…", since=2)
    with pytest.raises(ValueError, match="go together"):
        Option("o", ("a", "b"), "b", "…", before="a")
    with pytest.raises(BadOptions, match="it must be a or b"):
        Option("o", ("a", "b"), "b", "…", since=2, before="c")


@every_first_game
def test_every_option_that_the_first_version_lacked_says_since_when_it_exists(game):
    """Check that every added option has `since`.

    If this test fails, set the option's `since` to the game's new `rules_version`, and give the option a `before`.
    """
    first = {name for record in v0_1_0.records(game) for name in record["options"]}
    assert {option.name for option in load(game).options_in(1)} == first
    assert all(option.since <= load(game).rules_version for option in load(game).options)


# Records


@pytest.mark.integration
@every_first_game
def test_records_of_the_older_version_are_as_sound_as_they_were(game):
    with upgraded(game):
        assert [found_in(record) for record in v0_1_0.records(game)] == v0_1_0.found(game)


@every_game
def test_a_record_of_the_older_version_goes_on_as_one_of_it(game):
    older = begun(game).record()
    with upgraded(game):
        match = saleroom.replay(older)
        assert match.record() == older
        assert match.options[NEW] == BEFORE
        match.undo()
        for again in (match, copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
            play_out(again)
            record = again.record()
            assert record.get("rules_version") == older.get("rules_version") and NEW not in record["options"]
            assert saleroom.verify(record) == []
    assert saleroom.verify(record) == []  # the older program can also read it


@every_game
def test_a_new_record_names_its_version_and_the_new_option(game):
    with upgraded(game):
        match = saleroom.game(game, **short(game)).match(seed=5)
        play_out(match)
        record = match.record()
        assert record["rules_version"] == load(game).rules_version
        assert record["options"][NEW] == NOW
        assert saleroom.verify(record) == []
        assert saleroom.replay(record).record() == record


@every_game
def test_a_record_names_the_options_of_its_version_and_no_other(game):
    older = begun(game).record()
    version = load(game).rules_version
    with upgraded(game):
        surplus = {**older, "options": {**older["options"], NEW: BEFORE}}
        assert saleroom.verify(surplus) == [f"{game} has no option {NEW!r}; it has {', '.join(older['options'])}"]
        missing = {**older, "rules_version": version + 1}
        assert saleroom.verify(missing) == [f"option {NEW} is missing"]


@pytest.mark.parametrize("version", [0, -1, True, 1.0, "1", None, [1]])
def test_a_rules_version_of_a_wrong_type_is_a_fault(version):
    assert saleroom.verify({**begun("auction-pitch").record(), "rules_version": version}) == [
        "rules_version is not a number from 1 on"
    ]


def test_the_first_version_may_be_named():
    assert saleroom.verify({**next(iter(v0_1_0.records("auction-pitch"))), "rules_version": 1}) == []


@every_game
def test_a_record_of_newer_rules_is_refused_in_one_line_that_says_what_to_do(game):
    with upgraded(game):
        newer = saleroom.game(game).match(seed=5).record()
        version = load(game).rules_version
    expected = (
        f"rules version {version} of {game} is newer than this Saleroom, which has version {version - 1}; "
        "install a newer Saleroom"
    )
    assert saleroom.verify(newer) == [expected]
    with pytest.raises(BadRecord) as caught:
        saleroom.replay(newer)
    assert str(caught.value) == expected


@pytest.mark.integration
def test_a_record_of_the_older_version_can_be_reviewed():
    older = next(record for record in v0_1_0.records("auction-pitch") if "scores" in record)
    kept = [(one.deal, one.number, one.played) for one in review(older, 0, "search:1").decisions]
    with upgraded("auction-pitch"):
        found = review(older, 0, "search:1").decisions
    assert kept and [(one.deal, one.number, one.played) for one in found] == kept


# Stored tables


@pytest.fixture(scope="module")
def upgraded_file(tmp_path_factory):
    """Return the tables of the data file of version 0.1.0, by id, read after every game got an added option."""
    with upgraded(*saleroom.GAMES):
        data = v0_1_0.data_file(tmp_path_factory.mktemp("upgraded"))
        return {table.header.id: table for table in asyncio.run(tables_of(data))}


@server
@pytest.mark.parametrize("name", v0_1_0.expected())
def test_a_table_of_the_older_version_stands_as_it_stood_and_ends(upgraded_file, name):
    table = upgraded_file[name]
    assert outcome(table) == v0_1_0.expected()[name]
    since_then = values_before(table.game.options, table.header.rules_version, len(table.seats))
    assert table.options == {**table.header.options, **since_then, NEW: BEFORE}
    if table.match is not None:
        play_out(table.match)
        record = table.match.record()
        with upgraded(table.header.game):
            assert saleroom.verify(record) == []
        assert "rules_version" not in record and NEW not in record["options"]


@pytest.mark.integration
@server
@every_game
async def test_a_stored_table_is_played_to_its_end_and_gives_a_rematch_of_the_same_kind(game, tmp_path, monkeypatch):
    # do not compile the search, because no player searches
    monkeypatch.setattr(BotPool, "want", lambda self, game: None)
    async with open_hub(tmp_path) as hub:
        chairs = ["me", *["bot"] * (load(game).usual_seats - 1)]
        stored = await make_table(hub, game, *chairs, start=True, **short(game))
        assert stored.state.header.rules_version == load(game).rules_version
    with upgraded(game):
        compile_moves(game)
        async with asyncio.timeout(60), open_hub(tmp_path) as hub:
            live = await hub.find(stored.id)
            assert live is not None
            ann = Guest(hub, live, "Ann")
            ann.seat = 0
            await ann.play_on()
            record = live.state.record(0)
            assert record is not None and NEW not in record["options"]
            assert record.get("rules_version", 1) == live.state.header.rules_version == load(game).rules_version - 1
            assert saleroom.verify(record) == []
            await ann.do("rematch")
            again = await hub.find(live.state.rematch or "")
            assert again is not None
            assert again.state.header.rules_version == load(game).rules_version
            assert again.state.header.options[NEW] == BEFORE


@server
async def test_the_client_is_told_the_complete_options(tmp_path):
    async with open_hub(tmp_path) as hub:
        stored = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True)
    with upgraded("auction-pitch"):
        async with open_hub(tmp_path) as hub:
            live = await hub.find(stored.id)
            assert live is not None
            snapshot = live.projection.snapshot(0, True, build="build", present=[True] * 4, spectators=0, now=0.0)
            assert snapshot["table"]["options"][NEW] == BEFORE


# A newer file, and an older program


@server
async def test_an_older_program_refuses_a_file_with_tables_of_newer_rules(tmp_path):
    with upgraded("auction-pitch"):
        async with open_hub(tmp_path) as hub:
            await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True)
    with pytest.raises(StoreTrouble) as caught:
        await Store.open(tmp_path / "house.db")
    newer = f"rules version {load('auction-pitch').rules_version + 1} of auction-pitch is newer than"
    assert str(caught.value).startswith(f"{tmp_path / 'house.db'}: {newer}")
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
        connection.execute("UPDATE tables SET game = 'auction-whist', rules_version = 1")
        connection.commit()
    with pytest.raises(StoreTrouble, match="holds tables of auction-whist, which this Saleroom does not have"):
        await Store.open(tmp_path / "house.db")


# Bots


@pytest.mark.integration
@pytest.mark.parametrize("game", saleroom.GAMES)
def test_a_search_has_the_same_chance_after_a_field_was_added(game):
    old, new = load(game), grown(load(game))
    match = begun(game)
    for seat in range(match.seats):
        view = match.views(seat)
        same = new.record.blank(1)
        for field in old.record.fields:
            if field.name != "filler":
                same[field.name] = view[field.name]
        assert seed_material(new, same[0], seat) == seed_material(old, view[0], seat)
        assert seed_material(old, view[0], seat) != seed_material(old, view[0], (seat + 1) % match.seats)


@pytest.mark.integration
def test_a_search_has_a_chance_of_its_own_for_each_seat_where_nobody_holds_anything():
    bare = replace(load("auction-pitch"), record=Record("bare", *MATCH), auction=None)
    view = bare.record.blank(1)[0]
    assert bare.record.hand is None
    assert seed_material(bare, view, 0) != seed_material(bare, view, 1)
