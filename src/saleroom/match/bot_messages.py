"""What a program that plays is told of its match, and what it answers: the messages of bots, over HTTP or over a pipe.

They have the shape of those of lichess's Bot API (https://lichess.org/api#tag/Bot): one JSON object a line, `gameFull`
first, then a `gameState` whenever it is the program's turn and after the last move. Every state is complete: nothing
must be remembered from one to the next. Everything is made of the seat's view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from typing_extensions import TypedDict

from saleroom.kernel.options import Value
from saleroom.match import boards, rulebook
from saleroom.match.match import Match
from saleroom.toolkit.display.scenes import SeenDeal

PROTOCOL = "saleroom-bot/1"
LONGEST_MOVE = 60
"""Characters that the words of an action have at most."""


class Seated(TypedDict):
    """Who sits on a seat."""

    name: str
    kind: Literal["human", "bot"]


class Own(TypedDict):
    """What the program's seat alone sees."""

    hand: list[str]
    """Its cards or tiles in the order in which a hand is held (a trump suit first, high ones first)."""
    afford: int | None
    """The most that it can pay now, where bidding costs chips and it is bidding."""
    chosen: str | None
    """Its own sealed choice that is not open yet: the words of the event; None where there is none."""
    made: str | None
    """What its cards make (Auction Flop Poker): a hand's name such as ``two-pair``."""
    thrown: list[str]
    """What it has discarded unseen by others in this deal."""


class LastDeal(TypedDict):
    """The deal that was settled last."""

    dealer: int
    events: list[str]
    score: list[int]
    """What it changed for each seat."""
    carry: int
    """What it left to the next."""


class GameState(TypedDict):
    """A match as it is now."""

    type: Literal["gameState"]
    status: Literal["started", "over"]
    seq: int | None
    """The number of the program's turn, which its move repeats; None when it is not to act."""
    legal: list[str]
    """All that it may do now, in the words of the record; empty when it is not to act."""
    left: float | None
    """Seconds that it has for this move; None without a clock, or when it is not to act."""
    board: Any
    """What everybody sees, as the web client is told it: the game's own `Board`."""
    mine: Own
    events: list[str]
    """What has happened in this deal, as this seat saw it, in the words of the record; ``??`` is a hidden piece."""
    last_deal: LastDeal | None
    """None in the first deal."""


class GameFull(TypedDict):
    """All that stays as it is while a match lasts, and the first state."""

    type: Literal["gameFull"]
    protocol: str
    id: str
    game: str
    title: str
    unit: str
    """Of scores: ``points`` or ``chips``."""
    rules_version: int
    options: dict[str, Value]
    rules: str
    """The text of the rules that apply, as Markdown."""
    seat: int
    """The program's own, from 0, clockwise."""
    players: list[Seated]
    """By seat."""
    clock: float | None
    """Seconds for each move; None without a clock."""
    objective: Literal["deal", "match"]
    """What counts: the score of the first deal, with which all ends, or winning the match."""
    rated: bool
    state: GameState


class Move(TypedDict):
    """What a program answers when it is to act."""

    type: Literal["move"]
    seq: int
    """That of the state which it answers: the same move sent again does no harm, and one for an older turn is told."""
    action: str
    """One of `legal`."""


class MoveRefused(TypedDict):
    """A move that was not carried out; nothing has changed."""

    type: Literal["moveRefused"]
    seq: int | None
    """That of the turn which goes on; None when the program is not to act."""
    reason: Literal["illegal", "stale", "malformed", "not-now"]
    text: str


def game_full(
    match: Match,
    seat: int,
    state: GameState,
    match_id: str,
    kinds: Sequence[Literal["human", "bot"]],
    clock: float | None = None,
    objective: Literal["deal", "match"] = "match",
    rated: bool = False,
) -> GameFull:
    """The first message about a match; `kinds` says by seat who the match's players are."""
    game = match.game
    return GameFull(
        type="gameFull",
        protocol=PROTOCOL,
        id=match_id,
        game=game.name,
        title=game.title,
        unit=game.unit,
        rules_version=match.rules_version,
        options=dict(match.options),
        rules=rulebook.applied(game, match.options),
        seat=seat,
        players=[Seated(name=name, kind=kind) for name, kind in zip(match.players, kinds, strict=True)],
        clock=clock,
        objective=objective,
        rated=rated,
        state=state,
    )


def game_state(
    position: boards.Position,
    seat: int,
    everybody: Sequence[SeenDeal],
    own: Sequence[SeenDeal],
    seq: int | None,
    left: float | None = None,
) -> GameState:
    """The state of a match for one seat.

    Args:
        position: the match as it is now.
        seat: whose program is told.
        everybody: the deals as a spectator saw them (`saleroom.match.deal_history`).
        own: the deals as the seat saw them.
        seq: the number of its turn; None when it is not to act.
        left: seconds that it has for its move.
    """
    match = position.match
    asked = seq is not None
    return GameState(
        type="gameState",
        status="over" if match.over else "started",
        seq=seq,
        legal=match.legal(seat) if asked else [],
        left=left if asked else None,
        board=boards.public_board(position, everybody),
        mine=_own(boards.own_part(position, seat, own)),
        events=list(own[-1].events),
        last_deal=_last_deal(own),
    )


def _own(mine: boards.Mine) -> Own:
    return Own(
        hand=mine["hand"], afford=mine["afford"], chosen=mine["chosen"], made=mine["made"], thrown=mine["thrown"]
    )


def _last_deal(deals: Sequence[SeenDeal]) -> LastDeal | None:
    settled = [deal for deal in deals[-2:] if deal.score is not None]
    if not settled:
        return None
    deal = settled[-1]
    return LastDeal(dealer=deal.dealer, events=list(deal.events), score=deal.score or [], carry=deal.carry or 0)


def move_refused(
    seq: int | None, reason: Literal["illegal", "stale", "malformed", "not-now"], text: str
) -> MoveRefused:
    """Why a move was not carried out."""
    return MoveRefused(type="moveRefused", seq=seq, reason=reason, text=text)
