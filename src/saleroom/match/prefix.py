"""The first events of a match, and the match played again as far as they go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from saleroom.kernel.game import Game
from saleroom.kernel.options import Value
from saleroom.match.match import Match
from saleroom.match.seeds import Seed


@dataclass(frozen=True)
class Prefix:
    """What has happened in a match up to some moment."""

    first: int
    """The first dealer (in Auction Draw the first leader)."""
    deals: list[list[str]]
    """The events of each deal in the words of the record; the last deal may be under way."""


def prefix(match: Match, deal: int, events: int) -> Prefix:
    """A match up to and with the first so many events of a deal, which is counted from 1."""
    told = [[event.text() for event in known.events] for known in match.deals[:deal]]
    return Prefix(match.deals[0].dealer, [*told[:-1], told[-1][:events]])


def played(
    game: Game,
    options: dict[str, Value],
    players: Sequence[str],
    start: Prefix,
    seed: Seed = None,
    rules_version: int | None = None,
) -> Match:
    """A match after these events. What they do not name comes from the seed; the table deals where that is due."""
    match = Match(game, options, players, seed, start.first, rules_version)
    for deal in start.deals:
        for event in deal:
            match.feed(event)
    return match.start()
