"""The first events of a match, and the match as it was after these events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from saleroom.kernel.game import Game
from saleroom.kernel.options import Value
from saleroom.match.match import Match
from saleroom.match.seeds import Seed


@dataclass(frozen=True)
class Prefix:
    """Events of a match up to a certain moment."""

    first: int
    """First dealer (in Auction Draw the first leader)."""
    deals: list[list[str]]
    """Events of each deal as the record writes them; the last deal can be unfinished."""


def prefix(match: Match, deal: int, events: int) -> Prefix:
    """Return the beginning of a match, through the first `events` events of the given deal (counted from 1)."""
    deals = [[event.text() for event in known.events] for known in match.deals[:deal]]
    return Prefix(match.deals[0].dealer, [*deals[:-1], deals[-1][:events]])


def from_prefix(
    game: Game,
    options: dict[str, Value],
    players: Sequence[str],
    start: Prefix,
    seed: Seed = None,
    rules_version: int | None = None,
) -> Match:
    """Return a match after the events in `start`.

    Later chance events come from `seed`. If a deal is due, the table deals.
    """
    match = Match(game, options, players, seed, start.first, rules_version)
    for deal in start.deals:
        for event in deal:
            match.apply_event(event)
    return match.run_table()
