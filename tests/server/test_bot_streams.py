"""Event streams of programs: no message is lost or repeated, and each stream ends at the right time."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager

import pytest

from saleroom.server.core.state.table import BOT_ACCOUNT_PREFIX
from saleroom.server.protocol import commands
from saleroom.server.realtime import bot_streams, strays
from saleroom.server.realtime.bot_events import BotEventStream, bot_activity, changes
from saleroom.server.realtime.bot_streams import EVENTS, BotStream, BotTableStream, OpenStreams
from saleroom.server.realtime.commands import handle
from saleroom.server.storage.bot_challenges import OPEN, BotChallenge
from saleroom.server.storage.bots import SCOPES
from tests.server.live_tables import PATIENCE, Guest, ids, make_table, open_hub, until

pytestmark = pytest.mark.usefixtures("store_kind")

ALL = frozenset(SCOPES)


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


class Reader:
    """Reader of a stream of messages, one message a line."""

    def __init__(self, lines) -> None:
        self.lines = lines

    async def line(self) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await anext(self.lines)

    async def next(self) -> dict:
        """Return the next message, skipping empty lines."""
        while not (line := await self.line()).strip():
            pass
        return json.loads(line)

    async def rest(self) -> list[dict]:
        """Return all messages up to the end of the stream."""
        async with asyncio.timeout(PATIENCE):
            return [json.loads(line) async for line in self.lines if line.strip()]


async def seated(hub, live, seat, name="Bot"):
    """Create a program, seat it, and return it."""
    program = await hub.store.bots.make(f"{name} {next(ids)}", None, 0.0)
    sit = commands.Sit(type="sit", id=next(ids), seat=seat, name=program.name)
    assert (await handle(hub, live, sit, program.holder))["type"] == "done"
    return program


@asynccontextmanager
async def a_match(path):
    """Yield a match of Ann, a program and two bots, with a reader of the program's stream."""
    async with open_hub(path) as hub:
        live = await make_table(hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
        program, ann = await seated(hub, live, 1), Guest(hub, live, "Ann")
        await ann.do("start")
        stream = BotTableStream(live, program.holder)
        yield hub, live, program, ann, Reader(stream.lines(yes))


async def test_a_program_is_told_of_everything_that_happens_until_the_end(tmp_path):
    async with a_match(tmp_path) as (hub, live, program, ann, reader):
        full = await reader.next()
        assert full["type"] == "gameFull" and full["seat"] == 1 and full["state"]["status"] == "started"
        playing = asyncio.create_task(ann.play_on())
        state, states = full["state"], []
        while state["status"] == "started":
            if state["seq"] is not None and state["seq"] == live.state.turn_version(1):
                act = {"type": "act", "id": next(ids), "at": state["seq"], "action": state["legal"][0]}
                assert (await handle(hub, live, commands.Act(**act), program.holder))["type"] == "done"
            state = await reader.next()
            states.append(state)
        await playing
        assert await reader.rest() == []  # the stream ends with the match
        moves = [event for event in await hub.store.events_after(live.id, 0) if event.kind == "move"]
        assert len(moves) - len(states) in range(3)  # bots made these moves before the stream began


async def test_a_stream_stays_at_its_process_if_another_one_owns_the_table(tmp_path, monkeypatch):
    async with a_match(tmp_path) as (hub, live, _, _, reader):
        await reader.next()
        (stream,) = (each for each in live.presence.listeners if isinstance(each, BotTableStream))
        search = strays.Strays(hub)
        search.neighbours = lambda: ["owner"]
        monkeypatch.setattr(live, "owner", "owner")
        search.send_home(0.0)
        search.send_home(strays.AFTER)
        assert not stream.ended


async def test_chat_and_requests_to_take_back_are_told(tmp_path):
    async with a_match(tmp_path) as (_, _, _, ann, reader):
        await reader.next()
        await ann.do("say", text="hello")
        while (told := await reader.next())["type"] == "gameState":
            pass
        assert told == {"type": "chatLine", "seat": 0, "text": "hello"}


async def test_an_idle_stream_sends_empty_lines_while_its_token_holds(tmp_path, monkeypatch):
    monkeypatch.setattr(bot_streams, "KEEP_ALIVE", 0.01)
    async with a_match(tmp_path) as (hub, live, program, _, reader):
        await reader.next()
        await until(lambda: live.state.people_to_act() and not live.autoplay.busy)
        while (await reader.line()).strip():
            pass  # moves of bots
        gone = Reader(BotTableStream(live, program.holder).lines(no))
        await gone.next()
        assert await gone.rest() == []  # the program's token has been revoked
        events = Reader(BotEventStream(hub, program, ALL, time.time).lines(yes))
        assert (await events.next())["type"] == "gameStart"
        assert await events.line() == b"\n"


async def test_a_program_is_present_while_it_listens_and_away_afterwards(tmp_path):
    async with a_match(tmp_path) as (_, live, _, _, reader):
        await reader.next()
        assert live.presence.present()[1]
        await reader.lines.aclose()
        assert not live.presence.present()[1]


async def test_a_program_that_is_sent_away_is_told_no_more(tmp_path):
    async with a_match(tmp_path) as (_, _, _, ann, reader):
        await reader.next()
        await ann.do("remove", seat=1)
        assert all(message["type"] == "gameState" for message in await reader.rest())


async def test_whoever_reads_too_slowly_is_dropped(tmp_path, monkeypatch):
    monkeypatch.setattr(bot_streams, "MOST_WAITING", 3)
    async with a_match(tmp_path) as (_, _, _, ann, reader):
        await reader.next()
        for _ in range(6):
            await ann.do("say", text="and on")
        assert 3 <= len(await reader.rest()) <= 4


async def test_events_are_told_as_they_come_and_again_to_whoever_connects(tmp_path):
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "me", "open", "open", "bot", deals=1)
        program = await hub.store.bots.make("Bot", None, 0.0)
        reader = Reader(BotEventStream(hub, program, ALL, time.time).lines(yes))
        asked = BotChallenge("c1", live.id, 1, program.id, "a", "Ann", OPEN, time.time())
        await hub.store.bot_challenges.add(asked)
        assert (await reader.next())["challenge"]["id"] == "c1"
        again = Reader(BotEventStream(hub, program, ALL, time.time).lines(yes))
        assert (await again.next())["challenge"]["id"] == "c1"
        await seated(hub, live, 1, "Other")
        assert await reader.next() == {"type": "challengeClosed", "id": "c1"}  # a person has taken the seat
        sit = commands.Sit(type="sit", id=next(ids), seat=2, name="Bot")
        await handle(hub, live, sit, program.holder)
        ann = Guest(hub, live, "Ann")
        await ann.do("start")
        assert (await reader.next())["type"] == "gameStart"
        await ann.do("remove", seat=2)
        assert (await reader.next()) | {"status": "left"} == {
            **{"type": "gameFinish", "table": live.id, "game": "auction-pitch", "seat": 2, "status": "left"}
        }


