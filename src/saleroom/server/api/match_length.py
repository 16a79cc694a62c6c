"""Length of a match, as measured with its rules."""

from __future__ import annotations

from saleroom.games import load
from saleroom.match.effects import effects
from saleroom.server.core.state.events import TableHeader


def median_minutes(header: TableHeader) -> int | None:
    """Return the median length of a match with the table's rules; None if it was not measured."""
    game = load(header.game)
    measured = effects(game)
    if measured is None:
        return None
    usual = game.settle_options({}, header.seats)
    options = game.settle_options(header.options, header.seats, header.rules_version)
    changed = {name: value for name, value in options.items() if value != usual[name]}
    minutes = measured.minutes(header.seats, changed)
    return None if minutes is None else max(1, round(minutes))
