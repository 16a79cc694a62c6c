"""Tests of the ladder of programs.

Each program plays its own matches, and the `house` bot plays the same deals. The confidence intervals are valid.
"""

from __future__ import annotations

import random

import pytest

from saleroom.games import load
from saleroom.server.api.ladder_page import ladder_page
from saleroom.server.contests.access import Access
from saleroom.server.contests.ladder import Ladder, LadderMatch, standing
from saleroom.server.contests.results import store_result
from saleroom.server.core.contests import OPPONENTS
from saleroom.server.protocol import bot_bodies, commands
from saleroom.server.realtime.commands import handle
from saleroom.statistics import sequences
from tests.server.http_client import opened
from tests.server.live_tables import AT_ONCE, ids, open_hub, token, until
from tests.server.program_people import Program

both_stores = pytest.mark.usefixtures("store_kind")

GAME = "auction-pitch"


async def play_out(hub, table_id, holder):
    """Play a match to its end with the first legal moves."""
    live = await hub.find(table_id)
    seat = live.state.seat_of(holder)
    while not live.state.over:
        await until(lambda: live.state.turn_version(seat) is not None or live.state.over)
        if not live.state.over:
            at, action = live.state.turn_version(seat), live.state.match.legal(seat)[0]
            await handle(hub, live, commands.Act(type="act", id=next(ids), at=at, action=action), holder)
    return live


@both_stores
async def test_matches_follow_one_another_from_seat_to_seat_and_the_house_plays_each_again(tmp_path):
    async with open_hub(tmp_path) as hub:
        ladder, program = Ladder(hub), await hub.store.bots.make("Bot", None, 0.0)
        hub.results.writers += [ladder.note_end]
        first = await ladder.play(GAME, program)
        assert first.number == 1 and first.seat == 0
        assert await ladder.play(GAME, program) == first  # the first match has not been finished
        live = await play_out(hub, first.table, program.holder)
        await hub.results.wait_until_written()
        second = await ladder.play(GAME, program)
        assert (second.number, second.seat) == (2, 1) and second.table != first.table
        house = (await hub.store.contests.field(live.state.header.contest, None, 0)).house
        cards = await ladder._cards(GAME, program.id, 1)
        assert house == {OPPONENTS: await ladder._house.score(cards, OPPONENTS)}
        (line,) = await ladder.standings(GAME)
        assert line.matches == 1 and line.half is None
        assert line.mean == live.state.match.scores[0] - house[OPPONENTS]
        assert await ladder.standings("auction-hearts") == []


@both_stores
async def test_the_house_plays_the_very_same_cards(tmp_path):
    async with open_hub(tmp_path) as hub:
        ladder, program = Ladder(hub), await hub.store.bots.make("Bot", None, 0.0)
        found = await ladder.play(GAME, program)
        live = await hub.find(found.table)
        cards = await ladder._cards(GAME, program.id, found.number)
        assert cards.server_seed == live.state.header.server_seed and cards.seat == found.seat
        other = await hub.store.bots.make("Other", None, 0.0)
        theirs = await hub.find((await ladder.play(GAME, other)).table)
        # programs cannot learn each other's cards
        assert theirs.state.header.server_seed != live.state.header.server_seed


@both_stores
async def test_a_match_of_the_ladder_is_closed_to_others_until_it_is_over(tmp_path):
    async with open_hub(tmp_path) as hub:
        program = await hub.store.bots.make("Bot", None, 0.0)
        live = await hub.find((await Ladder(hub).play(GAME, program)).table)
        access = Access(hub.store.contests)
        assert await access.may_look(live.state, program.holder)
        assert not await access.may_look(live.state, "somebody")
        await play_out(hub, live.id, program.holder)
        assert await access.may_look(live.state, "somebody")


