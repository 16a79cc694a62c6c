"""Records verified in bulk: the referee is asked about those that are not in order, and its words are given."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

import saleroom
from saleroom.games import ALL, load
from saleroom.kernel import bits
from saleroom.lab import verification
from saleroom.match import bulk_referee
from saleroom.match.bulk_referee import BulkReferee
from saleroom.match.fair import combine, commitment, fair_faults
from saleroom.match.record import to_line
from saleroom.match.referee import faults
from tests.contract.chance import new_match
from tests.recorded.make import lines

every_game = pytest.mark.parametrize("name", ALL)


def played(name, chance, moves=400):
    """A match with options and seats by chance, up to so many moves."""
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


def spoilt(record, chance):  # noqa: PLR0912 - a list of ways
    """The record with something changed that may or may not be wrong."""
    deal = chance.choice(record["deals"])
    events, kind = deal["events"], chance.randrange(9)
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
    else:
        for field in ("scores", "winners"):
            if chance.random() < 0.3:
                record[field] = chance.choice([[], [0], record.get(field, [1])])
    return record


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
    """The same pieces in order, but one event moved over an action."""
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
    """By phase, with another number, or as a choice from a set."""
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
    """The id of a choice of pieces, by what `Game.chosen_from` says."""
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
