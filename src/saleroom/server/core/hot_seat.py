"""Tables whose people pass one device round (*hot seat*).

Each seat has a holder of its own. The device keeps the seats' tokens and connects with the token of one person at a
time. The owner of the table has no seat; between turns the device connects as the owner, to whom the server sends what
spectators see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from saleroom.server.core.apply import apply
from saleroom.server.core.create_table import new_header
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import AUTOPLAY_BOT, TableState
from saleroom.server.protocol import commands
from saleroom.server.protocol.bodies import ChairRequest, HotSeatRequest, TableRequest

_COMMAND_ID = "hot-seat"
"""Command id with which the first events of a table are decided; it is never stored."""
FEWEST_PEOPLE = 2


def hot_seat_table(
    request: HotSeatRequest, *, table_id: str, owner: str, holders: Sequence[str], server_seed: bytes, now: float
) -> tuple[TableHeader, list[TableEvent]]:
    """Return the header and first events of a requested table on one device; raise `CommandRefusal` if the request is
    not valid.

    `holders` has a holder id for each seat; those of bots' seats are not used.
    """
    if request.rated:
        raise CommandRefusal("not-now", "hot-seat.casual")
    if sum(chair.name is not None for chair in request.chairs) < FEWEST_PEOPLE:
        raise CommandRefusal("malformed", "hot-seat.people")
    header = new_header(_table_request(request), table_id, owner, server_seed, now)
    state, events = TableState(header), list[TableEvent]()
    for command, holder in _seat_commands(request, owner, holders):
        events.append(replace(decide(state, command, holder, now), command=None))
        apply(state, events[-1])
    events.append(TableEvent(state.version + 1, "hotseat", None, {}, None, owner, now))
    apply(state, events[-1])
    start = decide(state, commands.Start(type="start", id=_COMMAND_ID), owner, now)
    return header, [*events, replace(start, command=None)]


def _table_request(request: HotSeatRequest) -> TableRequest:
    """Return the request for an ordinary table with the same rules and settings, and with open seats."""
    return TableRequest(
        seats=request.seats,
        options=request.options,
        game=request.game,
        name=request.name,
        chairs=[ChairRequest(kind="open") for _ in request.chairs],
        hints=request.hints,
        pace=request.pace,
    )


def _seat_commands(
    request: HotSeatRequest, owner: str, holders: Sequence[str]
) -> Iterator[tuple[commands.Command, str]]:
    """Yield the command that fills each seat, with its sender."""
    for seat, (chair, holder) in enumerate(zip(request.chairs, holders, strict=True)):
        if chair.name is None:
            bot = chair.player or AUTOPLAY_BOT
            yield commands.Reseat(type="reseat", id=_COMMAND_ID, seat=seat, to=bot), owner
        else:
            yield commands.Sit(type="sit", id=_COMMAND_ID, seat=seat, name=chair.name), holder
