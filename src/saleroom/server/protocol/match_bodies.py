"""Response bodies about finished matches, their reviews, and first lessons."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from saleroom.server.protocol.common import Picture
from saleroom.server.protocol.messages import Board, Fair, PlayedFrom, Score
from saleroom.toolkit.display.reasons import Reason
from saleroom.toolkit.display.scenes import Mine, TieBreak


class Step(BaseModel):
    """One event of a finished match, and the table after that event."""

    event: str
    """Event in the notation of the record; the event ``table deal`` stands for the dealing of all hands."""
    board: Board
    hands: list[list[str]]
    """Every seat's hand, visible to all."""


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
    """Bot at each seat in the first deal; None for people."""
    pictures: list[Picture | None]
    """Current portrait of the person who had each seat in the first deal; None for bots."""
    sheet: list[Score]
    totals: list[list[int]]
    """Total of each seat after each deal; shape (deals, seats)."""
    scores: list[int]
    winners: list[int]
    tie_break: TieBreak | None
    """How a tie for the win was broken; None if there was none."""
    fair: Fair
    position: PlayedFrom | None
    """Step of another match from which this match began; with such a step, `fair` proves nothing. None if there is
    none.
    """
    seed: str
    contest: str | None
    """Contest, as in `TableInfo`."""
    made_at: float
    over_at: float


class Remark(BaseModel):
    """Decision of a player for which a search has found a better action."""

    deal: int
    step: int
    """Step, from 0, of the deal's story that shows the table before the decision."""
    played: str
    """The played action, in the notation of the record."""
    better: str
    cost: float
    """Estimated loss of points or chips in the deal; 0 if only the chance to win the match was lower."""
    margin: float
    """Half the width of the 95 % interval of `cost`."""
    wins: float
    """Loss in the chance to win the match, 0 to 1; below 0 for a gain."""
    reasons: list[Reason]
    """Reasons for the better action; in each figure, `played` is the value for the played action."""
    also: list[str]
    """Other actions that no review would criticise."""


class Review(BaseModel):
    """A search's judgement of every decision of a seat in a finished match. Until the judgement is ready, the body
    gives its progress.
    """

    seat: int
    ready: bool
    judged: int
    """Number of decisions judged so far."""
    decisions: int
    """Total number of decisions; 0 before it is known."""
    cost: float
    """Sum of the costs in all remarks."""
    remarks: list[Remark]
    """Remarks in the order of the match."""


class FairVerdict(BaseModel):
    """Result of the server's own check that the cards follow from the seed."""

    faults: list[str]


class LessonStep(BaseModel):
    """A step of a first lesson: the table, the text, and the action that the learner has to take. Without such an
    action, the learner only continues.
    """

    say: str
    """Message key of the text in the client."""
    expect: str | None
    board: Board
    mine: Mine
    events: list[str]


class Lesson(BaseModel):
    """First lesson: a short scripted deal, as the learner's seat sees it."""

    game: str
    seat: int
    names: list[str]
    options: dict[str, int | str]
    steps: list[LessonStep]
