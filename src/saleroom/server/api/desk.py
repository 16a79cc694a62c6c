"""What every endpoint works with, and who asks."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from saleroom.games import NAMES
from saleroom.server.hub import Hub
from saleroom.server.limits import neighbourhood
from saleroom.server.network import Network
from saleroom.server.pairing import Pairings
from saleroom.server.reviews import Reviews
from saleroom.server.shelf import Shelf
from saleroom.server.store import Store

TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")


@dataclass
class Desk:
    """The house as its endpoints see it."""

    build: str
    network: Network
    store: Store
    hub: Hub
    pairings: Pairings = field(default_factory=Pairings)
    shelf: Shelf = field(default_factory=Shelf)
    reviews: Reviews = field(init=False)

    def __post_init__(self) -> None:
        """Reviews are made by the players of the house."""
        self.reviews = Reviews(self.hub.players)


def _desk(request: Request) -> Desk:
    return request.app.state.desk


_bearer = HTTPBearer(auto_error=False, description="A guest's token.")


def holder_of(token: str) -> str:
    """What the house keeps of a token: nobody comes from it to the token."""
    return hashlib.sha256(token.encode()).hexdigest()


def neighbour(request: Request) -> str:
    """What stands for an asker who does not say who he is: the address from which he comes."""
    return neighbourhood(request.client.host if request.client else "")


def _asker(given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str | None:
    if given is None:
        return None
    if not TOKEN.fullmatch(given.credentials):
        raise HTTPException(401, "that is no guest's token", {"www-authenticate": "Bearer"})
    return holder_of(given.credentials)


def _guest(asker: Annotated[str | None, Depends(_asker)]) -> str:
    if asker is None:
        raise HTTPException(401, "that needs a guest's token", {"www-authenticate": "Bearer"})
    return asker


def _game(game: str) -> str:
    if game not in NAMES:
        raise HTTPException(404, f"there is no such game; the games are {', '.join(NAMES)}")
    return game


AtDesk = Annotated[Desk, Depends(_desk)]
Asker = Annotated[str | None, Depends(_asker)]
"""The holder that asks, if he says who he is."""
Guest = Annotated[str, Depends(_guest)]
"""The holder that asks, who has to say who he is."""
GameName = Annotated[str, Depends(_game)]
