"""Messages: all messages that a table can send to a browser. The types of the client are generated from this module.

A table's *version* is the number of its last event (`saleroom.server.core.state.events`). After every event, each
socket gets one `Update` with the next version, so versions have no gaps. A client that sees a gap reconnects and gets a
`Snapshot`. If a part of an update is None, that part has not changed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from saleroom.server.protocol.common import Clock, EventKind, Language, Pace, Params, Picture, Reaction
from saleroom.toolkit.display import scenes
from saleroom.toolkit.display.reasons import Reason
from saleroom.toolkit.display.scenes import Common, Mine


class Chair(TypedDict):
    """Player at a seat."""

    kind: Literal["open", "human", "bot"]
    name: str
    player: str | None
    """Name of the bot, if the player is a bot."""
    owner: bool
    program: bool
    """Whether the player is a program that plays over the Bot API.

    The `kind` of a program is the same as that of people, because programs have the same rights.
    """
    picture: Picture | None
    """The portrait of a person; None for bots and open seats."""
    muted: bool
    """Whether the owner has muted the player (no chat or reactions)."""
    free: bool
    """Whether people may sit down here: the seat is open, or it has a substitute bot."""


class TakingBack(TypedDict):
    """Undo request that waits for consent."""

    seat: int
    moves: int
    """Number of moves to undo."""
    waits_for: list[int]


class Fair(TypedDict):
    """Public part of the proof of a fair deal."""

    commit: str
    words: list[str]
    server_seed: str | None
    """Seed of the server, shown when the match is over."""


class PlayedFrom(TypedDict):
    """Step of a finished match from which another match continues."""

    table: str
    deal: int
    """Number of the deal, from 1."""
    step: int
    """Step, from 0, of that deal's story."""


class Ticking(TypedDict):
    """Seat whose clock is running."""

    seat: int
    left: float
    """Seconds left when the message was sent; 0 if the time has run out."""


class TableInfo(TypedDict):
    """Public information about a table, without the cards."""

    id: str
    game: str
    title: str
    unit: Literal["points", "chips"]
    passing: str | None
    """Action that passes in the auction, in the notation of the record; None if the game has no auction."""
    options: dict[str, int | str]
    status: Literal["gathering", "playing", "over"]
    chairs: list[Chair]
    hints: bool
    pace: Pace
    clock: Clock
    fair: Fair
    """Proof of a fair deal, which proves nothing if there is a `position`."""
    position: PlayedFrom | None
    """Step of another match from which this match began; None if it began with a first deal."""
    taking_back: TakingBack | None
    rematch: str | None
    """Id of the rematch table."""
    evening: bool
    """Whether the table continues an earlier one; its match then starts when all people have come."""
    owner_name: str
    contest: str | None
    """Path of the page of the contest in which other people play the same cards; None for most tables."""
    rated: bool
    """Whether the match counts for ratings."""
    listed: bool
    """Whether the lobby lists the table."""
    language: Language | None
    """Language of the previews that messengers show for the table's link; None for the language of each reader."""
    names_owner: bool
    """Whether these previews contain the owner's name."""
    hot_seat: bool
    """Whether the people at the table pass one device round."""


class Score(TypedDict):
    """Line of the score sheet."""

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
    """Name that the acting player had at the time of the event."""
    text: str
    """Line of chat, text of a move as this watcher sees it, name of the seat's new player …"""
    by_house: bool
    """Whether autoplay made the move for an absent player."""
    picture: Picture | None
    """Portrait of the person who wrote a line of chat; None for other events."""
    moves: int
    """Number of moves undone, or requested to be undone."""


@with_config(ConfigDict(extra="allow"))
class AnySettlement(scenes.Settled):
    """Settlement of any game; each game adds fields."""


@with_config(ConfigDict(extra="allow"))
class Board(Common):
    """Board of any game; each game adds fields in its own `Board`."""

    game: str
    last: AnySettlement | None
    """How the last deal was scored."""


class You(TypedDict):
    """Reader of a message."""

    seat: int | None
    """Seat of the reader; None for a spectator."""
    owner: bool
    asked: int | None
    """Version of the table at which this seat's turn began; None if this seat may not act now.

    A move repeats this version as `Act.at`.
    """
    mine: Mine | None
    may_undo: bool
    call: str | None
    """Address of the table's call; None for spectators, except the owner, and if there is none."""


class BetweenDeals(TypedDict):
    """The table after one deal has been settled and before the next deal is dealt."""

    board: Board
    mine: Mine | None
    """Private part for the reader's seat; None for a spectator."""


class Snapshot(TypedDict):
    """Everything that a player or spectator may know about the table, sent when they connect."""

    type: Literal["snapshot"]
    version: int
    build: str
    """Build id of this server's client; a client with another build should reload."""
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
    """One new event of the table."""

    type: Literal["update"]
    version: int
    what: Happened
    table: TableInfo | None
    you: You
    board: Board | None
    events: list[str]
    """New events as this watcher saw them. If a sealed choice was revealed, its event is repeated, now with the chosen
    card or tile.
    """
    anew: bool
    """Whether `events` has every event of this deal, as in a snapshot: after an undo, and for a newly seated player."""
    sheet: list[Score]
    """New lines of the score sheet."""
    settled: BetweenDeals | None
    """Table between two deals, if the event ended a deal and the next deal followed immediately."""
    ticking: list[Ticking]


class Presence(TypedDict):
    """Report of who is connected. The report has no version, because it is not a table event."""

    type: Literal["presence"]
    present: list[bool]
    watchers: int


class Reacted(TypedDict):
    """A seat's reaction, which is shown for a moment. A reaction has no version, because it is not a table event."""

    type: Literal["reacted"]
    seat: int
    what: Reaction


class Pong(TypedDict):
    """Sign that the connection works. The server sends it as the answer to a `Ping`, and after some seconds without
    another message.
    """

    type: Literal["pong"]


class Done(TypedDict):
    """Answer to a command that has been carried out and stored, either now or when the browser first sent it."""

    type: Literal["done"]
    id: str
    version: int


class Refused(TypedDict):
    """Answer to a command that has been refused; nothing has changed."""

    type: Literal["refused"]
    id: str | None
    reason: Literal["illegal", "stale", "not-yours", "not-now", "full", "too-fast", "malformed", "trouble"]
    text: str
    """Reason in English, as a sentence."""
    key: str | None
    """Key of the text in the message files; None if there is only the text."""
    params: Params


class Weighing(TypedDict):
    """A search's estimates for one possible action."""

    action: str
    score: float
    """Mean score of the deal, in the game's unit."""
    wins: float
    """Estimated chance to win the match, 0 to 1."""
    margin: float
    """Half the width of the 95 % interval of `wins`, which is the value that ranks the options."""
    worlds: int
    """Number of deals that the search imagined to try the option."""


class Figures(TypedDict):
    """A search's estimates for all possible actions, the best action first."""

    options: list[Weighing]
    others: int
    """Number of options that are not listed."""


class Hinted(TypedDict):
    """The action that a strong bot would choose, and its reasons. `figures` are the estimates of the bot's search; None
    before the search is ready.
    """

    type: Literal["hinted"]
    id: str
    action: str
    reasons: list[Reason]
    figures: Figures | None


class Because(TypedDict):
    """Reason why an action is not legal now; None if the action is legal."""

    type: Literal["because"]
    id: str
    text: str | None
    key: str | None
    params: Params


ServerMessage = Annotated[
    Snapshot | Update | Presence | Reacted | Pong | Done | Refused | Hinted | Because, Field(discriminator="type")
]
server_message: TypeAdapter[Any] = TypeAdapter(ServerMessage)
