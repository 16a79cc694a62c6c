"""Commands: all messages that a browser can send to a table. The types of the client are generated from this module."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from saleroom.server.protocol.common import (
    AskedGame,
    CallAddress,
    Clock,
    CommandId,
    Complaint,
    Language,
    Line,
    Name,
    Pace,
    Reaction,
    Seat,
    Token,
)


class _ClientMessage(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_ClientMessage):
    """First message on a socket; it contains the browser's token. A connection without a token or without a seat only
    watches.
    """

    type: Literal["hello"]
    token: Token | None = None


class Ping(_ClientMessage):
    """Check whether the connection still works; the server answers with a `Pong`."""

    type: Literal["ping"]


class _Command(_ClientMessage):
    """Command with an id. If a browser sends the command again with the same id, the server answers again but carries
    it out only once.
    """

    id: CommandId


class Sit(_Command):
    """Take an open seat, or the seat of a substitute bot. If the match has not begun, `word` becomes
    part of the seed.
    """

    type: Literal["sit"]
    seat: Seat
    name: Name
    word: Line | None = None


class Leave(_Command):
    """Leave your seat. Before the match, the seat becomes open; during the match, a bot takes it."""

    type: Literal["leave"]


class ShowPortrait(_Command):
    """Show the portrait that the server has stored for you; send this after you have chosen another portrait."""

    type: Literal["portrait"]


class Reseat(_Command):
    """Give a seat to the bot `to`; with `to` None, open the seat. Only the owner may do this, and only with other
    seats.
    """

    type: Literal["reseat"]
    seat: Seat
    to: Annotated[str, StringConstraints(max_length=40)] | None


class Remove(_Command):
    """Remove the person at another seat, who may then watch but not sit down again; only the owner may do this."""

    type: Literal["remove"]
    seat: Seat


class Mute(_Command):
    """Mute the person at another seat (no chat or reactions), or unmute them; only the owner may do this."""

    type: Literal["mute"]
    seat: Seat
    on: bool


class Report(_Command):
    """Report the person at another seat to the operator; the table is not informed."""

    type: Literal["report"]
    seat: Seat
    about: Complaint


class Settle(_Command):
    """Change the table's settings; only the owner may do this. A setting that is None does not change."""

    type: Literal["settle"]
    hints: bool | None = None
    pace: Pace | None = None
    clock: Clock | Literal["none"] = None
    listed: bool | None = None
    """Whether the lobby lists the table, so that people whom you do not know can join or watch."""
    language: Language | None = None
    """Language of the link's preview."""
    names_owner: bool | None = None
    """Whether the link's preview contains your name."""
    call: CallAddress | None = None
    """Address of a call, for the people who sit at the table."""


class Start(_Command):
    """Deal the first deal; only the owner may send this command. The bot `fill` takes each open seat; without `fill`,
    every seat must be taken.
    """

    type: Literal["start"]
    fill: Annotated[str, StringConstraints(max_length=40)] | None = None


class Act(_Command):
    """Make a move, in the notation of the record.

    `at` repeats the latest value of `You.asked`; the server refuses a move with an older value.
    """

    type: Literal["act"]
    at: Annotated[int, Field(ge=0)]
    action: Annotated[str, StringConstraints(min_length=1, max_length=60)]


class Undo(_Command):
    """Ask to undo your last move and all later moves."""

    type: Literal["undo"]


class Consent(_Command):
    """Answer the open undo request."""

    type: Literal["consent"]
    yes: bool


class Nudge(_Command):
    """Have autoplay make a move for a seat whose clock has run out. If the person at the seat is away, autoplay moves
    until they return.
    """

    type: Literal["nudge"]
    seat: Seat


class Say(_Command):
    """Send a line of chat."""

    type: Literal["say"]
    text: Line


class React(_Command):
    """Show a short phrase or a small picture to all players for a moment; the server does not store it."""

    type: Literal["react"]
    what: Reaction


class Skip(_Command):
    """Report that you have seen the last event. Bots stop waiting when all players have sent this command."""

    type: Literal["skip"]


class Rest(_Command):
    """Have a bot make your moves until the end of the deal. The server allows this only if no action can change the
    deal's score.
    """

    type: Literal["rest"]


class Rematch(_Command):
    """After the end of a match, continue with the same players at a new table, which starts when all have come there.

    `game` is the next game of the evening; None plays the same game again. If `draw`, the seats are drawn.
    """

    type: Literal["rematch"]
    game: AskedGame | None = None
    draw: bool = False


class Hint(_Command):
    """Ask what a strong bot would do now, and why."""

    type: Literal["hint"]


class Why(_Command):
    """Ask why an action, in the notation of the record, is not legal now."""

    type: Literal["why"]
    action: Annotated[str, StringConstraints(min_length=1, max_length=60)]


Command = (
    Sit
    | Leave
    | ShowPortrait
    | Reseat
    | Remove
    | Mute
    | Report
    | Settle
    | Start
    | Act
    | Undo
    | Consent
    | Nudge
    | Say
    | React
    | Skip
    | Rest
    | Rematch
    | Hint
    | Why
)
ClientMessage = Annotated[Hello | Ping | Command, Field(discriminator="type")]
client_message: TypeAdapter[Hello | Ping | Command] = TypeAdapter(ClientMessage)
