"""Hints of the search: their figures and reasons contain no hidden information, and wait for no compiler."""

from __future__ import annotations

import random
import re
import signal
import sys
import threading
from dataclasses import replace

import pytest

from saleroom.bots.compiled import game_models
from saleroom.bots.search.explain import Explanation, Weighed
from saleroom.games import FOLDERS, load
from saleroom.kernel.compile import COMPILED
from saleroom.server.workers import bot_pool, hints
from saleroom.server.workers.bot_pool import BotPool
from saleroom.toolkit.display.reasons import reason
from saleroom.toolkit.player.facts import Fact
from tests.children import end, start
from tests.contract.chance import new_match, times
from tests.contract.twins import dealt_anew
from tests.messages import messages
from tests.server.live_tables import Guest, make_table, open_hub, until

PITCH = load("auction-pitch")

pytestmark = pytest.mark.skipif(not COMPILED, reason="a search takes too long interpreted")


# Texts


@pytest.mark.parametrize("game", FOLDERS)
def test_every_fact_of_a_game_has_a_sentence_and_nothing_else_has(game):
    kinds = {fact.name: fact.kind for fact in game_models.load(game)}
    kinds |= {f"likely{fact.name.capitalize()}": "share" for fact in game_models.load(game) if fact.guess}
    texts = messages(game).get("hints", {}).get("fact", {})
    assert {name: re.findall(r"\{(\w+)\}", text) for name, text in texts.items()} == {
        name: [kind] for name, kind in kinds.items()
    }


def option(action: int, words: str, behind: float = 0, unsure: float = 0, **facts: float) -> Weighed:
    return Weighed(action, words, 0.5, 0.45, 0.55, 100, 1.25, 0.5, behind, unsure, facts)


BEST = option(1, "bid 2", high=0.714, jack=0.01, cards=-0.04)
OTHERS = (option(2, "pass", 0.123, 0.1, high=0.2, jack=0.2, cards=1.5), option(3, "bid 4", 0.3, 0.1))
FOUND = Explanation(
    "match",
    "wins",
    100,
    300,
    (BEST, *OTHERS),
    (Fact("high", "share", "{}", 1), Fact("jack", "share", "{}", 1), Fact("cards", "mean", "{}", 1)),
)


def test_facts_are_told_unless_they_are_rare_or_settled():
    two = replace(FOUND, options=FOUND.options[:2])
    told = [reason("fact.high", share="71"), reason("fact.cards", mean="0.0")]
    assert list(hints.facts(two)) == told
    settled = replace(two, options=(BEST, replace(OTHERS[0], facts=BEST.facts)))
    assert list(hints.facts(settled)) == []


def test_the_likeliest_trump_is_told_with_a_sentence_of_its_own():
    house, suits = load("auction-house"), ("clubs", "diamonds", "hearts", "spades")
    best = option(1, "lay 2C", **dict(zip(suits, (0.2, 0.2, 0.41, 0.19), strict=True)))
    found = replace(FOUND, options=(best,), facts=game_models.load(house.name)[-4:])
    assert list(hints.facts(found)) == [reason("fact.likelyHearts", share="41")]


def test_a_lead_that_the_interval_does_not_carry_is_no_lead():
    wins = reason("search.wins", more="12.3", other_move="pass")
    assert list(hints.comparison(FOUND)) == [wins]
    chips = replace(FOUND, unit="chips", options=(BEST, replace(OTHERS[0], behind=2.26)))
    assert list(hints.comparison(chips)) == [reason("search.chips", more="2.3", other_move="pass")]
    even = replace(FOUND, options=(BEST, replace(OTHERS[0], unsure=0.2)))
    assert list(hints.comparison(even)) == [reason("search.even", other_move="pass")]
    assert list(hints.comparison(replace(FOUND, options=(BEST,)))) == []


def test_differences_tell_what_matters_most_first_and_what_was_played():
    told = list(hints.differences(FOUND, BEST, OTHERS[0]))
    assert told == [reason("fact.high", share="71", played="20")]  # all other facts favour the played action


def test_figures_are_the_best_few():
    many = replace(FOUND, options=(BEST, *[replace(OTHERS[0], action=at) for at in range(2, 12)]))
    figures = hints.figures(many)
    assert (len(figures["options"]), figures["others"]) == (hints.ROWS, 11 - hints.ROWS)
    assert figures["options"][0] == {"action": "bid 2", "score": 1.2, "wins": 0.5, "margin": 0.05, "worlds": 100}


