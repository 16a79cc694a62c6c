"""Practice: positions from reviews, positions of the day, questions, answers, and repetition."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from saleroom.games import NAMES, load
from saleroom.kernel.compile import COMPILED
from saleroom.match.decisions import decisions
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match
from saleroom.match.referee import faults
from saleroom.server.core.project.match_story import step_before
from saleroom.server.practice import daily, repetition
from saleroom.server.practice.question import match_at, question
from saleroom.server.practice.service import NoPosition, NotAnswered, PracticeService
from saleroom.server.protocol.match_bodies import Remark, Review
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.practice import PracticeStore, StoredPosition
from saleroom.server.storage.store import Store
from tests.contract.chance import every_played_game, moments, times
from tests.contract.twins import dealt_anew
from tests.server.live_tables import Guest, holder, make_table, open_hub
from tests.server.test_scenes import matches
from tests.stores import place

pytestmark = pytest.mark.usefixtures("store_kind")

ANN, BEN = holder("Ann"), holder("Ben")
DAY = 86_400.0
NOON = 1_800_000_000.0 // DAY * DAY + DAY / 2


class Clock:
    """A clock that tests set."""

    now = NOON

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def practice(folder: Path) -> AsyncIterator[tuple[Hub, PracticeService, Clock]]:
    """Yield a server's practice service, which searches for daily positions only when the test requests it."""
    clock = Clock()
    async with open_hub(folder) as hub:
        service = PracticeService(hub.store, hub.bot_pool, clock=clock)
        service.daily.want = lambda: None
        yield hub, service, clock


async def reviewed(hub: Hub, service: PracticeService, count: int = 2) -> tuple[Match, list[Remark]]:
    """Return a match that Ann has finished, and the remarks of its review, each with a better action."""
    live = await make_table(hub, "auction-pitch", "me", "house", "house", "house", start=True, deals=1)
    ann = Guest(hub, live, "Ann")
    await ann.play_on()
    match = live.state.match
    assert match is not None
    remarks = [remark_of(match, 0, decision) for decision in list(decisions(match, 0))[:count]]
    review = Review(seat=0, ready=True, judged=count, decisions=count, cost=1.0, remarks=remarks)
    await service.add_review(ANN, live.id, "auction-pitch", review)
    return match, remarks


def remark_of(match: Match, seat: int, decision: Any) -> Remark:
    """Return a remark which says that the last legal action, other than the played one, would have been better."""
    view, step = decision.views[0], step_before(match, decision.deal, decision.number)
    legal = match_at(match, decision.deal, step).legal(seat)
    played = match.game.format_action(view, seat, decision.action)
    better = next(action for action in reversed(legal) if action != played)
    also = [action for action in legal if action not in (played, better)][:1]
    return Remark(
        deal=decision.deal,
        step=step,
        played=played,
        better=better,
        cost=1.5,
        margin=0.5,
        wins=0.1,
        reasons=[],
        also=also,
    )


async def ids_of(service: PracticeService, person: str, game: str = "auction-pitch") -> list[str]:
    overview = await service.overview(person)
    return next(found.due for found in overview.games if found.game == game)


# Questions


def stored(match: Match, seat: int, decision: Any) -> StoredPosition:
    step = step_before(match, decision.deal, decision.number)
    return StoredPosition("some", match.game.name, "table", None, seat, decision.deal, step, {})


@every_played_game
def test_a_position_is_what_the_seat_saw_when_it_decided(name, seats):
    match, rng = next(matches(name, seats, 1, "asked"))
    for _ in moments(match, rng):
        pass
    found = list(decisions(match, 1))
    for decision in random.Random(name).sample(found, min(8, len(found))):
        position = stored(match, 1, decision)
        then = match_at(match, position.deal, position.step)
        assert then.views(1).tobytes() == decision.views.tobytes()
        asked = question(position, then)
        words = match.game.format_action(decision.views[0], 1, decision.action)
        bids = asked.mine["bids"]
        assert words in asked.mine["legal"] or (bids and bids["low"] <= int(words.split()[1]) <= bids["high"])
        assert 1 in asked.board["acting"]


