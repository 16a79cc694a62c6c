"""Encoded heartbeat of a socket.

A page sends `PING` and the server answers `PONG`; the server also sends `PONG` unasked.

It is separate from the other messages, because pings are answered before the rest of the server is imported.
"""

from __future__ import annotations

PING = b'{"type":"ping"}'
PONG = b'{"type":"pong"}'
