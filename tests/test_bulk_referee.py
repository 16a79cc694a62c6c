"""Tests of the verification of records in bulk.

It passes records with faults to the referee, and returns the referee's messages.
"""

from __future__ import annotations

import json
import random
import re
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import saleroom
from saleroom.games import ALL, load
from saleroom.kernel import bits
from saleroom.kernel.game import Turn
from saleroom.lab import verification
from saleroom.match import bulk_referee
from saleroom.match.bulk_referee import PATIENCE, BulkReferee
from saleroom.match.bulk_replay import Replays
from saleroom.match.errors import BadRecord
from saleroom.match.fair_deals import combine, commitment, fair_faults
from saleroom.match.record import _from_any_line, from_line, to_line
from saleroom.match.referee import faults
from saleroom.match.turn_memory import Columns, TurnMemory
from tests.contract.chance import new_match
from tests.recorded.make import lines

every_game = pytest.mark.parametrize("name", ALL)


def played(name, chance, moves=400):
    """Return a match with random options and seats, played for at most `moves` moves."""
    spec = load(name)
    match = new_match(name, chance.choice(spec.seats), chance)
    for _ in range(moves):
        if match.over:
            break
        seat = chance.choice(match.to_act)
        match.act(seat, chance.choice(match.legal(seat)))
    return match


def as_read(match):
    return json.loads(to_line(match.record()))


@every_game
def test_records_in_order_need_no_referee(name, monkeypatch):
    monkeypatch.setattr(bulk_referee, "faults", lambda record: pytest.fail("the referee is asked"))
    chance, bulk = random.Random(f"in order {name}"), BulkReferee(patience=0)
    for moves in (400, 400, 0, 1, 7, 30, 90):
        assert bulk.faults(as_read(played(name, chance, moves))) == []


@every_game
def test_every_fault_is_located_as_by_the_referee(name):
    chance, bulk = random.Random(f"faults {name}"), BulkReferee(patience=0)
    wrong = 0
    for _ in range(3):
        line = to_line(played(name, chance, 120).record())
        for _ in range(25):
            record = spoilt(json.loads(line), chance)
            assert bulk.faults(record) == faults(record), record
            wrong += bool(faults(record))
    assert wrong > 25


def spoilt(record, chance):  # noqa: PLR0912 - one branch for each way to spoil a record
    """Return the record with a random change, which is not always a fault."""
    deal = chance.choice(record["deals"])
    events, kind = deal["events"], chance.randrange(12)
    place = chance.randrange(len(events)) if events else 0
    if kind == 0 and events:
        events.pop(place)
    elif kind == 1 and events:
        events.insert(place, events[place])
    elif kind == 2 and len(events) > 1:
        other = chance.randrange(len(events))
        events[place], events[other] = events[other], events[place]
    elif kind == 3 and events:
        words = events[place].split(" ")
        words[chance.randrange(len(words))] = chance.choice(["0", "1", "pass", "bid", "JD", "6-4", "??", "", "99"])
        events[place] = " ".join(words)
    elif kind == 4:
        deal["dealer"] = chance.choice([deal["dealer"], 0, 1, -1, 10**30])
    elif kind == 5:
        for field in ("score", "carry"):
            if chance.random() < 0.5:
                deal.pop(field, None)
        if "score" in deal:
            deal["score"][0] += chance.choice([0, 1])
    elif kind == 6:
        record["seed"] = chance.choice([None, "x", 5, "0" * 64, record["seed"]])
    elif kind == 7:
        name = chance.choice(list(record["options"]))
        record["options"][name] = chance.choice([record["options"][name], None, True, 1.0, [], "1"])
    elif kind == 8 and events:
        words = events[place].split(" ")
        pieces = words[2:]
        chance.shuffle(pieces)
        events[place] = " ".join(words[:2] + pieces + pieces[: chance.randrange(2)])
    elif kind == 9 and events:
        events[place] += chance.choice(["\n", " ", "\t", "x", " AS", "\u0660"])
    elif kind == 10 and events:
        events[place] = re.sub(r"\d+$", lambda number: str(int(number[0]) + chance.choice([-1, 1])), events[place])
    else:
        for field in ("scores", "winners"):
            if chance.random() < 0.3:
                record[field] = chance.choice([[], [0], record.get(field, [1])])
    return record


@every_game
def test_every_event_may_be_the_wrong_one(name):
    """Change each event of a deal, one at a time."""
    chance, bulk = random.Random(f"each {name}"), BulkReferee(patience=0)
    line, wrong = to_line(played(name, chance, 60).record()), 0
    for place in range(len(json.loads(line)["deals"][0]["events"])):
        record = json.loads(line)
        events = record["deals"][0]["events"]
        events[place] = chance.choice(
            [events[place - 1], events[place] + " AS", events[place].rpartition(" ")[0], "table"]
        )
        assert bulk.faults(record) == faults(record), record
        wrong += bool(faults(record))
    assert wrong


