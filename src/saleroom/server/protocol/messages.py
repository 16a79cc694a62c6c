"""Messages: the closed set from a table to a browser. The client's types are generated from here.

A table's *version* is the number of its last event (`saleroom.server.core.state.events`). After every event, each
socket gets one `Update` with the next version, so versions have no gaps. A client that sees a gap reconnects, and gets
a `Snapshot`. Parts of an update that are None have not changed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from saleroom.server.protocol.common import Clock, EventKind, Pace, Params, Picture, Reaction
from saleroom.toolkit.display import scenes
from saleroom.toolkit.display.reasons import Reason
from saleroom.toolkit.display.scenes import Common, Mine


class Chair(TypedDict):
    """The player of a seat."""

    kind: Literal["open", "human", "bot"]
    name: str
    player: str | None
    """Name of the house player, if it is one."""
    owner: bool
    program: bool
    """Whether it is a program that plays over the Bot API. Its `kind` is that of people, whose rights it has."""
    picture: Picture | None
    """The portrait of a person; None for bots and open seats."""
    muted: bool
    """Whether the owner bars them from chat and reactions."""


class TakingBack(TypedDict):
    """A request to take moves back that waits for consent."""

    seat: int
    moves: int
    """Number of moves to take back, the last first."""
    waits_for: list[int]


class Fair(TypedDict):
    """The proof of a fair deal, as far as it is public."""

    commit: str
    words: list[str]
    server_seed: str | None
    """Shown once the match is over."""


class PlayedFrom(TypedDict):
    """The step of a finished match from which another one continues."""

    table: str
    deal: int
    """From 1."""
    step: int
    """Step of that deal's story, from 0."""


class Ticking(TypedDict):
    """A seat whose clock runs."""

    seat: int
    left: float
    """Seconds left when this was sent; 0 if time has run out."""


class TableInfo(TypedDict):
    """Public information about a table apart from the cards."""

    id: str
    game: str
    title: str
    unit: Literal["points", "chips"]
    options: dict[str, int | str]
    status: Literal["gathering", "playing", "over"]
    chairs: list[Chair]
    hints: bool
    pace: Pace
    clock: Clock
    fair: Fair
    """Proves nothing if there is a `position`."""
    position: PlayedFrom | None
    """Start of the match, if not with its first deal."""
    taking_back: TakingBack | None
    rematch: str | None
    """Id of the rematch table."""
    owner_name: str
    contest: str | None
    """Contest in which others play the same cards, also the address of its page; None for most tables."""
    rated: bool
    """Whether the match counts for ratings."""


class Score(TypedDict):
    """One line of the score sheet."""

    deal: int
    dealer: int
    score: list[int]
    carry: int
    note: str | None
    """Note on the line, such as the pitcher's bid."""


class Happened(TypedDict):
    """Public description of a table event, for announcements and chat."""

    kind: EventKind
    seat: int | None
    name: str
    """Name of the acting player at that time."""
    text: str
    """A line of chat, a move's text as this watcher sees it, the name of the seat's new player …"""
    by_house: bool
    """Whether the house made the move of an absent player."""
    picture: Picture | None
    """Portrait of the person who wrote a line of chat; None for other events."""
    moves: int
    """Number of moves that an undo took back, or that an undo request would take back."""


@with_config(ConfigDict(extra="allow"))
class AnySettlement(scenes.Settled):
    """A settlement of any game; each game adds fields."""


@with_config(ConfigDict(extra="allow"))
class Board(Common):
    """The board of any game; each adds fields, see the game's own `Board`."""

    game: str
    last: AnySettlement | None
    """How the last deal was scored."""


class You(TypedDict):
    """The reader of a message."""

    seat: int | None
    """None for a spectator."""
    owner: bool
    asked: int | None
    """Version at which this seat's turn began; None if it is not its turn. `Act.at` repeats it."""
    mine: Mine | None
    may_undo: bool


class BetweenDeals(TypedDict):
    """The table after a deal was settled and before the next was dealt."""

    board: Board
    mine: Mine | None
    """The view of the reader's seat; None for a spectator."""


class Snapshot(TypedDict):
    """All that a watcher may know: sent on joining and on joining again."""

    type: Literal["snapshot"]
    version: int
    build: str
    """Build of this server's client; a client of another build should reload."""
    table: TableInfo
    you: You
    board: Board | None
    events: list[str]
    """Events of this deal as this watcher saw them."""
    sheet: list[Score]
    chat: list[Happened]
    present: list[bool]
    watchers: int
    ticking: list[Ticking]


class Update(TypedDict):
    """One more event of the table."""

    type: Literal["update"]
    version: int
    what: Happened
    table: TableInfo | None
    you: You
    board: Board | None
    events: list[str]
    """New events as this watcher saw them. For an opened sealed choice, its event is repeated with its piece."""
    anew: bool
    """Whether `events` contains every event of this deal, as in a snapshot. This is so after an undo, and for a newly
    seated player.
    """
    sheet: list[Score]
    """New lines of the score sheet."""
    settled: BetweenDeals | None
    """The table between two deals, if the event ended a deal and the next was dealt at once."""
    ticking: list[Ticking]


class Presence(TypedDict):
    """Who is connected; not an event of the table, so without a version."""

    type: Literal["presence"]
    present: list[bool]
    watchers: int


class Reacted(TypedDict):
    """A seat's reaction, shown for a moment; not an event of the table, so without a version."""

    type: Literal["reacted"]
    seat: int
    what: Reaction


class Pong(TypedDict):
    """The connection works: the answer to a `Ping`, also sent after some seconds without another message."""

    type: Literal["pong"]


class Done(TypedDict):
    """A command has been carried out (now or when first sent), and is stored."""

    type: Literal["done"]
    id: str
    version: int


class Refused(TypedDict):
    """A command has not been carried out; nothing has changed."""

    type: Literal["refused"]
    id: str | None
    reason: Literal["illegal", "stale", "not-yours", "not-now", "full", "too-fast", "malformed", "trouble"]
    text: str
    """The reason in English, as a sentence."""
    key: str | None
    """Key of the text in message files; None if there is only the text."""
    params: Params


class Weighing(TypedDict):
    """A search's estimates for one option."""

    action: str
    score: float
    """Mean score of the deal, in the game's unit."""
    wins: float
    """Estimated chance to win the match, 0 to 1."""
    margin: float
    """Half the width of the 95 % interval of `wins`, which decides."""
    worlds: int
    """Number of imagined worlds in which it was tried."""


class Figures(TypedDict):
    """A search's estimates, the best first."""

    options: list[Weighing]
    others: int
    """Number of further options."""


class Hinted(TypedDict):
    """What the house would do, and why. `figures` are those of its search; None before it is ready."""

    type: Literal["hinted"]
    id: str
    action: str
    reasons: list[Reason]
    figures: Figures | None


class Because(TypedDict):
    """Why an action is not legal now; None if it is."""

    type: Literal["because"]
    id: str
    text: str | None
    key: str | None
    params: Params


ServerMessage = Annotated[
    Snapshot | Update | Presence | Reacted | Pong | Done | Refused | Hinted | Because, Field(discriminator="type")
]
server_message: TypeAdapter[Any] = TypeAdapter(ServerMessage)
