"""Event stream of a bot. The stream first reports all matches and challenges of the bot, and then only changes.

The stream is computed from the store, which is read repeatedly, so no event is lost if a connection or process fails.
The stream reports events of this process immediately, and events of other processes up to a second later.
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
from saleroom.server.core.state.table import BOT_CLOCK, is_bot_account
from saleroom.server.realtime import bot_streams
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.bot_challenges import DECLINED, BotChallenge
from saleroom.server.storage.bots import BotAccount

LOOK = 1.0
"""Seconds between two reads of the store."""
RECENT = 24 * 3600.0
"""Maximum age, in seconds, of the bot's own challenges whose answers are still reported."""

Message = dict[str, Any]


@dataclass
class BotActivity:
    """Matches and challenges of a bot at one moment."""

    games: dict[str, Message] = field(default_factory=dict)
    """Matches in progress, by table id."""
    challenges: dict[str, Message] = field(default_factory=dict)
    """Challenges that the bot has to answer, by id."""
    declined: dict[str, Message] = field(default_factory=dict)
    """The bot's own challenges that were declined, by id."""


async def bot_activity(hub: Hub, bot: BotAccount, scopes: frozenset[str], now: float) -> BotActivity:
    """Return the bot's matches and challenges that a token with the scopes `scopes` may see."""
    activity, challenges = BotActivity(), hub.store.bot_challenges
    if "bot:play" in scopes:
        ids = await hub.store.bots.unfinished(bot.holder)
        for header, summary in await hub.lobby.summaries(ids):
            seat = summary.holders.get(bot.holder)
            if seat is not None and summary.status == "playing":
                activity.games[header.id] = _game("gameStart", header, seat)
    if "challenge:read" in scopes:
        activity.challenges = await _by_id(hub, await challenges.open_to(bot.id))
        own = await challenges.made_by(bot.holder, now - RECENT)
        activity.declined = await _by_id(hub, [challenge for challenge in own if challenge.status == DECLINED])
    return activity


async def _by_id(hub: Hub, challenges: list[BotChallenge]) -> dict[str, Message]:
    return {message["id"]: message for message in await challenge_messages(hub, challenges)}


async def challenge_messages(hub: Hub, challenges: list[BotChallenge]) -> list[Message]:
    """Return challenges as the Bot API shows them; leave out challenges whose table no longer exists."""
    tables = {header.id: header for header, _ in await hub.lobby.summaries([each.table_id for each in challenges])}
    return [challenge_message(each, tables[each.table_id]) for each in challenges if each.table_id in tables]


def challenge_message(challenge: BotChallenge, header: TableHeader) -> Message:
    """Return a challenge as the Bot API shows it."""
    return {
        "id": challenge.id,
        "table": header.id,
        "game": header.game,
        "title": load(header.game).title,
        "options": header.options,
        "seats": header.seats,
        "seat": challenge.seat,
        "clock": header.clock or BOT_CLOCK,
        "challenger": {"name": challenge.challenger_name, "program": is_bot_account(challenge.challenger)},
        "status": challenge.status,
    }


def _game(kind: str, header: TableHeader, seat: int) -> Message:
    return {"type": kind, "table": header.id, "game": header.game, "seat": seat}


class BotEventStream(bot_streams.BotStream):
    """Event stream of one bot."""

    def __init__(self, hub: Hub, bot: BotAccount, scopes: frozenset[str], clock: Callable[[], float]) -> None:
        """Prepare the stream; `clock` returns seconds since the epoch."""
        super().__init__()
        self._hub, self._bot, self._scopes, self._clock = hub, bot, scopes, clock

    async def lines(self, holds: Callable[[], Awaitable[bool]], once: bool = False) -> AsyncIterator[bytes]:
        """Yield each event as one line, from the first report until the stream ends.

        The stream calls `holds` at intervals to check whether the bot's token is still valid.
        """
        before, sent_at = None, monotonic()
        while not self.ended:
            now = await bot_activity(self._hub, self._bot, self._scopes, self._clock())
            before = before or BotActivity(declined=now.declined)
            async for message in self._changes(before, now):
                sent_at = monotonic()
                yield orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)
            if once:
                return
            before = now
            if monotonic() - sent_at >= bot_streams.KEEP_ALIVE:
                if not await holds():
                    return
                sent_at = monotonic()
                yield b"\n"
            await self.wait_for_change(min(LOOK, bot_streams.KEEP_ALIVE))

    async def _changes(self, before: BotActivity, now: BotActivity) -> AsyncIterator[Message]:
        for message in changes(before, now):
            yield message
        for table in before.games.keys() - now.games.keys():
            listing = await self._hub.lobby.summary(table)
            if listing is not None:
                yield _finished(*listing, before.games[table]["seat"])


def changes(before: BotActivity, now: BotActivity) -> Iterator[Message]:
    """Yield messages about new matches, new challenges, and challenges that were closed or declined."""
    for table in now.games.keys() - before.games.keys():
        yield now.games[table]
    for challenge in now.challenges.keys() - before.challenges.keys():
        yield {"type": "challenge", "challenge": now.challenges[challenge]}
    for challenge in before.challenges.keys() - now.challenges.keys():
        yield {"type": "challengeClosed", "id": challenge}
    for challenge in now.declined.keys() - before.declined.keys():
        yield {"type": "challengeDeclined", "challenge": now.declined[challenge]}


def _finished(header: TableHeader, summary: TableSummary, seat: int) -> Message:
    """Return the message about a match that has ended or that the bot has left."""
    over = summary.status == "over"
    result = {"scores": summary.scores, "winners": summary.winners} if over else {}
    return {**_game("gameFinish", header, seat), "status": "over" if over else "left", **result}