def test_pieces_may_be_chosen_in_any_order(monkeypatch):
    monkeypatch.setattr(bulk_referee, "faults", lambda record: pytest.fail("the referee is asked"))
    match = saleroom.game("flop").match(seed=4)
    for _ in range(4):
        seat = match.to_act[0]
        match.act(seat, max(match.legal(seat), key=len))
    record = as_read(match)
    events = record["deals"][0]["events"]
    assert sum("discard" in event and len(event.split(" ")) > 3 for event in events) == 4
    for place, event in enumerate(events):
        if "discard" in event:
            actor, verb, *pieces = event.split(" ")
            events[place] = " ".join([actor, verb, *reversed(pieces)])
    assert BulkReferee(patience=0).faults(record) == []


LINES = [
    b'{"a":1}',
    b'{"a":1,"a":2}',
    b'{"a":{"b":1,"b":1}}',
    b'{ "a": 1}',
    b' {"a":1}',
    b'{"a":1}\r',
    b'{"a":1.0}',
    b'{"a":1e3}',
    b'{"a":-0}',
    b'{"a":NaN}',
    b'{"a":18446744073709551615}',
    b'{"a":18446744073709551616}',
    b'{"a":-9223372036854775809}',
    b'{"a":1' + b"0" * 5000 + b"}",
    b'{"a":0.1000000000000000055511151231257827021181583404541015625}',
    b'"\\u0041"',
    b'"\\ud800"',
    b'"\xff"',
    b"\xef\xbb\xbf1",
    b"[" * 200 + b"]" * 200,
    b"[" * 300 + b"]" * 300,
    b"[" * 1010 + b"]" * 1010,
    b"[" * 100_000 + b"]" * 100_000,
    b"",
    b"null",
    b"1 2",
    "“ä😀”".join('""').encode(),
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:24].decode(errors="replace"))
def test_a_line_means_the_same_however_it_is_read(line):
    assert repr(outcome(from_line, line)) == repr(outcome(_from_any_line, line))


def outcome(read, line):
    try:
        return read(line)
    except BadRecord as error:
        return error


def turn_memory(turns):
    """Return a `TurnMemory` for an invented game, two states as columns, and a list of the calls of `turns`."""
    states = np.rec.array(np.zeros(2, [("phase", "i1"), ("top", "i1"), ("deck", "u1", (4,))]))
    states.deck = [3, 1, 2, 0], [0, 1, 3, 2]
    calls = []
    game = SimpleNamespace(turns=lambda state: calls.append(1) or turns(state), pieces=("A", "B", "C", "D"))
    return TurnMemory(cast(Any, game)), Columns(states), calls


def test_the_order_of_pieces_is_kept_where_it_matters():
    memory, columns, calls = turn_memory(
        lambda state: [Turn("flop", "deck", int(state.top), 2), Turn("row", "deck", 2, 2, ordered=True), Turn("end")]
    )
    assert memory.events(columns, 0) == ["table flop B D", "table row C A", "table end"]
    assert memory.events(columns, 1) == ["table flop A B", "table row D C", "table end"]
    assert memory.events(columns, 0) == ["table flop B D", "table row C A", "table end"] and calls == [1]


def test_numbers_decide_what_is_remembered():
    memory, columns, calls = turn_memory(
        lambda state: [Turn("one")] if state.phase == 0 else [Turn("two")] if state["top"] == 1 else []
    )
    columns.states["phase"][1] = columns.states["top"][1] = 1
    for _ in range(2):
        assert memory.events(columns, 0) == ["table one"] and memory.events(columns, 1) == ["table two"]
    assert calls == [1, 1]


def test_what_depends_on_more_than_numbers_is_not_remembered():
    memory, columns, calls = turn_memory(lambda state: [Turn(f"{state.phase} {state.deck[0]}")])
    assert [memory.events(columns, row) for row in (0, 1, 0)] == [["table 0 3"], ["table 0 0"], ["table 0 3"]]
    assert len(calls) == 3


@pytest.mark.parametrize(("expected", "compiles"), [(0, 0), (PATIENCE - 1, 0), (PATIENCE, 1)])
def test_much_to_verify_is_compiled_at_once(monkeypatch, expected, compiles):
    made = []
    monkeypatch.setattr(bulk_referee, "_on_disk", lambda name: False)
    monkeypatch.setattr(bulk_referee, "Replays", lambda game: made.append(game) or Replays(game))
    bulk = BulkReferee(expected=expected)
    assert bulk.line_faults(to_line(played("mini-pitch", random.Random(3)).record()).strip().encode())[1] == []
    assert len(made) == compiles


def test_after_many_bytes_of_unknown_files_it_is_compiled(monkeypatch):
    made = []
    monkeypatch.setattr(bulk_referee, "_on_disk", lambda name: False)
    monkeypatch.setattr(bulk_referee, "Replays", lambda game: made.append(game) or Replays(game))
    line = to_line(played("mini-pitch", random.Random(3)).record()).strip().encode()
    bulk = BulkReferee(patience=2 * len(line) + 1)
    assert [(bulk.line_faults(line)[1], len(made)) for _ in range(4)] == [([], 0), ([], 0), ([], 1), ([], 1)]


