"""Daily deals are the same for all people, allow one attempt each, and stay hidden from people who have not played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from saleroom.games import NAMES, load
from saleroom.match import fair_deals
from saleroom.match.fair_deals import fair_faults
from saleroom.match.record import is_hidden
from saleroom.server.contests import days, level_comparison
from saleroom.server.contests.access import Access
from saleroom.server.contests.daily import Dailies, NoDeal, share_beaten
from saleroom.server.contests.results import store_result
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.project.table_info import table_info
from saleroom.server.core.state.table import TableState
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.contests import ContestResult
from saleroom.server.storage.people import Passkey
from tests.contract.chance import times
from tests.server.http_client import opened
from tests.server.http_refusals import PARTS, line_of
from tests.server.live_tables import Guest, holder, open_hub, token, until

pytestmark = pytest.mark.usefixtures("store_kind")

DAY = date(2099, 11, 23)
"""Day of the deals. A result counts only until its day is over by the machine's clock, so this day is in the future."""
NOON = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC).timestamp()
HOUR, A_DAY = 3600.0, 86400.0
GAME = "auction-pitch"
CONTEST = days.contest_name(DAY, GAME)
CHANGES = ("undo", "rematch", "leave", "settle", "reseat", "remove", "sit")


class Clock:
    """A clock that advances only when a test sets it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


class House:
    """A server's hub with its daily deals."""

    def __init__(self, hub: Hub, public: bool) -> None:
        self.clock, self.hub, self.contests = Clock(), hub, hub.store.contests
        self.dailies = Dailies(hub, public, self.clock)
        self.access = Access(self.contests, self.clock)
        hub.results.writers.append(partial(store_result, self.contests))

    async def sit(self, name: str, game: str = GAME) -> Guest:
        """Let a person start the day's deal; return the person's connection to the table."""
        await self.hub.bot_pool.ready(game)
        table = await self.hub.find(await self.dailies.play(game, holder(name), name))
        assert table is not None
        guest = Guest(self.hub, table, name)
        guest.seat = 0
        return guest

    async def finish(self, name: str, game: str = GAME) -> Guest:
        """Let a person play the day's deal to its end; return the person's connection to the table."""
        guest = await self.sit(name, game)
        await guest.play_on()
        await self.page(name, game)
        return guest

    async def register(self, name: str) -> None:
        """Give a person an account."""

        def passkey(person: str) -> Passkey:
            return Passkey(f"key of {name}", person, b"", 0, "localhost", name, NOON, NOON)

        await self.hub.store.people.add_passkey(holder(name), passkey, NOON)

    async def page(self, name: str | None, game: str = GAME, day: date = DAY):
        """Return the page of a daily deal as the person `name` sees it."""
        return await self.dailies.page(game, day, holder(name) if name else None)


@asynccontextmanager
async def open_house(path: Path, public: bool = False, compares: bool = False) -> AsyncIterator[House]:
    """Yield a server. Its bots play the deals for comparison only if `compares` is set."""
    async with open_hub(path) as hub:
        house = House(hub, public)
        if not compares:
            house.dailies._comparisons._tasks = dict.fromkeys(all_contests())  # type: ignore[assignment]
        try:
            yield house
        finally:
            if compares:
                await house.dailies.close()


def all_contests() -> list[str]:
    return [days.contest_name(day, game) for day in (DAY, days.after(DAY)) for game in NAMES]


# The same for all


@pytest.mark.parametrize("game", NAMES)
async def test_whoever_plays_alike_plays_the_same_match(tmp_path, game):
    async with open_house(tmp_path) as house:
        ann, ben = await house.finish("Ann", game), await house.finish("Ben", game)
        one, other = (guest.live.state.record(0, opened=True) for guest in (ann, ben))
        assert one is not None and other is not None
        assert one["deals"] == other["deals"] and one["seed"] == other["seed"]
        assert one["scores"] == other["scores"]
        assert ann.live.id != ben.live.id


@pytest.mark.parametrize("game", NAMES)
def test_a_daily_deal_is_short(game):
    options = load(game).settle_options(load(game).daily, load(game).usual_seats)
    assert int(options.get("rounds") or options["deals"]) <= 5


