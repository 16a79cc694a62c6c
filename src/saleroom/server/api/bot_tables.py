"""Bot API at a table: create one, move, chat, leave, and the streams of events."""

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
from saleroom.server.api.bot_access import RESPONSES, AnyProgram, BotError, Challenging, Playing, carried_out, refused
from saleroom.server.api.dependencies import Services
from saleroom.server.api.services import AppServices
from saleroom.server.api.tables import TableId
from saleroom.server.core.create_table import first_events, new_header
from saleroom.server.core.decide import Refusal
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import AUTOPLAY_BOT, PROGRAM_CLOCK
from saleroom.server.protocol import bodies, bot_bodies, commands
from saleroom.server.realtime import bot_events
from saleroom.server.realtime.bot_events import EventStream
from saleroom.server.realtime.bot_streams import EVENTS, MOST_STREAMS, OpenStreams, Stream, TableStream
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.bots import Entry, Program, Refused

JSON_LINES = "application/x-ndjson"

router = APIRouter(prefix="/bot", tags=["bot"], responses=RESPONSES)  # type: ignore
Once = Annotated[bool, Query(description="End after the current messages.")]


# Streams


class JsonLinesStream(StreamingResponse):
    """JSON Lines sent with each event; from time to time an empty line shows that the stream lives."""

    media_type = JSON_LINES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        lines: Any = self.body_iterator
        try:
            await super().__call__(scope, receive, send)
        finally:
            await lines.aclose()  # the reader may have left before the next line was due


_TROUBLE = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/BotTrouble"}}}}
_LINES: dict[int | str, dict[str, Any]] = {
    "4XX": _TROUBLE,
    "503": _TROUBLE,
    200: {"content": {JSON_LINES: {"schema": {"type": "string"}}}, "description": "JSON Lines"},
}


@router.get("/stream/event", response_class=JsonLinesStream, responses=_LINES)
async def event_stream(services: Services, entry: AnyProgram, once: Once = False) -> JsonLinesStream:
    """Stream the program's matches and the challenges to it: first all, then the changes."""
    stream = EventStream(services.hub, entry.program, entry.scopes, time.time)
    return _response(services, entry, EVENTS, stream, once)


@router.get("/tables/{table}/stream", response_class=JsonLinesStream, responses=_LINES)
async def table_stream(table: TableId, services: Services, entry: Playing, once: Once = False) -> JsonLinesStream:
    """Stream a match in which the program plays: `gameFull`, then a `gameState` after every event."""
    live = await own_table(services, entry, table)
    if live.state.match is None:
        raise BotError(409, "the match has not begun; the stream of events says when it does")
    stream = TableStream(live, entry.program.holder)
    return _response(services, entry, table, stream, once)


def _response(
    services: AppServices, entry: Entry, about: str, stream: EventStream | TableStream, once: bool
) -> JsonLinesStream:
    if not services.streams.has_room(entry.program.id, about):
        raise BotError(429, f"a program has at most {MOST_STREAMS} streams; close one first")

    async def holds() -> bool:
        """Return whether the token is still valid."""
        return await services.store.programs.holds(entry.token)

    lines = _held(services.streams, entry, about, stream, stream.lines(holds, once))
    return JsonLinesStream(lines, headers={"cache-control": "no-store", "x-accel-buffering": "no"})


