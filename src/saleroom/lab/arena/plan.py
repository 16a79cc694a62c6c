"""What an arena plays: who sits where, on which cards, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal

from saleroom.bots import UnknownPlayer
from saleroom.bots.players import is_program
from saleroom.games import load
from saleroom.kernel.options import Value
from saleroom.match.seeds import batch_seeds

FORMAT = "saleroom-arena/1"


@dataclass(frozen=True)
class Plan:
    """Duplicate play: each cluster is one seed's cards, played once with every rotation of the line-up over the seats.

    `UnknownPlayer` or `BadOptions` when the players do not fit the seats or the options make no game.
    """

    game: str
    options: Mapping[str, Value]
    seats: int
    players: tuple[str, ...]
    """Each takes a seat; the last takes all that are left."""
    deals: int
    """How many clusters."""
    seed: bytes
    matches: bool = False
    """Whether whole matches are played, or the first deal of each alone."""
    pilot: Mapping[str, Any] = field(default_factory=dict)
    """What was found on deals of other seeds before the first of these: `equal_time`, `control`."""

    def __post_init__(self) -> None:
        """Complete the game's name and options, so that equal plans are equal."""
        game = load(self.game)
        object.__setattr__(self, "game", game.name)
        object.__setattr__(self, "options", game.settle_options(self.options, self.seats))
        object.__setattr__(self, "players", tuple(self.players))
        if not self.players or len(self.players) > self.seats:
            raise UnknownPlayer(
                f"{len(self.players)} players cannot take {self.seats} seats; name at most one for each"
            )
        if self.deals < 1:
            raise ValueError(f"an arena plays 1 deal or more, not {self.deals}")

    @cached_property
    def line_up(self) -> tuple[str, ...]:
        """A name for every seat, as the first seating has them."""
        return self.players + self.players[-1:] * (self.seats - len(self.players))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players, each once, in the order of the line-up."""
        return tuple(dict.fromkeys(self.line_up))

    @cached_property
    def turns(self) -> int:
        """How many seatings a cluster has: the rotations of the line-up, equal ones once."""
        return len(rotations(self.line_up))

    def seatings(self, number: int) -> list[tuple[str, ...]]:
        """The names by seat of every seating of one cluster.

        Rotations keep everybody's neighbours, and who sits after a weak player may gain by it. So the order of the
        line-up, but for its first, is drawn anew for each cluster, from its seed.
        """
        first, *rest = self.line_up
        for attempt in range(256):
            keys = [sha256(b"order" + bytes([attempt, at]) + self.seed_of(number)).digest() for at in range(len(rest))]
            drawn = rotations((first, *(rest[at] for at in sorted(range(len(rest)), key=keys.__getitem__))))
            if len(drawn) == self.turns:  # every cluster is as large
                return drawn
        return rotations(self.line_up)

    @property
    def reordered(self) -> bool:
        """Whether other orders of the line-up come up: of one player against equals there are none but rotations."""
        usual = set(rotations(self.line_up))
        return any(set(self.seatings(number)) != usual for number in range(32))

    @property
    def programs(self) -> tuple[str, ...]:
        """The players that are programs, whose lapses are counted."""
        return tuple(name for name in self.names if is_program(name))

    @property
    def objective(self) -> Literal["deal", "match"]:
        """What the players are to play for."""
        return "match" if self.matches else "deal"

    def seed_of(self, number: int) -> bytes:
        """The seed of one cluster, counted from 0."""
        return batch_seeds(self.seed, 1, number)[0]

    def on_other_cards(self, purpose: bytes, deals: int) -> Plan:
        """The same players on so many clusters of another seed, for something to be found before the plan is played."""
        return replace(self, seed=sha256(purpose + self.seed).digest(), deals=deals, pilot={})

    @property
    def control(self) -> Mapping[str, Any] | None:
        """What `control.py` found, if the results are told with control variates."""
        return self.pilot.get("control")

    def header(self) -> dict[str, Any]:
        """What a file of results begins with. Not how many deals: more may be asked for later."""
        header = {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "seats": self.seats,
            "players": list(self.line_up),
            "seed": self.seed.hex(),
            "objective": self.objective,
        }
        return header | ({"pilot": dict(self.pilot)} if self.pilot else {})


def rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A line-up moved on seat by seat, until it comes back."""
    return list(dict.fromkeys(line_up[-turn:] + line_up[:-turn] for turn in range(len(line_up))))