async def test_nobody_has_two_attempts(tmp_path):
    async with open_house(tmp_path) as house:
        ann = await house.sit("Ann")
        assert await house.dailies.play(GAME, holder("Ann"), "Anna") == ann.live.id
        await ann.play_on()
        assert await house.dailies.play(GAME, holder("Ann"), "Anna") == ann.live.id
        house.clock.now += A_DAY
        assert await house.dailies.play(GAME, holder("Ann"), "Anna") != ann.live.id


async def test_nothing_is_taken_back_or_hinted_and_seats_do_not_change(tmp_path):
    parts = {
        "settle": {"hints": True},
        "reseat": {"seat": 1, "to": "easy"},
        "remove": {"seat": 1},
        "sit": {"seat": 1, "name": "Ben"},
        "hint": {},
    }
    async with open_house(tmp_path) as house:
        ann = await house.sit("Ann")
        await until(lambda: ann.asked is not None)
        await ann.act()
        for kind in (*CHANGES, "hint"):
            answer = await ann.do(kind, **parts.get(kind, {}))
            assert (answer["type"], answer["reason"]) == ("refused", "not-now"), kind
        assert not ann.live.state.may_undo(0)
        assert (await ann.do("settle", pace="quick"))["type"] == "done"


async def test_a_name_of_nothing_is_refused_and_costs_no_attempt(tmp_path):
    async with open_house(tmp_path) as house:
        with pytest.raises(CommandRefusal, match="letters that can be seen"):
            await house.dailies.play(GAME, holder("Ann"), "\u200b")
        await house.sit("Ann")


# Hidden from people who have not played


async def test_nothing_of_the_deal_is_shown_before_ones_own_attempt_has_ended(tmp_path):
    async with open_house(tmp_path) as house:
        ann, ben = await house.finish("Ann"), await house.sit("Ben")
        for name in ("Ben", "Cleo", None):
            assert (await house.page(name)).opened is None
            assert not await house.access.may_look(ann.live.state, holder(name) if name else None)
        assert await house.access.may_look(ben.live.state, holder("Ben"))
        assert not await house.access.may_look(ben.live.state, holder("Cleo"))
        await house.register("Ben")
        assert not await house.access.may_look(ann.live.state, holder("Ben"))
        await ben.play_on()
        page = await house.page("Ben")
        assert page.opened is not None and page.opened.server_seed == ben.live.state.header.server_seed.hex()
        assert await house.access.may_look(ann.live.state, holder("Ben"))
        assert not await house.access.may_look(ann.live.state, None)
        house.clock.now = days.closes_at(DAY)
        assert (await house.page(None)).opened is not None
        assert await house.access.may_look(ann.live.state, None)


async def test_a_guest_sees_their_result_and_own_view_until_the_day_closes_and_an_account_sees_all(tmp_path):
    async with open_house(tmp_path) as house:
        ann, ben = await house.finish("Ann"), await house.finish("Ben")
        seed, state = ann.live.state.header.server_seed.hex(), ann.live.state
        page = await house.page("Ann")
        assert page.opened is not None and page.score is not None and page.opened.server_seed is None
        assert await house.access.may_look(state, holder("Ann")), "their own table"
        assert not await house.access.may_look(ben.live.state, holder("Ann"))
        assert not await house.access.may_open(CONTEST, holder("Ann"))
        assert seed not in json.dumps(ann.told) and table_info(state)["fair"]["server_seed"] is None
        masked: Any = state.record(0)
        assert is_hidden(masked) and masked["seed"] is None and "fair" not in masked
        assert masked["scores"] == state.match.scores  # type: ignore[union-attr]
        await house.register("Ann")
        assert await house.access.may_open(CONTEST, holder("Ann"))
        assert await house.access.may_look(ben.live.state, holder("Ann"))
        assert (await house.page("Ann")).opened.server_seed == seed  # type: ignore[union-attr]
        house.clock.now = days.closes_at(DAY)
        assert await house.access.may_open(CONTEST, None)
        assert (await house.page("Ben")).opened.server_seed == seed  # type: ignore[union-attr]
        whole: Any = state.record(None, opened=True)
        assert whole["fair"]["commit"] == page.commit and fair_faults(whole) == []


