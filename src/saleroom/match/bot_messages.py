"""Messages of the Bot API, over HTTP or a pipe: messages to a bot about a match, and the bot's moves in reply.

The messages are similar to those of lichess's Bot API (https://lichess.org/api#tag/Bot): one JSON object per line. The
first message is `gameFull`; a `gameState` follows at each turn of the bot and after the last move. Every `gameState` is
complete, so a bot does not need to remember earlier messages. Messages contain only what the seat may see.
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
"""Maximum number of characters of an action."""


class Seated(TypedDict):
    """Player in a seat."""

    name: str
    kind: Literal["human", "bot"]


class Own(TypedDict):
    """What only the bot's seat sees."""

    hand: list[str]
    """Its cards or tiles in display order (a trump suit first, high ones first)."""
    afford: int | None
    """Most chips that the seat can pay now, if it is bidding and bids cost chips; else None."""
    chosen: str | None
    """Its own sealed choice that is still hidden, in the notation of events; None if there is none."""
    made: str | None
    """Name of the poker hand that its cards make, such as ``two-pair`` (Auction Flop Poker)."""
    thrown: list[str]
    """What it has discarded in this deal, hidden from others."""


class LastDeal(TypedDict):
    """The deal settled most recently."""

    dealer: int
    events: list[str]
    score: list[int]
    """Change of each seat's score by the deal."""
    carry: int
    """Points or chips that the deal left in the pot or kitty for the next deal."""


class GameState(TypedDict):
    """Current state of a match."""

    type: Literal["gameState"]
    status: Literal["started", "over"]
    seq: int | None
    """Number of the bot's turn, which its move must repeat; None if it is not the bot's turn."""
    legal: list[str]
    """All legal actions, in the notation of records; empty if it is not the bot's turn."""
    left: float | None
    """Seconds left for this move; None without a clock, or if it is not the bot's turn."""
    board: Any
    """What every player sees, as the web client receives it; the type is the game's own `Board`."""
    mine: Own
    events: list[str]
    """Events of this deal as this seat saw them, in the notation of records; ``??`` is a hidden piece."""
    last_deal: LastDeal | None
    """The deal before this one; None in the first deal."""


class GameFull(TypedDict):
    """Everything that stays the same during a match, and the first state."""

    type: Literal["gameFull"]
    protocol: str
    id: str
    game: str
    title: str
    unit: str
    """Unit of scores: ``points`` or ``chips``."""
    rules_version: int
    options: dict[str, Value]
    rules: str
    """Text of the rules that apply, as Markdown."""
    seat: int
    """The bot's own seat, from 0, clockwise."""
    players: list[Seated]
    """Players by seat."""
    clock: float | None
    """Seconds for each move; None without a clock."""
    objective: Literal["deal", "match"]
    """What the bot should maximise: the score of the first deal, the only one played, or the chance to win the
    match.
    """
    rated: bool
    state: GameState


class Move(TypedDict):
    """Answer from a bot whose turn it is."""

    type: Literal["move"]
    seq: int
    """`seq` of the state that this move answers.

    Sending the same move again has no effect; a move for an earlier turn is refused.
    """
    action: str
    """One of the actions in `legal`."""


class MoveRefused(TypedDict):
    """Message that a move was refused; nothing has changed."""

    type: Literal["moveRefused"]
    seq: int | None
    """`seq` of the current turn; None if it is not the bot's turn."""
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
    """Return the first message about a match; `kinds` gives the kind of each player by seat."""
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
    """Return the state of a match for one seat.

    Args:
        position: the match as it is now.
        seat: the seat whose program receives the state.
        everybody: the deals as a spectator saw them (`saleroom.match.deal_history`).
        own: the deals as the seat saw them.
        seq: the number of the seat's turn; None if it is not the seat's turn.
        left: seconds that the seat has for its move; None without a clock.
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
    """Return the message that a move was refused, with the reason."""
    return MoveRefused(type="moveRefused", seq=seq, reason=reason, text=text)