async def test_the_end_of_a_match_is_told_with_its_scores(tmp_path):
    async with a_match(tmp_path) as (hub, live, program, ann, _):
        reader = Reader(BotEventStream(hub, program, ALL, time.time).lines(yes))
        assert (await reader.next())["type"] == "gameStart"
        playing = asyncio.create_task(ann.play_on())
        while not live.state.over:
            await until(lambda: live.state.turn_version(1) is not None or live.state.over)
            if not live.state.over:
                match, at = live.state.match, live.state.turn_version(1)
                act = commands.Act(type="act", id=next(ids), at=at, action=match.legal(1)[0])
                await handle(hub, live, act, program.holder)
        await playing
        told = await reader.next()
        assert told["type"] == "gameFinish" and told["status"] == "over"
        assert told["scores"] == live.state.match.scores


async def test_a_token_hears_only_what_its_scopes_open(tmp_path):
    async with a_match(tmp_path) as (hub, live, program, _, _):
        other = await make_table(hub, "auction-pitch", "me", "open", "bot", "bot")
        asked = BotChallenge("c1", other.id, 1, program.id, "a", "Ann", OPEN, time.time())
        await hub.store.bot_challenges.add(asked)
        found = await bot_activity(hub, program, frozenset({"bot:play"}), time.time())
        assert list(found.games) == [live.id] and not found.challenges
        found = await bot_activity(hub, program, frozenset({"challenge:read"}), time.time())
        assert not found.games and list(found.challenges) == ["c1"]
        assert list(changes(found, found)) == []


