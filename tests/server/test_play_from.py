"""*Play from here*: a table's match can begin at any step of a finished match."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from typing import Any

import pytest

from saleroom.bots.players import player
from saleroom.games import load
from saleroom.match.prefix import Prefix
from saleroom.match.referee import faults
from saleroom.server.core.apply import replay
from saleroom.server.core.create_table import rematch_table, table_from
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.project import match_story
from saleroom.server.core.project.results import results
from saleroom.server.core.state.events import STARTS, StartPosition, TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol.practice import PlayFromRequest
from tests.contract.chance import every_played_game
from tests.recorded.make import lines
from tests.server.core_tables import ANN, BEN, SEED, CoreTable, snapshots, started_table

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
OPTIONS: dict[str, dict[str, int]] = {"auction-house": {"rounds": 2}}


def finished(game: str) -> CoreTable:
    """Return a finished random match of two deals."""
    table = started_table(game, 1, **OPTIONS.get(game, {"deals": 2}))
    table.play_on(random.Random(game))
    return table


def recorded(record: dict[str, Any]) -> TableState:
    """Return the state of a table whose match is replayed from a record."""
    game, seats = load(record["game"]), len(record["players"])
    header = TableHeader("old", game.name, record["options"], seats, SEED, ANN, "Ann", False, True, "quick", None, 0.0)
    header = replace(header, rules_version=record.get("rules_version", 1))
    deals = [deal["events"] for deal in record["deals"]]
    start = StartPosition(table="", deal=1, step=0, seed="0" * 64, first=record["deals"][0]["dealer"], deals=deals)
    return replay(TableHeader(**{**vars(header), "position": start}), [TableEvent(1, "start")])


def whole_records(game: str) -> list[dict[str, Any]]:
    """Return the complete recorded matches of a game, shortest record first."""
    found = [json.loads(line) for line in lines(game)]
    return sorted((record for record in found if "scores" in record), key=lambda record: len(json.dumps(record)))


def asked(deal: int, step: int, seat: int = 0, **more: Any) -> PlayFromRequest:
    return PlayFromRequest(**{"deal": deal, "step": step, "seat": seat, "player": "house", "name": "Ann", **more})


def steps_of(state: TableState) -> list[tuple[int, int]]:
    """Return all steps of a match before its end, as pairs of deal and step."""
    match = state.match
    assert match is not None
    stories = [match_story.deal_story(match, number) for number in range(1, len(match.deals) + 1)]
    return [(story.deal, step) for story in stories for step in range(len(story.steps))][:-1]


def from_step(state: TableState, deal: int, step: int, seat: int = 0, **more: Any) -> CoreTable:
    """Return a table that continues from a step of a match."""
    assert state.match is not None
    start = match_story.prefix_of_step(state.match, deal, step)
    return CoreTable(
        *table_from(
            state, start, asked(deal, step, seat, **more), table_id="new", holder=BEN, server_seed=bytes(32), now=5.0
        )
    )


def play_to_the_end(table: CoreTable) -> None:
    """Play to the end with the `house` bot in all seats."""
    bot = player("house", table.state.game, b"")
    while not table.state.over:
        match = table.state.match
        assert match is not None
        seat = match.to_act[0]
        table.act(seat, match.game.format_action(match.view(seat), seat, bot.choose(match.views(seat), seat)))


def begins_with(record: dict[str, Any], start: Prefix) -> bool:
    told = [deal["events"] for deal in record["deals"]]
    *before, last = start.deals
    return told[: len(before)] == before and told[len(before)][: len(last)] == last


@every_played_game
def test_every_step_of_a_recorded_match_is_played_on_to_the_end(name, seats):
    for record in whole_records(name)[: None if SOAK else 1]:
        state = recorded(record)
        steps = steps_of(state)
        for deal, step in steps if SOAK else steps[:: max(1, len(steps) // 25)]:
            table = from_step(state, deal, step, random.Random(step).randrange(len(record["players"])))
            assert state.match is not None
            start = match_story.prefix_of_step(state.match, deal, step)
            play_to_the_end(table)
            whole = table.state.record(None)
            assert faults(whole) == [] and begins_with(whole, start)


@every_played_game
def test_the_table_shows_what_the_step_showed(name, seats):
    old = finished(name)
    match = old.state.match
    stories = {number: match_story.deal_story(match, number) for number in range(1, len(match.deals) + 1)}
    compared = 0
    for deal, step in steps_of(old.state):
        shown = stories[deal].steps[step].board
        if not shown["acting"]:
            continue  # at this step the table acts next, not a player
        told = json.loads(snapshots(from_step(old.state, deal, step))[0])
        assert told["board"] == json.loads(json.dumps(shown))
        assert len(told["sheet"]) == deal - 1
        compared += 1
    assert compared > len(steps_of(old.state)) / 2


@every_played_game
def test_the_cards_to_come_are_those_of_the_match(name, seats):
    """Check that the same actions from any step lead to the same end."""
    old = finished(name)
    whole: Any = old.state.record(None)
    moves = [event.text() for deal in old.state.match.deals for event in deal.events if event.actor != "table"]
    for deal, step in random.Random(name).sample(steps_of(old.state), 12):
        table = from_step(old.state, deal, step)
        done = sum(not event.startswith("table") for event in table.state.match.history)
        table.play(*moves[done:])
        again: Any = table.state.record(None)
        assert {part: again[part] for part in ("deals", "scores", "winners")} == {
            part: whole[part] for part in ("deals", "scores", "winners")
        }
        assert again["seed"] == whole["seed"] and "fair" not in again


@every_played_game
def test_nothing_before_the_start_is_undone(name, seats):
    old = finished(name)
    for deal, step in random.Random(name).sample(steps_of(old.state), 6):
        table = from_step(old.state, deal, step)
        start = len(table.state.match.history)
        assert not any(table.state.may_undo(seat) for seat in range(seats))
        assert table.refused(BEN, "undo").reason == "not-now"
        while table.state.turn_version(0) is None and not table.state.over:
            table.act(table.state.match.to_act[0])
        if table.state.over:
            continue
        before = table.state.match.history
        table.act(0)
        if table.state.may_undo(0):
            table.do(BEN, "undo")
            assert table.state.match.history == before[: len(table.state.match.history)]
        assert len(table.state.match.history) >= start


def test_sealed_choices_that_were_made_stand_and_stay_sealed():
    old = finished("auction-house")
    events = [event.text() for event in old.state.match.deals[0].events]
    first = next(number for number, event in enumerate(events) if " kitty " in event)
    chooser = int(events[first][0])
    table = from_step(old.state, 1, first + 1 - 4, (chooser + 1) % 4)
    assert chooser not in table.state.match.to_act and len(table.state.match.to_act) == 3
    spectator, *seats = (json.loads(snapshot) for snapshot in snapshots(table))
    hidden = f"{chooser} kitty ??"
    assert hidden in spectator["events"] and hidden in seats[(chooser + 1) % 4]["events"]
    assert events[first] in seats[chooser]["events"]


def test_nothing_of_the_position_but_its_place_is_told():
    old = finished("auction-flop-poker")
    table = from_step(old.state, 2, 3)
    for snapshot in snapshots(table):
        told = json.loads(snapshot)
        assert told["table"]["position"] == {"table": old.header.id, "deal": 2, "step": 3}
        assert table.header.position["seed"] not in snapshot.decode()


@every_played_game
def test_a_rematch_begins_at_the_same_position(name, seats):
    old = finished(name)
    deal, step = steps_of(old.state)[-2]
    table = from_step(old.state, deal, step, 1)
    first = table.state.match.record()["deals"]
    play_to_the_end(table)
    again = CoreTable(*rematch_table(table.state, "again", BEN, SEED, 9.0))
    assert again.header.position == table.header.position
    assert again.state.match.record()["deals"] == first
    assert again.state.seat_of(BEN) == 1
    third = from_step(table.state, deal, step)
    assert third.state.match.record()["deals"] == first


def test_those_who_wait_for_the_start_are_told_the_whole_position():
    """Check the update that waiting people get when a rematch of several people starts from a position."""
    old = finished("auction-pitch")
    table = from_step(old.state, 2, 4)
    bare = CoreTable(table.header, [event for event in table.events if event.kind not in STARTS])
    bare.do(BEN, "start")
    update = bare.projection.update(0, True, bare.now)
    assert update["anew"] and len(update["sheet"]) == 1
    assert update["events"] == json.loads(snapshots(bare)[1])["events"]


@pytest.mark.parametrize(
    ("deal", "step", "says"),
    [(3, 0, "has no deal 3"), (1, 999, "deal 1 has"), (2, -1, "the match is over at that step")],
)
def test_steps_that_are_none_are_refused(deal, step, says):
    old = finished("auction-pitch")
    if step < 0:
        step = steps_of(old.state)[-1][1] + 1
    with pytest.raises(ValueError, match=says):
        match_story.prefix_of_step(old.state.match, deal, step)


def test_its_result_counts_nowhere():
    old = finished("auction-pitch")
    table = from_step(old.state, 1, 3)
    play_to_the_end(table)
    assert results(table.state, table.events) == []
    assert len(results(old.state, old.events)) == 1


def test_a_player_that_the_house_does_not_have_is_refused():
    old = finished("auction-pitch")
    with pytest.raises(CommandRefusal, match="The players here are"):
        from_step(old.state, 1, 0, player="nobody")