async def _held(
    streams: OpenStreams, entry: Entry, about: str, stream: Stream, lines: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    """Yield the lines, while their stream is registered as the only one on its subject."""
    with streams.holding(entry.program.id, about, stream):
        async for line in lines:
            yield line


async def own_table(services: AppServices, entry: Entry, table: str) -> LiveTable:
    """Return a table that the program owns or has a seat at."""
    found = await services.hub.find(table)
    holder = entry.program.holder
    if found is None or (found.state.seat_of(holder) is None and not found.state.is_owner(holder)):
        raise BotError(404, "this program has no seat at such a table")
    return found


# Creating a table


@router.get("/account")
async def account(entry: AnyProgram) -> bot_bodies.BotAccount:
    """Return the program of the token, and the token's scopes."""
    scopes = sorted(entry.scopes)
    return bot_bodies.BotAccount(id=entry.program.id, name=entry.program.name, scopes=scopes)  # type: ignore


@router.post("/tables", status_code=201)
async def make(asked: bot_bodies.BotTableRequest, services: Services, entry: Challenging) -> bot_bodies.BotTable:
    """Create a table, challenge other programs to its seats, and start if all are taken; after an error, do nothing."""
    found = await _challenged(asked, services, entry)
    header, events = await _made(services, entry, _table_asked(asked, entry.program.name))
    new = [bot_challenges.new(header.id, seat, program, entry.program) for seat, program in found.items()]
    try:
        live = await services.hub.create(header, events, services.store.programs.challenges(new))
    except Refused as trouble:
        raise BotError(409, trouble, "full") from None
    services.streams.ring()
    told = [bot_bodies.Challenge(**bot_events.told(each, header)) for each in new]
    return bot_bodies.BotTable(id=live.id, started=live.state.match is not None, challenges=told)


async def _challenged(asked: bot_bodies.BotTableRequest, services: AppServices, entry: Entry) -> dict[int, Program]:
    """Return the challenged programs, by seat; raise `BotError` if the chairs are invalid."""
    kinds = [chair.kind for chair in asked.chairs]
    if kinds.count("me") != 1:
        raise BotError(422, 'chairs: exactly one is {"kind": "me"}, the seat of the program that asks')
    found: dict[int, Program] = {}
    for seat, chair in enumerate(asked.chairs):
        if chair.kind != "program":
            continue
        program = await bot_challenges.named(services, chair.program)
        if program.id == entry.program.id:
            raise BotError(422, f'chairs: {program.name} is the program that asks; its chair is {{"kind": "me"}}')
        if program.id in {other.id for other in found.values()}:
            raise BotError(422, f"chairs: {program.name} can take one chair only")
        found[seat] = program
    return found


def _table_asked(asked: bot_bodies.BotTableRequest, name: str) -> bodies.TableRequest:
    open_too = {"program": "open"}
    chairs = [
        bodies.ChairRequest(kind=open_too.get(chair.kind, chair.kind), player=chair.player)  # type: ignore
        for chair in asked.chairs
    ]
    more = asked.model_dump(exclude={"chairs"})
    more["clock"] = more["clock"] or PROGRAM_CLOCK
    start = all(chair.kind != "open" for chair in chairs)
    return bodies.TableRequest(**more, name=name, chairs=chairs, hints=False, start=start)


async def _made(
    services: AppServices, entry: Entry, asked: bodies.TableRequest
) -> tuple[TableHeader, list[TableEvent]]:
    """Return a table's header and first events, checked but not stored."""
    hub, holder, now = services.hub, entry.program.holder, time.time()
    try:
        await hub.lobby.check_quota(holder)
        header = new_header(asked, secrets.token_urlsafe(12), holder, secrets.token_bytes(32), now)
        hub.bot_pool.want(header.game)
        return header, await hub.bot_pool.run(first_events, header, asked, now)
    except Refusal as refusal:
        if refusal.reason == "full":
            raise BotError(429, refusal, headers={"retry-after": "3600"}) from None
        raise refused(refusal) from None


# At a table


@router.post("/tables/{table}/move")
async def move(table: TableId, asked: bot_bodies.BotMove, services: Services, entry: Playing) -> bot_bodies.BotDone:
    """Move. Repeating is safe: the same `seq` with the same action is carried out once and answered again."""
    digest = hashlib.sha256(asked.action.encode()).hexdigest()[:16]
    command = commands.Act(type="act", id=f"m{asked.seq}-{digest}", at=asked.seq, action=asked.action)
    return await _done(services, entry, table, command)


@router.post("/tables/{table}/chat")
async def chat(table: TableId, asked: bot_bodies.BotSays, services: Services, entry: Playing) -> bot_bodies.BotDone:
    """Send a line of chat to the table."""
    command = commands.Say(type="say", id=asked.id or secrets.token_hex(8), text=asked.text)
    return await _done(services, entry, table, command)


@router.post("/tables/{table}/takeback")
async def takeback(
    table: TableId, asked: bot_bodies.BotConsents, services: Services, entry: Playing
) -> bot_bodies.BotDone:
    """Answer the open request to take moves back."""
    return await _done(services, entry, table, commands.Consent(type="consent", id=_new(), yes=asked.yes))


@router.post("/tables/{table}/nudge")
async def nudge(table: TableId, asked: bot_bodies.BotNudges, services: Services, entry: Playing) -> bot_bodies.BotDone:
    """Have the house move for a seat whose clock has run out, or whose people are away."""
    return await _done(services, entry, table, commands.Nudge(type="nudge", id=_new(), seat=asked.seat))


@router.post("/tables/{table}/leave")
async def leave(table: TableId, services: Services, entry: Playing) -> bot_bodies.BotDone:
    """Leave the seat: the house continues."""
    return await _done(services, entry, table, commands.Leave(type="leave", id=_new()))


@router.post("/tables/{table}/start")
async def start(table: TableId, services: Services, entry: Challenging) -> bot_bodies.BotDone:
    """Start a match at the program's own table; the house takes the open seats."""
    live = await own_table(services, entry, table)
    for seat, chair in enumerate(live.state.seats):
        if chair.kind == "open":
            await _done(services, entry, table, commands.Reseat(type="reseat", id=_new(), seat=seat, to=AUTOPLAY_BOT))
    done = await _done(services, entry, table, commands.Start(type="start", id=_new()))
    services.streams.ring()
    return done


def _new() -> str:
    """Return an id for a command that is never repeated."""
    return secrets.token_hex(8)


async def _done(services: AppServices, entry: Entry, table: str, command: commands.Command) -> bot_bodies.BotDone:
    live = await own_table(services, entry, table)
    return bot_bodies.BotDone(version=await carried_out(services, live, command, entry.program.holder))
