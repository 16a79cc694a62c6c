"""Commands: the closed set of messages from a browser to a table. The client's types are generated from here."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from saleroom.server.protocol.common import Clock, CommandId, Complaint, Line, Name, Pace, Reaction, Seat, Token


class _ClientMessage(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_ClientMessage):
    """First message of a socket: its token. Without a token, or without a seat, it watches."""

    type: Literal["hello"]
    token: Token | None = None


class Ping(_ClientMessage):
    """Check whether the connection still works; the answer is a `Pong`."""

    type: Literal["ping"]


class _Command(_ClientMessage):
    """A command may be sent again with the same id: it is carried out once and answered each time."""

    id: CommandId


class Sit(_Command):
    """Take an open seat; `word` goes into the seed of a match that has not begun."""

    type: Literal["sit"]
    seat: Seat
    name: Name
    word: Line | None = None


class Leave(_Command):
    """Leave your seat: it is open before the match, and the house's during it."""

    type: Literal["leave"]


class ShowPortrait(_Command):
    """Show your portrait as it is stored now, after you have chosen another one."""

    type: Literal["portrait"]


class Reseat(_Command):
    """Give a seat to the bot `to`, or open it (None); for the owner, and never their own."""

    type: Literal["reseat"]
    seat: Seat
    to: Annotated[str, StringConstraints(max_length=40)] | None


class Remove(_Command):
    """Remove the person of another seat, for the owner; they may watch, but take no seat of this table again."""

    type: Literal["remove"]
    seat: Seat


class Mute(_Command):
    """Bar the person of another seat from chat and reactions, or readmit them; for the owner."""

    type: Literal["mute"]
    seat: Seat
    on: bool


class Report(_Command):
    """Report the person of another seat to the operator. The table is not informed."""

    type: Literal["report"]
    seat: Seat
    about: Complaint


class Settle(_Command):
    """Change the table's settings, for the owner; None leaves one unchanged."""

    type: Literal["settle"]
    hints: bool | None = None
    pace: Pace | None = None
    clock: Clock | Literal["none"] = None


class Start(_Command):
    """Deal the first deal, for the owner; every seat must be taken."""

    type: Literal["start"]


class Act(_Command):
    """Make a move, in the notation of the record. `at` is the `asked` of your own part; an older one is refused."""

    type: Literal["act"]
    at: Annotated[int, Field(ge=0)]
    action: Annotated[str, StringConstraints(min_length=1, max_length=60)]


class Undo(_Command):
    """Ask to take back your last move and all later ones."""

    type: Literal["undo"]


class Consent(_Command):
    """Answer the open request to take moves back."""

    type: Literal["consent"]
    yes: bool


class Nudge(_Command):
    """Have the house move for a seat whose clock has run out, or play for one that is away until it is back."""

    type: Literal["nudge"]
    seat: Seat


class Say(_Command):
    """Send a line of chat."""

    type: Literal["say"]
    text: Line


class React(_Command):
    """Show a short phrase or a small picture to all for a moment; it is not stored."""

    type: Literal["react"]
    what: Reaction


class Skip(_Command):
    """Continue without looking further at the last event: bots stop waiting once all players have sent this."""

    type: Literal["skip"]


class Rest(_Command):
    """Have the house make your moves until the end of the deal; only once nothing can change its score."""

    type: Literal["rest"]


class Rematch(_Command):
    """Continue after the end: the same players at a new table."""

    type: Literal["rematch"]


class Hint(_Command):
    """Ask what the house would do here, and why."""

    type: Literal["hint"]


class Why(_Command):
    """Ask why an action (in the notation of the record) is not legal now."""

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
