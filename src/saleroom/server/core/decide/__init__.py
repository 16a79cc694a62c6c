"""Decisions about commands. Each function returns the event that a command causes, or refuses the command; no function
changes a table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from saleroom.server.core.decide import play, seats
from saleroom.server.core.decide.checks import check_contest
from saleroom.server.core.decide.context import CommandContext, CommandRefusal
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import commands
from saleroom.server.protocol.common import Picture

__all__ = ["CommandContext", "CommandRefusal", "decide"]


def decide(
    state: TableState,
    command: commands.Command,
    holder: str | None,
    now: float,
    *,
    present: Sequence[bool] = (),
    new_table: str | None = None,
    picture: Picture | None = None,
    devices: Sequence[str] = (),
    removed_earlier: Collection[str] = (),
) -> TableEvent:
    """Return the event that a command causes, or raise `CommandRefusal`.

    `present` says for each seat whether its player is connected; only connected players must agree to an undo.
    `new_table` is the id of the rematch table, for a `Rematch`. `picture` is the caller's portrait for a `Sit` or a
    `ShowPortrait`. For a `Sit`, `devices` are all devices of the caller's person, and `removed_earlier` are devices and
    bot accounts that were removed from earlier tables of the evening. The module `saleroom.server.core.decide.checks`
    checks the other commands: `Nudge`, `Hint`, `Why`, `React`, `Report`, `Skip` and `Rest`.
    """
    rule = _DECIDE.get(type(command))
    if rule is None:
        raise CommandRefusal("malformed", "table.unknown-command")
    if state.header.contest is not None and state.progress is not None:
        check_contest(command)
    seat = state.seat_of(holder)
    return rule(
        CommandContext(
            state, command, holder, seat, present, new_table, now, picture, devices, removed_earlier=removed_earlier
        )
    )


_DECIDE: dict[type, Callable[[CommandContext], TableEvent]] = {
    commands.Sit: seats.sit,
    commands.ShowPortrait: seats.show_portrait,
    commands.Leave: seats.leave,
    commands.Reseat: seats.reseat,
    commands.Remove: seats.remove,
    commands.Mute: seats.mute,
    commands.Settle: seats.change_settings,
    commands.Start: seats.start,
    commands.Act: play.act,
    commands.Undo: play.undo,
    commands.Consent: play.consent,
    commands.Say: play.say,
    commands.Rematch: play.rematch,
}
