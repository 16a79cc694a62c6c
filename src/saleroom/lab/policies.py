"""Measured players by name: how they are created, and how far their code is isolated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from saleroom import bots
from saleroom.bots import players
from saleroom.bots.players import is_outside, is_program
from saleroom.bots.sealed import player as sealed_player
from saleroom.bots.sealed.processes import is_supported
from saleroom.kernel.game import Game


@dataclass(frozen=True)
class Player:
    """A measured player: its name, how it is created, and how far its code is isolated."""

    name: str
    make: Callable[..., Any]
    """Function that creates the player, with the arguments of `saleroom.bots.player`. It can be pickled."""
    sealed: tuple[str, ...] | None
    """Parts of the isolation (`saleroom.bots.sealed.isolation.PARTS`); None for Saleroom's own bots."""


def check_policy(policy: str) -> None:
    """Raise `UnknownPlayer` for the name of no bot and no program; import no third-party code."""
    if not is_outside(policy):
        players.check(policy)


def policy_player(game: Game, policy: str, out: Path | None) -> Player:
    """Return how the policy is created. Third-party code gets a process of its own where the system allows that.

    The folder `out` is hidden from such code.
    """
    if not (is_outside(policy) or is_program(policy)):
        return Player(policy, bots.player, None)
    if not is_supported():
        players.check(policy)
        return Player(policy, bots.player, ())
    hidden = () if out is None else (str(out.resolve()),)
    parts = sealed_player.check(policy, game, hidden)
    return Player(policy, partial(sealed_player.player, hidden=hidden), parts)
