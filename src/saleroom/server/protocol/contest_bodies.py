"""Request and response bodies of daily deals and challenges."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from saleroom.server.protocol.common import Name, Picture, RequestBody

Standing = Literal["open", "playing", "over"]
"""A person's status in a contest: not begun, at their table, or finished."""


class ListedDaily(BaseModel):
    """Daily deal of a game, and whether the caller has played it."""

    game: str
    title: str
    day: str
    """Date such as ``2026-11-23``, in UTC."""
    closes_at: float
    """End of the day, in seconds since the epoch."""
    players: int
    """Number of people who have finished the deal."""
    status: Standing
    table: str | None
    """Id of the caller's table; None before they have begun."""
    score: int | None
    """Score of the caller; None if they have not finished, or finished after the day."""


class Dailies(BaseModel):
    """Today's deals, one for each game."""

    deals: list[ListedDaily]


class ScoreCount(BaseModel):
    """Number of people who have a given score."""

    score: int
    people: int


class Ranked(BaseModel):
    """A person's result and rank."""

    rank: int
    """Rank: 1 plus the number of people with a higher score."""
    name: str
    picture: Picture
    score: int
    table: str


class DailyResults(BaseModel):
    """Results of all players of a daily deal. People who have played the deal see them on its day, and all people see
    them later.
    """

    server_seed: str | None
    """Seed of the server; its SHA-256 in hex is the commitment. The seed and the tables of all players open together:
    on the day to accounts that have finished the deal, and later to all people. None until then.
    """
    scores: list[ScoreCount]
    """Scores, the lowest first."""
    beaten: float | None
    """Share of other players with a lower score than the caller, 0 to 1; None if there are no other players."""
    best: Ranked | None
    ranking: list[Ranked]
    """Best results of people with accounts."""
    house: dict[str, int | None]
    """Score of each bot level in the same seat; None while it is still being computed."""


class DailyDeal(ListedDaily):
    """All that the caller may see of a daily deal."""

    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    opponents: list[str]
    """Bot level at each seat; the entry of seat 0, which is the caller's, is ignored."""
    source: Literal["secret", "date"]
    """Source of the cards: the server's secret, or the date, from which players can compute the cards."""
    commit: str
    """SHA-256 of the server's seed, in hex."""
    published_at: float
    """Time at which `commit` was published, in seconds since the epoch."""
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
    """All that the caller may see of a challenge to play a person's cards."""

    id: str
    game: str
    title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    name: str
    """Name of the challenger."""
    picture: Picture
    seat: int
    """Seat of the challenger."""
    opponents: list[str]
    """Bot level at each seat."""
    stood_in: list[int]
    """Seats that other people had in the original match; in the challenge, bots have these seats."""
    status: Standing
    table: str | None
    """Id of the table at which the caller plays the challenge; None before they have begun."""
    opened: list[Played] | None
    """Results of all people who have played the challenge; None if the caller may not see them."""


class PlayRequest(RequestBody):
    """Request to take part in a contest under the given name."""

    name: Name
