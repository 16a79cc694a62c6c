"""Application of events to the state of a table: one function for each kind, which never refuses an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from saleroom.server.core.apply import play, seats
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol.common import EventKind
from saleroom.server.protocol.messages import Happened


def replay(header: TableHeader, events: Iterable[TableEvent] = ()) -> TableState:
    """Return the state of a table after its events; raise `ValueError` if an event needs a newer Saleroom."""
    state = TableState(header)
    for event in events:
        apply(state, event)
    return state


def apply(state: TableState, event: TableEvent) -> None:
    """Apply one event to the state; raise `ValueError` if its number is not the next one or its kind is unknown."""
    if event.number != state.version + 1:
        raise ValueError(f"event {event.number} does not follow version {state.version}")
    if event.kind not in _APPLY:
        raise ValueError(f"event {event.number} is of the kind {event.kind[:20]!r}, which this version does not know")
    happened = _happened(state, event)
    _APPLY[event.kind](state, event)
    if event.kind == "move" and state.progress:
        happened["text"] = state.progress.new_events_seen_by(None)[0].partition(" ")[2]
    if event.kind == "say" and happened["text"]:  # an empty text was erased together with its author
        state.chat.append(happened)
    state.version, state.last_event, state.last_happened = event.number, event, happened
    if event.command is not None:
        state.versions_by_command[event.holder, event.command] = event.number


def _happened(state: TableState, event: TableEvent) -> Happened:
    """Return the public description of an event, with the names as they were before it; `apply` adds the text of a move
    later.
    """
    return Happened(
        kind=event.kind,
        seat=event.seat,
        name=_actor_name(state, event),
        text=event.data.get(_TEXT_FIELDS.get(event.kind, ""), ""),
        by_house=event.data.get("by_house", False),
        moves=event.data.get("moves", 0),
    )


def _actor_name(state: TableState, event: TableEvent) -> str:
    if event.kind == "sit":
        return event.data["name"]
    if event.kind in ("reseat", "settle", "start"):
        return state.owner_name
    return "" if event.seat is None else state.seats[event.seat].name


_TEXT_FIELDS: dict[EventKind, str] = {
    "say": "text",
    "rematch": "table",
    "leave": "name",
    "reseat": "name",
}
"""Key of the text to show in an event's data, for each kind of event."""

_APPLY: dict[EventKind, Callable[[TableState, TableEvent], None]] = {
    "sit": seats.sit,
    "device": seats.add_device,
    "leave": seats.leave,
    "reseat": seats.reseat,
    "remove": seats.remove,
    "mute": seats.mute,
    "settle": seats.change_settings,
    "start": play.start,
    "move": play.move,
    "ask": play.request_undo,
    "agree": play.agree_to_undo,
    "refuse": play.refuse_undo,
    "undo": play.undo,
    "say": lambda state, event: None,
    "rematch": play.rematch,
}