def test_the_api_and_the_socket_refuse_who_has_not_played(tmp_path):
    with opened(tmp_path / "house.db") as browser:
        ann, ben = ({"authorization": f"Bearer {token(name)}"} for name in ("Ann", "Ben"))
        assert browser.post(f"/api/daily/{GAME}", json={"name": "Ann"}).status_code == 401
        made = browser.post(f"/api/daily/{GAME}", json={"name": "Ann"}, headers=ann)
        table = made.json()["id"]
        assert made.status_code == 201
        for what in ("", "/record", "/story", "/story/1", "/review/0", "/fair"):
            for headers in (ben, {}):
                answer = browser.get(f"/api/tables/{table}{what}", headers=headers)
                assert (answer.status_code, list(answer.json())) == (403, PARTS), what
        assert browser.get(f"/api/tables/{table}", headers=ann).json()["status"] == "playing"
        assert browser.get(f"/api/daily/{GAME}", headers=ann).json()["status"] == "playing"
        assert browser.get(f"/api/daily/{GAME}", headers=ben).json()["table"] is None
        with browser.websocket_connect(f"/api/tables/{table}/socket", headers={"host": "127.0.0.1:8642"}) as socket:
            socket.send_json({"type": "hello", "token": token("Ben")})
            message = socket.receive()
            assert (message["type"], message["code"]) == ("websocket.close", 4403)
        assert {deal["status"] for deal in browser.get("/api/daily", headers=ben).json()["deals"]} == {"open"}


@pytest.mark.parametrize("day", ["tomorrow", "2026-1-1", "0000-00-00", "99999-01-01", "20261123"])
def test_what_is_no_day_gets_one_line(tmp_path, day):
    with opened(tmp_path / "house.db") as browser:
        answer = browser.get(f"/api/daily/{GAME}", params={"day": day})
        assert (answer.status_code, line_of(answer)) == (422, "day: write it like 2026-11-23")


async def test_other_days_have_no_deal(tmp_path):
    async with open_house(tmp_path) as house:
        with pytest.raises(NoDeal, match="not begun"):
            await house.page("Ann", day=days.after(DAY))
        with pytest.raises(NoDeal, match="nothing was dealt"):
            await house.page("Ann", day=date(2026, 11, 1))


# Results


async def test_a_result_counts_once_and_not_after_the_day(tmp_path):
    async with open_house(tmp_path) as house:
        ann = await house.finish("Ann")
        await store_result(house.contests, ann.live.state)
        page = await house.page("Ann")
        assert page.opened is not None
        assert [(count.people) for count in page.opened.scores] == [1]
        assert (page.players, page.score) == (1, ann.live.state.match.scores[0])  # type: ignore[union-attr]
        late = await house.sit("Ben")
        await late.play_on()
        assert late.live.state.progress is not None
        late.live.state.progress.over_at = days.closes_at(DAY)
        await store_result(house.contests, late.live.state)


async def test_a_result_that_was_not_stored_is_stored_when_it_is_looked_for(tmp_path):
    async with open_house(tmp_path) as house:
        house.hub.results.writers.clear()
        ann = await house.sit("Ann")
        await ann.play_on()
        assert await house.contests.result(CONTEST, holder("Ann")) is None
        assert (await house.page("Ann")).opened is not None
        assert await house.contests.result(CONTEST, holder("Ann")) is not None


async def test_a_result_that_a_killed_server_left_behind_is_stored_by_the_next(tmp_path, monkeypatch):
    async with open_house(tmp_path) as house:
        monkeypatch.setattr(house.hub.results, "note", lambda *_: None)  # as if killed right after the last move
        ann = await house.sit("Ann")
        await ann.play_on()
    async with open_house(tmp_path) as house:
        await house.hub.results.catch_up()
        assert house.hub.in_memory(ann.live.id) is None
        assert await house.contests.result(CONTEST, holder("Ann")) is not None
        assert await house.hub.store.results.due() == []


async def test_a_match_stays_due_until_its_contest_has_the_result(tmp_path):
    async with open_house(tmp_path) as house:

        async def fail(state: TableState, events: object) -> None:
            raise RuntimeError("the disk is full")

        house.hub.results.writers.insert(0, fail)
        ann = await house.sit("Ann")
        await ann.play_on()
        await house.hub.results.wait_until_written()
        assert await house.hub.store.results.due() == [ann.live.id]


