"""Portraits of people: the ids of all portraits, and a default portrait for each person who has chosen none."""

from __future__ import annotations

import hashlib
from typing import get_args

from saleroom.server.protocol.common import Picture, PortraitId

PORTRAITS: tuple[Picture, ...] = get_args(PortraitId)


def given(identity: str) -> Picture:
    """Return the default portrait of the person with this identity. The identity cannot be derived from the
    portrait.
    """
    digest = hashlib.sha256(f"portrait of {identity}".encode()).digest()
    return PORTRAITS[int.from_bytes(digest[:8]) % len(PORTRAITS)]


def known(picture: str | None, identity: str) -> Picture:
    """Return the stored portrait `picture` if this version of Saleroom knows it; otherwise, return the person's default
    portrait.
    """
    return picture if picture in PORTRAITS else given(identity)
