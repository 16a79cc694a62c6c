"""Creation of players by name: Saleroom's bots and third-party players. Each player sees only the view of its seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from saleroom.bots.cores import cores
from saleroom.bots.decision import Player
from saleroom.bots.external_players import (
    ExternalPlayer,
    PlayerFailed,
    UnknownPlayer,
    factory,
    has_form,
    own_seed,
)
from saleroom.bots.levels import BY_NET, LEVELS, THINKING, Objective
from saleroom.bots.nets.player import by_net
from saleroom.bots.plain import KINDS, Plain
from saleroom.bots.programs import player as programs
from saleroom.bots.search.budget import Budget, parse
from saleroom.kernel.game import Game

SEARCH, PROGRAM = "search:", programs.PREFIX
NAMES = (*KINDS, *LEVELS)
"""Bots with fixed names. There is also a bot for every search budget, such as ``search:2000``."""
__all__ = [
    "NAMES",
    "Player",
    "PlayerFailed",
    "UnknownPlayer",
    "admit",
    "any_searches",
    "at_tables",
    "check",
    "is_known_player",
    "is_outside",
    "is_program",
    "line_up",
    "player",
]


def player(
    name: str, game: Game, seed: bytes = b"", objective: Objective = "match", threads: int | None = None
) -> Player:
    """Return a new player by its name. If the name is unknown, `UnknownPlayer` lists the existing players.

    `seed` determines the player's own randomness. With `objective` ``deal``, the player maximises the score of the
    deal; with ``match``, it maximises its chance to win the match. A search uses `threads` threads, by default one for
    each core; their number affects only the time.
    """
    budget = check(name)
    if name in BY_NET:
        return by_net(name, game, seed, BY_NET[name])
    if budget is None:
        return _others(name)(name, game, seed)
    from saleroom.bots.search.player import Searcher

    return Searcher(name, game, budget, seed, objective, threads or cores())


def _others(name: str) -> Callable[[str, Game, bytes], Any]:
    """Return the factory of a player that has no net and does not search."""
    if name in KINDS:
        return Plain
    return programs.Program if is_program(name) else _third_party


def _third_party(name: str, game: Game, seed: bytes) -> ExternalPlayer:
    return ExternalPlayer(name, game, own_seed(seed))


def check(name: str) -> Budget | None:
    """Return the budget in the name of a search; None for other players. Raise `UnknownPlayer` for unknown names."""
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
    """Check a name as `check` does, and also reject programs.

    A program needs all messages of a match, but the caller gives its players only views.
    """
    if is_program(name):
        raise UnknownPlayer(programs.no_views(name))
    return check(name)


def is_outside(name: str) -> bool:
    """Return whether a name has the form of a third-party Python player's name. The player need not exist."""
    return isinstance(name, str) and name not in NAMES and not name.startswith((SEARCH, PROGRAM)) and has_form(name)


def is_program(name: str) -> bool:
    """Return whether a name has the form of a program's name. The program need not exist."""
    return isinstance(name, str) and name.startswith(PROGRAM)


def is_known_player(name: str) -> bool:
    """Return whether a name belongs to a bot or another program, not to a person."""
    if is_outside(name) or is_program(name):
        return True
    try:
        check(name)
    except UnknownPlayer:
        return False
    return True


def any_searches(names: Iterable[str]) -> bool:
    """Return whether any of these players searches, and thus needs the machine code of the search."""
    return any(is_known_player(name) and not (is_outside(name) or is_program(name)) and check(name) for name in names)


def line_up(text: str, seats: int) -> list[str]:
    """Return the names of the players, one for each seat.

    `text` is one name for all seats, or a comma-separated list of names by seat.
    """
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
    """Allow these third-party players, and no others, at web tables of this process.

    The operator selects these players when the server starts. `UnknownPlayer` says why a player cannot be allowed.
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
    """Return the players that can have a seat at a web table: the bots in `NAMES` and the admitted third-party
    players.
    """
    return (*NAMES, *_admitted)
