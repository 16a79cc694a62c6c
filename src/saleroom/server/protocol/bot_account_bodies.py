"""Request and response bodies for a person's own programs."""

from __future__ import annotations

from typing import Annotated, get_args

from pydantic import BaseModel, Field, StringConstraints

from saleroom.server.protocol.bot_bodies import Scope
from saleroom.server.protocol.common import Name, RequestBody


class NewProgram(RequestBody):
    """Request for a new program. The name identifies the program, and is shown at tables."""

    name: Name


class NewToken(RequestBody):
    """Request for a new token."""

    label: Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True)] = "token"
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=3)] = Field(
        default_factory=lambda: [*get_args(Scope)]
    )


class TokenInfo(BaseModel):
    """A token, without its secret."""

    id: str
    label: str
    scopes: list[Scope]
    made_at: float
    used_at: float | None


class ProgramInfo(BaseModel):
    """A program of the caller."""

    id: str
    name: str
    made_at: float
    tokens: list[TokenInfo]


class CreatedToken(BaseModel):
    """A new token; the secret is shown only once."""

    secret: str
    token: TokenInfo
