"""What the lobby's endpoints take and give."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StringConstraints

from saleroom.kernel.fields import SEATS
from saleroom.server.protocol.common import Clock, Line, Name, Pace, Token
from saleroom.server.protocol.messages import Board, Fair, PlayedFrom, Score
from saleroom.toolkit.display.reasons import Reason
from saleroom.toolkit.display.scenes import Mine, TieBreak


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


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


class RulesAsked(_Asked):
    """Options that were chosen; those not named have their defaults."""

    seats: Annotated[int, Field(ge=2, le=SEATS)] | None = None
    options: dict[
        Annotated[str, StringConstraints(max_length=40)], StrictInt | Annotated[str, StringConstraints(max_length=40)]
    ] = {}


class Rules(BaseModel):
    """The rules that apply, and the options complete."""

    seats: int
    options: dict[str, int | str]
    html: str
    """The text as HTML without scripts, made from the game's own rules."""


class ChairAsked(_Asked):
    """Who is to sit on a seat: the maker of the table, anybody, or a player of the house."""

    kind: Literal["me", "open", "bot"]
    player: Annotated[str, StringConstraints(max_length=40)] | None = None


class TableAsked(RulesAsked):
    """A table to be made."""

    game: Annotated[str, StringConstraints(max_length=40)]
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


class Paired(_Asked):
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


class PlayAsked(_Asked):
    """Somebody takes part in a contest under this name."""

    name: Name


class EventAsked(RulesAsked):
    """A club event to be made: several tables play the same cards, in rounds."""

    game: Annotated[str, StringConstraints(max_length=40)]
    title: Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
    name: Name
    """The organiser's."""
    rounds: Annotated[int, Field(ge=1, le=10)] = 3
    per_table: Annotated[int, Field(ge=1, le=SEATS)] | None = None
    """The most people at a table; None: as many as leave two tables."""
    plays: bool = True
    """Whether the organiser takes part."""


class RoundAsked(_Asked):
    """The organiser starts a round."""

    round: Annotated[int, Field(ge=1, le=10)]
    """Its number: asked twice, it is started once."""


class PersonAsked(_Asked):
    """The organiser has somebody leave."""

    person: Annotated[int, Field(ge=1)]


class EventPerson(BaseModel):
    """Somebody who takes part in an event, or did."""

    number: int
    name: str
    status: Literal["in", "left", "removed"]


class EventStanding(BaseModel):
    """How somebody stands, by the deals that all tables have finished."""

    person: int
    rank: int
    points: float
    """Match points: one for each of the others with a lower score in the same seat, half of one for an equal score."""
    possible: int
    share: float | None
    """`points` by `possible`; None while there is nothing to compare."""
    difference: float
    """Own scores less the means of the others."""
    deals: int
    moves: int
    """Their moves in rounds that are over …"""
    by_house: int
    """… and how many of those the house made."""


class EventTable(BaseModel):
    """A table of a round."""

    number: int
    id: str | None
    """Where the asker may look at it now."""
    people: list[int | None]
    """By seat; None for the house."""
    deals: int
    """How many it has finished."""
    over: bool
    scores: list[int] | None
    """What they come to by seat; None until the round is over."""


class EventRound(BaseModel):
    """A round that was started."""

    number: int
    over: bool
    tables: list[EventTable]


class EventDeal(BaseModel):
    """A deal of the asker's, compared with the others in the same seat."""

    round: int
    deal: int
    seat: int
    score: int
    points: float
    possible: int
    difference: float


class EventPage(BaseModel):
    """A club event, as far as the asker may know."""

    id: str
    title: str
    game: str
    game_title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    seats: int
    rounds: int
    round: int
    """The last that was started; 0 before the first."""
    status: Literal["gathering", "playing", "between", "over"]
    per_table: int
    """The most people at a table, as it is now."""
    organiser_name: str
    organiser: bool
    """Whether the asker is the organiser."""
    you: int | None
    """The asker's number, while they take part."""
    table: str | None
    """Where the asker is to play now."""
    people: list[EventPerson]
    standings: list[EventStanding]
    played: list[EventRound]
    deals: list[EventDeal]
    """The asker's own."""
    commit: str
    """The SHA-256 of the event's seed, from which those of the rounds follow, in hex."""
    seed: str | None
    """That seed, when the event is over."""


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
    """What is wrong, in one line."""

    detail: Any
