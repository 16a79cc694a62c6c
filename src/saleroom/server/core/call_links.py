"""Addresses of calls, in which the people of a table talk while they play."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import urlsplit

from saleroom.server.protocol.common import CALL_LENGTH

_PLAIN = re.compile(r"https://[A-Za-z0-9._~:/?#\[\]@!$&()*+,;=%-]+")
"""Characters of addresses. All of them may stand in a URL (RFC 3986), so no quote is among them."""
_NAME, _V4, _V6 = r"(?:[A-Za-z0-9_-]+\.)*[A-Za-z][A-Za-z0-9-]*", r"(?P<v4>[0-9.]+)", r"\[(?P<v6>[0-9A-Fa-f:.]+)\]"
_PLACE = re.compile(rf"(?:{_NAME}|{_V4}|{_V6})(?::[0-9]{{1,5}})?")
"""Host and port. The last part of a name begins with a letter, because browsers read other names as numbers."""


def call_link(typed: str) -> str | None:
    """Return the address of a call that a person typed; None if it is no plain https address.

    An address with a user name is refused, because its host is easy to misread. So is an address with characters
    outside ASCII, because its host can look like another one.
    """
    address = typed.strip(" ")
    if len(address) > CALL_LENGTH or not _PLAIN.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises an error for a wrong port
        return address if _is_place(parts.netloc) else None
    except ValueError:
        return None


def _is_place(netloc: str) -> bool:
    """Return whether a text is a host with or without a port; raise `ValueError` for a wrong number."""
    place = _PLACE.fullmatch(netloc)
    if place and place["v4"]:
        IPv4Address(place["v4"])
    if place and place["v6"]:
        IPv6Address(place["v6"])
    return place is not None
