"""Values that commands, messages and request bodies share, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from saleroom.games import NAMES
from saleroom.kernel.fields import SEATS


class Asked(BaseModel):
    """A request body: no unknown fields, and no value of another type than it should be."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AskedByAddress(Asked):
    """The parameters of an address, which are all text."""

    model_config = ConfigDict(strict=False)


def _known_game(name: str) -> str:
    if name not in NAMES:
        raise PydanticCustomError(
            "unknown_game", "there is no such game; the games are {games}", {"games": ", ".join(NAMES)}
        )
    return name


AskedGame = Annotated[str, StringConstraints(max_length=40), AfterValidator(_known_game)]
"""A game's full name."""


Params = dict[str, int | str | list[int] | list[str]]
"""The parameters of a refusal, by name; the name says what a value is: a `seat`, a `piece`, a `count`."""
CommandId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=24, strip_whitespace=True)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
Seat = Annotated[int, Field(ge=0, lt=SEATS)]
Pace = Literal["quick", "easy", "slow"]
DAY = 86_400
Clock = Literal[30, 60, 120, 86_400, 259_200, 604_800] | None
"""Seconds that a player has before others may let autoplay make a move for them; from a day on it does so by itself."""

Reaction = Literal[
    "hello", "luck", "nice", "thanks", "sorry", "moment", "clap", "smile", "wow", "think", "sad", "cheers"
]
"""A short phrase or a small picture that a seat may show to the table; the client has the words and the pictures."""
Complaint = Literal["language", "unfair", "nickname", "other"]
"""What a report to whoever runs the server is about: what somebody says, how they play, their name."""

EventKind = Literal[
    "sit",
    "device",
    "leave",
    "reseat",
    "remove",
    "mute",
    "settle",
    "start",
    "move",
    "ask",
    "agree",
    "refuse",
    "undo",
    "say",
    "rematch",
]
"""What can happen at a table; `saleroom.server.core.state.events` says what belongs to each kind."""
