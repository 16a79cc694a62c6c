"""Rows of tournaments in the database, with limits on their people."""

from __future__ import annotations

from typing import Literal, NamedTuple

from saleroom.server.protocol.common import Clock

MOST_PEOPLE = 500
"""Maximum number of participants in a tournament."""

FEWEST, FEWEST_LATER = 4, 2
"""Minimum number of people for the first round, and for a later one."""

Joining = Literal["in", "full", "over", "removed"]
Substituting = Literal["in", "has-seen", "taken"]


class Tournament(NamedTuple):
    """A tournament. The fields are the columns of the database."""

    id: str
    title: str
    game: str
    options: dict[str, int | str]
    """Values of all options of the game."""
    seats: int
    rounds: int
    per_table: int | None
    """Maximum number of people at a table. None means as many as possible with two tables."""
    organiser: str
    """Identity of the organiser."""
    organiser_name: str
    seed: bytes
    """32 bytes from which the seeds of all rounds are derived; secret until the tournament is over."""
    made_at: float
    round: int
    """Number of the last started round; 0 before the first round."""
    language: str | None = None
    """Language of link previews; None for the language of each reader."""
    names_organiser: bool = False
    """Whether link previews contain the organiser's name."""
    begins_at: float | None = None
    """Planned time of the first round, in seconds since the epoch."""
    call_link: str | None = None
    """Address of the organiser's call, shown to participants and the organiser."""
    clock_seconds: Clock = None
    """Seconds for a move; None for `tournament_tables.CLOCK`."""
    round_interval: int | None = None
    """Minimum number of seconds between the beginnings of two rounds that the server starts; None if the organiser
    starts each round.
    """

    @property
    def next_at(self) -> float | None:
        """Time at which the server starts the next round, at the earliest; None if it starts none."""
        if self.begins_at is None or self.round_interval is None or self.round >= self.rounds:
            return None
        return self.begins_at + self.round * self.round_interval


class OwnTournament(NamedTuple):
    """Tournament that a person organises or takes part in."""

    id: str
    title: str
    game: str
    begins_at: float | None
    round: int
    rounds: int
    organised: bool
    playing: bool
    """Whether a table of a started round has no result yet."""


class TournamentPerson(NamedTuple):
    """Participant of a tournament, or a person who took part and then left or was removed."""

    event: str
    number: int
    """Number of the person, from 1, in the order in which people joined."""
    identity: str
    holder: str
    """Device with which the person joined."""
    name: str
    status: Literal["in", "left", "removed"]


class RoundTable(NamedTuple):
    """A table in one round of a tournament."""

    event: str
    round: int
    number: int
    """Number of the table in its round, from 1."""
    table_id: str
    people: list[int | None]
    """Number of the person at each seat; None for a bot."""
    scores: list[list[int]] | None = None
    """Score changes of each deal, shape (deals, seats); None until the match is over."""
    moves: list[list[int]] | None = None
    """For each seat, the number of moves of the first person, and of moves that a bot made for them; None until the
    match is over.
    """
    substitutes: list[list[int]] | None = None
    """For each substitute, the seat, the number of the person, the number of deals that had finished before, and the
    numbers of moves as in `moves`; None until the match is over.
    """


class PlannedSubstitute(NamedTuple):
    """A person who takes over a seat in a round, stored before the person sits down at the table."""

    event: str
    round: int
    person: int
    number: int
    """Number of the substitute in the round, from 1, in the order in which they were stored."""
    table_number: int
    seat: int
