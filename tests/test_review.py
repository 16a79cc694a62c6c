"""Tests of reviews: a deliberate blunder is reported with its cost, and the best move costs nothing."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import saleroom
from saleroom.bots import UnknownPlayer, player
from saleroom.bots.prepare import prepare
from saleroom.bots.search.action_costs import judge
from saleroom.bots.search.explain import Explanation, Weighed
from saleroom.games import load
from saleroom.kernel.compile import MODE
from saleroom.lab.review import Judged, review
from saleroom.match.decisions import decisions
from saleroom.match.errors import BadRecord, IllegalAction
from saleroom.match.match import Match
from saleroom.terminal.action_text import Wording
from saleroom.terminal.review_text import Reader
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.text.ink import ink
from saleroom.toolkit.text.voice import Voice
from tests.tables import deal, play, table

JUDGE = "search:300"
HANDS = deal("2C 3D 5H 7S 4D 6H", "AC KC JC TC 9C 3C", "AS KS QS JS TS 9S", "AD KD QD JD TD 9D")

thinks = pytest.mark.skipif(MODE != "compiled", reason="interpreted trials take minutes")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    if MODE == "compiled":
        prepare(saleroom.game("pitch").spec, search=True)


def overbid() -> Match:
    """Return a match in which seat 0 bids four on a worthless hand, and play continues."""
    match = table("auction-pitch", *HANDS, "0 bid 4", first=3)
    return play(match, "1 pass", "2 pass", "3 pass", "0 play 7S", "1 play AC", "2 play AS")


def best_play(name: str, seat: int, worst_at: int | None = None, **options: object) -> Match:
    """Return a match in which `seat` plays like `JUDGE`, but at one decision takes the option that `JUDGE` rates
    worst.
    """
    match = saleroom.game(name, **options).match(seed=5, players=["house"] * 4)
    house = [player("house", match.game, bytes([other])) for other in range(4)]
    search, made = player(JUDGE, match.game, objective="deal"), 0
    while not match.over:
        actor = match.to_act[0]
        views = match.views(actor)
        if actor != seat or len(match.legal_ids(actor)) == 1:
            match.act(actor, house[actor].choose(views, actor))
            continue
        found = search.explain(views, actor)
        made += 1
        match.act(actor, (max(found.options, key=lambda one: one.behind) if made == worst_at else found.best).action)
    return match


@thinks
def test_a_planted_overbid_is_the_worst_fault():
    found = review(overbid().record(), 0, JUDGE)
    (worst, *_) = found.faults
    assert (worst.deal, worst.number, worst.phase, worst.played) == (1, 5, "bid", "bid 4")
    assert worst.best in ("pass", "bid 1")
    assert worst.cost > 2 > worst.unsure > 0
    assert worst.wins_cost > 0
    assert found.cost == sum(one.cost for one in found.decisions)
    assert all("“bid 4”" in reason for reason in worst.reasons)


@thinks
@pytest.mark.parametrize("name", ["pitch"])
def test_one_bad_card_among_the_best_is_found_and_nothing_else_is_charged(name):
    sound = review(best_play(name, 1, deals=2).record(), 1, JUDGE)
    assert len(sound.decisions) > 6
    assert sound.faults == () and sound.cost == 0
    assert all(one.played == one.best and not one.reasons for one in sound.decisions if not one.wins_cost)
    bad = review(best_play(name, 1, worst_at=2, deals=2).record(), 1, JUDGE)
    assert bad.faults and bad.faults[0] == bad.decisions[1]
    assert len(bad.faults) == 1


@thinks
def test_a_review_is_the_same_again_and_tells_how_far_it_is():
    steps = []
    first = review(overbid().record(), 1, JUDGE, lambda done, of: steps.append((done, of)))
    assert first == review(overbid().record(), 1, JUDGE)
    assert steps == [(done, len(first.decisions)) for done in range(len(first.decisions) + 1)]


def test_only_choices_are_looked_at_each_from_its_view():
    match = overbid()
    made = list(decisions(match, 1))
    # after a bid of four, passing is the only sensible action
    assert [(one.deal, one.number) for one in made] == [(1, 10)]
    assert made[0].before == ("2 pass", "3 pass", "0 play 7S")
    assert not made[0].views[0].hand[0] and made[0].views[0].hand[1]
    assert [one.before for one in decisions(match, 0)] == [(), ("1 pass", "2 pass", "3 pass")]


def test_sealed_and_private_actions_of_others_are_not_told():
    match = saleroom.game("house", rounds=1).match(seed=2)
    while not match.over:
        match.act(match.to_act[0], match.legal(match.to_act[0])[-1])
    told = [words for one in decisions(match, 0) for words in one.before]
    assert told
    assert not [words for words in told if words.split(" ")[1] in ("lay", "kitty")]


def test_what_cannot_be_reviewed():
    record = overbid().record()
    with pytest.raises(IllegalAction, match="there is no seat 7; the seats are 0 to 3"):
        review(record, 7)
    for name, reason in (("house", "cannot judge"), ("zork", "no player 'zork'"), ("search:x", "no budget")):
        with pytest.raises(UnknownPlayer, match=reason):
            review(record, 0, name)
    record["deals"][0]["events"][4] = "0 bid 9"
    with pytest.raises(BadRecord, match="deal 1, event 5"):
        review(record, 0)


def weighed(action: int, **more: object) -> Weighed:
    given = {"words": f"bid {action}", "value": 0.0, "low": -1.0, "high": 1.0, "visits": 100, "deal": 0.0, "wins": 0.5}
    return Weighed(action=action, **{"behind": 0.0, "unsure": 0.0, "facts": {}, **given, **more})


BEST = weighed(1)


def judged(*others: Weighed, objective: str = "deal"):
    return judge(Explanation(objective, "points", 100, 500, (BEST, *others), ()), 2)


def test_only_what_the_interval_carries_is_charged():
    assert judged(weighed(2, behind=1.0, unsure=0.9)).cost == 1.0
    assert judged(weighed(2, behind=1.0, unsure=1.1)).cost == 0
    assert judged(weighed(2, behind=1.0, unsure=0.9, visits=4)).cost == 0
    assert judge(Explanation("deal", "points", 100, 500, (BEST, weighed(2)), ()), 1).cost == 0


def test_the_more_options_the_wider_the_interval():
    """Check that the interval grows with the number of options, so that the joint error of all comparisons stays below
    5 %.
    """
    two, twenty = judged(weighed(2, unsure=1.0)), judged(*(weighed(action, unsure=1.0) for action in range(2, 22)))
    assert two.unsure == pytest.approx(1.0, abs=0.001)
    assert twenty.unsure == pytest.approx(3.023 / 1.96, abs=0.001)  # 1 - 0.025 / 20 quantile of a normal distribution


def test_points_given_up_to_win_the_match_are_no_fault():
    assert judged(weighed(2, behind=1.0, unsure=0.1, wins=0.52)).cost == 1.0
    assert judged(weighed(2, behind=1.0, unsure=0.1, wins=0.75)).cost == 0


def test_the_reasons_are_the_facts_that_differ_most():
    facts = (
        Fact("kitty", "share", "wins the kitty in {} % of worlds", good=1),
        Fact("tricks", "mean", "takes {} tricks", good=1),
        Fact("tied", "share", "ties in {} %"),
    )
    best = replace(BEST, facts={"kitty": 0.71, "tricks": 3.5, "tied": 0.11})
    other = weighed(2, behind=5.0, facts={"kitty": 0.4, "tricks": 2.0, "tied": 0.1})
    found = judge(Explanation("deal", "points", 100, 500, (best, other), facts), 2)
    assert found.reasons == ("takes 3.5 tricks (“bid 2”: 2.0)", "wins the kitty in 71 % of worlds (“bid 2”: 40 %)")


def test_what_speaks_for_the_played_move_is_no_reason_and_no_tautology_is():
    facts = (
        Fact("made", "share", "makes the bid in {} % of worlds", good=1),
        Fact("pitched", "share", "pitches in {} % of worlds"),
        Fact("pain", "mean", "takes {} pain cards", good=-1),
        Fact("high", "share", "scores high in {} %", good=1),
    )
    best = replace(BEST, facts={"made": 0.0, "pitched": 0.0, "pain": 1.0, "high": 0.5})
    other = weighed(2, behind=5.0, facts={"made": 0.3, "pitched": 1.0, "pain": 4.0, "high": 0.9})
    found = judge(Explanation("deal", "points", 100, 500, (best, other), facts), 2)
    assert found.reasons == ("takes 1.0 pain cards (“bid 2”: 4.0)",)


def test_trifles_are_no_fault():
    assert judged(weighed(2, behind=0.09, unsure=0.01)).cost == 0
    assert judged(weighed(2, behind=0.11, unsure=0.01)).cost == 0.11


def test_nothing_is_lost_where_the_match_is_decided():
    for share in (0.0, 1.0):
        best, other = replace(BEST, wins=share), weighed(2, behind=2.0, unsure=0.1, wins=share)
        assert judge(Explanation("deal", "points", 100, 500, (best, other), ()), 2).cost == 0


def test_a_chance_to_win_may_be_lost_without_points():
    lost = judged(weighed(2, wins=0.5), weighed(3, wins=0.9))
    assert (lost.cost, lost.best, lost.wins_cost) == (0, 3, pytest.approx(0.4))
    assert judged(weighed(2, wins=0.5), weighed(3, wins=0.6)).wins_cost == 0
    assert judged(weighed(2, wins=0.5), weighed(3, wins=0.9, visits=4)).wins_cost == 0
    one = Judged(1, 5, "play", (), "play TH", "play JD", 0.0, 0.1, 0.4, ())
    told = [ink(line).text for line in Reader(Voice(True, 0), load("pitch"), False).told(1, (one,))]
    assert "40 wins in 100 given away, and nothing of the score." in told
    assert told[-2:] == [
        "1 decision; in 0 nothing was surely better.",
        "1 decision gave away chances to win alone, at most 40 in 100.",
    ]


def test_a_move_as_good_as_the_best_is_told_in_english():
    one = Judged(1, 5, "play", (), "play TH", "play JD", 0.0, 0.1, 0.0, ())
    told = [ink(line).text for line in Reader(Voice(True, 0), load("pitch"), True).told(1, (one,))]
    assert told[1] == "Event 5: You play ten of hearts; playing jack of diamonds is not clearly better."
    for name, words, said in (
        ("pitch", "bid 4", "bidding 4"),
        ("flop", "take", "taking the flop"),
        ("house", "kitty 2C", "putting two of clubs into"),
    ):
        assert Wording(load(name), Voice(True)).doing(words).text.startswith(said)


def test_a_judgement_needs_a_search_that_weighed_the_action():
    with pytest.raises(ValueError, match="weighed"):
        judged(weighed(3))
    with pytest.raises(ValueError, match="weighed"):
        judged(weighed(2), objective="match")


@thinks
@pytest.mark.parametrize("plain", [False, True])
def test_a_review_is_told_deal_by_deal_with_the_worst_at_the_end(plain):
    found = review(overbid().record(), 0, JUDGE)
    some, every = (
        [ink(line).text for line in Reader(Voice(plain, 0), load("auction-pitch"), all_).told(1, found.decisions)]
        for all_ in (False, True)
    )
    text = "\n".join(some)
    assert re.search(r"You bid 4\. Better: (pass|bid 1)\.$", text, re.M)
    assert "points given away" in text and "wins in 100" in text
    assert len(every) >= len(some)
    assert ("Summary." if plain else "── Summary ──") in some
    assert "2 decisions; in " in text
    assert not plain or text.isascii()
    clean = tuple(replace(one, cost=0.0, wins_cost=0.0, best=one.played, reasons=()) for one in found.decisions)
    told = [ink(line).text for line in Reader(Voice(plain, 0), load("auction-pitch"), False).told(1, clean)]
    assert "Nothing better in 2 decisions." in told
    assert told[-1] == "2 decisions; in 2 nothing was surely better."