async def test_an_attempt_that_ends_after_its_day_is_not_counted(tmp_path):
    async with open_house(tmp_path) as house:
        house.hub.results.writers.clear()
        ann = await house.sit("Ann")
        await ann.play_on()
        assert ann.live.state.progress is not None
        ann.live.state.progress.over_at = days.closes_at(DAY)
        page = await house.page("Ann")
        assert (page.status, page.score, page.opened, page.players) == ("over", None, None, 0)


async def test_ranks_name_accounts_and_others_see_their_share(tmp_path):
    async with open_house(tmp_path) as house:
        await house.finish("Ann")
        for number in range(times(200)):
            at = NOON + number
            name, account = f"P{number}", number % 3 == 0
            result = ContestResult(CONTEST, f"identity {number}", f"t{number}", name, account, number % 20 - 100, at)
            await house.contests.add_result(result, 0)
        found = (await house.page("Ann")).opened
        assert found is not None and found.best is not None
        assert found.best.name == "Ann" and found.beaten == 1.0
        assert {int(ranked.name[1:]) % 3 for ranked in found.ranking} == {0}
        scores = [ranked.score for ranked in found.ranking]
        assert scores == sorted(scores, reverse=True) and len(scores) <= 20
        higher = sum(count.people for count in found.scores if count.score > scores[0])
        assert found.ranking[0].rank == higher + 1


def test_the_share_of_the_others_who_had_less():
    assert share_beaten({3: 1}, 3) is None
    assert share_beaten({1: 2, 3: 1, 4: 1}, 3) == 2 / 3
    assert share_beaten({3: 3}, 3) == 0.0


async def test_the_levels_play_the_same_deal_out(tmp_path, monkeypatch):
    monkeypatch.setattr(level_comparison, "COMPARED", ("easy", "medium"))
    async with open_house(tmp_path, compares=True) as house:
        ann = await house.finish("Ann")
        task = house.dailies._comparisons._tasks.get(CONTEST)
        if task is not None:
            await task
        found = (await house.page("Ann")).opened
        assert found is not None and set(found.house) == {"easy", "medium"}
        cards = await house.dailies._cards((await house.contests.daily_deals([CONTEST]))[CONTEST], GAME)
        assert cards.server_seed == ann.live.state.header.server_seed
        again = {level: await house.dailies._comparisons.score(cards, level) for level in found.house}
        assert found.house == again


# Source of the cards


async def test_cards_that_were_promised_the_day_before_come_from_the_secret(tmp_path):
    async with open_house(tmp_path) as house:
        await house.dailies.publish()
        tomorrow = days.contest_name(days.after(DAY), GAME)
        promised = (await house.contests.daily_deals([tomorrow]))[tomorrow]
        assert (promised.source, promised.published_at) == ("secret", NOON)
        house.clock.now += A_DAY
        ann = await house.sit("Ann")
        seed = ann.live.state.header.server_seed
        assert fair_deals.commitment(seed) == promised.commit
        page = await house.page("Ann", day=days.after(DAY))
        assert (page.commit, page.source, page.published_at) == (promised.commit, "secret", NOON)


async def test_a_private_server_that_was_off_yesterday_takes_them_from_the_date(tmp_path):
    async with open_house(tmp_path) as house:
        ann = await house.sit("Ann")
        assert ann.live.state.header.server_seed == hashlib.sha256(f"saleroom {CONTEST}".encode()).digest()
        assert (await house.page("Ann")).source == "date"


async def test_a_public_server_never_does(tmp_path):
    async with open_house(tmp_path, public=True) as house:
        ann = await house.sit("Ann")
        assert ann.live.state.header.server_seed != hashlib.sha256(f"saleroom {CONTEST}".encode()).digest()
        assert (await house.page("Ann")).source == "secret"


async def test_a_server_keeps_its_secret_and_what_it_published(tmp_path):
    async def deals(day: float) -> tuple[bytes, dict]:
        async with open_house(tmp_path) as house:
            house.clock.now = NOON + day
            await house.dailies.publish()
            return await house.contests.secret("daily deals"), await house.contests.daily_deals(all_contests())

    first, again = await deals(0), await deals(HOUR)
    assert first == again and len(first[1]) == 2 * len(NAMES)
