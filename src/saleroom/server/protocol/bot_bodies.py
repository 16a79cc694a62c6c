"""Request and response bodies of the Bot API. Lines of its streams are in `saleroom.match.bot_messages`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.bodies import RulesRequest
from saleroom.server.protocol.common import AskedGame, Clock, CommandId, Line, Name, Pace, Params, RequestBody, Seat

Scope = Literal["bot:play", "challenge:read", "challenge:write"]
ErrorKind = Literal[
    "unauthorized",
    "forbidden",
    "missing-scope",
    "not-found",
    "method-not-allowed",
    "malformed",
    "too-large",
    "too-slow",
    "too-fast",
    "illegal",
    "stale",
    "not-yours",
    "not-now",
    "full",
    "trouble",
]


class BotTrouble(BaseModel):
    """Reason of a refusal: `error`, its kind, and `detail`, a line in English.

    `key` and `params` are the message of that line in any language; `key` is null if there is only the line.
    """

    error: ErrorKind
    detail: str
    key: str | None
    params: Params


class BotAccount(BaseModel):
    """The program of a token, and the token's scopes."""

    id: str
    name: str
    scopes: list[Scope]


class BotChair(RequestBody):
    """Player for a seat: the caller, another program, a house player, or the first to come."""

    kind: Literal["me", "program", "bot", "open"]
    program: Name | None = None
    """Name of the challenged program."""
    player: Annotated[str, StringConstraints(max_length=40)] | None = None
    """The house player; ``house`` by default."""


class BotTableRequest(RulesRequest):
    """Request for a new table. It starts as soon as all seats are taken."""

    game: AskedGame
    chairs: Annotated[list[BotChair], Field(min_length=2, max_length=SEATS)]
    pace: Pace = "quick"
    clock: Clock = None
    listed: bool = False
    """Whether the lobby shows it, so that people may watch and take open seats."""


class Challenger(BaseModel):
    """The challenger of a program."""

    name: str
    program: bool


class Challenge(BaseModel):
    """Request to a program to take a seat."""

    id: str
    table: str
    game: str
    title: str
    options: dict[str, int | str]
    seats: int
    seat: int
    clock: int | None
    challenger: Challenger
    status: Literal["open", "accepted", "declined", "canceled"]


class Challenges(BaseModel):
    """Open challenges to the caller, and the caller's own of the last day."""

    received: list[Challenge]
    made: list[Challenge]


class BotTable(BaseModel):
    """A new table, and the challenges sent for it."""

    id: str
    started: bool
    challenges: list[Challenge]


class ProgramRequest(RequestBody):
    """A program to challenge for an open seat."""

    program: Name
    seat: Seat


class BotMove(RequestBody):
    """A move. If it is sent again, it is answered again and carried out once."""

    seq: Annotated[int, Field(ge=0, lt=2**31)]
    """`seq` of the state that it answers."""
    action: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    """One of that state's `legal`."""


class BotDone(BaseModel):
    """The request is carried out, and stored."""

    ok: Literal[True] = True
    version: int
    """Number of the table's events by then."""


class Accepted(BaseModel):
    """An accepted challenge."""

    ok: Literal[True] = True
    table: str
    seat: int
    started: bool
    """Whether the match has begun; otherwise the event stream says when it does."""


class LadderRequest(RequestBody):
    """Request for a match of the ladder."""

    game: AskedGame


class LadderMatch(BaseModel):
    """A short match with the house, which replays it from the same seat."""

    table: str
    number: int
    """From 1; a program's next match is available when this one is over."""
    seat: int


class LadderLine(BaseModel):
    """A program's results compared with the house with the same cards."""

    name: str
    matches: int
    mean: float
    """Mean difference of a match from the house's score, in points or chips."""
    half: float | None
    """Half the width of the 95 % interval, which is valid at every look; None while there are too few matches."""


class LadderOfGame(BaseModel):
    """Programs that have finished matches of a game, the best first."""

    game: str
    title: str
    unit: str
    programs: list[LadderLine]


class Ladder(BaseModel):
    """The ladder of programs."""

    level: str
    """Level of the house that replays every match, and plays in all other seats."""
    first: int
    """Number of matches from which on there are intervals."""
    games: list[LadderOfGame]


class Answered(BaseModel):
    """The request is carried out."""

    ok: Literal[True] = True


class BotSays(RequestBody):
    """A line of chat; with the same id it is shown once."""

    text: Line
    id: CommandId | None = None


class BotConsents(RequestBody):
    """Answer to a request to take moves back."""

    yes: bool


class BotNudges(RequestBody):
    """A seat whose clock has run out, or whose people are away: request to the house to move for it."""

    seat: Seat
