"""Bot API for tables: creating a table, moving, chatting, leaving, and the streams of events."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from saleroom.server.api import bot_challenges
from saleroom.server.api.bot_access import RESPONSES, AnyBot, BotError, Challenging, Playing, carry_out_for_bot, refused
from saleroom.server.api.dependencies import Services
from saleroom.server.api.services import AppServices
from saleroom.server.api.tables import TableId
from saleroom.server.core.create_table import first_events, new_header
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import AUTOPLAY_BOT, BOT_CLOCK
from saleroom.server.protocol import bodies, bot_bodies, commands
from saleroom.server.realtime import bot_events
from saleroom.server.realtime.bot_events import BotEventStream
from saleroom.server.realtime.bot_streams import EVENTS, MOST_STREAMS, BotStream, BotTableStream, OpenStreams
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.bots import BotAccess, BotAccount, BotRefused

JSON_LINES = "application/x-ndjson"

router = APIRouter(prefix="/bot", tags=["bot"], responses=RESPONSES)  # type: ignore
Once = Annotated[bool, Query(description="End after the current messages.")]


# Streams


class JsonLinesStream(StreamingResponse):
    """Response with JSON Lines, which the server sends after each event. From time to time, an empty line shows that
    the stream is still open.
    """

    media_type = JSON_LINES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        lines: Any = self.body_iterator
        try:
            await super().__call__(scope, receive, send)
        finally:
            await lines.aclose()  # the reader may have disconnected before the next line was sent


_TROUBLE = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/BotTrouble"}}}}
_LINES: dict[int | str, dict[str, Any]] = {
    "4XX": _TROUBLE,
    "503": _TROUBLE,
    200: {"content": {JSON_LINES: {"schema": {"type": "string"}}}, "description": "JSON Lines"},
}


@router.get("/stream/event", response_class=JsonLinesStream, responses=_LINES)
async def event_stream(services: Services, access: AnyBot, once: Once = False) -> JsonLinesStream:
    """Stream the program's matches and the challenges to the program. The stream first contains all of them, and then
    only changes.
    """
    stream = BotEventStream(services.hub, access.bot, access.scopes, time.time)
    return _response(services, access, EVENTS, stream, once)


@router.get("/tables/{table}/stream", response_class=JsonLinesStream, responses=_LINES)
async def table_stream(table: TableId, services: Services, access: Playing, once: Once = False) -> JsonLinesStream:
    """Stream a match in which the program plays. The stream first contains a `gameFull`, and then a `gameState` after
    every event.
    """
    live = await own_table(services, access, table)
    if live.state.match is None:
        raise BotError(409, "the match has not begun; the stream of events says when it does")
    stream = BotTableStream(live, access.bot.holder)
    return _response(services, access, table, stream, once)


def _response(
    services: AppServices, access: BotAccess, about: str, stream: BotEventStream | BotTableStream, once: bool
) -> JsonLinesStream:
    if not services.streams.has_room(access.bot.id, about):
        raise BotError(429, f"a program has at most {MOST_STREAMS} streams; close one first")

    async def holds() -> bool:
        """Return whether the token is still valid."""
        return await services.store.bots.holds(access.token)

    lines = _held(services.streams, access, about, stream, stream.lines(holds, once))
    return JsonLinesStream(lines, headers={"cache-control": "no-store", "x-accel-buffering": "no"})


async def _held(
    streams: OpenStreams, access: BotAccess, about: str, stream: BotStream, lines: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    """Yield the given lines; until they end, register `stream` as the bot's only stream with the subject `about`."""
    with streams.holding(access.bot.id, about, stream):
        async for line in lines:
            yield line


async def own_table(services: AppServices, access: BotAccess, table: str) -> LiveTable:
    """Return a table that the bot owns or at which the bot has a seat; otherwise, refuse with 404."""
    live = await services.hub.find(table)
    holder = access.bot.holder
    if live is None or (live.state.seat_of(holder) is None and not live.state.is_owner(holder)):
        raise BotError(404, "this program has no seat at such a table")
    return live


# Creating a table


@router.get("/account")
async def account(access: AnyBot) -> bot_bodies.BotAccount:
    """Return the program that the token belongs to, and the token's scopes."""
    scopes = sorted(access.scopes)
    return bot_bodies.BotAccount(id=access.bot.id, name=access.bot.name, scopes=scopes)  # type: ignore


@router.post("/tables", status_code=201)
async def make(body: bot_bodies.BotTableRequest, services: Services, access: Challenging) -> bot_bodies.BotTable:
    """Create a table, challenge programs to take its seats, and start the match if no seat is open.

    If a step fails, nothing is stored.
    """
    bots, own = await _challenged_bots(body, services, access), access.bot
    header, events = await _new_table(services, access, _table_request(body, own.name))
    new = [
        bot_challenges.new_challenge(header.id, seat, bot, holder=own.holder, name=own.name)
        for seat, bot in bots.items()
    ]
    try:
        live = await services.hub.create(header, events, services.store.bot_challenges.insertion(new))
    except BotRefused as trouble:
        raise BotError(409, trouble, "full") from None
    services.streams.wake_all()
    challenges = [bot_bodies.Challenge(**bot_events.challenge_message(each, header)) for each in new]
    return bot_bodies.BotTable(id=live.id, started=live.state.match is not None, challenges=challenges)


