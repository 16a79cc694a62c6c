"""Encoded heartbeat of a socket.

A page sends `PING` and the server answers `PONG`; the server also sends `PONG` unasked.

This module is separate from the other messages, because the server answers pings before it has imported the rest of its
code.
"""

from __future__ import annotations

PING = b'{"type":"ping"}'
PONG = b'{"type":"pong"}'
