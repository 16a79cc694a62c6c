"""The players, by name: those of the house, and those that others wrote. Each sees the view of its seat alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from saleroom.bots.cores import cores
from saleroom.bots.decision import Player
from saleroom.bots.external_players import Outside, PlayerFailed, UnknownPlayer, factory, has_form
from saleroom.bots.levels import BY_NET, LEVELS, THINKING, Objective
from saleroom.bots.nets.player import by_net
from saleroom.bots.plain import KINDS, Plain
from saleroom.bots.programs import player as programs
from saleroom.bots.search.budget import Budget, parse
from saleroom.kernel.game import Game

SEARCH, PROGRAM = "search:", programs.PREFIX
NAMES = (*KINDS, *LEVELS)
"""The players of the house that have names of their own; a search of any budget is another."""
__all__ = [
    "NAMES",
    "Player",
    "PlayerFailed",
    "UnknownPlayer",
    "admit",
    "any_searches",
    "at_tables",
    "check",
    "is_outside",
    "is_program",
    "known",
    "line_up",
    "player",
]


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
        return _others(name)(name, game, seed)
    from saleroom.bots.search.player import Searcher

    return Searcher(name, game, budget, seed, objective, threads or cores())


def _others(name: str) -> Callable[[str, Game, bytes], Any]:
    """What makes a player that neither has a net nor searches."""
    return Plain if name in KINDS else programs.Program if is_program(name) else Outside


def check(name: str) -> Budget | None:
    """The budget of a search by name, None for another player; `UnknownPlayer` if there is none of that name."""
    if not isinstance(name, str):
        raise UnknownPlayer(f"a player is named by a text; the players are {', '.join(NAMES)}")
    if name in KINDS or name in BY_NET:
        return None
    if name in THINKING:
        return THINKING[name]
    if is_program(name):
        programs.parse(name)
        return None
    if is_outside(name):
        factory(name)
        return None
    if not name.startswith(SEARCH):
        known = ", ".join([*NAMES, f"{SEARCH}2000, {SEARCH}200ms, module:Class, cmd:COMMAND"])
        raise UnknownPlayer(f"there is no player {name[:40]!r}; the players are {known}")
    try:
        return parse(name.removeprefix(SEARCH))
    except ValueError as error:
        raise UnknownPlayer(f"{name[:40]!r}: {error}") from None


def check_by_views(name: str) -> Budget | None:
    """The same where players are given views alone, and no match that a program could be told of."""
    if is_program(name):
        raise UnknownPlayer(programs.no_views(name))
    return check(name)


def is_outside(name: str) -> bool:
    """Whether a name is that of a player which others wrote in Python, who need not be there."""
    return isinstance(name, str) and name not in NAMES and not name.startswith((SEARCH, PROGRAM)) and has_form(name)


def is_program(name: str) -> bool:
    """Whether a name is that of a program, which need not be there."""
    return isinstance(name, str) and name.startswith(PROGRAM)


def known(name: str) -> bool:
    """Whether a name is a player's, and not a person's."""
    if is_outside(name) or is_program(name):
        return True
    try:
        check(name)
    except UnknownPlayer:
        return False
    return True


def any_searches(names: Iterable[str]) -> bool:
    """Whether any of these players searches, so that the machine code of the search is needed."""
    return any(known(name) and not (is_outside(name) or is_program(name)) and check(name) for name in names)


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


# Web tables

LONGEST_NAME = 40
_admitted: list[str] = []


def admit(names: Iterable[str]) -> None:
    """Let these players that others wrote, and no other such, sit at this process's web tables.

    Whoever starts a server decides it, before anybody is served. `UnknownPlayer` says why one cannot.
    """
    chosen = list(dict.fromkeys(names))
    for name in chosen:
        if not is_outside(name):
            raise UnknownPlayer(f"{name[:40]!r} is no player that others wrote; write module:Class")
        if len(name) > LONGEST_NAME:
            raise UnknownPlayer(f"player {name}: at a web table a name has at most {LONGEST_NAME} characters")
        check(name)
    _admitted[:] = chosen


def at_tables() -> tuple[str, ...]:
    """The players that may be given a seat at a web table: those of the house that have names, and who was admitted."""
    return (*NAMES, *_admitted)