# Hints of a search


def test_a_hint_tells_the_best_of_what_was_weighed_and_keeps_secrets():
    rng, compared = random.Random("hints of a search"), 0
    for number in range(times(3)):
        match = new_match("auction-pitch", 4, random.Random(f"secret hints {number}"))
        for _ in range(12):
            seat = rng.choice(match.to_act)
            if len(match.legal_ids(seat)) > 1:
                action, reasons, figures = hints.search_hint(match.game, match.views(seat), seat)
                assert figures["options"][0]["action"] == action in match.legal(seat)
                assert 1 <= len(reasons) <= hints.MAX_REASONS + 1
                twin = dealt_anew(match, seat, rng)
                assert hints.search_hint(twin.game, twin.views(seat), seat) == (action, reasons, figures)
                compared += 1
            match.act(seat, rng.choice(match.legal_ids(seat)))
            if match.over:
                break
    assert compared > 5


async def test_nobody_waits_for_the_compiler_of_a_search(tmp_path, monkeypatch):
    gate, asked = threading.Event(), []
    monkeypatch.setattr(bot_pool, "start_apart", lambda game, search: None)
    monkeypatch.setattr(bot_pool, "_warm_search", lambda game: gate.wait(20))
    choose = bot_pool._choose
    monkeypatch.setattr(bot_pool, "_choose", lambda name, *rest: (asked.append(name), choose(name, *rest))[1])
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "me", "hard", "hard", "house", start=True, target=1)
        ann = Guest(hub, live, "Ann")
        await until(lambda: ann.asked is not None)
        hint = await ann.do("hint")
        assert hint["type"] == "hinted" and hint["figures"] is None and hint["reasons"]
        await until(lambda: asked)
        assert not hub.bot_pool.can_search("auction-pitch") and "hard" not in asked
        gate.set()
        await until(lambda: hub.bot_pool.can_search("auction-pitch"))
        while "hard" not in asked and not live.state.over:
            await until(lambda: ann.asked is not None or live.state.over or "hard" in asked)
            if ann.asked is not None:
                await ann.act()
        assert "hard" in asked
        await until(lambda: ann.asked is not None or live.state.over)
        if ann.asked is not None and len(live.state.match.legal(0)) > 1:
            hint = await ann.do("hint")
            assert hint["figures"]["options"][0]["action"] == hint["action"]


async def test_a_search_that_could_not_be_made_ready_is_tried_again(monkeypatch):
    tried = []

    def warm(game):
        tried.append(game.name)
        if len(tried) == 1:
            raise RuntimeError("no room on the disk")

    monkeypatch.setattr(bot_pool, "start_apart", lambda game, search: None)
    monkeypatch.setattr(bot_pool, "_warm_search", warm)
    crew = BotPool()
    with pytest.raises(RuntimeError):
        await crew.search_ready("auction-pitch")
    assert not crew.can_search("auction-pitch")
    await crew.search_ready("auction-pitch")
    await crew.search_ready("auction-pitch")
    assert crew.can_search("auction-pitch") and len(tried) == 2
    crew.close()


async def test_a_closed_pool_leaves_no_compiler_behind(monkeypatch):
    compilers = []

    def start_compiler(game, search):
        compilers.append(start([sys.executable, "-c", "import time; time.sleep(600)"]))
        return compilers[-1]

    monkeypatch.setattr(bot_pool, "start_apart", start_compiler)
    monkeypatch.setattr(bot_pool, "_warm", lambda game: pytest.fail("compiles in this process"))
    crew = BotPool()
    crew.want("auction-pitch")
    await until(lambda: compilers)
    crew.close()
    assert compilers[0].wait(60) == -signal.SIGKILL
    end(compilers[0])


@pytest.mark.parametrize("name", ["search:2000", "search:600000ms", "Hard", "house "])
async def test_a_stranger_orders_no_search_of_his_own(tmp_path, name):
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "me", "open", "hard", "easy")
        ann = Guest(hub, live, "Ann")
        refused = await ann.do("reseat", seat=1, to=name)
        assert (refused["type"], refused["reason"]) == ("refused", "malformed")
        assert (await ann.do("reseat", seat=1, to="medium"))["type"] == "done"
