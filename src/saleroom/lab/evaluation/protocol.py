"""Protocol of an evaluation: opponents, seats and cards.

If you change anything here, increase the number in `FORMAT`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from saleroom.bots.levels import TRAINED
from saleroom.bots.nets.player import shipped
from saleroom.kernel.game import Game
from saleroom.lab.arena.plan import Plan

FORMAT = "saleroom-evaluation/1"
QUICK, SLOW, OTHER_SEATS = 1000, 100, 300
"""Number of deals against instant opponents, against opponents that search, and with other numbers of seats."""


class Cell(NamedTuple):
    """Cell of the protocol: the policy in one seat, and an opponent in all other seats.

    Each deal is played with the policy in every seat.
    """

    opponent: str
    seats: int
    deals: int

    @property
    def name(self) -> str:
        """The cell's name, such as ``house-4``."""
        return f"{self.opponent}-{self.seats}"


def cells(game: Game) -> list[Cell]:
    """Return all cells of a game with default options. Every cell plays only the first deal of each match."""
    usual = game.usual_seats
    nets = [TRAINED] if shipped(game.name) is not None else []
    cells_at_usual = [Cell(opponent, usual, QUICK) for opponent in ("random", "house", *nets)]
    cells_at_usual.append(Cell("hard", usual, SLOW))
    others = sorted({game.seats[0], game.seats[-1]} - {usual})
    return [*cells_at_usual, *(Cell("house", seats, OTHER_SEATS) for seats in others)]


def seed_of(game: Game, cell: Cell) -> bytes:
    """Return the seed of a cell's cards."""
    return sha256(f"{FORMAT} {game.name} {cell.name}".encode()).digest()


def plan_of(game: Game, policy: str, cell: Cell, seed: bytes | None = None) -> Plan:
    """Return the arena plan that plays a cell.

    If `seed` is given, the cards come from it and are not the protocol's cards.
    """
    cell_seed = seed_of(game, cell) if seed is None else sha256(seed + cell.name.encode()).digest()
    return Plan(game.name, {}, cell.seats, (policy, cell.opponent), cell.deals, cell_seed)
