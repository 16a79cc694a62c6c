"""What the endpoints of a person's own page take and give."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from saleroom.server.protocol.common import Asked, AskedByAddress, Name

Encoded = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,12000}$")]
"""Bytes as base64url without padding."""
KeyId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,1400}$")]


class PasskeyInfo(BaseModel):
    """A passkey of the asker's."""

    id: str
    name: str
    place: str
    """The name of the host where it works."""
    made_at: float
    used_at: float


class Rating(BaseModel):
    """Strength among people in one game: 1500 before the first match."""

    value: int
    margin: int
    """Half the width of the interval in which it lies for nineteen of twenty people."""
    matches: int


class LadderRung(BaseModel):
    """Matches played whole against house players of one level, and nobody else."""

    level: str
    matches: int
    won: int
    fair: float
    """How many of them a player exactly as good as the others would win."""


class LossPoint(BaseModel):
    """What the review of one match found."""

    table: str
    at: float
    decisions: int
    cost: float
    """Points or chips given away in all of them."""


class GameFigures(BaseModel):
    """What the asker has done in one game."""

    game: str
    title: str
    unit: Literal["points", "chips"]
    matches: int
    won: int
    bids_made: int
    bids_set: int
    rating: Rating | None
    ladder: list[LadderRung]
    losses: list[LossPoint]
    """The oldest first."""


class Me(BaseModel):
    """The asker: a guest, or, with a passkey, somebody with an account."""

    account: bool
    devices: int
    passkeys: list[PasskeyInfo]
    place: str | None
    """The host's name that a passkey made here would be for; None where the address has no name."""
    games: list[GameFigures]


class MatchLine(BaseModel):
    """A finished match of the asker's."""

    id: str
    game: str
    title: str
    seat: int
    names: list[str]
    """Who sat where in the end."""
    level: str
    """The house's players in it, by their levels; empty where there were none."""
    people: int
    score: int
    place: int
    won: bool
    bids_made: int
    bids_set: int
    hints: bool | None
    """Whether the asker had hints; None where that is not known."""
    undone: bool
    whole: bool
    """Played from the first deal to the last."""
    stayed: bool
    rated: bool
    over_at: float
    loss: float | None
    """What a decision gave away on average, by a review; None without one."""


class MatchLines(BaseModel):
    """One page of the asker's matches, the latest first."""

    matches: list[MatchLine]
    more: bool
    """Whether another page follows."""


class LinkCode(BaseModel):
    """A code that makes another device one with the asker's, once, within `seconds`."""

    code: str
    seconds: int


class Linked(Asked):
    """A code that somebody typed or scanned."""

    code: Annotated[str, StringConstraints(max_length=20)]


class PasskeyAsked(Asked):
    """What a new passkey is to be called."""

    name: Name


class Ceremony(BaseModel):
    """What a browser is to hand to `navigator.credentials`, in WebAuthn's own JSON."""

    options: dict[str, Any]


class _Response(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class NewKeyResponse(_Response):
    """What an authenticator answered."""

    clientDataJSON: Encoded  # noqa: N815
    attestationObject: Encoded  # noqa: N815


class LoginResponse(_Response):
    """What an authenticator answered."""

    clientDataJSON: Encoded  # noqa: N815
    authenticatorData: Encoded  # noqa: N815
    signature: Encoded
    userHandle: Encoded | None = None  # noqa: N815


class _Credential(_Response):
    id: KeyId
    rawId: KeyId  # noqa: N815
    type: Literal["public-key"]


class NewKey(_Credential):
    """A passkey that was made: `PublicKeyCredential.toJSON()`."""

    response: NewKeyResponse


class LoginKey(_Credential):
    """A passkey that was used: `PublicKeyCredential.toJSON()`."""

    response: LoginResponse


class NewPasskey(Asked):
    """A passkey that was made, and its name."""

    name: Name
    credential: NewKey


class Login(Asked):
    """A passkey that was used."""

    credential: LoginKey


class Page(AskedByAddress):
    """Which matches are wanted."""

    game: Annotated[str, StringConstraints(max_length=40)] | None = None
    level: Annotated[str, StringConstraints(max_length=80)] | None = None
    page: Annotated[int, Field(ge=0, le=10_000)] = 0


class Erasing(AskedByAddress):
    """The one confirmation."""

    sure: bool


class PushKey(BaseModel):
    """What a browser needs to be told anything by this server; None where it tells nobody."""

    key: str | None


class PushKeys(Asked):
    """How messages for a browser are encrypted; as `PushSubscription.toJSON` has it."""

    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{86,88}=?=?$", max_length=90)]
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}=?=?$")]


class PushAsked(Asked):
    """A browser that is to be told, and what it is to say."""

    endpoint: Annotated[str, StringConstraints(max_length=600)]
    keys: PushKeys
    turn: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    """That it is their turn."""
    soon: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    """That their time runs out soon."""
