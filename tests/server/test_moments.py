"""Bots wait while people look at an event. A deal is played automatically only after it has been decided."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from saleroom.match.boards import Position, public_board
from saleroom.match.deal_history import seen_deals
from saleroom.match.match import Match
from saleroom.server.core.project.bot_pauses import DEAL_ENDED, PHASE_ENDED, TRICK_TAKEN, seconds_to_look, stage
from tests.oracles import played_to_the_end
from tests.server.core_tables import CoreTable, started_table
from tests.server.live_tables import Guest, make_table, open_hub, until

FOREVER = 1e6

TRICKS = ("auction-house", "auction-hearts", "auction-pitch")
OPTIONS = {"auction-house": {"rounds": 2}, "auction-hearts": {"deals": 2}, "auction-pitch": {"deals": 2}}


def decided(match: Match) -> bool:
    return public_board(Position(match), seen_deals(match, "public"))["decided"]


@pytest.mark.parametrize("game", TRICKS)
@pytest.mark.parametrize("seed", range(6))
def test_once_a_deal_is_decided_every_way_to_play_on_scores_the_same(game: str, seed: int):
    table, rng = started_table(game, 1, **OPTIONS[game]), random.Random(seed)
    found = 0
    while not table.state.over:
        match = table.state.match
        if decided(match):
            found += 1
            assert len({tuple(played_to_the_end(match, rng)) for _ in range(12)}) == 1
        seat = rng.choice(match.to_act)
        table.act(seat, rng.choice(match.legal(seat)))
    assert found


@pytest.mark.parametrize("game", ["auction-draw", "auction-flop-poker"])
def test_other_games_are_never_called_decided(game: str):
    table, rng = started_table(game, 1, seats=3, deals=1), random.Random(1)
    table.play_on(rng, until=lambda state: decided(state.match) or state.over)
    assert table.state.over


@pytest.mark.parametrize("game", [*TRICKS, "auction-draw", "auction-flop-poker"])
def test_plays_that_can_be_chosen_ahead_are_open_and_have_no_price(game: str):
    table, rng = started_table(game, 1, **OPTIONS.get(game, {"seats": 3, "deals": 2})), random.Random(2)
    verbs = set()
    while not table.state.over:
        match = table.state.match
        verb = public_board(Position(match), seen_deals(match, "public"))["plays"]
        seat = rng.choice(match.to_act)
        if verb:
            verbs.add(verb)
            assert match.to_act == (seat,)
            assert verb not in match.game.sealed and verb not in match.game.private
            assert not match.game.auction or match.game.phases[match.state.phase] != match.game.auction.phase
            pieces = [words.split(" ")[1] for words in match.legal(seat) if words.startswith(f"{verb} ")]
            assert set(pieces) <= set(match.game.pieces)
        table.act(seat, rng.choice(match.legal(seat)))
    assert verbs == (set() if game == "auction-flop-poker" else {"play"})


def looks(table: CoreTable, rng: random.Random) -> list[float]:
    """Play a random match; return the seconds that people get to look after each move."""
    found = []
    while not table.state.over:
        before, seat = stage(table.state.match), rng.choice(table.state.match.to_act)
        table.act(seat, rng.choice(table.state.match.legal(seat)))
        found.append(seconds_to_look(before, stage(table.state.match), table.state.progress))
    return found


def test_people_look_longer_at_what_matters_more():
    found = looks(started_table("auction-pitch", 1, deals=2), random.Random(2))
    assert found.count(DEAL_ENDED) == 1  # after the last deal the match is over
    assert found.count(PHASE_ENDED) >= 4 and found.count(TRICK_TAKEN) == 10
    assert 0.0 in found and max(found) <= 2.0


async def test_bots_wait_while_people_look_until_all_have_seen_it(tmp_path: Path) -> None:
    async with open_hub(tmp_path, look=FOREVER) as hub:
        table = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True)
        ann = Guest(hub, table, "Ann")
        match = table.state.match
        while not table.state.over:  # fast enough only because the rest of decided deals is skipped
            version = table.state.version
            if ann.asked is not None:
                await ann.act()
            else:
                assert (await ann.do("skip"))["type"] == "done"
                await until(lambda before=version: table.state.version > before)
        assert match is not None


async def test_one_who_has_seen_it_does_not_speak_for_others(tmp_path: Path) -> None:
    async with open_hub(tmp_path, look=FOREVER) as hub:
        table = await make_table(hub, "auction-pitch", "me", "open", "bot", "bot")
        ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
        await ben.do("sit", seat=1, name="Ben")
        await ann.do("start")
        while table.autoplay._look_until == 0.0 or not table.state.bots_to_act():
            for guest in (ann, ben):
                if guest.asked is not None:
                    await guest.act()
            if not table.state.people_to_act():
                await until(lambda: table.state.people_to_act() or table.autoplay._look_until > 0.0)
        watcher = Guest(hub, table, None)
        await watcher.do("skip")
        await ann.do("skip")
        assert not table.autoplay._seen.is_set()
        await ben.do("skip")
        assert table.autoplay._seen.is_set()


async def test_nobody_connected_is_nobody_to_wait_for(tmp_path: Path) -> None:
    async with open_hub(tmp_path, look=FOREVER, grace=0.0) as hub:
        table = await make_table(hub, "auction-pitch", "bot", "bot", "bot", "bot", start=True, deals=1)
        watcher = Guest(hub, table, None)
        watcher.leave()
        await until(lambda: table.state.over)


async def test_the_house_plays_the_rest_of_a_decided_deal_and_no_more(tmp_path: Path) -> None:
    async with open_hub(tmp_path) as hub:
        table = await make_table(hub, "auction-hearts", "me", "house", "house", "house", start=True, deals=30)
        ann = Guest(hub, table, "Ann")
        await until(lambda: ann.asked is not None)
        assert (await ann.do("rest"))["reason"] == "not-now"
        assert (await Guest(hub, table, None).do("rest"))["reason"] == "not-yours"
        while not table.decided:
            await until(lambda: ann.asked is not None)
            await ann.act()
        assert (await ann.do("rest"))["type"] == "done"
        deals = table.state.match.deals  # number of decided deals; some deals are decided only by their last card
        decided = len(deals)
        await until(lambda: len(deals) == decided + 1 and ann.asked is not None)
        assert deals[decided - 1].score is not None
        assert ann.asked is not None  # in the next deal, Ann moves herself again
