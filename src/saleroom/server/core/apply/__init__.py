"""Application of events to the state of a table, one function for each kind. Decided events are never refused here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from saleroom.server.core.apply import play, seats
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol.common import EventKind
from saleroom.server.protocol.messages import Happened


def replay(header: TableHeader, events: Iterable[TableEvent] = ()) -> TableState:
    """Return the state of a table after its events; raise `ValueError` if a newer version is needed to read them."""
    state = TableState(header)
    for event in events:
        apply(state, event)
    return state


def apply(state: TableState, event: TableEvent) -> None:
    """Apply one more event to the state; raise `ValueError` unless it is the next and of a known kind."""
    if event.number != state.version + 1:
        raise ValueError(f"event {event.number} does not follow version {state.version}")
    if event.kind not in _APPLY:
        raise ValueError(f"event {event.number} is of the kind {event.kind[:20]!r}, which this version does not know")
    happened = _happened(state, event)
    _APPLY[event.kind](state, event)
    if event.kind == "move" and state.progress:
        happened["text"] = state.progress.new_events_seen_by(None)[0].partition(" ")[2]
    if event.kind == "say" and happened["text"]:  # an empty text has been erased
        state.chat.append(happened)
    state.version, state.last_event, state.last_happened = event.number, event, happened
    if event.command is not None:
        state.versions_by_command[event.holder, event.command] = event.number


def _happened(state: TableState, event: TableEvent) -> Happened:
    """Return the public description of an event, with the names before it; the text of a move is added later."""
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
"""Key of an event's data that has its text."""

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