@every_played_game
def test_a_position_tells_nothing_that_its_seat_could_not_see(name, seats):
    """Check that the question stays the same, byte by byte, if the cards that its seat cannot see are dealt again."""
    compared = 0
    for match, rng in matches(name, seats, times(3), "secret"):
        for _ in moments(match, rng):
            if match.over or rng.random() > 0.15:
                continue
            seat = rng.choice(match.to_act)
            position = StoredPosition("some", name, "table", None, seat, len(match.deals), 0, {"played": "x"})
            twin = dealt_anew(match, seat, rng)
            asked = question(position, match).model_dump_json()
            assert asked == question(position, twin).model_dump_json()
            assert match.record() != twin.record() or "??" not in json.dumps(match.record(seat=seat))
            compared += match.record()["deals"] != twin.record()["deals"]
    assert compared > 3


async def test_the_answer_is_not_told_before_one_is_given(tmp_path):
    async with practice(tmp_path) as (hub, service, _):
        _, remarks = await reviewed(hub, service)
        for position_id, remark in zip(await ids_of(service, ANN), remarks, strict=True):
            asked = (await service.position(ANN, position_id)).model_dump()
            assert set(asked) == {
                *("id", "game", "title", "unit", "options", "names", "seat", "board", "mine", "events", "day")
            }
            other = {**remark.model_dump(), "played": "bid 4", "better": "pass", "cost": 9.0}
            changed = StoredPosition(**{**vars(await service.store.position(position_id)), "remark": other})
            match = await service._match(changed)
            assert question(changed, match).model_dump() == asked


async def test_positions_of_somebody_else_are_not_there(tmp_path):
    async with practice(tmp_path) as (hub, service, _):
        await reviewed(hub, service)
        assert await ids_of(service, BEN) == []
        for position_id in await ids_of(service, ANN):
            for ask in (
                service.position(BEN, position_id),
                service.answer(BEN, position_id, "pass"),
                service.felt(BEN, position_id, "easy"),
            ):
                with pytest.raises(NoPosition):
                    await ask
        with pytest.raises(NoPosition):
            await service.position(ANN, "none-such")


async def test_positions_of_a_closed_table_are_not_shown(tmp_path):
    async with practice(tmp_path) as (hub, service, _):
        await reviewed(hub, service)
        seen, new = await ids_of(service, ANN)
        position = await service.store.position(seen)
        assert position is not None and position.table_id is not None
        await service.position(ANN, seen)  # now in memory
        for action in ("close", "reopen"):
            await hub.store.administration.begin(action, position.table_id, "root", "", NOON)
            progress = next(one for one in (await service.overview(ANN)).games if one.game == position.game)
            listed = ([], 0, None) if action == "close" else ([seen, new], 2, None)
            assert (progress.due, progress.kept, progress.next_due) == listed
            for position_id in (seen, new):
                if action == "reopen":
                    await service.position(ANN, position_id)
                    continue
                with pytest.raises(NoPosition):
                    await service.position(ANN, position_id)
                with pytest.raises(NoPosition):
                    await service.answer(ANN, position_id, "pass")


# Answers


async def test_answers_are_judged_and_their_positions_asked_again_in_time(tmp_path):
    async with practice(tmp_path) as (hub, service, clock):
        _, remarks = await reviewed(hub, service)
        one, other = await ids_of(service, ANN)
        wrong = await service.answer(ANN, one, remarks[0].played)
        assert not wrong.right and wrong.remark == remarks[0] and wrong.share is None
        assert NOON < wrong.due <= NOON + DAY / 24
        right = await service.answer(ANN, other, remarks[1].better)
        assert right.right and right.table and right.due > NOON + DAY
        assert await ids_of(service, ANN) == []
        clock.now = wrong.due
        assert await ids_of(service, ANN) == [one]
        again = await service.answer(ANN, one, [*remarks[0].also, remarks[0].better][0])
        assert again.right and again.due > clock.now
        clock.now = right.due + 1
        assert set(await ids_of(service, ANN)) >= {other}


