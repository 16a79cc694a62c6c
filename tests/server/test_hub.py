"""Tables in memory: bots, absent people, and two processes on one store.

Every event that people see is stored, and all people see the events in the same order.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from saleroom.server.core.decide import CommandRefusal
from saleroom.server.realtime.erasure import erase
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.lobby import MAX_UNFINISHED
from saleroom.server.realtime.upkeep import Upkeep, resume_tables
from saleroom.server.storage.datafile import StoreTrouble
from tests.server.live_tables import Guest, holder, make_table, open_hub, until

pytestmark = pytest.mark.usefixtures("store_kind")

PITCH = {"game": "auction-pitch", "deals": 1}


def pitch_table(hub: Hub, *chairs: str, **more: Any):
    return make_table(hub, "auction-pitch", *chairs, **{"deals": 1, **more})


async def test_every_event_of_a_match_is_stored_and_broadcast_without_gaps(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
    ann, watcher = Guest(hub, table, "Ann"), Guest(hub, table, None)
    await ann.play_on()
    kept = await hub.store.load(table.id)
    assert kept is not None
    numbers = [event.number for event in kept[1]]
    assert numbers == list(range(1, table.state.version + 1))
    first = ann.told[0]["version"]
    assert ann.versions() == watcher.versions() == numbers[first:]
    last = next(message for message in reversed(ann.told) if message["type"] == "update")
    assert last["table"]["status"] == "over"


async def test_nothing_is_broadcast_before_it_is_durable(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "open", "open")
    ann = Guest(hub, table, "Ann")
    kept, real = asyncio.Event(), hub.store.append

    async def slow(*event: Any) -> None:
        await kept.wait()
        await real(*event)

    hub.store.append = slow
    said = asyncio.create_task(ann.do("say", text="Good evening"))
    await asyncio.sleep(0.05)
    assert ann.versions() == [] and not said.done()
    kept.set()
    assert (await said)["type"] == "done"
    assert len(ann.versions()) == 1


async def test_a_command_that_could_not_be_stored_changes_nothing_and_can_be_sent_again(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "open", "open")
    ann, real = Guest(hub, table, "Ann"), hub.store.append

    async def full(*_: Any) -> None:
        raise StoreTrouble("the disk is full")

    async def kept_but_not_told(*event: Any) -> None:
        await real(*event)
        raise StoreTrouble("the disk is odd")

    hub.store.append = full
    assert (await ann.do("say", "command-1", text="Hello"))["reason"] == "trouble"
    hub.store.append = kept_but_not_told
    assert (await ann.do("say", "command-2", text="Hello"))["reason"] == "trouble"
    assert ann.versions() == []
    hub.store.append = real
    assert (await ann.do("say", "command-1", text="Hello"))["type"] == "done"
    assert (await ann.do("say", "command-2", text="Hello"))["type"] == "done"
    assert len(ann.versions()) == 2


async def test_a_command_sent_again_is_carried_out_once(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "open", "open")
    ann = Guest(hub, table, "Ann")
    told = await asyncio.gather(*(ann.do("say", "command-1", text="Hello") for _ in range(5)))
    assert {answer["version"] for answer in told} == {table.state.version}
    assert len(ann.versions()) == 1


async def test_two_processes_on_one_file_agree_on_one_order_of_events(tmp_path: Path) -> None:
    """Check that the first process to write an event number wins.

    The other process applies the stored event, broadcasts it, and decides on its own command again.
    """
    async with open_hub(tmp_path) as one, open_hub(tmp_path) as two:
        here = await pitch_table(one, "me", "open", "open", "open")
        there = await two.find(here.id)
        assert there is not None
        ann, ben = Guest(one, here, "Ann"), Guest(two, there, "Ben")
        assert (await ann.do("say", text="Is anybody there?"))["type"] == "done"
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert [message["what"]["kind"] for message in ben.told if message["type"] == "update"] == ["say", "sit"]
        both = await asyncio.gather(
            *(guest.do("say", text="At once") for guest in (ann, ben) for _ in range(5)),
            ann.do("say", "command-again", text="Once"),
        )
        assert {answer["type"] for answer in both} == {"done"}
        await here.refresh()
        await there.refresh()
        assert here.state.version == there.state.version
        assert ann.versions() == ben.versions() == list(range(ann.versions()[0], here.state.version + 1))
        carol = Guest(one, here, "Carol")
        assert (await carol.do("sit", seat=1, name="Carol"))["reason"] == "full"


async def test_nothing_is_refused_for_what_another_process_has_changed(tmp_path: Path) -> None:
    """Check a command to a process that does not yet know that another process has changed the table."""
    slow = {"easy": 60.0}  # no bot moves between the last refresh and the comparison
    async with open_hub(tmp_path, slow) as one, open_hub(tmp_path, slow) as two:
        here = await pitch_table(one, "me", "open", "bot", "bot")
        there = await two.find(here.id)
        assert there is not None
        ann, ben = Guest(one, here, "Ann"), Guest(two, there, "Ben")
        assert (await ann.do("start"))["reason"] == "not-now"
        assert (await ben.do("sit", seat=1, name="Ben"))["type"] == "done"
        assert (await ann.do("start"))["type"] == "done"
        await there.refresh()
        assert there.state.version == here.state.version


async def test_bots_go_on_after_a_restart_until_a_person_is_to_act(tmp_path: Path) -> None:
    async with open_hub(tmp_path, {"easy": 60.0}) as hub:
        due: list[str] = []
        waiting: set[str] = set()
        while not (due and waiting):
            table = await pitch_table(hub, "bot", "me", "bot", "bot", start=True)
            if table.state.bots_to_act():
                due.append(table.id)
            else:
                waiting.add(table.id)
        table_id = due[0]
        alone = (await pitch_table(hub, "bot", "bot", "bot", "bot", start=True)).id
    async with open_hub(tmp_path) as hub:
        upkeep = Upkeep(hub)
        upkeep.start()
        await until(lambda: table_id in hub._tables and hub._tables[table_id].state.people_to_act())
        assert not waiting & set(hub._tables), "a person has to act: the table is loaded when they connect"
        assert alone not in hub._tables, "no person waits for it"
        table = await hub.find(alone)
        assert table is not None
        Guest(hub, table, None)
        await until(lambda: table.state.over)
        await upkeep.close()


async def test_bots_alone_play_while_somebody_watches_and_pause_otherwise(tmp_path: Path) -> None:
    async with open_hub(tmp_path, {"easy": 0.01}) as hub:
        hub.delays = replace(hub.delays, unwatched=0.1)
        table = await pitch_table(hub, "bot", "bot", "bot", "bot", start=True)
        await asyncio.sleep(0.5)
        version = table.state.version
        assert not table.state.over and not table.autoplay.busy
        watcher = Guest(hub, table, None)
        await until(lambda: table.state.version > version)
        watcher.leave()
        await until(lambda: not table.autoplay.busy)
        assert not table.state.over
        hub.evict_idle(0)
        assert not hub._tables


async def test_after_a_restart_it_is_the_same_persons_turn(tmp_path: Path) -> None:
    async with open_hub(tmp_path) as hub:
        table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
        ann = Guest(hub, table, "Ann")
        await until(lambda: ann.asked is not None)
        await ann.act()
        await until(lambda: ann.asked is not None)
        before, table_id = table.state.record(None), table.id
    async with open_hub(tmp_path) as hub:
        table = await hub.find(table_id)
        assert table is not None and table.state.record(None) == before
        await Guest(hub, table, "Ann").play_on()


async def test_a_restart_corrects_a_summary_that_was_not_stored(tmp_path: Path) -> None:
    async with open_hub(tmp_path) as hub:
        hub.store.note_summary = lambda *_: None
        table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
        while not table.state.bots_to_act():  # need a table whose stored summary says that bots have to act
            table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
        await Guest(hub, table, "Ann").play_on()
        brief = await hub.store.summary(table.id)
        assert brief is not None and brief[1].status == "playing"
        assert (await hub.lobby.summary(table.id))[1].status == "over"  # from memory
    async with open_hub(tmp_path) as hub:
        await resume_tables(hub)
    async with open_hub(tmp_path) as hub:
        brief = await hub.store.summary(table.id)
        assert brief is not None and brief[1].status == "over"


async def test_a_table_is_loaded_once_and_evicted_when_nobody_is_connected(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "open", "open")
    ann = Guest(hub, table, "Ann")
    hub.evict_idle(0)
    assert hub._tables
    ann.leave()
    hub.evict_idle(60)
    assert hub._tables
    hub.evict_idle(0)
    assert not hub._tables
    first, second = await asyncio.gather(hub.find(table.id), hub.find(table.id))
    assert first is second is not None
    assert await hub.find("nowhere") is None


async def test_a_table_that_is_evicted_while_its_edition_is_read_is_loaded_again(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
    ann = Guest(hub, table, "Ann")
    await ann.play_on()
    ann.leave()
    await until(lambda: table.idle)
    reading, read, real = asyncio.Event(), asyncio.Event(), hub.store.leases.edition

    async def slow(table_id: str) -> int:
        reading.set()
        await read.wait()
        return await real(table_id)

    hub.store.leases.edition = slow
    finding = asyncio.create_task(hub.find(table.id))
    await reading.wait()
    hub.evict_idle(0)
    assert table.evicted
    read.set()
    found = await finding
    assert found is not None and found is hub.in_memory(table.id) and not found.evicted


# Bots


async def test_a_slow_bot_does_not_delay_other_tables(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks(name: str, *rest: Any) -> int:
        if name == "random":
            woken.wait(60)
        return real(name, *rest)

    from saleroom.server.workers import bot_pool

    real, woken = bot_pool._choose, threading.Event()
    monkeypatch.setattr(bot_pool, "_choose", thinks)

    slow = [await pitch_table(hub, *["random"] * 4, start=True) for _ in range(6)]
    await asyncio.sleep(0.1)
    versions = [table.state.version for table in slow]
    table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
    await Guest(hub, table, "Ann").play_on()
    assert [table.state.version for table in slow] == versions
    woken.set()


async def test_a_bot_is_given_the_view_of_its_own_seat_only(hub: Hub) -> None:
    seen: list[Any] = []

    def watched(real: Any) -> Any:
        async def call(function: Any, *arguments: Any) -> Any:
            seen.append(arguments)
            return await real(function, *arguments)

        return call

    hub.bot_pool.run, hub.bot_pool.think = watched(hub.bot_pool.run), watched(hub.bot_pool.think)
    table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
    ann = Guest(hub, table, "Ann")
    await until(lambda: ann.asked is not None)
    await ann.do("hint")
    match = table.state.match
    # the searches for the bots' moves and for the hint
    chosen = [arguments[-3:] for arguments in seen if isinstance(arguments[-1], int)]
    assert chosen
    for game, views, _ in chosen:
        assert game is match.game
        assert not views[0]["dice"].any() if "dice" in views.dtype.names else True
    assert chosen[-1][1].tobytes() == match.views(ann.seat).tobytes()


async def test_a_bot_that_fails_is_asked_again(hub: Hub) -> None:
    real, failures = hub.bot_pool.choose, 3

    async def fails(*arguments: Any) -> int:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise RuntimeError("no idea")
        return await real(*arguments)

    hub.bot_pool.choose = fails
    table = await pitch_table(hub, "bot", "bot", "bot", "bot", start=True)
    await until(lambda: table.state.over)


async def test_people_see_which_bot_thinks_before_it_moves(hub: Hub) -> None:
    thinking, thought, real, seats = asyncio.Event(), asyncio.Event(), hub.bot_pool.choose, list[int]()

    async def choose(match: Any, seat: int, *rest: Any) -> int:
        seats.append(seat)
        thinking.set()
        await thought.wait()
        return await real(match, seat, *rest)

    hub.bot_pool.choose = choose  # type: ignore[method-assign]
    table = await pitch_table(hub, "bot", "bot", "bot", "bot", start=True)
    watcher = Guest(hub, table, None)
    await thinking.wait()
    board = next(message["board"] for message in reversed(watcher.told) if message.get("board"))
    assert board["acting"] == seats
    thought.set()


# Absent people


async def test_autoplay_moves_for_a_person_who_is_away_until_they_are_back(tmp_path: Path) -> None:
    async with open_hub(tmp_path, grace=0.3) as hub:
        table = await pitch_table(hub, "me", "open", "bot", "bot")
        ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
        await ben.do("sit", seat=1, name="Ben")
        await ann.do("start")
        ben.leave()
        while table.state.turn_version(1) is None:
            await until(lambda: ann.asked is not None or table.state.turn_version(1) is not None)
            if ann.asked is not None:
                await ann.act()
        await until(lambda: any(event["what"]["by_house"] for event in ann.told if event["type"] == "update"))
        ben = Guest(hub, table, "Ben")
        await asyncio.sleep(0.3)  # a bot's move that had begun when Ben returned is still made
        while table.state.turn_version(1) is None and not table.state.over:
            await until(lambda: ann.asked is not None or table.state.turn_version(1) is not None)
            if ann.asked is not None:
                await ann.act()
        version = table.state.version
        await asyncio.sleep(0.5)
        assert table.state.version == version  # Ben is present, so only the clock limits Ben
        assert (await ben.act())["type"] == "done"


async def test_a_person_who_comes_back_while_autoplay_thinks_moves_themselves(tmp_path: Path) -> None:
    async with open_hub(tmp_path, grace=0.1) as hub:
        table = await pitch_table(hub, "me", "open", "open", "open")
        names = ("Ann", "Ben", "Cleo", "Dan")
        guests = [Guest(hub, table, name) for name in names]
        for seat in (1, 2, 3):
            await guests[seat].do("sit", seat=seat, name=names[seat])
        thinking, thought, real = asyncio.Event(), asyncio.Event(), hub.bot_pool.choose

        async def choose(*arguments: Any) -> int:
            thinking.set()
            await thought.wait()
            return await real(*arguments)

        hub.bot_pool.choose = choose
        await guests[0].do("start")
        away = next(guest for guest in guests if guest.asked is not None)
        away.leave()
        await thinking.wait()
        version, back = table.state.version, Guest(hub, table, away.name)
        thought.set()
        await asyncio.sleep(0.1)
        assert table.state.version == version
        assert (await back.act())["type"] == "done"


async def test_autoplay_waits_when_nobody_else_is_connected(tmp_path: Path) -> None:
    async with open_hub(tmp_path, grace=0.05) as hub:
        table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
        watcher = Guest(hub, table, None)
        await until(table.state.people_to_act)
        version = table.state.version
        await asyncio.sleep(0.3)
        assert table.state.version == version
        assert watcher.versions() == watcher.versions()


async def test_presence_is_broadcast_when_people_come_and_go(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "open", "open")
    ann, other = Guest(hub, table, "Ann"), Guest(hub, table, "Ann")
    watcher = Guest(hub, table, None)
    await until(lambda: ann.told[-1] == {"type": "presence", "present": [True, *[False] * 3], "watchers": 1})
    ann.leave()
    await asyncio.sleep(0.1)
    assert watcher.told[-1]["present"][0]  # Ann is still present on another device
    other.leave()
    await until(lambda: not watcher.told[-1].get("present", [True])[0])


async def test_a_nudge_makes_autoplay_move_once(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "bot", "bot")
    ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
    await ben.do("sit", seat=1, name="Ben")
    await ann.do("settle", clock=30)
    await ann.do("start")
    await until(table.state.people_to_act)
    due, other = (ann, ben) if ann.asked is not None else (ben, ann)
    assert (await other.do("nudge", seat=due.seat))["reason"] == "not-now"
    table.state.progress.turn_began_at[due.seat] -= 31
    told = await asyncio.gather(*(other.do("nudge", "command-nudge", seat=due.seat) for _ in range(3)))
    assert {answer["type"] for answer in told} == {"done"}
    moves = [event for event in (await hub.store.load(table.id))[1] if event.command == "command-nudge"]
    assert len(moves) == 1 and moves[0].data["by_house"] and moves[0].seat == due.seat


async def test_a_nudge_makes_autoplay_play_for_an_absent_person_until_they_are_back(tmp_path: Path) -> None:
    async with open_hub(tmp_path, grace=1e6) as hub:
        table = await pitch_table(hub, "me", "open", "bot", "bot")
        ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
        await ben.do("sit", seat=1, name="Ben")
        await ann.do("start")
        while ben.asked is None:
            await until(table.state.people_to_act)
            if ann.asked is not None:
                await ann.act()
        assert (await ann.do("nudge", seat=1))["reason"] == "not-now", "Ben is here"
        ben.leave()
        assert (await Guest(hub, table, None).do("nudge", seat=1))["reason"] == "not-yours"
        assert (await ann.do("nudge", seat=7))["text"] == "This table has 4 seats."
        assert (await ann.do("nudge", seat=1))["type"] == "done"
        playing = asyncio.create_task(ann.play_on())
        await until(lambda: len([one for one in updates(ann) if one["what"]["by_house"]]) >= 3)
        again = Guest(hub, table, "Ben")
        count = len(updates(ann))
        await until(lambda: again.asked is not None and table.state.people_to_act() == [1])
        assert not [one for one in updates(ann)[count:] if one["what"]["by_house"]], "they are back"
        playing.cancel()


def updates(guest: Guest) -> list[Any]:
    """Return the updates that a person got."""
    return [message for message in guest.told if message["type"] == "update"]


# Other tests


async def test_hints_and_the_reasons_against_actions_are_answered(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
    ann, watcher = Guest(hub, table, "Ann"), Guest(hub, table, None)
    await until(lambda: ann.asked is not None)
    hint = await ann.do("hint")
    assert hint["type"] == "hinted" and hint["action"] in table.state.match.legal(ann.seat)
    assert hint["reasons"]
    assert (await ann.do("why", action=hint["action"]))["text"] is None
    assert (await ann.do("why", action="play 9Z"))["text"]
    assert (await watcher.do("hint"))["reason"] == "not-yours"
    assert (await watcher.do("why", action="pass"))["reason"] == "not-yours"
    assert (await watcher.do("act", at=1, action="pass"))["reason"] == "not-yours"


async def test_a_rematch_brings_everybody_to_one_new_table(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
    ann = Guest(hub, table, "Ann")
    assert (await ann.do("rematch"))["reason"] == "not-now"
    await ann.play_on()
    told = await asyncio.gather(*(ann.do("rematch") for _ in range(3)))
    assert sorted(answer["type"] for answer in told) == ["done", "refused", "refused"]
    new = await hub.find(table.state.rematch)
    assert new is not None and new.state.header.server_seed != table.state.header.server_seed
    assert new.state.seat_of(ann.holder) == 0
    await Guest(hub, new, "Ann").play_on()


async def test_an_undo_request_is_granted_when_nobody_else_is_connected(tmp_path: Path) -> None:
    async with open_hub(tmp_path, grace=0.1) as hub:
        table = await pitch_table(hub, "me", "open", "open", "open")
        guests = [Guest(hub, table, name) for name in ("Ann", "Ben", "Cleo", "Dan")]
        for seat in (1, 2, 3):
            await guests[seat].do("sit", seat=seat, name=guests[seat].name)
        await guests[0].do("start")
        mover = next(guest for guest in guests if guest.asked is not None)
        before = table.state.record(None)
        await mover.act()
        await mover.do("undo")
        assert table.state.undo_request is not None
        for guest in guests:
            if guest is not mover:
                guest.leave()
        await until(lambda: table.state.undo_request is None)
        assert table.state.record(None) == before


@pytest.mark.parametrize("asker_is_back", [True, False])
async def test_after_a_restart_an_undo_request_waits_until_people_could_reconnect(
    tmp_path: Path, asker_is_back: bool
) -> None:
    async with open_hub(tmp_path) as hub:
        table = await pitch_table(hub, "me", "open", "open", "open")
        guests = [Guest(hub, table, name) for name in ("Ann", "Ben", "Cleo", "Dan")]
        for seat in (1, 2, 3):
            await guests[seat].do("sit", seat=seat, name=guests[seat].name)
        await guests[0].do("start")
        mover = next(guest for guest in guests if guest.asked is not None)
        await mover.act()
        await mover.do("undo")
    async with open_hub(tmp_path, grace=0.4) as hub:
        table = await hub.find(table.id)
        assert table is not None
        if asker_is_back:
            Guest(hub, table, mover.name)
        await asyncio.sleep(0.3)
        assert table.state.undo_request is not None, "the others may still come"
        await asyncio.sleep(0.4)
        assert (table.state.undo_request is None) == asker_is_back


async def test_a_person_who_lost_connection_briefly_is_still_asked_to_agree_to_an_undo(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "open", "bot", "bot")
    guests = [Guest(hub, table, name) for name in ("Ann", "Ben")]
    await guests[1].do("sit", seat=1, name="Ben")
    await guests[0].do("start")
    await until(table.state.people_to_act)
    mover = next(guest for guest in guests if guest.asked is not None)
    other = guests[1 - guests.index(mover)]
    await mover.act()
    other.leave()
    table.presence._away_since[other.seat] -= 15
    assert (await mover.do("undo"))["type"] == "done"
    assert table.state.undo_request is not None


async def test_rematch_requests_at_the_same_time_make_one_table(hub: Hub, tmp_path: Path) -> None:
    async with open_hub(tmp_path) as other:
        table = await pitch_table(hub, "me", "open", "bot", "bot")
        ann, ben = Guest(hub, table, "Ann"), Guest(hub, table, "Ben")
        await ben.do("sit", seat=1, name="Ben")
        await ann.do("start")
        await asyncio.gather(ann.play_on(), ben.play_on())
        there = await other.find(table.id)
        assert there is not None
        cleo = Guest(other, there, "Ben")
        told = await asyncio.gather(*(guest.do("rematch") for guest in (ann, ben, cleo)))
        assert sorted(answer["type"] for answer in told) == ["done", "refused", "refused"]
        assert {answer.get("reason", "not-now") for answer in told} == {"not-now"}
        assert {header.id for header, _ in await hub.lobby.tables_of(ann.holder)} == {table.id, table.state.rematch}


async def test_a_rematch_table_that_the_old_table_could_not_name_is_used_again(hub: Hub) -> None:
    table = await pitch_table(hub, "me", "bot", "bot", "bot", start=True)
    ann, real = Guest(hub, table, "Ann"), hub.store.append
    await ann.play_on()

    async def full(*_: Any) -> None:
        raise StoreTrouble("the disk is full")

    hub.store.append = full
    assert (await ann.do("rematch"))["reason"] == "trouble"
    hub.store.append = real
    assert (await ann.do("rematch"))["type"] == "done"
    assert len(await hub.lobby.tables_of(ann.holder)) == 2


async def test_a_person_cannot_make_unlimited_unfinished_tables(hub: Hub) -> None:
    for _ in range(MAX_UNFINISHED - 1):
        await pitch_table(hub, "me", "open", "open", "open")
    await hub.lobby.check_quota(holder("Ann"))
    await pitch_table(hub, "me", "open", "open", "open")
    with pytest.raises(CommandRefusal, match="not finished"):
        await hub.lobby.check_quota(holder("Ann"))
    await hub.lobby.check_quota(holder("Ben"))


async def test_a_finished_table_in_memory_has_what_another_process_has_erased(tmp_path: Path) -> None:
    async with open_hub(tmp_path) as here, open_hub(tmp_path) as elsewhere:
        table = await pitch_table(here, "me", "bot", "bot", "bot", start=True)
        ann = Guest(here, table, "Ann")
        await ann.play_on()
        assert await here.find(table.id) is table
        await here.results.wait_until_written()
        await erase(elsewhere, [holder("Ann")], holder("Ann"))
        again = await here.find(table.id)
        assert again is not None and again.state.over and "Ann" not in [place.name for place in again.state.seats]
        assert ann.dropped is not None and await here.find(table.id) is again
