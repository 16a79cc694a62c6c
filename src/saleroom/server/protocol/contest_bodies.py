"""Request and response bodies of daily deals and challenges."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from saleroom.server.protocol.common import Name, Picture, RequestBody

Standing = Literal["open", "playing", "over"]
"""A person's status in a contest: not begun, at their table, finished."""


class ListedDaily(BaseModel):
    """A day's deal of a game, and the caller's status in it."""

    game: str
    title: str
    day: str
    """Such as ``2026-11-23``, in UTC."""
    closes_at: float
    """End of the day, in seconds since the epoch."""
    players: int
    """Number of people who have finished it."""
    status: Standing
    table: str | None
    """The caller's table, once they have begun."""
    score: int | None
    """The caller's result; None before it, or if they finished after the day."""


class Dailies(BaseModel):
    """Today's deals, one for each game."""

    deals: list[ListedDaily]


class ScoreCount(BaseModel):
    """Number of people with a score."""

    score: int
    people: int


class Ranked(BaseModel):
    """A person's result with its rank."""

    rank: int
    """1 plus the number of people with a higher score."""
    name: str
    picture: Picture
    score: int
    table: str


class DailyResults(BaseModel):
    """Results of all players of a deal: only for those who have played it, or after its day."""

    server_seed: str
    """Its SHA-256 is the commitment, in hex."""
    scores: list[ScoreCount]
    """The lowest first."""
    beaten: float | None
    """Share of the others who had a lower score than the caller, 0 to 1; None if there are no others."""
    best: Ranked | None
    ranking: list[Ranked]
    """The best accounts."""
    house: dict[str, int | None]
    """Score of each level of the house in the same seat; None if it is still playing."""


class DailyDeal(ListedDaily):
    """A day's deal in full, as far as the caller may know."""

    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    opponents: list[str]
    """Level of the house player of each seat; the one of seat 0, the caller's, is ignored."""
    source: Literal["secret", "date"]
    """Source of the cards: the server's secret, or the date, from which players can compute them."""
    commit: str
    """SHA-256 of the server's seed, in hex."""
    published_at: float
    """Time of its publication."""
    opened: DailyResults | None


class Played(BaseModel):
    """A player's result with the cards of a challenge."""

    name: str
    picture: Picture
    table: str
    deals: list[int]
    """Score change of each deal."""
    score: int


class Challenge(BaseModel):
    """A challenge to play a person's cards, as far as the caller may know."""

    id: str
    game: str
    title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    name: str
    """The challenger."""
    picture: Picture
    seat: int
    """The challenger's seat."""
    opponents: list[str]
    """Level of the house player of each seat."""
    stood_in: list[int]
    """Seats where people sat in that match; the house plays for them."""
    status: Standing
    table: str | None
    """The caller's table with these cards."""
    opened: list[Played] | None
    """All who have played it; only for those who have."""


class PlayRequest(RequestBody):
    """A person takes part in a contest under this name."""

    name: Name