async def test_what_is_not_due_is_judged_and_not_put_off(tmp_path):
    async with practice(tmp_path) as (hub, service, clock):
        _, remarks = await reviewed(hub, service)
        one, _ = await ids_of(service, ANN)
        wrong = await service.answer(ANN, one, remarks[0].played)
        clock.now += 1
        right = await service.answer(ANN, one, remarks[0].better)
        assert right.right and right.due == wrong.due
        with pytest.raises(NotAnswered):
            await service.felt(ANN, one, "easy")


async def test_what_was_easy_comes_later_and_what_was_hard_sooner(tmp_path):
    async with practice(tmp_path) as (hub, service, _):
        _, remarks = await reviewed(hub, service)
        one, _ = await ids_of(service, ANN)
        good = (await service.answer(ANN, one, remarks[0].better)).due
        easy, hard = await service.felt(ANN, one, "easy"), await service.felt(ANN, one, "hard")
        assert hard < good < easy
        assert await service.felt(ANN, one, "easy") == easy  # the person can rate a position again


async def test_what_may_not_be_done_there_is_no_answer(tmp_path):
    async with practice(tmp_path) as (hub, service, _):
        await reviewed(hub, service)
        one, _ = await ids_of(service, ANN)
        for action in ("bid 9", "play", "nonsense"):
            with pytest.raises(IllegalAction):
                await service.answer(ANN, one, action)
        assert len(await ids_of(service, ANN)) == 2


async def test_a_review_that_is_made_again_brings_nothing_twice_and_forgets_nothing(tmp_path):
    async with practice(tmp_path) as (hub, service, clock):
        _, remarks = await reviewed(hub, service)
        one, _ = await ids_of(service, ANN)
        await service.answer(ANN, one, remarks[0].better)
        table = (await service.store.position(one)).table_id
        review = Review(seat=0, ready=True, judged=2, decisions=2, cost=1.0, remarks=remarks)
        await service.add_review(ANN, table, "auction-pitch", review)
        assert len(await ids_of(service, ANN)) == 1
        clock.now += 400 * DAY
        assert len(await ids_of(service, ANN)) == 2


async def test_practice_survives_a_restart(tmp_path):
    async with practice(tmp_path) as (hub, service, _):
        _, remarks = await reviewed(hub, service)
        one, other = await ids_of(service, ANN)
        await service.answer(ANN, one, remarks[0].better)
        before = await service.position(ANN, other)
    async with practice(tmp_path) as (hub, service, _):
        assert await ids_of(service, ANN) == [other]
        assert await service.position(ANN, other) == before


async def test_positions_belong_to_a_person_on_all_their_devices_until_they_are_erased(tmp_path):
    async with practice(tmp_path) as (hub, service, clock):
        _, remarks = await reviewed(hub, service)
        one, other = await ids_of(service, ANN)
        await service.answer(ANN, one, remarks[0].better)
        people = hub.store.people
        await people.join(BEN, ANN, clock.now)
        assert await people.identity_of(ANN) == await people.identity_of(BEN)
        person = await people.identity_of(ANN)
        assert await ids_of(service, person) == [other] and await ids_of(service, ANN) == []
        kept = await service.store.all_of(person)
        assert [(row["position_id"], row["first_right"]) for row in kept] == [(other, None), (one, True)]
        await people.forget(person)
        assert await service.store.all_of(person) == []


# Repetition


def test_the_same_answers_bring_the_same_days():
    def days(*right: bool) -> list[float]:
        card, now, found = repetition.new_card(NOON), NOON, []
        for one in right:
            card = json.loads(json.dumps(repetition.answered(card, one, now)))
            found.append(repetition.due(card) - now)
            now = repetition.due(card)
        return found

    assert days(True, True, False, True) == days(True, True, False, True)
    first, second, third = days(True, True, True)
    assert DAY <= first < second < third
    assert days(False)[0] < DAY / 24


# Today's positions


