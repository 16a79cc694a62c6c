"""Tests that the rules still give the results of the recorded matches. At least one match is recorded for each way in
which a deal or a match can end.

`tests/recorded/make.py` writes these matches. Rewrite them after a rule change only if the change is intended.
"""

from __future__ import annotations

import json

import pytest

import saleroom
from saleroom.games import ALL
from saleroom.kernel.compile import MODE
from saleroom.match.fair_deals import fair_faults
from saleroom.match.record import to_line
from tests.games import data_of, of_game
from tests.recorded.make import lines
from tests.recorded.story import Story
from tests.twin.verify import faults as twin_faults

LINES = {game: lines(game) for game in ALL}
every_line = pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=f"{game}-{json.loads(line)['shows']}")
        for game, recorded in LINES.items()
        for line in recorded
    ],
)
every_game = pytest.mark.parametrize("game", ALL)


@every_line
def test_both_referees_find_it_sound(line):
    record = json.loads(line)
    assert saleroom.verify(record) == []
    assert twin_faults(record) == []


@every_line
def test_replayed_it_is_the_same_line(line):
    record = json.loads(line)
    match = saleroom.replay(record)
    assert to_line({"shows": record["shows"], **match.record()}) == line
    assert match.over == ("scores" in record)


@every_line
def test_it_shows_what_it_says(line):
    record = json.loads(line)
    assert of_game(record["game"], "endings").SHOWS[record["shows"]](Story(record))


@every_game
def test_every_ending_is_recorded(game):
    endings = of_game(game, "endings")
    shown = [json.loads(line)["shows"] for line in data_of(game, "recorded.jsonl").splitlines()]
    assert shown == [case.shows for case in endings.CASES]
    assert set(shown) == set(endings.SHOWS)
    assert shown


@every_game
def test_no_ending_is_shown_by_every_record(game):
    stories = [Story(json.loads(line)) for line in LINES[game]]
    assert [name for name, detector in of_game(game, "endings").SHOWS.items() if all(map(detector, stories))] == []


def test_a_recorded_fair_deal_holds_and_no_other_is_one():
    records = [record for recorded in LINES.values() for record in map(json.loads, recorded)]
    fair = [record for record in records if fair_faults(record) == []]
    assert fair == [record for record in records if record["shows"] == "a fair deal"] != []


@every_game
def test_the_files_are_small(game):
    assert sum(map(len, LINES[game])) < 200_000


@pytest.mark.soak
@pytest.mark.skipif(MODE == "interpreted", reason="thousands of matches")
@every_game
def test_they_can_be_made_again(game):
    from tests.recorded.make import make

    assert [make(game, case) for case in of_game(game, "endings").CASES] == LINES[game]
