"""Reviews of finished matches. Each decision is judged once, using only what the seat knew.

Each person has at most one review in progress.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest

import saleroom
from saleroom.bots.search.explain import Explanation, Weighed
from saleroom.kernel.compile import COMPILED
from saleroom.match.decisions import decisions
from saleroom.match.match import Match
from saleroom.server.core.project import match_story
from saleroom.server.workers import hints, reviews
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.reviews import Reviews, ReviewsBusy
from saleroom.toolkit.player.facts import Fact
from tests.contract.chance import every_played_game, moments
from tests.server.test_scenes import matches

pytestmark = pytest.mark.skipif(not COMPILED, reason="a search takes too long interpreted")


def remembered(name: str, seats: int, seat: int) -> tuple[Match, list[tuple[bytes, str]]]:
    """Return a random finished match, and a seat's view and action at each of the seat's decisions."""
    match, rng = next(matches(name, seats, 1, "reviewed"))
    known: list[tuple[bytes, str]] = []
    for _ in moments(match, rng):
        pass
    whole = match.record()
    again = Match(match.game, match.options, match.players, match.seed_text, match.deals[0].dealer).run_table()
    for deal in whole["deals"]:
        for action in deal["events"]:
            actor, words = action.split(" ", 1)
            if actor != "table":
                if actor == str(seat) and len(again.legal_ids(seat)) > 1:
                    known.append((again.views(seat).tobytes(), words))
                again.act(int(actor), words)
    return match, known


@every_played_game
def test_a_decision_is_shown_as_the_seat_saw_it(name, seats):
    match, known = remembered(name, seats, 1)
    found = list(decisions(match, 1))
    said = [match.game.format_action(decision.views[0], 1, decision.action) for decision in found]
    assert [(decision.views.tobytes(), words) for decision, words in zip(found, said, strict=True)] == known
    for decision, words in zip(found, said, strict=True):
        steps = match_story.deal_story(match, decision.deal).steps
        at = match_story.step_before(match, decision.deal, decision.number)
        assert steps[at + 1].event == f"1 {words}"
        assert 1 in steps[at].board["acting"]


# Auction Pitch: Ann holds the four highest hearts, among others, and loses points if she passes.

HOME = "192.0.2.1"
HANDS = ("AH KH QH JH 2H AC", "3C 4C 5C 6C 7C 8C", "3D 4D 5D 6D 7D 8D", "3S 4S 5S 6S 7S 8S")


def meek(match: Match) -> str:
    """Return a pass if it is legal, otherwise the first legal action."""
    return "pass" if "pass" in match.legal(0) else match.legal(0)[0]


def thoughtful(match: Match) -> str:
    """Return the action that the review's search chooses."""
    return hints.searcher(match.game, "deal").explain(match.views(0), 0).best.words


def played(ann: Callable[[Match], str] = meek) -> Match:
    """Return a match of one deal, in which all seats except Ann choose the first legal action."""
    deal = [f"table deal {seat} {hand}" for seat, hand in enumerate(HANDS)]
    match = saleroom.game("auction-pitch", deals=1).match(first=3, events=deal)
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, match.legal(seat)[0] if seat else ann(match))
    return match


def reviewed(match: Match, seat: int = 0) -> list[reviews.Remark]:
    """Return the remarks on the decisions of a seat."""
    found = (reviews.judge_decision(match, seat, decision) for decision in decisions(match, seat))
    return [remark for remark in found if remark is not None]


def test_a_blunder_is_found_and_the_best_moves_cost_nothing():
    blunder = reviewed(played())[0]
    assert (blunder.played, blunder.better.split()[0], blunder.deal) == ("pass", "bid", 1)
    assert blunder.cost > max(1, blunder.margin) and blunder.step == 0
    assert reviewed(played(thoughtful)) == []


def test_a_move_that_cost_only_wins_is_told_with_what_wins_more(monkeypatch):
    """Check a move whose expected score is the best, while another action has a better chance to win."""
    match = played()
    decision = next(decisions(match, 0))

    def weighed(words: str, wins: float, made: float) -> Weighed:
        action = match.game.parse_action(decision.views[0], 0, words)
        return Weighed(action, words, 0.0, -1.0, 1.0, 100, 0.0, wins, 0.0, 0.1, {"made": made})

    options = (weighed("bid 1", 0.5, 0.2), weighed("pass", 0.5, 0.3), weighed("bid 2", 0.9, 0.6))
    made = Fact("made", "share", "makes the bid in {} % of worlds", good=1)
    found = SimpleNamespace(explain=lambda *_, **__: Explanation("deal", "points", 100, 300, options, (made,)))
    monkeypatch.setattr(hints, "searcher", lambda *_: found)
    remark = reviews.judge_decision(match, 0, decision)
    assert remark is not None
    assert (remark.played, remark.better, remark.cost, remark.wins) == ("pass", "bid 2", 0.0, 0.4)
    assert [reason["values"] for reason in remark.reasons] == [{"share": "60", "played": "30"}]


async def test_a_review_is_told_while_it_is_made_and_kept(monkeypatch):
    monkeypatch.setattr(reviews, "PROGRESS_AFTER", 0.01)
    match, calls = played(), []
    gate = asyncio.Event()

    class Slow(BotPool):
        async def search_ready(self, game):
            calls.append(game)
            await gate.wait()

    crew = Slow()
    house = Reviews(crew)
    first = await house.get("ann", "table", match, 0, HOME)
    assert not first.ready and first.judged == 0
    with pytest.raises(ReviewsBusy):
        await house.get("ann", "table", match, 1, HOME)
    assert not (await house.get("bob", "table", match, 0, HOME)).ready  # another person can request any review
    assert not (await house.get("bob", "table", match, 1, HOME)).ready
    gate.set()
    while not (found := await house.get("ann", "table", match, 0, HOME)).ready:
        pass
    assert found.judged == found.decisions == len(list(decisions(match, 0))) and found.remarks
    assert found.cost == pytest.approx(sum(remark.cost for remark in found.remarks), abs=0.02)
    assert await house.get("ann", "table", match, 0, HOME) is found
    while not (await house.get("ann", "table", match, 1, HOME)).ready:
        pass
    assert len(calls) == 2
    crew.close()


async def test_what_went_wrong_is_told_and_tried_again(monkeypatch):
    match, calls = played(), []

    class Broken(BotPool):
        async def search_ready(self, game):
            calls.append(game)
            if len(calls) == 1:
                raise RuntimeError("no room on the disk")

    crew = Broken()
    house = Reviews(crew)
    with pytest.raises(RuntimeError):
        await house.get("ann", "table", match, 0, HOME)
    while not (found := await house.get("ann", "table", match, 0, HOME)).ready:
        pass
    assert found.decisions
    crew.close()