@both_stores
async def test_a_program_that_is_removed_leaves_the_ladder(tmp_path):
    async with open_hub(tmp_path) as hub:
        ladder, program = Ladder(hub), await hub.store.bots.make("Bot", None, 0.0)
        live = await play_out(hub, (await ladder.play(GAME, program)).table, program.holder)
        await store_result(hub.store.contests, live.state)
        await ladder.note_end(live.state, [], 0)
        assert len(await ladder.standings(GAME)) == 1
        await hub.store.bots.retire(program.id)
        assert await ladder.standings(GAME) == []


def test_intervals_hold_whenever_one_looks():
    rng, missed, scores = random.Random(5), 0, [0]
    for _ in range(60):
        scores = [rng.choice((-3, 0, 1, 4)) for _ in range(200)]
        for count in range(sequences.FIRST, 200, 12):
            line = standing("p", "Bot", scores[:count])
            assert line.half is not None
            if abs(line.mean - 0.5) > line.half:
                missed += 1
                break
    assert missed <= 6  # 5 % of 60 intervals are 3; the other 3 allow for chance
    assert standing("p", "Bot", scores[: sequences.FIRST - 1]).half is None


@pytest.fixture(scope="module")
def browser(tmp_path_factory, module_store_kind):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("saleroom.server.realtime.autoplay.PACES", AT_ONCE)
        with opened(tmp_path_factory.mktemp("house") / "tables.sqlite3", leniency=1000) as found:
            yield found


@pytest.mark.integration
def test_a_program_asks_for_a_match_and_the_page_names_it(browser):
    bot = Program(browser, "<b>Bot</b>", "ladder")
    assert "No program has finished" in browser.get("/bots").text
    assert bot.post("ladder", game="chess").status_code == 422
    found = LadderMatch(**bot.post("ladder", game=GAME).json())
    assert [event["table"] for event in bot.events()] == [found.table]
    while (state := bot.state(found.table))["status"] == "started":
        if state["seq"] is not None:
            bot.post(f"tables/{found.table}/move", seq=state["seq"], action=state["legal"][0])
    while not (lines := next(game for game in bot.get("ladder").json()["games"] if game["game"] == GAME)["programs"]):
        pass
    assert lines[0]["matches"] == 1 and lines[0]["half"] is None
    page = browser.get("/bots")
    assert page.headers["content-type"].startswith("text/html") and load(GAME).title in page.text
    assert "&lt;b&gt;Bot" in page.text and "<b>Bot" not in page.text
    assert browser.get("/bots.css").headers["content-type"].startswith("text/css")
    assert token("ladder") not in page.text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Matches", "Mean (chips)", "+1.25", "\N{MINUS SIGN}0.25 … +2.75", "from 32 matches on")),
        ("de", ("Partien", "Im Mittel (Chips)", "+1,25", "\N{MINUS SIGN}0,25 … +2,75", "ab 32 Partien")),
        ("fr", ("Parties", "En moyenne (jetons)", "+1,25", "\N{MINUS SIGN}0,25 … +2,75", "à partir de 32 parties")),
    ],
)
def test_the_page_speaks_the_language_of_its_reader(language, words):
    programs = [
        bot_bodies.LadderLine(name="Ann's <bot>", matches=40, mean=1.25, half=1.5),
        bot_bodies.LadderLine(name="new", matches=3, mean=0.0, half=None),
    ]
    game = bot_bodies.LadderOfGame(game="auction-draw", title="Auction Draw", unit="chips", programs=programs)
    page = ladder_page(bot_bodies.Ladder(level=OPPONENTS, first=sequences.FIRST, games=[game]), language)
    assert f'<html lang="{language}">' in page and "Ann&#x27;s &lt;bot&gt;" in page
    assert [word for word in words if word not in page] == []


def test_the_page_is_in_the_language_that_is_asked_for_or_preferred(browser):
    def lang(path: str, **headers: str) -> str:
        answer = browser.get(path, headers=headers)
        assert answer.headers["vary"] == "accept-language"
        return answer.text.partition('<html lang="')[2][:2]

    german = {"accept-language": "de-CH,en"}
    assert (lang("/bots"), lang("/bots", **german), lang("/bots?lang=fr", **german)) == ("en", "de", "fr")
    assert lang("/bots?lang=xx", **german) == "en"