def test_a_newer_stream_of_the_same_kind_ends_the_older():
    streams, older, newer, other = OpenStreams(), BotStream(), BotStream(), BotStream()
    one, two = streams.holding("one", "table", older), streams.holding("two", "table", other)
    with one, two, streams.holding("one", "table", newer):
        assert older.ended and not newer.ended and not other.ended
        streams.end_all()
        assert newer.ended and other.ended


async def test_only_streams_of_events_are_woken_by_a_change_elsewhere(monkeypatch):
    streams, events, table = OpenStreams(), BotStream(), BotStream()
    with streams.holding("one", EVENTS, events), streams.holding("one", "table", table):
        streams.wake_all()
        assert await events.wait_for_change(PATIENCE) and not await table.wait_for_change(0)
        monkeypatch.setattr(bot_streams, "MOST_STREAMS", 2)
        assert streams.has_room("one", "table") and not streams.has_room("one", "more")
        assert streams.has_room("two", "more")


async def test_holders_of_programs_are_no_digests(tmp_path):
    async with open_hub(tmp_path) as hub:
        program = await hub.store.bots.make("Bot", None, 0.0)
        assert program.holder == BOT_ACCOUNT_PREFIX + program.id and len(program.holder) <= 64


async def test_the_house_moves_for_a_silent_program_whose_stream_is_open(tmp_path, monkeypatch):
    """Check a table for which no clock was chosen. The default clock must run out, although all people are present."""
    monkeypatch.setattr("saleroom.server.core.state.table.BOT_CLOCK", 0.2)
    async with a_match(tmp_path) as (hub, live, _, ann, reader):
        await reader.next()
        playing = asyncio.create_task(ann.play_on())
        assert (await reader.rest())[-1]["status"] == "over"
        await playing
        moves = [event for event in await hub.store.events_after(live.id, 0) if event.kind == "move"]
        assert all(event.data["by_house"] for event in moves if event.seat == 1)


async def test_nobody_is_hurried_at_a_table_of_people_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("saleroom.server.core.state.table.BOT_CLOCK", 0.01)
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", deals=1)
        ann = Guest(hub, live, "Ann")
        await ann.do("start")
        await until(lambda: live.state.people_to_act() and not live.autoplay.busy)
        version = live.state.version
        await asyncio.sleep(0.2)
        assert live.state.version == version and live.state.clock is None


async def test_a_stream_asks_for_each_move_once(tmp_path):
    """Check that messages during a sealed phase do not repeat a request that the program has not answered yet."""
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-house", "me", "open", "bot", "bot", rounds=1)
        program, ann = await seated(hub, live, 1), Guest(hub, live, "Ann")
        await ann.do("start")
        reader = Reader(BotTableStream(live, program.holder).lines(yes))
        full = await reader.next()
        playing = asyncio.create_task(ann.play_on())
        asked, waiting, state = [], [], full["state"]
        while state["status"] == "started":
            if state["seq"] is None:
                waiting.append(live.state.turn_version(1) in asked)
            else:
                asked.append(state["seq"])
                act = {"type": "act", "id": next(ids), "at": state["seq"], "action": state["legal"][0]}
                await asyncio.sleep(0.05)  # meanwhile, other seats choose
                assert (await handle(hub, live, commands.Act(**act), program.holder))["type"] == "done"
            state = await reader.next()
        await playing
        assert len(asked) == len(set(asked)) > 8
