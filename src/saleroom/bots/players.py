"""The players of the house, by name. A player sees the view of its seat and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from saleroom.bots.cores import cores
from saleroom.bots.decision import Player
from saleroom.bots.levels import BY_NET, LEVELS, THINKING, Objective
from saleroom.bots.nets.player import by_net
from saleroom.bots.plain import KINDS, Plain
from saleroom.bots.search.budget import Budget, parse
from saleroom.kernel.game import Game

SEARCH = "search:"
NAMES = (*KINDS, *LEVELS)
"""The players that have names of their own; a search of any budget is another."""


class UnknownPlayer(ValueError):
    """A name that is no player's, or a line-up that does not fit the seats."""


def player(
    name: str, game: Game, seed: bytes = b"", objective: Objective = "match", threads: int | None = None
) -> Player:
    """A player by name; `UnknownPlayer` says which there are.

    `seed` is its own chance, `objective` what it plays for: the score of the deal, or winning the match. A search
    thinks on so many `threads`, or on all cores; how many there are changes nothing but the time it takes.
    """
    budget = check(name)
    if name in BY_NET:
        return by_net(name, game, seed, BY_NET[name])
    if budget is None:
        return Plain(name, game, seed)
    from saleroom.bots.search.player import Searcher

    return Searcher(name, game, budget, seed, objective, threads or cores())


def check(name: str) -> Budget | None:
    """The budget of a search by name, None for another player; `UnknownPlayer` if there is none of that name."""
    if not isinstance(name, str):
        raise UnknownPlayer(f"a player is named by a text; the players are {', '.join(NAMES)}")
    if name in KINDS or name in BY_NET:
        return None
    if name in THINKING:
        return THINKING[name]
    if not name.startswith(SEARCH):
        known = ", ".join([*NAMES, f"{SEARCH}2000, {SEARCH}200ms"])
        raise UnknownPlayer(f"there is no player {name[:40]!r}; the players are {known}")
    try:
        return parse(name.removeprefix(SEARCH))
    except ValueError as error:
        raise UnknownPlayer(f"{name[:40]!r}: {error}") from None


def known(name: str) -> bool:
    """Whether there is a player of that name."""
    try:
        check(name)
    except UnknownPlayer:
        return False
    return True


def any_searches(names: Iterable[str]) -> bool:
    """Whether any of these players searches, so that the machine code of the search is needed."""
    return any(known(name) and check(name) is not None for name in names)


def line_up(text: str, seats: int) -> list[str]:
    """A name for each seat from one name for all or a comma list by seat."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        check(name)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise UnknownPlayer(f"{len(names)} players cannot take {seats} seats; name one for all or one for each")
    return names
