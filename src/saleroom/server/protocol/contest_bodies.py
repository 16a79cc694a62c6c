"""What the endpoints of daily deals and challenges take and give."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from saleroom.server.protocol.common import Asked, Name

Standing = Literal["open", "playing", "over"]
"""How far somebody is with a contest: not begun, at their table, done."""


class DailyBrief(BaseModel):
    """A day's deal of a game, and how far the asker is with it."""

    game: str
    title: str
    day: str
    """Such as ``2026-11-23``, in UTC."""
    closes_at: float
    """When the day ends, in seconds since the epoch."""
    players: int
    """How many people have finished it."""
    status: Standing
    table: str | None
    """The asker's table, once they have begun."""
    score: int | None
    """The asker's result; None until then, and where they ended after the day."""


class Dailies(BaseModel):
    """Today's deals, one for each game."""

    deals: list[DailyBrief]


class ScoreCount(BaseModel):
    """How many people had a score."""

    score: int
    people: int


class Ranked(BaseModel):
    """Somebody's result beside those of all."""

    rank: int
    """1 and one more for each who had a higher score."""
    name: str
    score: int
    table: str


class DailyResults(BaseModel):
    """What everybody made of a deal: only for those who have played it, or after its day."""

    server_seed: str
    """Whose SHA-256 is the commitment, in hex."""
    scores: list[ScoreCount]
    """The lowest first."""
    beaten: float | None
    """The share of the others who had a lower score than the asker, 0 to 1; None where there are no others."""
    best: Ranked | None
    ranking: list[Ranked]
    """The best accounts."""
    house: dict[str, int | None]
    """What the house's levels made of it in the same seat; None for one that still plays."""


class DailyDeal(DailyBrief):
    """A day's deal in full, as far as the asker may know."""

    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    opponents: list[str]
    """The level of the house player of each seat; that of seat 0, the asker's, counts for nothing."""
    source: Literal["secret", "date"]
    """What the cards come from: the server's secret, or the date, which anybody can work out."""
    commit: str
    """The SHA-256 of the server's seed, in hex …"""
    published_at: float
    """… and when it was published."""
    opened: DailyResults | None


class Played(BaseModel):
    """What somebody made of the cards of a challenge."""

    name: str
    table: str
    deals: list[int]
    """What each deal changed."""
    score: int


class Challenge(BaseModel):
    """A challenge to play what somebody played, as far as the asker may know."""

    id: str
    game: str
    title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    name: str
    """Who asks."""
    seat: int
    """Where they sat."""
    opponents: list[str]
    """The level of the house player of each seat."""
    stood_in: list[int]
    """The seats where people sat then, for whom the house plays."""
    status: Standing
    table: str | None
    """Where the asker plays these cards, or played them."""
    opened: list[Played] | None
    """Those who have played it, whoever asked first; only for those who have."""


class PlayAsked(Asked):
    """Somebody takes part in a contest under this name."""

    name: Name
