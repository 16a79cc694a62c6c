"""First lessons are short and legal, have a text for each step, and use only information that the learner can have."""

from __future__ import annotations

import json
import re

import pytest

import saleroom
from saleroom.games import UnknownGame, load, package
from saleroom.server.api import catalogue
from saleroom.server.core.project.lesson import NoLesson, lesson, new_match, script
from tests.messages import messages

every_lesson = pytest.mark.parametrize("name", [name for name in saleroom.GAMES if package(name).lesson()])


def may_do(mine, action):
    """Return whether the client offers the given action to the learner."""
    bids = mine["bids"]
    if bids and action.startswith("bid "):
        return bids["low"] <= int(action[4:]) <= bids["high"]
    return action in mine["legal"]


@every_lesson
def test_a_lesson_is_short_and_asks_for_what_is_legal(name):
    told = lesson(name)
    assert told.game == name
    assert told.seat == 0
    assert 8 <= len(told.steps) <= 15
    expected = [step for step in told.steps if step.expect]
    assert len(expected) >= 6
    for step in expected:
        assert told.seat in step.board["acting"]
        assert may_do(step.mine, step.expect), step.expect
    assert told.steps[-1].expect is None


@every_lesson
def test_the_learner_wins_the_first_deal(name):
    told = lesson(name)
    change = told.steps[-1].board["last"]["score"]
    assert change[told.seat] == max(change) > 0


@every_lesson
def test_every_step_has_its_text(name):
    keys = [step.say.removeprefix("lesson.") for step in lesson(name).steps]
    assert keys == list(messages(name)["lesson"])


@every_lesson
def test_the_learner_sees_no_card_before_he_may(name):
    game, told = load(name), lesson(name)
    pieces = set(game.pieces) | {"-".join(reversed(piece.split("-"))) for piece in game.pieces}

    def named(what):
        found = {word for word in re.findall(r'[^" ]+', json.dumps(what)) if word in pieces}
        return {"-".join(sorted(word.split("-"), reverse=True)) for word in found}

    known = set()
    for step in told.steps:
        known |= named(step.events)
        if step.board["last"]:
            break
        assert named([step.board, {**step.mine, "legal": []}]) <= known, step.say


@every_lesson
def test_what_happens_is_what_the_rules_allow(name):
    told = script(name)
    match = new_match(name, told, [str(seat) for seat in range(len(told.hands))])
    for beat in told.beats:
        for event in (f"0 {beat.expect}",) * bool(beat.expect) + beat.then:
            match.apply_event(event)
    assert match.deals[0].score
    assert match.deals[0].score[0] > 0


def test_a_lesson_is_found_by_part_of_a_name_and_made_once():
    assert lesson("auction-pitch") is lesson("auction-pitch")
    with pytest.raises(UnknownGame):
        lesson("bridge")


def test_a_game_without_a_lesson_offers_none(monkeypatch):
    monkeypatch.setattr(package("auction-pitch"), "lesson", lambda: None)
    offered = {game.name: game.lesson for game in catalogue._infos.__wrapped__("en")}
    assert offered["auction-pitch"] is False
    with pytest.raises(NoLesson, match="auction-pitch has no first lesson"):
        script("auction-pitch")
