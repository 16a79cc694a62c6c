"""Request and response bodies for a person's own page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from saleroom.server.protocol.common import Name, Picture, QueryBody, RequestBody

Encoded = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,12000}$")]
"""Bytes as base64url without padding."""
KeyId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,1400}$")]


class PasskeyInfo(BaseModel):
    """A passkey of the caller."""

    id: str
    name: str
    place: str
    """Host name on which the passkey works."""
    made_at: float
    used_at: float


class Rating(BaseModel):
    """Rating in one game, from matches against people; it is 1500 before the first match."""

    value: int
    margin: int
    """Half the width of the interval that contains a person's true strength with a probability of 95 %."""
    matches: int


class LadderRung(BaseModel):
    """Results of complete matches against bots of one level only."""

    level: str
    matches: int
    won: int
    fair: float
    """Expected number of wins for a player exactly as good as the bots."""


class LossPoint(BaseModel):
    """Result of the review of one match, as a point of a chart."""

    table: str
    at: float
    decisions: int
    cost: float
    """Points or chips lost in all decisions."""


class GameFigures(BaseModel):
    """The caller's statistics in one game."""

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
    """Losses in reviewed matches, the oldest first."""


class FinishedMatches(BaseModel):
    """How many of the caller's latest matches with other people the caller has finished."""

    matches: int
    finished: int


class Me(BaseModel):
    """The caller, who is a guest or has an account; people with a passkey have an account."""

    account: bool
    devices: int
    passkeys: list[PasskeyInfo]
    place: str | None
    """Host name for which a passkey would be created here; None if the address has no name."""
    games: list[GameFigures]
    with_people: FinishedMatches


class Portrait(BaseModel):
    """The caller's portrait: the portrait that they have chosen, or else the default one for their identity."""

    picture: Picture


class PortraitRequest(RequestBody):
    """Choice of a portrait."""

    picture: Picture


class MatchLine(BaseModel):
    """A finished match of the caller."""

    id: str
    game: str
    title: str
    seat: int
    names: list[str]
    """Name at each seat at the end."""
    pictures: list[Picture | None]
    """Portrait of the person at each seat at the end; None for bots."""
    level: str
    """Levels of the bots in the match; empty if there were none."""
    people: int
    score: int
    place: int
    won: bool
    bids_made: int
    bids_set: int
    hints: bool | None
    """Whether the caller had hints; None if unknown."""
    undone: bool
    whole: bool
    """Whether the caller played from the first deal to the last."""
    stayed: bool
    rated: bool
    over_at: float
    loss: float | None
    """Mean loss per decision, from a review; None without a review."""


class MatchLines(BaseModel):
    """One page of the caller's matches, the latest first."""

    matches: list[MatchLine]
    more: bool
    """Whether another page follows."""


class LinkCode(BaseModel):
    """Code that links another device with the caller's device. The code is valid once, for `seconds` seconds."""

    code: str
    seconds: int


class Linked(RequestBody):
    """A code that a person typed or scanned."""

    code: Annotated[str, StringConstraints(max_length=20)]


class PasskeyRequest(RequestBody):
    """Name of a new passkey."""

    name: Name


class Ceremony(BaseModel):
    """Options that the browser passes to `navigator.credentials`, as WebAuthn JSON."""

    options: dict[str, Any]


class _Response(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class NewKeyResponse(_Response):
    """Response of an authenticator that has created a passkey."""

    clientDataJSON: Encoded  # noqa: N815
    attestationObject: Encoded  # noqa: N815


class LoginResponse(_Response):
    """Response of an authenticator that has signed a login."""

    clientDataJSON: Encoded  # noqa: N815
    authenticatorData: Encoded  # noqa: N815
    signature: Encoded
    userHandle: Encoded | None = None  # noqa: N815


class _Credential(_Response):
    id: KeyId
    rawId: KeyId  # noqa: N815
    type: Literal["public-key"]


class NewKey(_Credential):
    """A new passkey: `PublicKeyCredential.toJSON()`."""

    response: NewKeyResponse


class LoginKey(_Credential):
    """Login with a passkey: `PublicKeyCredential.toJSON()`."""

    response: LoginResponse


class NewPasskey(RequestBody):
    """A new passkey, and its name."""

    name: Name
    credential: NewKey


class Login(RequestBody):
    """Login with a passkey."""

    credential: LoginKey


class Page(QueryBody):
    """Filter and page of the list of matches."""

    game: Annotated[str, StringConstraints(max_length=40)] | None = None
    level: Annotated[str, StringConstraints(max_length=80)] | None = None
    page: Annotated[int, Field(ge=0, le=10_000)] = 0


class Erasing(QueryBody):
    """Confirmation that the caller wants to erase their data."""

    sure: bool


class PushKey(BaseModel):
    """Key that a browser needs to subscribe to this server's notifications; None if the server sends no
    notifications.
    """

    key: str | None


class PushKeys(RequestBody):
    """Encryption keys of messages for a browser, as in `PushSubscription.toJSON`."""

    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{86,88}=?=?$", max_length=90)]
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}=?=?$")]


class PushRequest(RequestBody):
    """Request to notify a browser, with the texts of the notifications."""

    endpoint: Annotated[str, StringConstraints(max_length=600)]
    keys: PushKeys
    turn: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    """Text of the notification that it is the person's turn."""
    soon: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    """Text of the notification that the person's time runs out soon."""
