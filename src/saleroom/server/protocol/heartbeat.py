"""Encoded heartbeat of a socket: a page sends `PING`, the server answers `PONG` and also sends it on its own.

It is separate from the other messages, because the protocol layer answers before the rest of the server is imported.
"""

from __future__ import annotations

PING = b'{"type":"ping"}'
PONG = b'{"type":"pong"}'
