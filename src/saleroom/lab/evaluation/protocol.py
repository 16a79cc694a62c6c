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
from saleroom.lab.evaluation.season import Season

FORMAT = "saleroom-evaluation/2"
OPEN_CARDS = "saleroom-evaluation/1"
"""Name from which the open cards follow. They are the same since the first format, so that figures can be compared."""
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


class Cards(NamedTuple):
    """Source of an evaluation's cards: an own seed or a season; without both, the open cards of the protocol."""

    seed: bytes | None = None
    season: Season | None = None
    policy_digest: str = ""

    @property
    def by_protocol(self) -> bool:
        """Whether the user has no choice of the cards."""
        return self.seed is None

    def seed_of(self, game: Game, cell: Cell) -> bytes:
        """Return the seed of a cell's cards."""
        if self.season is not None:
            return self.season.seed(f"{game.name} {cell.name}", self.policy_digest)
        if self.seed is not None:
            return sha256(self.seed + cell.name.encode()).digest()
        return sha256(f"{OPEN_CARDS} {game.name} {cell.name}".encode()).digest()


def plan_of(game: Game, policy: str, cell: Cell, cards: Cards = Cards()) -> Plan:  # noqa: B008  a tuple
    """Return the arena plan that plays a cell. The seed of a season is not written into the results."""
    seed, secret = cards.seed_of(game, cell), cards.season is not None
    return Plan(game.name, {}, cell.seats, (policy, cell.opponent), cell.deals, seed, secret=secret)
