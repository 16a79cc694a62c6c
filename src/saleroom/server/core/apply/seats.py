"""Functions that apply events about seats and settings."""

from __future__ import annotations

from dataclasses import replace

from saleroom.server.core.apply.play import restart_clocks, stop_waiting_for
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import (
    AUTOPLAY_BOT,
    INVITATION_SETTINGS,
    SeatState,
    Substitution,
    TableState,
    same_holder,
)


def sit(state: TableState, event: TableEvent) -> None:
    """Seat a person on an open seat, or on the seat of a substitute bot."""
    assert event.seat is not None and event.holder is not None
    name, word = event.data["name"], event.data.get("word")
    state.seats[event.seat] = SeatState("human", name, None, [event.holder], event.data.get("picture"))
    if word is not None:
        state.seed_words[event.seat] = word
    if "person" in event.data and state.match is not None:
        finished = sum(deal.score is not None for deal in state.match.deals)
        state.substitutions += (Substitution(event.seat, event.data["person"], finished),)
    _note_hand_seen(state, event.seat, event.holder)
    if same_holder(state.owner, event.holder):
        state.owner_name = name
    restart_clocks(state, event.at, [event.seat])


def pass_device_round(state: TableState, event: TableEvent) -> None:
    """Mark the table as one whose people pass one device round."""
    state.hot_seat = True


def show_portrait(state: TableState, event: TableEvent) -> None:
    """Change the portrait of the person who has the seat."""
    assert event.seat is not None
    state.seats[event.seat].picture = event.data["picture"]


def add_device(state: TableState, event: TableEvent) -> None:
    """Add another device of the person who has the seat."""
    assert event.seat is not None and event.holder is not None
    state.seats[event.seat].holders.append(event.holder)
    _note_hand_seen(state, event.seat, event.holder)


def _note_hand_seen(state: TableState, seat: int, holder: str) -> None:
    if state.progress:
        state.hand_seen[holder] = seat


def leave(state: TableState, event: TableEvent) -> None:
    """Free a person's seat. Before the match, the seat becomes open; during the match, a bot takes it."""
    assert event.seat is not None
    _give(state, event.seat, AUTOPLAY_BOT if state.progress else None, event.data.get("name", ""))


def remove(state: TableState, event: TableEvent) -> None:
    """Remove a person permanently: they cannot take a seat at this table again."""
    assert event.seat is not None
    state.removed.update(state.seats[event.seat].holders)
    _give(state, event.seat, event.data["bot"], event.data["name"])


def mute(state: TableState, event: TableEvent) -> None:
    """Mute a person (no chat or reactions), or unmute them."""
    assert event.seat is not None
    holders = state.seats[event.seat].holders
    if event.data["on"]:
        state.muted.update(holders)
    else:
        state.muted.difference_update(holders)


def reseat(state: TableState, event: TableEvent) -> None:
    """Give a seat to a bot, or open it."""
    assert event.seat is not None
    _give(state, event.seat, event.data["to"], event.data["name"])
    state.seats[event.seat].substitute = event.data.get("substitute", False)


def _give(state: TableState, seat: int, bot: str | None, name: str) -> None:
    was_owner = seat == state.owner_seat
    state.seats[seat] = SeatState("bot" if bot else "open", name, bot)
    state.seed_words.pop(seat, None)
    if was_owner:
        _pass_on_ownership(state, seat)
    if state.undo_request is not None and state.undo_request.seat == seat:
        state.undo_request = None
    stop_waiting_for(state, seat)


def _pass_on_ownership(state: TableState, seat: int) -> None:
    """Make the next person clockwise from `seat` the owner of the table; if no person is left, keep the owner."""
    size = len(state.seats)
    for heir in (state.seats[(seat + step) % size] for step in range(1, size)):
        if heir.kind == "human":
            state.owner, state.owner_name = heir.holders[0], heir.name
            state.invitation = replace(state.invitation, names_owner=False, call="")
            return


def change_settings(state: TableState, event: TableEvent) -> None:
    """Change the table's settings for hints, pace, clock, the lobby's list or the invitation."""
    state.listed = event.data.get("listed", state.listed)
    state.hints = event.data.get("hints", state.hints)
    state.pace = event.data.get("pace", state.pace)
    invitation = {setting: event.data[setting] for setting in INVITATION_SETTINGS if setting in event.data}
    state.invitation = replace(state.invitation, **invitation)
    if "clock" in event.data:
        state.clock = event.data["clock"]
        restart_clocks(state, event.at, range(len(state.seats)))
