"""What the lobby's endpoints take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.common import Asked, AskedGame, Clock, Line, Name, Pace, Params, Token
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
    """The words it may be, or a few numbers; empty for a range."""
    low: int | None
    high: int | None
    defaults: dict[int, int | str]
    """The default by number of seats."""
    meaning: str
    unit: str


class GameInfo(BaseModel):
    """A game of the house."""

    name: str
    title: str
    gist: str
    seats: list[int]
    usual_seats: int
    unit: Literal["points", "chips"]
    options: list[Choice]
    daily: dict[str, int | str]
    """The options that make a match short."""
    lesson: bool
    """Whether it has a first lesson."""


class House(BaseModel):
    """The games, and the players of the house that may be given a seat."""

    games: list[GameInfo]
    players: list[str]
    build: str


class RulesAsked(Asked):
    """Options that were chosen; those not named have their defaults."""

    seats: Annotated[int, Field(ge=2, le=SEATS)] | None = None
    options: dict[
        Annotated[str, StringConstraints(max_length=40)], StrictInt | Annotated[str, StringConstraints(max_length=40)]
    ] = Field(default_factory=dict)


class Rules(BaseModel):
    """The rules that apply, and the options complete."""

    seats: int
    options: dict[str, int | str]
    html: str
    """The text as HTML without scripts, made from the game's own rules."""


class ChairAsked(Asked):
    """Who is to sit on a seat: the maker of the table, anybody, or a player of the house."""

    kind: Literal["me", "open", "bot"]
    player: Annotated[str, StringConstraints(max_length=40)] | None = None


class TableAsked(RulesAsked):
    """A table to be made."""

    game: AskedGame
    name: Name
    """The maker's."""
    word: Line | None = None
    """Their word for the seed."""
    chairs: Annotated[list[ChairAsked], Field(min_length=2, max_length=SEATS)]
    hints: bool = True
    pace: Pace = "easy"
    clock: Clock = None
    listed: bool = False
    rated: bool = False
    """It counts for ratings: between people only, without hints and undo."""
    start: bool = False
    """Deal at once; every seat must be taken."""


class Made(BaseModel):
    """A table that was made."""

    id: str


class Brief(BaseModel):
    """A table in the lobby's lists."""

    id: str
    game: str
    title: str
    status: Literal["gathering", "playing", "over"]
    names: list[str]
    """Who sits where; an open seat is empty."""
    scores: list[int]
    winners: list[int]
    seat: int | None
    """The asker's."""
    made_at: float
    last_at: float


class Tables(BaseModel):
    """The asker's own tables, and those that anybody may join or watch; the latest first."""

    yours: list[Brief]
    listed: list[Brief]


class Pairing(BaseModel):
    """A code that lets another device of the same person take over their seat, once, within `seconds`."""

    code: str
    seconds: int


class Paired(Asked):
    """A pairing code that somebody typed or scanned."""

    code: Annotated[str, StringConstraints(max_length=20)]


class Network(BaseModel):
    """How friends can reach this server."""

    public: str | None
    """The public URL, where there is one."""
    addresses: list[str]
    """URLs that the local network can reach; empty while it is not let in."""
    may_open: bool
    """Whether the asker may let the network in: they sit at this machine, and it is not let in yet."""


class Step(BaseModel):
    """One event of a finished match, and the table after it."""

    event: str
    """In the words of the record, but for ``table deal``, which is one step for all hands."""
    board: Board
    hands: list[list[str]]
    """Every seat's hand, open."""


class DealStory(BaseModel):
    """A deal of a finished match, step by step."""

    deal: int
    steps: list[Step]


class MatchStory(BaseModel):
    """A finished match: who, by which rules, the score sheet, the proof."""

    id: str
    game: str
    title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    names: list[str]
    players: list[str | None]
    """Which of the house's players sat there at the first deal; None for people."""
    sheet: list[Score]
    totals: list[list[int]]
    """Where each seat stood after each deal; shape (deals, seats)."""
    scores: list[int]
    winners: list[int]
    tie_break: TieBreak | None
    """Why one of several who could have won has; None where there was nothing to break."""
    fair: Fair
    position: PlayedFrom | None
    """Where it began, if not with its first deal; then `fair` proves nothing."""
    seed: str
    contest: str | None
    """As in `TableInfo`."""
    made_at: float
    over_at: float


class Remark(BaseModel):
    """A decision for which a search has found a better one."""

    deal: int
    step: int
    """The step of that deal's story, from 0, that shows the table before it."""
    played: str
    """In the words of the record."""
    better: str
    cost: float
    """How many points or chips of the deal it cost, by the search's estimate; 0 where only chances to win went …"""
    margin: float
    """… and half the width of the 95 % interval of that."""
    wins: float
    """How much of the chance to win the match went with it, 0 to 1; below 0 where it gained."""
    reasons: list[Reason]
    """What the better one brings; beside each figure, as `played`, that of the one that was played."""
    also: list[str]
    """What else could be done of which no review would say that something was better."""


class Review(BaseModel):
    """How a search judges every decision of a seat of a finished match; while it is being made, how far it is."""

    seat: int
    ready: bool
    judged: int
    """How many decisions have been looked at."""
    decisions: int
    """How many there are; 0 before that is known."""
    cost: float
    """What all remarks come to."""
    remarks: list[Remark]
    """In the order of the match."""


class FairVerdict(BaseModel):
    """Whether the server's own referee finds that the cards came from the seed."""

    faults: list[str]


class LessonStep(BaseModel):
    """A step of a first lesson: what is on the table, what is told, and what the learner is to do (None: go on)."""

    say: str
    """A message key of the client's."""
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
    """Why something was refused: `error`, its kind, and `detail`, a line in English.

    `key` and `params` are what the line says, without a language; `key` is null where there is only the line.
    """

    error: str
    detail: str
    key: str | None
    params: Params
