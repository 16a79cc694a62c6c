"""Event stream of a program: its matches and the challenges to it, first all of them, then the changes.

The stream is computed from the store, which is read again and again. So no event is lost with a connection or a
process. At the process where something happens the stream reports it at once, at others a second later.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import orjson

from saleroom.games import load
from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableHeader
from saleroom.server.core.state.table import PROGRAM_CLOCK, is_program
from saleroom.server.realtime import bot_streams
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.bots import DECLINED, BotChallenge, Program

LOOK = 1.0
"""Seconds between two reads."""
RECENT = 24 * 3600.0
"""Seconds within which a program learns of answers to its own challenges."""

Message = dict[str, Any]


@dataclass
class Standing:
    """Matches and challenges of a program at one moment."""

    games: dict[str, Message] = field(default_factory=dict)
    """Matches in progress, by table id."""
    challenges: dict[str, Message] = field(default_factory=dict)
    """Challenges to answer, by id."""
    declined: dict[str, Message] = field(default_factory=dict)
    """The program's own challenges that were declined, by id."""


async def standing(hub: Hub, program: Program, scopes: frozenset[str], now: float) -> Standing:
    """Return the matches and challenges that a token with these scopes may see."""
    found = Standing()
    if "bot:play" in scopes:
        ids = await hub.store.programs.unfinished(program.holder)
        for header, summary in await hub.lobby.summaries(ids):
            seat = summary.holders.get(program.holder)
            if seat is not None and summary.status == "playing":
                found.games[header.id] = _game("gameStart", header, seat)
    if "challenge:read" in scopes:
        found.challenges = await _told(hub, await hub.store.programs.open_challenges(program.id))
        made = await hub.store.programs.made_by(program.holder, now - RECENT)
        found.declined = await _told(hub, [challenge for challenge in made if challenge.status == DECLINED])
    return found


async def _told(hub: Hub, challenges: list[BotChallenge]) -> dict[str, Message]:
    tables = {header.id: header for header, _ in await hub.lobby.summaries([each.table_id for each in challenges])}
    return {each.id: told(each, tables[each.table_id]) for each in challenges if each.table_id in tables}


def told(challenge: BotChallenge, header: TableHeader) -> Message:
    """Return a challenge as the Bot API shows it."""
    return {
        "id": challenge.id,
        "table": header.id,
        "game": header.game,
        "title": load(header.game).title,
        "options": header.options,
        "seats": header.seats,
        "seat": challenge.seat,
        "clock": header.clock or PROGRAM_CLOCK,
        "challenger": {"name": challenge.challenger_name, "program": is_program(challenge.challenger)},
        "status": challenge.status,
    }


def _game(kind: str, header: TableHeader, seat: int) -> Message:
    return {"type": kind, "table": header.id, "game": header.game, "seat": seat}


class EventStream(bot_streams.Stream):
    """Event stream of one program."""

    def __init__(self, hub: Hub, program: Program, scopes: frozenset[str], clock: Callable[[], float]) -> None:
        """Prepare the stream; `clock` returns seconds since the epoch."""
        super().__init__()
        self._hub, self._program, self._scopes, self._clock = hub, program, scopes, clock

    async def lines(self, holds: Callable[[], Awaitable[bool]], once: bool = False) -> AsyncIterator[bytes]:
        """Yield all events from now on;

        `holds` is called from time to time, and returns whether the program may still listen.
        """
        before, told_at = None, monotonic()
        while not self.ended:
            now = await standing(self._hub, self._program, self._scopes, self._clock())
            before = before or Standing(declined=now.declined)
            async for message in self._changes(before, now):
                told_at = monotonic()
                yield orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)
            if once:
                return
            before = now
            if monotonic() - told_at >= bot_streams.KEEP_ALIVE:
                if not await holds():
                    return
                told_at = monotonic()
                yield b"\n"
            await self.news(min(LOOK, bot_streams.KEEP_ALIVE))

    async def _changes(self, before: Standing, now: Standing) -> AsyncIterator[Message]:
        for message in changes(before, now):
            yield message
        for table in before.games.keys() - now.games.keys():
            found = await self._hub.lobby.summary(table)
            if found is not None:
                yield _finished(*found, before.games[table]["seat"])


def changes(before: Standing, now: Standing) -> Iterator[Message]:
    """Yield new matches and challenges, and challenges that are gone."""
    for table in now.games.keys() - before.games.keys():
        yield now.games[table]
    for challenge in now.challenges.keys() - before.challenges.keys():
        yield {"type": "challenge", "challenge": now.challenges[challenge]}
    for challenge in before.challenges.keys() - now.challenges.keys():
        yield {"type": "challengeClosed", "id": challenge}
    for challenge in now.declined.keys() - before.declined.keys():
        yield {"type": "challengeDeclined", "challenge": now.declined[challenge]}


def _finished(header: TableHeader, summary: TableSummary, seat: int) -> Message:
    """Return the message for the end of a match, or of the program's part in it."""
    over = summary.status == "over"
    result = {"scores": summary.scores, "winners": summary.winners} if over else {}
    return {**_game("gameFinish", header, seat), "status": "over" if over else "left", **result}
