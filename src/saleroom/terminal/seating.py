"""Assignment of people at this screen, and of bots, to the seats."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from saleroom.bots import players as bots
from saleroom.bots.decision import Decision
from saleroom.bots.fallback import FallbackPlayer
from saleroom.bots.prepare import is_ready
from saleroom.bots.programs.player import Program
from saleroom.kernel.game import Game

YOU = "you"
USUAL = "house"
OFFERED = (
    ("house", "goes by rules of thumb"),
    ("easy", "forgets cards and misjudges its own"),
    ("medium", "the same, less often"),
    ("trained", "goes by what a net has learned"),
    ("hard", "tries each move in dozens of imagined deals"),
    ("master", "tries them in thousands of deals"),
    ("random", "does anything that is legal"),
    ("search:N", "tries N times, such as search:2000, or thinks so long: search:200ms"),
    ("cmd:COMMAND", "is a program that reads the match on its input, such as cmd:./mybot"),
    ("module:Class", "is a third-party player: see docs/build/bots.md"),
)
"""Bots that the user can choose, with their descriptions."""


def line_up(text: str | None, seats: int) -> list[str]:
    """Return a name for each seat. `text` is one name for all seats except the first, or a list with commas."""
    names = [name.strip() for name in (text or USUAL).split(",")]
    for name in names:
        if name != YOU:
            bots.check(name)
    if len(names) == 1:
        names = [YOU, *names * (seats - 1)]
    if len(names) != seats:
        whole = ",".join([*names, *[USUAL] * seats][:seats])
        raise bots.UnknownPlayer(
            f"{len(names)} players cannot take {seats} seats; name one for all others, or each, such as {whole}"
        )
    return names


def seats_named(text: str | None) -> int | None:
    """Return the number of names in a comma-separated list; None if `text` is not a list."""
    return len(text.split(",")) if text and "," in text else None


def people(names: Sequence[str]) -> tuple[int, ...]:
    """Return the seats that people play."""
    return tuple(seat for seat, name in enumerate(names) if not bots.is_known_player(name))


def bots_for(
    game: Game, names: Sequence[str], seed: object, tell: Callable[[str], None] = print
) -> dict[int, bots.Player]:
    """Return the bots by seat. If `seed` is not None, the bots' random numbers are derived from it.

    When a bot fails, ``house`` replaces it and `tell` is called with a message.
    """
    key = secrets.token_hex(32) if seed is None else str(seed)
    return {
        seat: _bot(name, game, f"{key}/player/{seat}", tell)
        for seat, name in enumerate(names)
        if bots.is_known_player(name)
    }


def _bot(name: str, game: Game, key: str, tell: Callable[[str], None]) -> bots.Player:
    player = bots.player(name, game, hashlib.sha256(key.encode()).digest())
    if isinstance(player, Program):
        player.tell = tell
    if bots.is_outside(name):
        house = bots.player(USUAL, game, hashlib.sha256(key.encode()).digest())
        return FallbackPlayer(player, house, lambda failure: tell(f"{failure}; the house plays on in its place."))
    return Impatient(player, game) if bots.check(name) else player


class Impatient:
    """Bot that uses the heuristics of ``house`` until its search is compiled."""

    def __init__(self, player: bots.Player, game: Game) -> None:
        """Wrap `player`, a bot that searches."""
        self.name = player.name
        self._player, self._game = player, game
        self._by_thumb = bots.player(USUAL, game)

    def _who(self) -> bots.Player:
        return self._player if is_ready(self._game, search=True) else self._by_thumb

    def choose(self, views: Any, seat: int) -> int:
        """Return the id of a legal action of `seat`, whose view is `views[0]`."""
        return self._who().choose(views, seat)

    def decide(self, views: Any, seat: int) -> Decision:
        """Return the bot's decision, including the score that it expects."""
        return self._who().decide(views, seat)
