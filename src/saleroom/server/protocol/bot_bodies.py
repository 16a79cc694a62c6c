"""What the Bot API takes and gives, but for its streams, whose lines are `saleroom.match.bot_messages`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.bodies import RulesAsked
from saleroom.server.protocol.common import Asked, AskedGame, Clock, CommandId, Line, Name, Pace, Params, Seat

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
    """Why something was refused: `error`, its kind, and `detail`, a line in English.

    `key` and `params` are what the line says, without a language; `key` is null where there is only the line.
    """

    error: ErrorKind
    detail: str
    key: str | None
    params: Params


class BotAccount(BaseModel):
    """Who a token speaks for, and what it may do."""

    id: str
    name: str
    scopes: list[Scope]


class BotChair(Asked):
    """Who is to sit on a seat: the asker, another program, a player of the house, or whoever comes."""

    kind: Literal["me", "program", "bot", "open"]
    program: Name | None = None
    """The name of the program that is challenged."""
    player: Annotated[str, StringConstraints(max_length=40)] | None = None
    """The player of the house; ``house`` by default."""


class BotTableAsked(RulesAsked):
    """A table to be made. It starts as soon as nobody is missing."""

    game: AskedGame
    chairs: Annotated[list[BotChair], Field(min_length=2, max_length=SEATS)]
    pace: Pace = "quick"
    clock: Clock = None
    listed: bool = False
    """Whether the lobby shows it, so that people may watch and take open seats."""


class Challenger(BaseModel):
    """Who asks a program to play."""

    name: str
    program: bool


class Challenge(BaseModel):
    """A seat that a program is asked to take."""

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
    """Challenges to the asker that are open, and the asker's own of the last day."""

    received: list[Challenge]
    made: list[Challenge]


class BotTable(BaseModel):
    """A table that was made, and the challenges that went out for it."""

    id: str
    started: bool
    challenges: list[Challenge]


class ProgramAsked(Asked):
    """A program that is challenged to take an open seat."""

    program: Name
    seat: Seat


class BotMove(Asked):
    """A move. The same one sent again is answered again and carried out once."""

    seq: Annotated[int, Field(ge=0, lt=2**31)]
    """That of the state which it answers."""
    action: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    """One of that state's `legal`."""


class BotDone(BaseModel):
    """It is done, and kept."""

    ok: Literal[True] = True
    version: int
    """How many events the table has had by then."""


class Accepted(BaseModel):
    """A challenge that was accepted."""

    ok: Literal[True] = True
    table: str
    seat: int
    started: bool
    """Whether the match has begun; otherwise the stream of events says when it does."""


class LadderAsked(Asked):
    """A match of the ladder."""

    game: AskedGame


class LadderMatch(BaseModel):
    """A short match against the house, which plays it again from the same seat."""

    table: str
    number: int
    """From 1; a program's next one is there when this one is over."""
    seat: int


class LadderLine(BaseModel):
    """How a program does beside the house with the same cards."""

    name: str
    matches: int
    mean: float
    """Points or chips by which a match ended better than the house's."""
    half: float | None
    """Half the width of the 95 % interval, which holds whenever one looks; None while there are too few matches."""


class LadderOfGame(BaseModel):
    """The programs that have finished matches of a game, the best first."""

    game: str
    title: str
    unit: str
    programs: list[LadderLine]


class Ladder(BaseModel):
    """The ladder of programs."""

    level: str
    """The level of the house that plays every match again, and in all other seats."""
    first: int
    """Matches from which on there are intervals."""
    games: list[LadderOfGame]


class Answered(BaseModel):
    """It is so now."""

    ok: Literal[True] = True


class BotSays(Asked):
    """A line of chat; with the same id it is said once."""

    text: Line
    id: CommandId | None = None


class BotConsents(Asked):
    """The answer to a request to take moves back."""

    yes: bool


class BotNudges(Asked):
    """A seat whose clock has run out, or whose people are away: the house is to move for it."""

    seat: Seat
