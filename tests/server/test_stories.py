"""Tests of score sheets, and of stories, which show finished matches step by step."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest
from pydantic import TypeAdapter

from saleroom.games.draw.display.scene import left_in_hands
from saleroom.games.house.display import scene as house
from saleroom.kernel.tiles import NAMES
from saleroom.match.match import Match
from saleroom.server.core.project import match_story, score_sheet
from saleroom.server.protocol.match_bodies import DealStory, MatchStory
from saleroom.server.protocol.messages import Fair
from saleroom.toolkit.display.scenes import SeenDeal
from tests.contract.chance import has_own_scene, moments, new_match
from tests.games import of_game
from tests.server.test_scenes import board, few_and_many, matches, mine

FAIR: Fair = {"commit": "", "words": [], "server_seed": None}


def finished(name: str, seats: int, law: str, **options: Any) -> Match:
    """Return a match played at random to its end."""
    match, rng = next(matches(name, seats, 1, law, **options))
    for _ in moments(match, rng):
        pass
    return match


def told(match: Match) -> list[DealStory]:
    return [match_story.deal_story(match, number) for number in range(1, len(match.deals) + 1)]


# Stories


@few_and_many
def test_a_story_has_every_event_of_the_record_in_its_order(name, seats):
    match = finished(name, seats, "events")
    for story, deal in zip(told(match), match.deals, strict=True):
        hands = [event.text() for event in deal.events if event.text().startswith("table deal")]
        assert len(hands) in (0, seats)
        events = [event.text() for event in deal.events[len(hands) :]]
        assert [step.event for step in story.steps] == ["table deal"] * bool(hands) + events
        TypeAdapter(DealStory).validate_python(story.model_dump(), strict=True)


@few_and_many
def test_a_story_shows_the_boards_that_everybody_saw(name, seats):
    """Compare a finished match's boards with those during play, at moments when exactly one seat had to act.

    Skip sealed phases, because the record orders sealed choices by seat.
    """
    for match, rng in matches(name, seats, 2, "boards"):
        live: dict[int, list[Any]] = {}
        for _ in moments(match, rng):
            if not match.over and len(match.to_act) == 1:
                live.setdefault(len(match.deals), []).append(
                    (board(match), [mine(match, seat)["hand"] for seat in range(seats)])
                )
        for story in told(match):
            steps = iter([(step.board, step.hands) for step in story.steps])
            for moment in live.get(story.deal, []):
                if moment[0]["phase"] in match.game.sealed:
                    continue
                assert any(moment == step for step in steps), moment


@few_and_many
def test_a_deal_is_told_to_its_settlement(name, seats):
    match = finished(name, seats, "settled")
    for story, deal in zip(told(match), match.deals, strict=True):
        last = story.steps[-1].board
        assert (last["deal"], last["dealer"], last["acting"]) == (story.deal, deal.dealer, [])
        assert (last["last"]["deal"], last["last"]["score"]) == (story.deal, deal.score)
        assert (last["winners"] != []) == (story.deal == len(match.deals))
        for step in story.steps:
            assert step.board["held"] == ([len(hand) for hand in step.hands] if has_own_scene(name) else [])


def test_a_sealed_choice_is_told_open():
    match = finished("auction-house", 4, "sealed", rounds=1)
    steps = match_story.deal_story(match, 1).steps
    kitty = [step for step in steps if " kitty " in step.event]
    boards = [cast("house.Board", step.board) for step in kitty]
    assert len(kitty) == 4 and not any("??" in step.event for step in steps)
    assert [len(board["aside"]) for board in boards] == [1, 2, 3, 4]


def test_only_deals_of_a_finished_match_are_told():
    match = new_match("auction-pitch", 4, random.Random(1), deals=1)
    with pytest.raises(ValueError, match="not over"):
        match_story.deal_story(match, 1)
    over = finished("auction-pitch", 4, "bounds", deals=1)
    for number in (0, 2, -1):
        with pytest.raises(ValueError, match="has no deal"):
            match_story.deal_story(over, number)


@few_and_many
def test_the_story_of_a_match_adds_up(name, seats):
    match = finished(name, seats, "whole")
    story = match_story.match_story(
        match, table_id="t1", names=match.players, players=[None] * seats, fair=FAIR, made_at=1.0, over_at=2.0
    )
    assert MatchStory.model_validate(story.model_dump()) == story
    assert len(story.sheet) == len(story.totals) == len(match.deals)
    shared = match.deals[-1].carry // seats if match.game.unit == "chips" else 0
    shooter = name == "auction-hearts" and story.sheet[-1]["note"].startswith("moon")
    assert [total + shared for total in story.totals[-1]] == story.scores or shooter


# Score sheet


@few_and_many
def test_the_sheet_notes_what_the_board_showed(name, seats):
    for match, rng in matches(name, seats, 4, "sheet"):
        lines = []
        for _ in moments(match, rng):
            fresh = score_sheet.lines(match, len(lines))
            lines += fresh
            for line in fresh:
                assert line["note"] == noted(board(match)), line
        assert lines == score_sheet.lines(match) and len(lines) == len(match.deals)


def noted(shown: Any) -> str | None:
    """Return the score sheet's note on the settlement that a board shows; None for games without their own scene."""
    return of_game(shown["game"], "notes").noted(shown["last"], shown) if has_own_scene(shown["game"]) else None


def test_the_last_two_tiles_count_for_whoever_bought_them():
    round_so_far = ["table deal 0 6-6 1-0", "table deal 1 2-1", "0 play 6-6", "1 buy", "table draw 3-3", "1 pass"]
    auction = ["0 bid 2", "1 pass", "0 pass", "1 pass", "table draw 5-5 4-4"]
    hands = left_in_hands(SeenDeal(0, round_so_far + auction), 2)
    assert [{NAMES[tile] for tile in tiles} for tiles in hands] == [{"1-0", "5-5", "4-4"}, {"2-1", "3-3"}]
