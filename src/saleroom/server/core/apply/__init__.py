"""Application of events to the state of a table. Each kind of event has one function, which never refuses an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from saleroom.server.core.apply import play, seats
from saleroom.server.core.state.events import STARTS, StoredKind, TableEvent, TableHeader
from saleroom.server.core.state.table import TableState, portrait
from saleroom.server.protocol.messages import Happened

SEAT_KINDS: tuple[StoredKind, ...] = ("sit", "device", "leave", "reseat", "remove")
"""Kinds of events that change who has which seat."""


def replay(header: TableHeader, events: Iterable[TableEvent] = ()) -> TableState:
    """Return the state of a table after `events`; raise `ValueError` if an event needs a newer version of Saleroom."""
    state = TableState(header)
    for event in events:
        apply(state, event)
    return state


def removed_from(header: TableHeader, events: Iterable[TableEvent]) -> set[str]:
    """Return the devices and bot accounts that the owner of a table has removed. `events` are those of the kinds
    `SEAT_KINDS`, or more; no match is replayed.
    """
    state = TableState(header)
    for event in events:
        if event.kind in SEAT_KINDS:
            _APPLY[event.kind](state, event)
    return state.removed


def apply(state: TableState, event: TableEvent) -> None:
    """Apply one event to the state; raise `ValueError` if its kind is unknown or its number is not the next one."""
    if event.number != state.version + 1:
        raise ValueError(f"event {event.number} does not follow version {state.version}")
    if event.kind not in _APPLY:
        raise ValueError(f"event {event.number} is of the kind {event.kind[:20]!r}, which this version does not know")
    happened = _happened(state, event)
    _APPLY[event.kind](state, event)
    if event.kind == "move" and state.progress:
        happened["text"] = state.progress.new_events_seen_by(None)[0].partition(" ")[2]
    if event.kind == "say" and happened["text"]:  # the text is empty if its author has been erased
        state.chat.append(happened)
    state.version, state.last_event, state.last_happened = event.number, event, happened
    if event.command is not None:
        state.versions_by_command[event.holder, event.command] = event.number


def _happened(state: TableState, event: TableEvent) -> Happened:
    """Return the public description of an event, with the names that the players had before the event. For a move,
    `apply` adds the text later.
    """
    return Happened(
        kind="start" if event.kind == "begin" else event.kind,
        seat=event.seat,
        name=_actor_name(state, event),
        text=event.data.get(_TEXT_FIELDS.get(event.kind, ""), ""),
        by_house=event.data.get("by_house", False),
        picture=portrait(state.seats[event.seat]) if event.kind == "say" and event.seat is not None else None,
        moves=event.data.get("moves", 0),
    )


def _actor_name(state: TableState, event: TableEvent) -> str:
    if event.kind == "sit":
        return event.data["name"]
    if event.kind in ("reseat", "settle", *STARTS):
        return state.owner_name
    return "" if event.seat is None else state.seats[event.seat].name


_TEXT_FIELDS: dict[StoredKind, str] = {
    "say": "text",
    "rematch": "table",
    "leave": "name",
    "reseat": "name",
}
"""For each kind of event, the key in the event's data whose value is shown as text."""

_APPLY: dict[StoredKind, Callable[[TableState, TableEvent], None]] = {
    "sit": seats.sit,
    "device": seats.add_device,
    "portrait": seats.show_portrait,
    "hotseat": seats.pass_device_round,
    "leave": seats.leave,
    "reseat": seats.reseat,
    "remove": seats.remove,
    "mute": seats.mute,
    "settle": seats.change_settings,
    "start": play.start,
    "begin": play.start,
    "move": play.move,
    "ask": play.request_undo,
    "agree": play.agree_to_undo,
    "refuse": play.refuse_undo,
    "undo": play.undo,
    "say": lambda state, event: None,
    "rematch": play.rematch,
}
