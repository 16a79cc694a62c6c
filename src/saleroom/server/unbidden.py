"""Rows that no command brings by itself: the house's moves, another device, the end of an unanswered request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from saleroom.match.errors import IllegalAction
from saleroom.server.judging import Refusal
from saleroom.server.rows import Row

if TYPE_CHECKING:
    from saleroom.server.table import Table

PATIENCE = 60
"""Seconds after which a request to take back lapses."""

DEVICES = 8
"""How many devices may share a seat."""


def house_row(
    table: Table,
    seat: int,
    action: str | int,
    by_house: bool,
    now: float,
    at: int | None,
    command: str | None,
    holder: str | None,
) -> Row | None:
    """The move of a player of the house, or the house's for a person; None when it no longer fits."""
    match, place = table.playing, table.seating.places[seat]
    if match is None or seat not in match.asked or (at is not None and at != match.asked[seat]):
        return None
    if by_house != (place.kind == "human") or (table.taking_back is not None and command is None):
        return None
    try:
        number = match.match.understand(seat, action)
    except IllegalAction:
        return None
    words = match.match.game.format_action(match.match.view(seat), seat, number)
    return Row(table.version + 1, "move", seat, {"action": words, "by_house": by_house}, command, holder, now)


def device_row(table: Table, seat: int, holder: str, now: float) -> Row:
    """Another device of the person on a seat takes it over as well; `Refusal` when it cannot."""
    place = table.seating.places[seat]
    if place.kind != "human":
        raise Refusal("not-now", "Nobody sits there any more.")
    if table.seat_of(holder) is not None:
        raise Refusal("not-now", "This device has a seat at the table already.")
    if table.seating.has_seen_another(holder, seat):
        raise Refusal("not-yours", "This device has seen another hand of this match.")
    if len(place.holders) >= DEVICES:
        raise Refusal("full", f"A seat can be shared by {DEVICES} devices.")
    return Row(table.version + 1, "device", seat, {}, None, holder, now)


def overdue_row(table: Table, present: Sequence[bool], now: float) -> Row | None:
    """What becomes of a request to take back when nobody it waits for is there, or nobody answers.

    Nothing is taken back for whoever asked while he is not there himself.
    """
    standing = table.taking_back
    if standing is None:
        return None
    if present[standing["seat"]] and not any(present[seat] for seat in standing["waits_for"]):
        return Row(table.version + 1, "undo", standing["seat"], {"moves": standing["moves"]}, at=now)
    if now - table.asked_back_at >= PATIENCE:
        return Row(table.version + 1, "refuse", None, {}, at=now)
    return None
