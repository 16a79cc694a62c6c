"""The plan of an arena: players, seats, cards and the number of deals."""

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
    """Plan of duplicate play.

    In each cluster, the cards from one seed are played once with each rotation of the line-up.

    Creating a plan raises `UnknownPlayer` if the players do not fit the seats, and `BadOptions` if the options are
    invalid.
    """

    game: str
    options: Mapping[str, Value]
    seats: int
    players: tuple[str, ...]
    """Names of the players. Each player has one seat, except the last player, who has all remaining seats."""
    deals: int
    """Number of clusters."""
    seed: bytes
    matches: bool = False
    """Whether whole matches are played, or only the first deal of each match."""
    pilot: Mapping[str, Any] = field(default_factory=dict)
    """Results of pilots on deals with other seeds: `equal_time`, `control`."""
    secret: bool = False
    """Whether files get a commitment of the seed, its SHA-256, instead of the seed."""

    def __post_init__(self) -> None:
        """Complete the game's name and options, so that plans of the same games compare as equal."""
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
        """The player name at every seat in the first seating."""
        return self.players + self.players[-1:] * (self.seats - len(self.players))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The distinct players, in the order of the line-up."""
        return tuple(dict.fromkeys(self.line_up))

    @cached_property
    def turns(self) -> int:
        """Number of seatings in a cluster, which is the number of distinct rotations of the line-up."""
        return len(rotations(self.line_up))

    def seatings(self, number: int) -> list[tuple[str, ...]]:
        """Return all seatings of cluster `number`. Each seating gives the player names by seat.

        A rotation keeps each player's neighbours, and a player can profit from sitting after a weak player. Each
        cluster therefore uses its own seed to shuffle the line-up, except for the first player.
        """
        first, *rest = self.line_up
        for attempt in range(256):
            keys = [sha256(b"order" + bytes([attempt, at]) + self.seed_of(number)).digest() for at in range(len(rest))]
            drawn = rotations((first, *(rest[at] for at in sorted(range(len(rest)), key=keys.__getitem__))))
            if len(drawn) == self.turns:  # every cluster has the same size
                return drawn
        return rotations(self.line_up)

    @property
    def reordered(self) -> bool:
        """Whether the order of the line-up differs between clusters.

        The order is always the same if all players but one are identical.
        """
        usual = set(rotations(self.line_up))
        return any(set(self.seatings(number)) != usual for number in range(32))

    @property
    def programs(self) -> tuple[str, ...]:
        """Players that are external programs. Their protocol errors are counted."""
        return tuple(name for name in self.names if is_program(name))

    @property
    def objective(self) -> Literal["deal", "match"]:
        """What the players maximise: the deal's score or the chance to win the match."""
        return "match" if self.matches else "deal"

    def seed_of(self, number: int) -> bytes:
        """Return the seed of cluster `number`, counted from 0."""
        return batch_seeds(self.seed, 1, number)[0]

    @property
    def written_seed(self) -> str:
        """The seed as files have it: 64 hex digits, or its SHA-256 after ``sha256:`` if it is secret."""
        return f"sha256:{sha256(self.seed).hexdigest()}" if self.secret else self.seed.hex()

    def on_other_cards(self, purpose: bytes, deals: int) -> Plan:
        """Return this plan with `deals` clusters and a seed that is derived from `purpose`, for a pilot."""
        return replace(self, seed=sha256(purpose + self.seed).digest(), deals=deals, pilot={})

    @property
    def control(self) -> Mapping[str, Any] | None:
        """The result of the pilot for control variates; None if control variates are not used."""
        return self.pilot.get("control")

    def header(self) -> dict[str, Any]:
        """Return the first line of a results file.

        The line omits the number of deals, because a later command can request more deals.
        """
        header = {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "seats": self.seats,
            "players": list(self.line_up),
            "seed": self.written_seed,
            "objective": self.objective,
        }
        return header | ({"pilot": dict(self.pilot)} if self.pilot else {})


def rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the distinct rotations of a line-up."""
    return list(dict.fromkeys(line_up[-turn:] + line_up[:-turn] for turn in range(len(line_up))))
