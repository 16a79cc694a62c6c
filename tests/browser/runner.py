"""Server for browser tests: `python -m tests.browser.runner PORT FILE PUBLIC-URL [GRACE]`.

It is the real server, with three exceptions. Its bots hardly wait. It plays for absent people after GRACE seconds. It
lifts the rate limits, because many browsers share one machine.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from saleroom.server import app
from saleroom.server.api import services
from saleroom.server.ops.settings import Settings, public_url
from saleroom.server.realtime.autoplay import AutoplayDelays
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.socket_limits import SocketLimits
from saleroom.server.serve import serve

PACES = {"quick": 0.02, "easy": 0.1, "slow": 2.0}
LOOKS = {"quick": 0.0, "easy": 1.0}
GRACE = 1.5  # seconds

if __name__ == "__main__":
    port, data, public = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    grace = float(sys.argv[4]) if len(sys.argv) > 4 else GRACE
    app.Hub = partial(Hub, delays=AutoplayDelays(PACES, grace, 0.2, looks=LOOKS))  # type: ignore[misc, assignment]
    services.SocketLimits = partial(SocketLimits, rate=1e6, burst=1e6)  # type: ignore[misc, assignment]
    serve(Settings(data, port=port, public=public_url(public) if public else None, leniency=1e6), browse=False)
