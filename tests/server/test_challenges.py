"""Challenges: two people play the same cards from the same seat.

Neither can see the other's match until both have ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from saleroom.games import NAMES, load
from saleroom.server.contests.access import Access
from saleroom.server.contests.challenges import Challenges, NoChallenge
from saleroom.server.contests.results import store_result
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from tests.server.http_client import opened
from tests.server.http_refusals import PARTS
from tests.server.live_tables import Guest, holder, make_table, open_hub, token

pytestmark = pytest.mark.usefixtures("store_kind")


class House:
    """A server's hub with its challenges."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.challenges = hub, Challenges(hub)
        self.access = Access(hub.store.contests)
        hub.results.writers.append(partial(store_result, hub.store.contests))

    async def played(self, game: str, *chairs: str) -> Guest:
        """Return Ann, who has played a short match."""
        options = dict(load(game).daily)
        table = await make_table(self.hub, game, *chairs, start=True, **options)
        ann = await self.at(table, "Ann")
        await ann.play_on()
        return ann

    async def at(self, table: LiveTable | None, name: str) -> Guest:
        """Return a person's connection to the given table."""
        assert table is not None
        guest = Guest(self.hub, table, name)
        guest.seat = table.state.seat_of(holder(name))
        return guest

    async def meet(self, challenge: str, name: str) -> Guest:
        """Let a person start to play a challenge; return the person's connection to its table."""
        return await self.at(await self.hub.find(await self.challenges.play(challenge, holder(name), name)), name)

    async def sees(self, table: LiveTable, name: str | None) -> bool:
        """Return whether a person may see a table."""
        return await self.access.may_look(table.state, holder(name) if name else None)


@asynccontextmanager
async def open_house(path: Path) -> AsyncIterator[House]:
    async with open_hub(path) as hub:
        yield House(hub)


@pytest.mark.parametrize("game", NAMES)
async def test_a_friend_plays_the_same_deals_from_the_same_seat(tmp_path, game):
    async with open_house(tmp_path) as house:
        ann = await house.played(game, "easy", "me", "medium", "house")
        ben = await house.meet(await house.challenges.make(ann.live.state, holder("Ann")), "Ben")
        assert ben.seat == 1
        await ben.play_on()
        one, other = (guest.live.state.record(1) for guest in (ann, ben))
        assert one is not None and other is not None
        assert one["deals"] == other["deals"]  # both people play the first legal action
        assert ben.live.state.first_bots == ["easy", None, "medium", "house"]


async def test_neither_sees_how_the_other_did_before_both_have_finished(tmp_path):
    async with open_house(tmp_path) as house:
        ann = await house.played("auction-pitch", "me", "easy", "easy", "easy")
        assert await house.sees(ann.live, "Ben") and await house.sees(ann.live, None)
        challenge = await house.challenges.make(ann.live.state, holder("Ann"))
        for name in ("Ben", None):
            assert not await house.sees(ann.live, name)
            page = await house.challenges.page(challenge, holder(name) if name else None)
            assert (page.status, page.opened) == ("open", None)
        ben = await house.meet(challenge, "Ben")
        assert not await house.sees(ben.live, "Ann") and not await house.sees(ann.live, "Ben")
        mine = (await house.challenges.page(challenge, holder("Ann"))).opened
        assert mine is not None and [played.name for played in mine] == ["Ann"]
        await ben.play_on()
        for name in ("Ann", "Ben"):
            while len(found := (await house.challenges.page(challenge, holder(name))).opened or ()) < 2:
                await asyncio.sleep(0)  # wait for the work that the server does after a match
            assert [played.name for played in found] == ["Ann", "Ben"]
            assert await house.sees(ann.live, name) and await house.sees(ben.live, name)
            for played, guest in zip(found, (ann, ben), strict=True):
                assert guest.live.state.match is not None
                assert sum(played.deals) == played.score == guest.live.state.match.scores[0]
        assert not await house.sees(ann.live, "Cleo") and not await house.sees(ben.live, "Cleo")


