"""Values used in commands, messages and request bodies, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from saleroom.games import NAMES
from saleroom.kernel.fields import SEATS


class RequestBody(BaseModel):
    """Request body with strict types and without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class QueryBody(RequestBody):
    """Query parameters; all their values arrive as texts."""

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
"""Parameters of a refusal, by name; the name gives the kind of value, such as `seat`, `piece` or `count`."""
CommandId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=24, strip_whitespace=True)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
CALL_LENGTH = 500
"""Maximum length of the address of a call. Addresses of large providers have up to about 300 characters."""
CallAddress = Annotated[str, StringConstraints(max_length=CALL_LENGTH)]
"""Address of a call, which begins with ``https://``; an empty text removes it."""
Time = Annotated[float, Field(ge=0, lt=4_102_444_800)]
"""Time in seconds since the epoch, before the year 2100."""
Seat = Annotated[int, Field(ge=0, lt=SEATS)]
Pace = Literal["quick", "easy", "slow"]
Language = Literal["en", "de", "fr"]
DAY = 86_400
Clock = Literal[30, 60, 120, 86_400, 259_200, 604_800] | None
"""Seconds for a move. After that time, other players may have autoplay move; after a day or more, autoplay moves
automatically.
"""

PortraitId = Literal[
    "p01",
    "p02",
    "p03",
    "p04",
    "p05",
    "p06",
    "p07",
    "p08",
    "p09",
    "p10",
    "p11",
    "p12",
    "p13",
    "p14",
    "p15",
    "p16",
    "p17",
    "p18",
    "p19",
    "p20",
    "p21",
    "p22",
    "p23",
    "p24",
    "p25",
    "p26",
    "p27",
    "p28",
]
Picture = TypeAliasType("Picture", PortraitId)
"""Id of a person's portrait, which the client draws. Ids are stored, so remove none, and add new ones at the end."""

Reaction = Literal[
    "hello", "luck", "nice", "thanks", "sorry", "moment", "clap", "smile", "wow", "think", "sad", "cheers"
]
"""Short phrase or small picture that a seat can show to the table; the client has the texts and pictures."""
Complaint = Literal["language", "unfair", "nickname", "other"]
"""Subject of a report to the operator: what a person says, how they play, or their name."""

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
    "portrait",
    "hotseat",
]
"""Kinds of table events as clients see them; `saleroom.server.core.state.events` describes the data of each kind."""
