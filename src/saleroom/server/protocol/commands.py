"""Commands: the closed set of messages that a browser sends to a table. The client's types are generated from here."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from saleroom.server.protocol.common import Clock, CommandId, Complaint, Line, Name, Pace, Reaction, Seat, Token


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_Said):
    """The first message of a socket: who it is. Without a token, or without a seat, it watches."""

    type: Literal["hello"]
    token: Token | None = None


class Ping(_Said):
    """Ask whether the connection still works; the answer is a `Pong`."""

    type: Literal["ping"]


class _Command(_Said):
    """A command may be sent again with the same id: it is carried out once and answered each time."""

    id: CommandId


class Sit(_Command):
    """Take an open seat; `word` goes into the seed of a match that has not begun."""

    type: Literal["sit"]
    seat: Seat
    name: Name
    word: Line | None = None


class Leave(_Command):
    """Give up one's seat: open before the match, the house's during it."""

    type: Literal["leave"]


class Reseat(_Command):
    """The owner gives a seat to the bot `to`, or opens it (None). Never their own."""

    type: Literal["reseat"]
    seat: Seat
    to: Annotated[str, StringConstraints(max_length=40)] | None


class Remove(_Command):
    """The owner has the person of another seat leave; they may watch, but take no seat of this table again."""

    type: Literal["remove"]
    seat: Seat


class Mute(_Command):
    """The owner keeps the person of another seat from chat and reactions, or lets them in again."""

    type: Literal["mute"]
    seat: Seat
    on: bool


class Report(_Command):
    """Tell whoever runs the server about the person of another seat. Nobody at the table learns of it."""

    type: Literal["report"]
    seat: Seat
    about: Complaint


class Settle(_Command):
    """The owner changes how the table is run; None leaves a thing as it is."""

    type: Literal["settle"]
    hints: bool | None = None
    pace: Pace | None = None
    clock: Clock | Literal["none"] = None


class Start(_Command):
    """The owner has the first deal dealt; every seat must be taken."""

    type: Literal["start"]


class Act(_Command):
    """A move, in the words of the record. `at` is the `asked` of the sender's own part; an older one is refused."""

    type: Literal["act"]
    at: Annotated[int, Field(ge=0)]
    action: Annotated[str, StringConstraints(min_length=1, max_length=60)]


class Undo(_Command):
    """Ask to take back one's last move and all after it."""

    type: Literal["undo"]


class Consent(_Command):
    """Answer the request to take back that stands."""

    type: Literal["consent"]
    yes: bool


class Nudge(_Command):
    """Let the house make the move of a seat whose clock has run out, or play for one that is away until it is back."""

    type: Literal["nudge"]
    seat: Seat


class Say(_Command):
    """A line of chat."""

    type: Literal["say"]
    text: Line


class React(_Command):
    """A short phrase or a small picture, shown to everybody for a moment and not kept."""

    type: Literal["react"]
    what: Reaction


class Skip(_Command):
    """The sender has seen what just happened: bots wait for it no longer once everybody at the table has."""

    type: Literal["skip"]


class Rest(_Command):
    """Let the house make the sender's moves until the deal is over; only once nothing can change what it scores."""

    type: Literal["rest"]


class Rematch(_Command):
    """After the end: the same players at a new table."""

    type: Literal["rematch"]


class Hint(_Command):
    """Ask what the house would do here, and why."""

    type: Literal["hint"]


class Why(_Command):
    """Ask why an action (in words) is not legal now."""

    type: Literal["why"]
    action: Annotated[str, StringConstraints(min_length=1, max_length=60)]


Command = (
    Sit
    | Leave
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