async def test_there_is_one_challenge_for_a_seat_and_one_attempt_for_each(tmp_path):
    async with open_house(tmp_path) as house:
        ann = await house.played("auction-pitch", "me", "easy", "easy", "easy")
        challenge = await house.challenges.make(ann.live.state, holder("Ann"))
        assert await house.challenges.make(ann.live.state, holder("Ann")) == challenge
        ben = await house.meet(challenge, "Ben")
        assert (await house.meet(challenge, "Benno")).live.id != ben.live.id
        assert await house.challenges.play(challenge, holder("Ben"), "Ben") == ben.live.id


async def test_who_cannot_be_challenged_or_challenge(tmp_path):
    async with open_house(tmp_path) as house:
        ann = await house.played("auction-pitch", "me", "easy", "easy", "easy")
        with pytest.raises(CommandRefusal, match="Only people who played"):
            await house.challenges.make(ann.live.state, holder("Ben"))
        challenge = await house.challenges.make(ann.live.state, holder("Ann"))
        with pytest.raises(CommandRefusal, match="You have played this match"):
            await house.challenges.play(challenge, holder("Ann"), "Ann")
        ben = await house.meet(challenge, "Ben")
        with pytest.raises(CommandRefusal, match="Others play these cards already"):
            await house.challenges.make(ben.live.state, holder("Ben"))
        unfinished = await make_table(house.hub, "auction-pitch", "me", "easy", "easy", "easy", start=True)
        with pytest.raises(CommandRefusal, match="not over yet"):
            await house.challenges.make(unfinished.state, holder("Ann"))
        with pytest.raises(NoChallenge):
            await house.challenges.page("nothing", None)


async def test_people_of_the_match_are_replaced_by_the_house(tmp_path):
    async with open_house(tmp_path) as house:
        table = await make_table(house.hub, "auction-pitch", "me", "open", "easy", "easy", target=25, deals=1)
        ann, cleo = Guest(house.hub, table, "Ann"), Guest(house.hub, table, "Cleo")
        assert (await cleo.do("sit", seat=1, name="Cleo", word="plum"))["type"] == "done"
        assert (await ann.do("start"))["type"] == "done"
        ann.seat, cleo.seat = 0, 1
        while not table.state.over:
            for guest in (ann, cleo):
                if guest.asked is not None:
                    await guest.act()
            await asyncio.sleep(0.001)
        challenge = await house.challenges.make(table.state, holder("Ann"))
        page = await house.challenges.page(challenge, holder("Ben"))
        assert (page.stood_in, page.opponents[1:]) == ([1], ["medium", "easy", "easy"])
        ben = await house.meet(challenge, "Ben")
        assert ben.live.state.match is not None and table.state.match is not None
        hands = [event.text() for event in table.state.match.deals[0].events[:4]]
        assert [event.text() for event in ben.live.state.match.deals[0].events[:4]] == hands
        assert await house.sees(table, "Cleo")


def test_the_api_has_one_line_for_everything_that_cannot_be(tmp_path):
    with opened(tmp_path / "house.db") as browser:
        ann = {"authorization": f"Bearer {token('Ann')}"}
        for answer in (
            browser.get("/api/challenges/nothing"),
            browser.post("/api/challenges/nothing", json={"name": "Ann"}, headers=ann),
            browser.post("/api/tables/nothing/challenge", headers=ann),
        ):
            assert (answer.status_code, list(answer.json())) == (404, PARTS)
        made = browser.post(
            "/api/tables",
            headers=ann,
            json={"game": "auction-pitch", "name": "Ann", "chairs": [{"kind": "me"}, *[{"kind": "bot"}] * 3]},
        ).json()["id"]
        answer = browser.post(f"/api/tables/{made}/challenge", headers=ann)
        assert (answer.status_code, answer.json()["detail"]) == (409, "The match is not over yet.")
