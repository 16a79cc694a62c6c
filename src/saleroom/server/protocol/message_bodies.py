"""Request and response bodies for messages to people who are away: webhooks, and what people want to receive."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from saleroom.server.protocol.common import RequestBody

WebhookKind = Literal["discord", "slack", "matrix", "plain"]
Minute = Annotated[int, Field(ge=0, lt=24 * 60)]
"""Minutes after midnight."""


class WebhookRequest(RequestBody):
    """Request to send the messages of a table or tournament to an address."""

    address: Annotated[str, StringConstraints(min_length=10, max_length=1000, strip_whitespace=True)]
    """An https address. It is a secret, and no response contains it."""
    kind: WebhookKind | None = None
    """Format of the messages; None means the format that the address shows."""


class WebhookCode(RequestBody):
    """The code that was sent to a webhook."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class WebhookInfo(BaseModel):
    """A webhook, as its owner sees it."""

    kind: WebhookKind
    host: str
    """Host name of the address; the rest is secret."""
    status: Literal["unconfirmed", "active", "failed"]
    """`failed` means that the receiver says that the address does not exist."""


class Webhook(BaseModel):
    """Where the messages of a table or tournament go, as the caller may see it."""

    possible: bool
    """Whether the caller may set a webhook here."""
    active: bool
    """Whether messages go to a chat."""
    own: WebhookInfo | None
    """The webhook, if the caller set it."""


class StopRequest(RequestBody):
    """Request of a reader to stop the messages to a chat."""

    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{10,100}$")]
    """Key after `#` in the link of each message."""


class QuietHours(RequestBody):
    """Part of each day without messages; it can include midnight."""

    start: Minute
    end: Minute
    time_zone: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_+/-]{1,64}$")]
    """IANA name of the person's time zone, such as `Europe/Berlin`."""


class Messages(RequestBody):
    """What a person wants to receive while they are away."""

    chats: bool
    """Whether the chats of slow tables may announce the person's turns."""
    quiet: QuietHours | None
    """None for no quiet hours."""
