"""Addresses of calls, at which the people of a table talk while they play."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

PLAIN = re.compile(r"https://[A-Za-z0-9._~:/?#\[\]@!$&()*+,;=%-]{1,292}")
"""Addresses of at most 300 characters. All of them may stand in a URL (RFC 3986), so no quote is among them."""


def call_link(typed: str) -> str | None:
    """Return the address of a call that a person typed; None if it is no plain https address.

    An address with a user name is refused, because its host is easy to misread. So is an address with characters
    outside ASCII, because its host can look like another one.
    """
    address = typed.strip()
    if not PLAIN.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises an error for a wrong port
    except ValueError:
        return None
    return address if parts.hostname and "@" not in parts.netloc else None
