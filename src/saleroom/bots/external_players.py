"""Python players by third parties. Their names are ``module:Class``, or entry points in the group `saleroom.players`.

Saleroom calls the object that has this name. The arguments are a game (`saleroom.kernel.game.Game`) and a seed (32
bytes for the player's own randomness). The object must return a player, which has a method ``choose(views, seat)`` that
returns a legal action, as its id or as text. Each failure is raised as a `PlayerFailed` with a one-line message.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from operator import attrgetter, index
from typing import Any

from saleroom.bots.decision import Decision
from saleroom.kernel import choices, loops
from saleroom.kernel.game import Game
from saleroom.kernel.options import shown
from saleroom.renamed import earlier_names

GROUP = "saleroom.players"
_WRITTEN = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*(?:\.[^\W\d]\w*)*)")

Factory = Callable[[Game, bytes], Any]


__getattr__ = earlier_names(__name__, Outside="ExternalPlayer")


class UnknownPlayer(ValueError):
    """Error for an unknown player name, or for a list of players that does not fit the seats."""


class PlayerFailed(ValueError):
    """Error for a third-party player that returns no legal action.

    The one-line message says which player failed, in which seat, and why.
    """


def own_seed(seed: bytes) -> bytes:
    """Return the seed that a third-party player gets: 32 bytes, from which `seed` cannot be computed.

    Callers make `seed` from the seed of the cards and the player's place.
    """
    return sha256(b"third-party player" + seed).digest()


def legal(game: Game, views: Any, seat: int) -> dict[str, int]:
    """Return the legal actions in a seat's view, as a dict from texts to ids; the ids are ascending."""
    return {game.format_action(views[0], seat, action): action for action in _legal_ids(views, seat)}


def _legal_ids(views: Any, seat: int) -> list[int]:
    return choices.ids(loops.legal(views, 0, seat))


def has_form(name: str) -> bool:
    """Return whether a name has the form ``module:Class`` or is an entry point, without importing anything."""
    return _WRITTEN.fullmatch(name) is not None or name in names()


@cache
def names() -> tuple[str, ...]:
    """Return the names of all entry points."""
    return tuple(sorted(entry_points(group=GROUP).names))


@cache
def factory(name: str) -> Factory:
    """Return the factory of the player with that name; if there is none, raise `UnknownPlayer`, which says why."""
    written = _WRITTEN.fullmatch(name)
    module, path = written.groups() if written else _place(name)
    found = _found(name, module, path)
    if not callable(found):
        raise UnknownPlayer(f"player {name}: {path} of {module} is no class and no function")
    if isinstance(found, type) and not callable(getattr(found, "choose", None)):
        raise UnknownPlayer(f"player {name}: the class has no method choose(views, seat)")
    return found


def _place(name: str) -> tuple[str, str]:
    """Return the module of an entry point, and the name of the object in that module."""
    (entry,) = entry_points(group=GROUP, name=name)
    return entry.module, entry.attr


def _found(name: str, module: str, path: str) -> Any:
    here = os.getcwd()
    if here not in sys.path:  # an installed program does not find modules in the current folder by default
        sys.path.insert(0, here)
    try:
        home = import_module(module)
    except ModuleNotFoundError as error:
        if not (error.name and f"{module}.".startswith(f"{error.name}.")):
            raise UnknownPlayer(f"player {name}: importing {module} failed: {_told(error)}") from error
        raise UnknownPlayer(f"player {name}: there is no module {error.name} here or among what is installed") from None
    except (Exception, SystemExit) as error:
        raise UnknownPlayer(f"player {name}: importing {module} failed: {_told(error)}") from error
    try:
        return attrgetter(path)(home)
    except AttributeError:
        raise UnknownPlayer(f"player {name}: {module} has no {path}") from None


def _told(error: BaseException) -> str:
    """Return the text of an exception in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")


class CheckedPlayer:
    """A third-party player whose answers are checked."""

    def __init__(self, name: str, game: Game, player: Any) -> None:
        """Wrap `player`, which has a method `choose` and perhaps a method `decide`."""
        self.name, self._game, self._player = name, game, player

    @property
    def decides(self) -> bool:
        """Whether the player has a method `decide`."""
        return hasattr(self._player, "decide")

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        return self._checked(self._asked(self._player.choose, views, seat), views, seat)

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the player's action and, if the player has a method `decide`, the score that the player expects."""
        if not self.decides:
            return Decision(self.choose(views, seat))
        said = self._asked(self._player.decide, views, seat)
        if not isinstance(said, Decision):
            raise self._failed(seat, f"decide gave {shown(said)}, which is no Decision")
        return Decision(self._checked(said.action, views, seat), said.expected)

    def _asked(self, method: Callable[..., Any], views: Any, seat: int) -> Any:
        try:
            return method(views.copy(), seat)
        except PlayerFailed:
            raise
        except (Exception, SystemExit) as error:
            raise self._failed(seat, _told(error)) from error

    def _checked(self, said: Any, views: Any, seat: int) -> int:
        """Return the action id for the player's answer `said`.

        The answer is an id or a text. Raise `PlayerFailed` if the action is not legal.
        """
        try:
            action = self._game.parse_action(views[0], seat, said) if isinstance(said, str) else index(said)
        except (TypeError, ValueError) as error:
            raise self._failed(seat, f"answered {shown(said)}: {error}") from None
        if action not in _legal_ids(views, seat):
            raise self._failed(seat, f"answered {shown(said)}, which is not legal")
        return action

    def _failed(self, seat: int, why: str) -> PlayerFailed:
        return PlayerFailed(f"player {self.name} in seat {seat}: {why}")


class ExternalPlayer(CheckedPlayer):
    """A third-party player in this process."""

    def __init__(self, name: str, game: Game, seed: bytes) -> None:
        """Create the player; raise `UnknownPlayer` if no player has this name, `PlayerFailed` if creation fails."""
        make = factory(name)
        try:
            player = make(game, seed)
        except (Exception, SystemExit) as error:
            raise PlayerFailed(f"player {name} could not be made for {game.name}: {_told(error)}") from error
        if not callable(getattr(player, "choose", None)):
            raise UnknownPlayer(f"player {name}: what it makes has no method choose(views, seat)")
        super().__init__(name, game, player)
