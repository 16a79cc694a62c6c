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
    """Reason of a refusal: `error` is its kind, and `detail` is one line in English.

    `key` and `params` give the same text in any language; `key` is null if there is only `detail`.
    """

    error: ErrorKind
    detail: str
    key: str | None
    params: Params


class BotAccount(BaseModel):
    """The program to which a token belongs, and the scopes of the token."""

    id: str
    name: str
    scopes: list[Scope]


class BotChair(RequestBody):
    """Player for a seat: the caller, another program, a bot, or the first player who takes the seat."""

    kind: Literal["me", "program", "bot", "open"]
    program: Name | None = None
    """Name of the challenged program."""
    player: Annotated[str, StringConstraints(max_length=40)] | None = None
    """Bot for the seat; ``house`` by default."""


class BotTableRequest(RulesRequest):
    """Request for a new table. The match starts as soon as all seats are taken."""

    game: AskedGame
    chairs: Annotated[list[BotChair], Field(min_length=2, max_length=SEATS)]
    pace: Pace = "quick"
    clock: Clock = None
    listed: bool = False
    """Whether the lobby shows the table, so that people may watch and take open seats."""


class Challenger(BaseModel):
    """Person or program that sends a challenge to a program."""

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
    """Open challenges to the caller, and challenges that the caller made in the last day."""

    received: list[Challenge]
    made: list[Challenge]


class BotTable(BaseModel):
    """A new table, and the challenges sent for it."""

    id: str
    started: bool
    challenges: list[Challenge]


class ProgramRequest(RequestBody):
    """Request to challenge a program to take an open seat."""

    program: Name
    seat: Seat


class BotMove(RequestBody):
    """A move. If a program sends the same move again, the server answers again but carries the move out only once."""

    seq: Annotated[int, Field(ge=0, lt=2**31)]
    """`seq` of the state that the move answers."""
    action: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    """One of the actions in `legal` of the state that the move answers."""


class BotDone(BaseModel):
    """The request has been carried out and stored."""

    ok: Literal[True] = True
    version: int
    """Number of the table's events after the request."""


class Accepted(BaseModel):
    """An accepted challenge."""

    ok: Literal[True] = True
    table: str
    seat: int
    started: bool
    """Whether the match has begun; if not, the event stream reports the start."""


class LadderRequest(RequestBody):
    """Request for a ladder match."""

    game: AskedGame


class LadderMatch(BaseModel):
    """Short match against bots. A bot later plays the same cards from the same seat."""

    table: str
    number: int
    """Number of the match, from 1; the next match is available when this one is over."""
    seat: int


class LadderLine(BaseModel):
    """Results of a program, compared with the results of a bot that plays the same cards."""

    name: str
    matches: int
    mean: float
    """Mean difference between the program's and the bot's score in a match, in points or chips."""
    half: float | None
    """Half the width of the 95 % interval of `mean`, which is valid after any number of matches; None for too few
    matches.
    """


class LadderOfGame(BaseModel):
    """Programs that have finished ladder matches of one game, the best program first."""

    game: str
    title: str
    unit: str
    programs: list[LadderLine]


class Ladder(BaseModel):
    """The ladder of programs."""

    level: str
    """Level of the bots that replay every match and play in all other seats."""
    first: int
    """Minimum number of matches for an interval."""
    games: list[LadderOfGame]


class Answered(BaseModel):
    """The request has been carried out."""

    ok: Literal[True] = True


class BotSays(RequestBody):
    """Line of chat. If a program sends the line again with the same id, the table shows it only once."""

    text: Line
    id: CommandId | None = None


class BotConsents(RequestBody):
    """Answer to a request to take moves back."""

    yes: bool


class BotNudges(RequestBody):
    """Request to make an automatic move for a seat whose clock has run out or whose people are away."""

    seat: Seat