@pytest.mark.skipif(not COMPILED, reason="a search takes too long interpreted")
async def test_todays_positions_are_the_same_for_everybody_and_the_share_is_told_after_the_answer(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(daily, "NAMES", ("auction-pitch",))
    async with practice(tmp_path) as (_, service, clock):
        day = service.today()
        await service.daily._find(day)
        ann, ben = [await today(service, person) for person in (ANN, BEN)]
        assert ann == ben and 0 < len(ann) <= daily.POSITIONS
        assert all(one.right is None and one.share is None for one in ann)
        one = ann[0].id
        assert await service.position(ANN, one) == await service.position(BEN, one)
        remark = (await service.store.position(one)).remark
        assert (await service.answer(ANN, one, remark["better"])).share.people == 1
        answered = await service.answer(BEN, one, remark["played"])
        assert (answered.share.people, answered.share.right, answered.table) == (2, 1, None)
        third = (await service.answer("d" * 64, one, remark["better"])).share
        assert (third.people, third.right) == (3, 2)
        clock.now += DAY / 24
        assert (await service.answer(BEN, one, remark["better"])).share.right == 2  # only the first answer counts
        assert (await today(service, BEN))[0].right is False
        clock.now = NOON + DAY
        with pytest.raises(NoPosition):
            await service.position("c" * 64, one)
        assert (await service.position(ANN, one)).day == day


async def today(service: PracticeService, person: str) -> list[Any]:
    return next(found.daily for found in (await service.overview(person)).games if found.game == "auction-pitch")


@pytest.mark.skipif(not COMPILED, reason="a search takes too long interpreted")
async def test_whoever_looks_for_a_days_positions_finds_the_same_once(tmp_path, monkeypatch):
    monkeypatch.setattr(daily, "NAMES", ("auction-draw",))
    monkeypatch.setattr(daily, "DECISIONS", 6)
    positions = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        async with practice(folder) as (_, service, _clock):
            for _ in range(2):
                await service.daily._find("2030-01-02")
            record = await service.store.record("2030-01-02", "auction-draw")
            assert record is not None and faults(record) == []
            positions.append((record, await service.store.of_day("2030-01-02", ANN)))
            assert await service.store.of_day("2030-01-03", ANN) == {}
    assert positions[0] == positions[1]


@every_played_game
def test_the_houses_match_has_as_many_decisions_as_are_looked_at(name, seats):
    match, seat, made = daily.house_match("2030-01-02", name)
    assert len(made) == daily.DECISIONS or match.over
    again, other, _ = daily.house_match("2030-01-02", name)
    assert (again.record(), other) == (match.record(), seat)
    assert daily.house_match("2030-01-03", name)[0].record()["deals"] != match.record()["deals"]


async def test_while_people_play_the_searches_make_room(tmp_path, monkeypatch):
    """Check that the server searches for no daily positions while people play, and starts a search afterwards."""
    begun: list[str] = []
    async with open_hub(tmp_path) as hub:
        busy = True
        service = PracticeService(hub.store, hub.bot_pool, lambda: busy)
        monkeypatch.setattr(daily, "CHECK", 0.001)
        service.daily.want = lambda: begun.append("")
        service.daily.start()
        await asyncio.sleep(0.05)
        assert begun == []
        busy = False
        while not begun:
            await asyncio.sleep(0.001)
        await service.daily.close()


async def test_what_cannot_be_found_is_looked_for_again(tmp_path, monkeypatch):
    calls: list[str] = []

    def broken(day: str, game: str) -> Any:
        calls.append(game)
        raise RuntimeError("no room")

    monkeypatch.setattr(daily, "house_match", broken)
    monkeypatch.setattr(daily, "NAMES", NAMES[:1])
    async with practice(tmp_path) as (hub, service, _clock):
        monkeypatch.setattr(hub.bot_pool, "search_ready", hub.bot_pool.ready)
        for _ in range(2):
            await service.daily._find(service.today())
        overview = await service.overview(ANN)
        assert all(game.preparing for game in overview.games)
        assert [game.title for game in overview.games] == [load(name).title for name in NAMES]
    assert calls == [NAMES[0]] * 2


async def test_two_processes_on_one_file_keep_the_first_days_match(tmp_path):
    one, other = await Store.open(place(tmp_path / "house.db")), await Store.open(place(tmp_path / "house.db"))
    try:
        for number, store in enumerate((one, other)):
            await PracticeStore(store.database).add_day("2030-01-02", "auction-pitch", {"number": number}, [])
        assert await PracticeStore(one.database).record("2030-01-02", "auction-pitch") == {"number": 0}
    finally:
        await one.close()
        await other.close()
