"""Request and response bodies of the lobby's endpoints."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.common import (
    AskedGame,
    Clock,
    Language,
    Line,
    Name,
    Pace,
    Params,
    Picture,
    QueryBody,
    RequestBody,
    Time,
    Token,
)


class Guest(BaseModel):
    """Token of a new guest. The token has 256 bits, is sent only once, and is stored in the browser."""

    token: Token


class Choice(BaseModel):
    """Option of a game."""

    name: str
    kind: Literal["number", "word"]
    values: list[int | str]
    """Allowed values, which are words or a few numbers; empty if the option allows a range of numbers."""
    low: int | None
    high: int | None
    defaults: dict[int, int | str]
    """Default by number of seats."""
    meaning: str
    unit: str


class QuickMatch(BaseModel):
    """A match that the lobby offers to start with one click."""

    options: dict[str, int | str]
    """Options of the match that differ from their default values."""
    minutes: int | None
    """Median length of the match in minutes; None if it was not measured."""


class GameInfo(BaseModel):
    """A game of this server."""

    name: str
    title: str
    gist: str
    seats: list[int]
    usual_seats: int
    unit: Literal["points", "chips"]
    options: list[Choice]
    daily: dict[str, int | str]
    """Options for a short match."""
    quick: QuickMatch
    lesson: bool
    """Whether the game has a first lesson."""


class Catalogue(BaseModel):
    """The games, and the bots that may be given a seat."""

    games: list[GameInfo]
    players: list[str]
    build: str


class RulesRequest(RequestBody):
    """Chosen options of a game; all other options have their default values."""

    seats: Annotated[int, Field(ge=2, le=SEATS)] | None = None
    options: dict[
        Annotated[str, StringConstraints(max_length=40)], StrictInt | Annotated[str, StringConstraints(max_length=40)]
    ] = Field(default_factory=dict)


class Rules(BaseModel):
    """Text of a game's rules, and the values of all options."""

    seats: int
    options: dict[str, int | str]
    html: str
    """Text of the rules as HTML without scripts."""


class HowToPlay(BaseModel):
    """Page that teaches a game."""

    html: str | None
    """Text of the page as HTML without scripts; null if the game has no page."""


class ChairRequest(RequestBody):
    """Player for a seat: the creator of the table, any person, or a bot."""

    kind: Literal["me", "open", "bot"]
    player: Annotated[str, StringConstraints(max_length=40)] | None = None


class TableRequest(RulesRequest):
    """Request for a new table."""

    game: AskedGame
    name: Name
    """The creator's name."""
    word: Line | None = None
    """The creator's word for the seed."""
    chairs: Annotated[list[ChairRequest], Field(min_length=2, max_length=SEATS)]
    hints: bool = True
    pace: Pace = "easy"
    clock: Clock = None
    listed: bool = False
    rated: bool = False
    """Whether the match counts for ratings. At a rated table, only people play, without hints and undo."""
    start: bool = False
    """Whether to deal immediately. Every seat must then be taken, unless `fill` is given."""
    fill: Annotated[str, StringConstraints(max_length=40)] | None = None
    """Bot that takes the open seats if `start`; people can take over these seats later."""
    language: Language | None = None
    """Language of the previews that messengers show for the table's link; None for the language of each reader."""


class CompanyRequest(RequestBody):
    """Request for a seat with other people."""

    game: AskedGame
    name: Name
    """The person's name."""
    fill: Annotated[str, StringConstraints(max_length=40)]
    """Bot that plays at the free seats of a new table."""
    clock: Clock = None
    """Clock of a new table. Tables with days for a move suit only requests with days for a move."""
    language: Language | None = None
    """The person's language. Tables of another language do not suit them."""


class HotSeatChair(RequestBody):
    """Player for a seat of a table on one device: a person with a name, or else a bot."""

    name: Name | None = None
    player: Annotated[str, StringConstraints(max_length=40)] | None = None


class HotSeatRequest(RulesRequest):
    """Request for a table whose people pass one device round. The match begins immediately."""

    game: AskedGame
    name: Name
    """Name of the device's owner, who owns the table and has no seat."""
    chairs: Annotated[list[HotSeatChair], Field(min_length=2, max_length=SEATS)]
    hints: bool = True
    pace: Pace = "easy"
    rated: bool = False
    """Must be false, because a match on one device is casual."""


class HotSeat(BaseModel):
    """A new table on one device."""

    id: str
    tokens: list[Token | None]
    """Token of the person at each seat, sent only once; None for bots. A person connects to the table with this token.
    """


class Created(BaseModel):
    """A new table."""

    id: str


class ListedTable(BaseModel):
    """A table in the lobby's lists."""

    id: str
    game: str
    title: str
    status: Literal["gathering", "playing", "over"]
    names: list[str]
    """Name at each seat; empty for an open seat."""
    pictures: list[Picture | None]
    """Portrait of the person at each seat; None for bots and open seats."""
    scores: list[int]
    winners: list[int]
    seat: int | None
    """The caller's seat."""
    acting: list[int]
    """Seats of people who have to act."""
    left: float | None
    """At a table with days for a move, the seconds until the time of a person runs out: of the caller if they have to
    act, otherwise of the first person.
    """
    awaited: bool
    """Whether the table waits for the caller: they have to act, and their time runs out or other people play."""
    removable: bool
    """Whether the caller may remove the table from their list."""
    may_list: bool
    """Whether the caller can have the lobby list the table, with one request: their own table has open seats, and the
    lobby does not list it yet.
    """
    free: list[int]
    """Seats at which people may sit down; bots can play there until then."""
    clock: Clock
    minutes: int | None
    """Median length of a match with the table's rules; None if it was not measured."""
    hints: bool
    rated: bool
    language: Language | None
    """Language that the owner chose for the table's link."""
    made_at: float
    last_at: float


class Tables(BaseModel):
    """The caller's own tables, and public tables to join or watch, the latest first."""

    yours: list[ListedTable]
    listed: list[ListedTable]


class EveningLine(BaseModel):
    """A player's score over the evening."""

    seat: int
    played: int
    """Number of finished matches in which the player had a seat at the end."""
    won: int
    """Number of those matches that the player won or shared."""


class Evening(BaseModel):
    """Running score over an evening: the chain of rematches and next games up to a table."""

    matches: int
    """Number of finished matches."""
    lines: list[EveningLine]
    """The players at the table, one for each seat."""


class AwaitingTables(BaseModel):
    """Ids of the caller's tables that wait for the caller's move; the most urgent first."""

    tables: list[str]


class Pairing(BaseModel):
    """Code with which another device of the same person can share their seat. The code is valid once, for `seconds`
    seconds.
    """

    code: str
    seconds: int


class Paired(RequestBody):
    """A pairing code that a person typed or scanned."""

    code: Annotated[str, StringConstraints(max_length=20)]


class Network(BaseModel):
    """Addresses at which friends can reach this server."""

    public: str | None
    """Public URL, if there is one."""
    addresses: list[str]
    """URLs at which the local network can reach the server; empty while that network has no access."""
    may_open: bool
    """Whether the caller may open the server to the network: they use this machine, and the server is not open yet."""


class CalendarQuery(QueryBody):
    """Time at which people meet at a table."""

    begins_at: Time
    weekly_in: Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_+/-]+$")] | None = None
    """IANA name of the time zone in which they meet each week at the same time; None if they meet once."""


class Trouble(BaseModel):
    """Reason of a refusal: `error` is its kind, and `detail` is one line in English.

    `key` and `params` give the same text in any language; `key` is null if there is only `detail`.
    """

    error: str
    detail: str
    key: str | None
    params: Params
