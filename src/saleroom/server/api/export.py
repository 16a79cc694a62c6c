"""Export of all of a person's data as one JSON document. The document is streamed, because the server needs time to
load the records.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import orjson
from fastapi.responses import StreamingResponse

from saleroom.games import load
from saleroom.server.contests.access import Access
from saleroom.server.core.apply import replay
from saleroom.server.core.project.listing import pictures
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.protocol import personal
from saleroom.server.protocol.common import Picture
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.contests import ContestResult
from saleroom.server.storage.notifications import MessagePreferences, Webhook
from saleroom.server.storage.people import Account

JSON = "application/json"
RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"content": {JSON: {"schema": {"type": "object"}}}, "description": "One JSON document"}
}
BATCH = 200
"""Number of results per query."""


class JsonDocument(StreamingResponse):
    """Response with a JSON document that is sent in pieces."""

    media_type = JSON


def message_preferences(chosen: MessagePreferences) -> dict[str, Any]:
    """Return what a person wants to receive while they are away."""
    return {"chats": chosen.chats, "quiet": chosen.quiet and vars(chosen.quiet)}


def webhook(own: Webhook) -> dict[str, Any]:
    """Return a person's own webhook, including its address, which is their secret."""
    return {"scope": own.scope, "id": own.target, "address": own.address, "kind": own.kind, "at": own.made_at}


async def once(running: set[str], holder: str, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the given pieces; meanwhile, keep `holder` in the set `running`."""
    running.add(holder)
    try:
        async for piece in pieces:
            yield piece
    finally:
        running.discard(holder)


async def document(hub: Hub, account: Account, figures: dict[str, Any]) -> AsyncIterator[bytes]:
    """Yield the document in pieces: the figures, then a list of results, then a list of tables."""
    yield orjson.dumps(figures)[:-1]
    yield b',"matches":'
    async for piece in _listed(_results(hub, account.identity)):
        yield piece
    yield b',"tables":'
    async for piece in _listed(_tables(hub, account.devices)):
        yield piece
    yield b"}"


async def _listed(items: AsyncIterator[Any]) -> AsyncIterator[bytes]:
    before = b"["
    async for item in items:
        yield before + orjson.dumps(item)
        before = b",\n"
    yield b"[]" if before == b"[" else b"]"


async def _results(hub: Hub, who: str) -> AsyncIterator[Any]:
    skip = 0
    while found := await hub.store.results.matches(who, skip=skip, limit=BATCH):
        for match in await match_lines(hub, found):
            yield match.model_dump()
        skip += len(found)


async def _tables(hub: Hub, devices: Sequence[str]) -> AsyncIterator[Any]:
    access = Access(hub.store.contests)
    for table_id in await hub.store.erasure.tables_with(devices):
        stored = await hub.store.load(table_id)
        if stored is not None:
            opened = await access.may_open(stored[0].contest, devices[0])
            yield await hub.bot_pool.run(_table, *stored, devices, opened)


def _table(header: TableHeader, events: list[TableEvent], devices: Sequence[str], opened: bool) -> dict[str, Any]:
    """Return what a person may know about a table: the person's own chat and calls, and the record, which is complete
    after the match if it is `opened`, and otherwise as their seat saw it.
    """
    state = replay(header, events)
    seats = [seat for device in devices if (seat := state.seat_of(device)) is not None]
    own = [event for event in events if event.holder in devices]
    return {
        "id": header.id,
        "game": header.game,
        "made_at": header.made_at,
        "made_by_you": header.owner in devices,
        "sat": [{"seat": event.seat, **event.data, "at": event.at} for event in own if event.kind == "sit"],
        "said": [{"text": event.data["text"], "at": event.at} for event in own if event.kind == "say"],
        "calls": [{"call": event.data["call"], "at": event.at} for event in own if "call" in event.data],
        "record": state.record(seats[0] if seats else None, opened=opened),
    }


async def match_lines(hub: Hub, rows: Sequence[Any]) -> list[personal.MatchLine]:
    """Return stored results as lines of the player's list of matches."""
    portraits = await hub.portraits_of({device for row in rows for device in row.holders})
    return [_match_line(row, pictures(row.holders, len(row.names), portraits)) for row in rows]


def _match_line(row: Any, shown: list[Picture | None]) -> personal.MatchLine:
    fields = {name: getattr(row, name) for name in personal.MatchLine.model_fields if hasattr(row, name)}
    loss = None if not row.decisions else row.cost / row.decisions
    return personal.MatchLine(**fields, id=row.table_id, title=load(row.game).title, pictures=shown, loss=loss)


def contest_line(result: ContestResult) -> dict[str, Any]:
    """Return a person's result in a daily deal or a challenge, for the export."""
    return {
        "contest": result.contest,
        "table": result.table_id,
        "name": result.name,
        "score": result.score,
        "at": result.at,
    }
