"""Tests that the independent referee accepts random matches of every game, and rejects damaged records."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable

import pytest

from tests.games import short
from tests.twin.registry import TWINS

from .play import random_match
from .verify import faults

GAMES = sorted(TWINS)


def some_match(game: str, seed: int, events: int | None = None) -> dict:
    rng = random.Random(f"{game} {seed}")
    twin = TWINS[game]
    seats = rng.choice(list(twin.SEAT_COUNTS))
    options: dict = short.deals(game, 3)
    rules = twin.option_rules(twin.__new__(twin), seats)
    words = [rule for rule in rules if isinstance(rule.default, str)]
    options.update({rule.name: rng.choice(rule.values) for rule in words})
    return json.loads(json.dumps(random_match(game, options, seats, rng, events)))


@pytest.mark.parametrize("game", GAMES)
def test_random_matches_verify(game: str) -> None:
    for seed in range(20):
        assert faults(some_match(game, seed)) == []
        assert faults(some_match(game, seed, events=7 * seed)) == []


def drop_event(record: dict) -> None:
    record["deals"][0]["events"].pop(-1)


def repeat_event(record: dict) -> None:
    record["deals"][0]["events"].append(record["deals"][0]["events"][-1])


def hide_event(record: dict) -> None:
    record["deals"][0]["events"][1] = "table deal 1 ?? ??"


def miscount(record: dict) -> None:
    record["deals"][-1]["score"][0] += 1


def miscarry(record: dict) -> None:
    record["deals"][-1]["carry"] += 1


def wrong_dealer(record: dict) -> None:
    record["deals"][-1]["dealer"] = (record["deals"][-1]["dealer"] + 1) % len(record["players"])


def no_winner(record: dict) -> None:
    record["winners"] = []


def no_scores(record: dict) -> None:
    del record["scores"]


def true_score(record: dict) -> None:
    record["scores"][0] = True


def missing_option(record: dict) -> None:
    record["options"].popitem()


def surplus_option(record: dict) -> None:
    record["options"]["jokers"] = 2


def newer_rules(record: dict) -> None:
    record["rules_version"] += 1


def no_rules(record: dict) -> None:
    record["rules_version"] = 0


def surplus_deal(record: dict) -> None:
    record["deals"].append(copy.deepcopy(record["deals"][0]))


def wide_digit(record: dict) -> None:
    events = record["deals"][0]["events"]
    first = next(place for place, event in enumerate(events) if event[0].isdigit())
    events[first] = chr(0xFF10 + int(events[first][0])) + events[first][1:]


SPOILERS = [
    drop_event, repeat_event, hide_event, miscount, miscarry, wrong_dealer, no_winner, no_scores,
    true_score, missing_option, surplus_option, newer_rules, no_rules, surplus_deal, wide_digit,
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILERS)
@pytest.mark.parametrize("game", GAMES)
def test_spoilt_records_have_faults(game: str, spoil: Callable[[dict], None]) -> None:
    record = some_match(game, 1)
    spoil(record)
    found = faults(record)
    assert found and all(isinstance(line, str) for line in found)


def test_records_name_no_option_that_is_newer_than_their_rules() -> None:
    record = random_match("auction-pitch", {"deals": 1}, 4, random.Random(4))
    assert faults(record) == []
    old = {**record, "rules_version": 1}
    assert faults(old) == ["an option is newer than the rules"]
    del old["options"]["revoke"]  # type: ignore[attr-defined]
    assert faults(old) == []
    assert faults({**old, "rules_version": 2}) == ["missing options: revoke"]


def test_sealed_acts_stand_in_order() -> None:
    record = random_match("auction-house", {"rounds": 1}, 4, random.Random(3))
    events = record["deals"][0]["events"]  # type: ignore[index]
    first = next(i for i, event in enumerate(events) if " kitty " in event)
    events[first], events[first + 1] = events[first + 1], events[first]
    assert faults(record) == [f"deal 1, event {first + 2}: a sealed act is out of order"]


VALUES = [None, True, 3, 10**6000, 2.5, "x", [], {}, [[]], {"deals": 1}]  # 10**6000 is too long to print


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_any_json_value_is_judged_without_raising(value: object) -> None:
    assert faults(value)
    for key in some_match("auction-draw", 2):
        record = some_match("auction-draw", 2)
        record[key] = value
        faults(record)
        record = some_match("auction-draw", 2)
        if key in record["options"] or key in record["deals"][0]:
            record["options"][key] = record["deals"][0][key] = value
            assert faults(record) or isinstance(value, int)
