"""Portraits of people: their ids, and the portrait of a person who has chosen none."""

from __future__ import annotations

import hashlib
from typing import get_args

from saleroom.server.protocol.common import Picture, PortraitId

PORTRAITS: tuple[Picture, ...] = get_args(PortraitId)


def given(identity: str) -> Picture:
    """Return the portrait of an identity that has chosen none. The identity cannot be derived from it."""
    digest = hashlib.sha256(f"portrait of {identity}".encode()).digest()
    return PORTRAITS[int.from_bytes(digest[:8]) % len(PORTRAITS)]


def known(picture: str | None, identity: str) -> Picture:
    """Return a stored portrait; if there is none, or this version does not know it, the given one."""
    return picture if picture in PORTRAITS else given(identity)