@pytest.mark.parametrize("name", saleroom.GAMES)
def test_recorded_matches_are_judged_as_by_the_referee(name):
    bulk = BulkReferee(patience=0)
    for line in lines(name):
        assert bulk.line_faults(line.strip().encode())[1] == faults(json.loads(line))


def test_equal_values_of_another_type_are_told_apart():
    record, bulk = as_read(played("auction-pitch", random.Random(3))), BulkReferee(patience=0)
    assert bulk.faults(record) == []
    for value in (float(record["options"]["target"]), str(record["options"]["target"])):
        record["options"]["target"] = value
        assert bulk.faults(record) == faults(record) != []


def test_pieces_of_the_table_belong_to_their_place():
    """Swap a flop with the action after it; the order in which the table's pieces appear stays the same."""
    match = saleroom.game("mini-flop-poker").match(seed=3)
    while not match.over:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    record = as_read(match)
    events = record["deals"][0]["events"]
    flop = next(place for place, event in enumerate(events) if event.startswith("table flop"))
    events[flop], events[flop + 1] = events[flop + 1], events[flop]
    assert BulkReferee(patience=0).faults(record) == faults(record) != []


def test_fair_deals_are_checked_as_by_the_referee():
    server, bulk = bytes(range(32)), BulkReferee(patience=0)
    match = saleroom.game("pitch", deals=1).match(seed=combine(server, ["plum"]))
    while not match.over:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    proof = {"commit": commitment(server), "server_seed": server.hex(), "words": ["plum"]}
    record = as_read(match) | {"fair": proof}
    assert bulk.faults(record, fair=True) == []
    for wrong in ({"fair": proof | {"words": ["pear"]}}, {"fair": proof | {"commit": "0"}}, {"seed": "0" * 64}):
        changed = record | wrong
        assert bulk.faults(changed, fair=True) == (faults(changed) or fair_faults(changed)) != []


def test_few_records_are_left_to_the_referee(monkeypatch):
    monkeypatch.setattr(bulk_referee, "_on_disk", lambda name: False)
    monkeypatch.setattr(bulk_referee, "Replays", lambda game: pytest.fail("machine code is made for few records"))
    bulk, record = BulkReferee(), as_read(played("auction-pitch", random.Random(3), 20))
    for _ in range(5):
        assert bulk.faults(record) == []


@every_game
def test_words_mean_what_the_game_declares(name):
    """Check that, in one phase and for one value of the field that `words_by` names, an action's text has only one id.

    Ids of choices of several pieces are checked with `Game.chosen_from`.
    """
    spec, chance, known = load(name), random.Random(f"words {name}"), {}
    for _ in range(4):
        match = new_match(name, chance.choice(spec.seats), chance)
        while not match.over and len(match.history) < 200:
            seat = chance.choice(match.to_act)
            view = match.view(seat)
            for action in match.legal_ids(seat)[:40]:
                words = spec.format_action(view, seat, action)
                verb, *pieces = words.split(" ")
                if verb in spec.chosen_from:
                    assert chosen_id(spec, view, seat, verb, pieces) == action
                    continue
                decider = spec.words_by.get(verb, "phase")
                key = words, int(view.phase), int(view[decider])
                assert not spec.words_by_phase or known.setdefault(key, action) == action
            match.act(seat, chance.choice(match.legal(seat)))


def chosen_id(spec, view, seat, verb, pieces):
    """Return the action id for a choice of pieces, computed from `Game.chosen_from`."""
    name, first = spec.chosen_from[verb]
    members = bits.members(int(view[name][seat] if np.ndim(view[name]) else view[name]))
    return first + sum(1 << members.index(list(spec.pieces).index(piece)) for piece in pieces)


@pytest.mark.parametrize("jobs", [1, 2])
def test_files_are_verified_the_same_by_any_number_of_processes(tmp_path, monkeypatch, jobs):
    chance = random.Random(5)
    records = [as_read(played("mini-pitch", chance)) for _ in range(30)]
    records[7]["scores"][0] += 1
    records[21]["deals"][0]["events"].pop()
    path, empty = tmp_path / "some.jsonl", tmp_path / "none.jsonl"
    path.write_text("".join(map(to_line, records)) + "no record\n")
    empty.touch()
    monkeypatch.setattr(verification, "PART", 2000)
    said, done = [], []
    totals = list(verification.verify([path, empty], False, jobs, lambda *fault: said.append(fault), done.append))
    assert [number for _, number, _ in said] == [8, *[22] * (len(said) - 2), 31]
    assert said[0][2] == faults(records[7])[0] and said[1][2] == faults(records[21])[0]
    assert [total.records for _, total in totals] == [31, 0] and sum(done) == path.stat().st_size