async def _challenged_bots(
    body: bot_bodies.BotTableRequest, services: AppServices, access: BotAccess
) -> dict[int, BotAccount]:
    """Return the challenged bots by seat; raise `BotError` if the requested chairs are invalid."""
    kinds = [chair.kind for chair in body.chairs]
    if kinds.count("me") != 1:
        raise BotError(422, 'chairs: exactly one is {"kind": "me"}, the seat of the program that asks')
    bots: dict[int, BotAccount] = {}
    for seat, chair in enumerate(body.chairs):
        if chair.kind != "program":
            continue
        bot = await bot_challenges.find_bot(services, chair.program)
        if bot.id == access.bot.id:
            raise BotError(422, f'chairs: {bot.name} is the program that asks; its chair is {{"kind": "me"}}')
        if bot.id in {challenged.id for challenged in bots.values()}:
            raise BotError(422, f"chairs: {bot.name} can take one chair only")
        bots[seat] = bot
    return bots


def _table_request(body: bot_bodies.BotTableRequest, name: str) -> bodies.TableRequest:
    open_too = {"program": "open"}
    chairs = [
        bodies.ChairRequest(kind=open_too.get(chair.kind, chair.kind), player=chair.player)  # type: ignore
        for chair in body.chairs
    ]
    more = body.model_dump(exclude={"chairs"})
    more["clock"] = more["clock"] or BOT_CLOCK
    start = all(chair.kind != "open" for chair in chairs)
    return bodies.TableRequest(**more, name=name, chairs=chairs, hints=False, start=start)


async def _new_table(
    services: AppServices, access: BotAccess, request: bodies.TableRequest
) -> tuple[TableHeader, list[TableEvent]]:
    """Return the header and first events of a new table; they are checked but not stored."""
    hub, holder, now = services.hub, access.bot.holder, time.time()
    try:
        await hub.lobby.check_quota(holder)
        header = new_header(request, secrets.token_urlsafe(12), holder, secrets.token_bytes(32), now)
        hub.bot_pool.want(header.game)
        return header, await hub.bot_pool.run(first_events, header, request, now)
    except CommandRefusal as refusal:
        if refusal.reason == "full":
            raise BotError(429, refusal, headers={"retry-after": "3600"}) from None
        raise refused(refusal) from None


# At a table


@router.post("/tables/{table}/move")
async def move(table: TableId, body: bot_bodies.BotMove, services: Services, access: Playing) -> bot_bodies.BotDone:
    """Make a move. You can repeat the request safely: the same action with the same `seq` is carried out only once."""
    digest = hashlib.sha256(body.action.encode()).hexdigest()[:16]
    command = commands.Act(type="act", id=f"m{body.seq}-{digest}", at=body.seq, action=body.action)
    return await _done(services, access, table, command)


@router.post("/tables/{table}/chat")
async def chat(table: TableId, body: bot_bodies.BotSays, services: Services, access: Playing) -> bot_bodies.BotDone:
    """Send a line of chat to the table."""
    command = commands.Say(type="say", id=body.id or secrets.token_hex(8), text=body.text)
    return await _done(services, access, table, command)


@router.post("/tables/{table}/takeback")
async def takeback(
    table: TableId, body: bot_bodies.BotConsents, services: Services, access: Playing
) -> bot_bodies.BotDone:
    """Answer an open request to take back moves."""
    return await _done(services, access, table, commands.Consent(type="consent", id=_new(), yes=body.yes))


@router.post("/tables/{table}/nudge")
async def nudge(table: TableId, body: bot_bodies.BotNudges, services: Services, access: Playing) -> bot_bodies.BotDone:
    """Have the `house` bot make a move for a seat whose clock has run out or whose people are away."""
    return await _done(services, access, table, commands.Nudge(type="nudge", id=_new(), seat=body.seat))


@router.post("/tables/{table}/leave")
async def leave(table: TableId, services: Services, access: Playing) -> bot_bodies.BotDone:
    """Leave the program's seat; the `house` bot continues in that seat."""
    return await _done(services, access, table, commands.Leave(type="leave", id=_new()))


@router.post("/tables/{table}/start")
async def start(table: TableId, services: Services, access: Challenging) -> bot_bodies.BotDone:
    """Start a match at the program's own table; the `house` bot takes the open seats."""
    live = await own_table(services, access, table)
    for seat, chair in enumerate(live.state.seats):
        if chair.kind == "open":
            await _done(services, access, table, commands.Reseat(type="reseat", id=_new(), seat=seat, to=AUTOPLAY_BOT))
    done = await _done(services, access, table, commands.Start(type="start", id=_new()))
    services.streams.wake_all()
    return done


def _new() -> str:
    """Return a new command id, for requests of the Bot API that contain no id."""
    return secrets.token_hex(8)


async def _done(services: AppServices, access: BotAccess, table: str, command: commands.Command) -> bot_bodies.BotDone:
    live = await own_table(services, access, table)
    return bot_bodies.BotDone(version=await carry_out_for_bot(services, live, command, access.bot.holder))
