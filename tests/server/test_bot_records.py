"""A match over the Bot API, replayed over standard input, gives the same decisions, messages and record."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from saleroom import bots
from saleroom.games import NAMES, load
from saleroom.match.match import Match
from saleroom.match.move_requests import MoveRequester
from saleroom.server.core.state.table import TableState
from saleroom.server.storage.store import Store
from tests import children
from tests.server.test_bot_matches import has_come_to, new_table, started, token_of

pytestmark = pytest.mark.integration

BOT = [sys.executable, str(Path(__file__).with_name("noting_bot.py"))]
PROGRAMS = ("Python", "JavaScript")
REQUEST = ("seq", "left", "legal")
"""Fields of a request to move.

Over a pipe, sealed choices are requested in the order of seats; the API requests them simultaneously.
"""
OF_THE_TABLE = ("clock", "players", "state")
Notes = dict[str, list[dict[str, Any]]]


def read_notes(path: Path) -> Notes:
    """Return the messages to a bot, grouped by table."""
    found: Notes = defaultdict(list)
    for line in path.read_text("utf-8").split("\n")[:-1]:  # without a line that is being written
        table, message = json.loads(line)
        found[table].append(message)
    return found


def states(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the state from each message that contains one."""
    return [message.get("state", message) for message in messages if "board" in message.get("state", message)]


def requests(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the states in which the bot had to act."""
    return [state for state in states(messages) if state["seq"] is not None]


def positions(messages: list[dict[str, Any]]) -> set[str]:
    """Return the states in the given messages as JSON, without the fields that only a request to move has."""
    return {
        json.dumps({key: value for key, value in state.items() if key not in REQUEST}, sort_keys=True)
        for state in messages
    }


def choices(messages: list[dict[str, Any]]) -> list[tuple[list[str], list[str]]]:
    """Return the legal actions and the hand from each request to move."""
    return [(state["legal"], state["mine"]["hand"]) for state in requests(messages)]


async def over_api(folder: Path) -> dict[str, TableState]:
    """Play a match of every game with two programs and built-in bots; return the table states by game."""
    data = folder / "house.db"
    async with AsyncExitStack() as stack:
        server = await started(data)
        stack.push_async_callback(server.kill)
        secrets = {name: await token_of(server, name) for name in PROGRAMS}
        for name in PROGRAMS:
            stack.enter_context(children.child([*BOT, str(folder / name), f"http://{server.place}", secrets[name]]))
        tables = {game: await new_table(server, secrets["Python"], game) for game in NAMES}
        final = {game: await has_come_to(data, table, 10**9) for game, table in tables.items()}
        while not all(ends_are_noted(folder / name, tables.values()) for name in PROGRAMS):
            await asyncio.sleep(0.1)
        return final


def ends_are_noted(path: Path, tables: Iterable[str]) -> bool:
    """Return whether a bot has noted the end of each match. It learns of an end after the match is stored."""
    notes = read_notes(path)
    return all(notes[table] and notes[table][-1].get("status") == "over" for table in tables)


async def moves_of(data: Path, table: str) -> list[tuple[int, str]]:
    """Return the seat and action of each move in order of time. Fail if a program exceeded its time."""
    store = await Store.open(data)
    try:
        events = [event for event in await store.events_after(table, 0) if event.kind == "move"]
    finally:
        await store.close()
    assert not any(event.data["by_house"] for event in events)
    return [(event.seat, event.data["action"]) for event in events if event.seat is not None]


def over_pipe(state: TableState, moves: list[tuple[int, str]], folder: Path) -> dict[str, Any]:
    """Play a match again over standard input, check that the bots choose the same moves, and return the record."""
    assert state.match is not None
    game, record = load(state.header.game), state.record(None)
    assert record is not None
    command = {name: "cmd:60s:" + shlex.join([*BOT, str(folder / f"{name}-pipe")]) for name in PROGRAMS}
    match = Match(game, dict(state.options), state.match.players, record["seed"]).run_table()
    programs = {seat: bots.player(command[name], game, bytes([seat])) for seat, name in enumerate(PROGRAMS)}
    asker = MoveRequester(match, programs, state.header.id)
    for seat, action in moves:
        if seat in programs:
            assert match.resolve_action(seat, action) == asker.choose(seat)
        match.act(seat, action)
    asker.finish()
    assert [program.protocol_errors["by_house"] for program in programs.values()] == [0, 0]
    return match.record()


async def test_the_api_and_the_pipe_tell_the_same_and_make_the_same_record(tmp_path: Path) -> None:
    tables = await over_api(tmp_path)
    for game, state in tables.items():
        moves = await moves_of(tmp_path / "house.db", state.header.id)
        again, record = over_pipe(state, moves, tmp_path), state.record(None)
        assert record is not None and record.pop("fair") and again == record, game
    for name in PROGRAMS:
        api, pipe = read_notes(tmp_path / name), read_notes(tmp_path / f"{name}-pipe")
        assert set(api) == set(pipe) == {state.header.id for state in tables.values()}
        for table, told in pipe.items():
            check_messages(api[table], told)


def check_messages(api: list[dict[str, Any]], pipe: list[dict[str, Any]]) -> None:
    """Check that a bot got the same messages for one match over both transports."""
    first = [{key: value for key, value in told[0].items() if key not in OF_THE_TABLE} for told in (api, pipe)]
    assert first[0] == first[1] and api[0]["type"] == "gameFull"
    assert positions(requests(pipe)) <= positions(states(api))
    assert choices(pipe) == choices(api) != []
    assert (api[-1]["status"], api[-1]["board"]) == (pipe[-1]["status"], pipe[-1]["board"])
