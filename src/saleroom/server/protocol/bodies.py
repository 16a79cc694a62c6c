"""Request and response bodies of the lobby's endpoints."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.common import AskedGame, Clock, Line, Name, Pace, Params, Picture, RequestBody, Token
from saleroom.server.protocol.messages import Board, Fair, PlayedFrom, Score
from saleroom.toolkit.display.reasons import Reason
from saleroom.toolkit.display.scenes import Mine, TieBreak


class Guest(BaseModel):
    """A new guest's token: 256 bits, shown once, kept in the browser."""

    token: Token


class Choice(BaseModel):
    """One option of a game."""

    name: str
    kind: Literal["number", "word"]
    values: list[int | str]
    """The allowed words, or a few numbers; empty for a range."""
    low: int | None
    high: int | None
    defaults: dict[int, int | str]
    """The default by number of seats."""
    meaning: str
    unit: str


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
    lesson: bool
    """Whether it has a first lesson."""


class Catalogue(BaseModel):
    """The games, and the house players that may be given a seat."""

    games: list[GameInfo]
    players: list[str]
    build: str


class RulesRequest(RequestBody):
    """Chosen options; the others have their defaults."""

    seats: Annotated[int, Field(ge=2, le=SEATS)] | None = None
    options: dict[
        Annotated[str, StringConstraints(max_length=40)], StrictInt | Annotated[str, StringConstraints(max_length=40)]
    ] = Field(default_factory=dict)


class Rules(BaseModel):
    """The rules that apply, and all options."""

    seats: int
    options: dict[str, int | str]
    html: str
    """The text as HTML without scripts, made from the game's own rules."""


class ChairRequest(RequestBody):
    """Player for a seat: the creator of the table, any person, or a house player."""

    kind: Literal["me", "open", "bot"]
    player: Annotated[str, StringConstraints(max_length=40)] | None = None


class TableRequest(RulesRequest):
    """Request for a new table."""

    game: AskedGame
    name: Name
    """The creator's name."""
    word: Line | None = None
    """Their word for the seed."""
    chairs: Annotated[list[ChairRequest], Field(min_length=2, max_length=SEATS)]
    hints: bool = True
    pace: Pace = "easy"
    clock: Clock = None
    listed: bool = False
    rated: bool = False
    """Whether it counts for ratings: between people only, without hints and undo."""
    start: bool = False
    """Deal at once; every seat must be taken."""


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
    scores: list[int]
    winners: list[int]
    seat: int | None
    """The caller's seat."""
    made_at: float
    last_at: float


class Tables(BaseModel):
    """The caller's own tables, and public ones to join or watch; the latest first."""

    yours: list[ListedTable]
    listed: list[ListedTable]


class Pairing(BaseModel):
    """Code with which another device of the same person can take over their seat, once, within `seconds`."""

    code: str
    seconds: int


class Paired(RequestBody):
    """A pairing code that a person typed or scanned."""

    code: Annotated[str, StringConstraints(max_length=20)]


class Network(BaseModel):
    """Addresses at which friends can reach this server."""

    public: str | None
    """The public URL, if there is one."""
    addresses: list[str]
    """URLs that the local network can reach; empty while it has no access."""
    may_open: bool
    """Whether the caller may open access to the network: they use this machine, and it is not open yet."""


class Step(BaseModel):
    """One event of a finished match, and the table after it."""

    event: str
    """In the notation of the record, except ``table deal``, which is one step for all hands."""
    board: Board
    hands: list[list[str]]
    """Every seat's hand, open."""


class DealStory(BaseModel):
    """A deal of a finished match, step by step."""

    deal: int
    steps: list[Step]


class MatchStory(BaseModel):
    """A finished match: players, rules, score sheet, proof of a fair deal."""

    id: str
    game: str
    title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    names: list[str]
    players: list[str | None]
    """House player of each seat at the first deal; None for people."""
    pictures: list[Picture | None]
    """Portrait of the person at each seat at the first deal, as they have it now; None for bots."""
    sheet: list[Score]
    totals: list[list[int]]
    """Total of each seat after each deal; shape (deals, seats)."""
    scores: list[int]
    winners: list[int]
    tie_break: TieBreak | None
    """How a tie for the win was broken; None if there was none."""
    fair: Fair
    position: PlayedFrom | None
    """Step at which it began, if not with its first deal; then `fair` proves nothing."""
    seed: str
    contest: str | None
    """As in `TableInfo`."""
    made_at: float
    over_at: float


class Remark(BaseModel):
    """A decision for which a search has found a better action."""

    deal: int
    step: int
    """Step of that deal's story, from 0, that shows the table before the decision."""
    played: str
    """In the notation of the record."""
    better: str
    cost: float
    """Estimated loss of points or chips in the deal; 0 if it lost only chances to win the match."""
    margin: float
    """Half the width of the 95 % interval of `cost`."""
    wins: float
    """Lost chance to win the match, 0 to 1; below 0 if it gained."""
    reasons: list[Reason]
    """Effects of the better action; for each figure, `played` is that of the played action."""
    also: list[str]
    """Other actions that no review would criticise."""


class Review(BaseModel):
    """A search's judgement of every decision of a seat of a finished match; until it is ready, its progress."""

    seat: int
    ready: bool
    judged: int
    """Number of decisions judged so far."""
    decisions: int
    """Number of all decisions; 0 before it is known."""
    cost: float
    """Sum of all remarks."""
    remarks: list[Remark]
    """In the order of the match."""


class FairVerdict(BaseModel):
    """Whether the server's own referee confirms that the cards follow from the seed."""

    faults: list[str]


class LessonStep(BaseModel):
    """A step of a first lesson: the table, the text, and the action expected from the learner (None: continue)."""

    say: str
    """A message key of the client."""
    expect: str | None
    board: Board
    mine: Mine
    events: list[str]


class Lesson(BaseModel):
    """A short scripted deal, from the learner's seat."""

    game: str
    seat: int
    names: list[str]
    options: dict[str, int | str]
    steps: list[LessonStep]


class Trouble(BaseModel):
    """Reason of a refusal: `error`, its kind, and `detail`, a line in English.

    `key` and `params` are the message of that line in any language; `key` is null if there is only the line.
    """

    error: str
    detail: str
    key: str | None
    params: Params
