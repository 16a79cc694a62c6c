"""Server in a separate process, which a test can stop, kill and start again."""

from __future__ import annotations

import json
import signal
import socket
import sys
from pathlib import Path
from time import monotonic, sleep

import httpx

from tests.children import end, start

ROOT = Path(__file__).parents[2]
PATIENCE = 180.0  # seconds; long, because the first start after an update compiles the rules
PUBLIC_NAME = "saleroom.test"
"""Host name that the test's browser can resolve.

Pages at this name can be shared, but browsers do not treat such pages as a secure context.
"""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


class House:
    """Server on a data file in a folder, always on the same port."""

    def __init__(self, folder: Path, public: str | None = None, grace: float | None = None) -> None:
        """Start a server.

        `public` is the server's public URL. By default, it has a host name that the test browsers can resolve. `grace`
        is the number of seconds after which the server plays for absent people.
        """
        self._more = [] if grace is None else [str(grace)]
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.public = f"http://{PUBLIC_NAME}:{self.port}/" if public is None else public
        self.folder = folder
        self.open()

    def open(self) -> None:
        """Start the program and wait until its tables can be read."""
        command = [sys.executable, "-m", "tests.browser.runner", str(self.port), str(self.folder / "house.sqlite3")]
        with (self.folder / "log").open("ab") as log:
            self._process = start([*command, self.public, *self._more], cwd=ROOT, stdout=log, stderr=log)
        with httpx.Client(transport=httpx.HTTPTransport(retries=30), timeout=PATIENCE) as asking:
            assert asking.get(f"{self.url}healthz").status_code == 200, self.log()

    def await_search(self, game: str) -> None:
        """Wait until the search for a game is compiled. From then on, hints contain figures."""
        ready = f'saleroom_compiled{{game="{game}",part="search"}} 1.0'
        deadline = monotonic() + PATIENCE
        while ready not in httpx.get(f"{self.url}metrics").text:
            assert monotonic() < deadline, self.log()
            sleep(0.2)

    def close(self, kill: bool = False) -> None:
        """Stop the server gracefully, or kill it as a power failure would."""
        try:
            self._process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
            self._process.wait(PATIENCE)
        finally:
            end(self._process)

    def log(self) -> str:
        """Return all output of the server."""
        return (self.folder / "log").read_text()

    def faults(self) -> list[str]:
        """Return the lines of the server's output that report an error or are not log lines."""
        own = ("Saleroom is open", "Everything is kept", "Press Ctrl-C", "Closed.")
        lines = [line for line in self.log().splitlines() if not line.startswith(own)]
        return [
            line for line in lines if not line.startswith("{") or json.loads(line)["level"] in ("error", "critical")
        ]
