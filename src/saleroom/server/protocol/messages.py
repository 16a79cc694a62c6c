"""Messages: the closed set that a table sends to a browser. The client's types are generated from here.

A table's *version* is the number of its last event (`saleroom.server.core.state.events`). Every event brings each
socket one `Update` with the next version, so versions have no gaps; a client that sees one connects again, which brings
a `Snapshot`. Whatever part of an update is None has not changed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from saleroom.server.protocol.common import Clock, EventKind, Pace, Params, Reaction
from saleroom.toolkit.display import scenes
from saleroom.toolkit.display.reasons import Reason
from saleroom.toolkit.display.scenes import Common, Mine


class Chair(TypedDict):
    """Who sits on a seat."""

    kind: Literal["open", "human", "bot"]
    name: str
    player: str | None
    """Which of the house's players, where it is one."""
    owner: bool
    program: bool
    """Whether it is a program that plays over the Bot API; its `kind` is that of people, whose rights it has."""
    muted: bool
    """Whether the owner keeps them from chat and reactions."""


class TakingBack(TypedDict):
    """A request to take moves back that waits for consent."""

    seat: int
    moves: int
    """How many moves would be taken back, the last first."""
    waits_for: list[int]


class Fair(TypedDict):
    """The proof of a fair deal, as far as it is public."""

    commit: str
    words: list[str]
    server_seed: str | None
    """Shown once the match is over."""


class PlayedFrom(TypedDict):
    """The step of a finished match from which another one goes on."""

    table: str
    deal: int
    """From 1."""
    step: int
    """Of that deal's story, from 0."""


class Ticking(TypedDict):
    """A seat whose clock runs."""

    seat: int
    left: float
    """Seconds left when this was sent; 0 when it has run out."""


class TableInfo(TypedDict):
    """What everybody knows about a table apart from the cards."""

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
    """Proves nothing where there is a `position`."""
    position: PlayedFrom | None
    """Where the match begins, if not with its first deal."""
    taking_back: TakingBack | None
    rematch: str | None
    """The id of the table where the same players go on."""
    owner_name: str
    contest: str | None
    """What others play the same cards in, which is also the address of its page; None for most tables."""
    rated: bool
    """Whether the match counts for ratings."""


class Score(TypedDict):
    """One line of the score sheet."""

    deal: int
    dealer: int
    score: list[int]
    carry: int
    note: str | None
    """What the sheet notes beside it, such as the pitcher's bid."""


class Happened(TypedDict):
    """What an event of the table did, for announcements and chat."""

    kind: EventKind
    seat: int | None
    name: str
    """The name of whoever did it, at that time."""
    text: str
    """A line of chat, a move's words as this watcher sees them, who sits there now …"""
    by_house: bool
    """Whether the house made the move of an absent player."""
    moves: int
    """How many moves an undo took back, or would take back where it is asked for."""


@with_config(ConfigDict(extra="allow"))
class AnySettlement(scenes.Settled):
    """A settlement of any game, which has more."""


@with_config(ConfigDict(extra="allow"))
class Board(Common):
    """The board of any game, which has more: see the game's own `Board`."""

    game: str
    last: AnySettlement | None
    """How the last deal was scored."""


class You(TypedDict):
    """Who the reader of a message is."""

    seat: int | None
    """None for a spectator."""
    owner: bool
    asked: int | None
    """The version at which this seat was asked to act; None when it is not its turn. `Act.at` repeats it."""
    mine: Mine | None
    may_undo: bool


class Settled(TypedDict):
    """The table when a deal had been settled and the next not yet dealt."""

    board: Board
    mine: Mine | None
    """What the reader's seat saw; None for a spectator."""


class Snapshot(TypedDict):
    """Everything that a watcher may know: sent on joining and on joining again."""

    type: Literal["snapshot"]
    version: int
    build: str
    """The client that this server has; another one should load anew."""
    table: TableInfo
    you: You
    board: Board | None
    events: list[str]
    """The events of this deal as this watcher saw them."""
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
    """New events as this watcher saw them, and of a sealed choice that opened, its event once more with its piece."""
    anew: bool
    """Whether `events` are all of this deal, as in a snapshot: after an undo, and for whoever has just sat down."""
    sheet: list[Score]
    """New lines of the score sheet."""
    settled: Settled | None
    """Where the event ended a deal and the next was dealt at once: the table in between."""
    ticking: list[Ticking]


class Presence(TypedDict):
    """Who is connected; not an event of the table, so without a version."""

    type: Literal["presence"]
    present: list[bool]
    watchers: int


class Reacted(TypedDict):
    """A seat has shown something for a moment; not an event of the table, so without a version."""

    type: Literal["reacted"]
    seat: int
    what: Reaction


class Pong(TypedDict):
    """The connection works: the answer to a `Ping`, also sent when nothing else was sent for some seconds."""

    type: Literal["pong"]


class Done(TypedDict):
    """A command has been carried out (now or when it came first), and is kept safe."""

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
    """The key of the text in message files; None where there is only the text."""
    params: Params


class Weighing(TypedDict):
    """What a search expects of one option."""

    action: str
    score: float
    """The mean score of the deal, in the game's unit."""
    wins: float
    """The share of the match that it wins, 0 to 1."""
    margin: float
    """Half the width of the 95 % interval of what counts: of `wins`."""
    worlds: int
    """In how many imagined worlds it was tried."""


class Figures(TypedDict):
    """What a search weighed, the best first."""

    options: list[Weighing]
    others: int
    """How many more options there were."""


class Hinted(TypedDict):
    """What the house would do, and why. `figures` are those of its search; None before that is ready."""

    type: Literal["hinted"]
    id: str
    action: str
    reasons: list[Reason]
    figures: Figures | None


class Because(TypedDict):
    """Why an action is not legal now; None when it is."""

    type: Literal["because"]
    id: str
    text: str | None
    key: str | None
    params: Params


ServerMessage = Annotated[
    Snapshot | Update | Presence | Reacted | Pong | Done | Refused | Hinted | Because, Field(discriminator="type")
]
server_message: TypeAdapter[Any] = TypeAdapter(ServerMessage)
