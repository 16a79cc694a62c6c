"""A socket's heartbeat, encoded: a page sends `PING`, the server answers `PONG` and also sends it unasked.

Kept apart from the other messages: the protocol layer answers before the rest of the server is imported.
"""

from __future__ import annotations

PING = b'{"type":"ping"}'
PONG = b'{"type":"pong"}'
