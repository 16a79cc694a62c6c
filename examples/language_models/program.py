"""Any program as a model. It gets the prompt on its input, and writes the reply to its output."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from threading import Event, Timer

MOST = 1 << 18  # maximum number of bytes in a reply


class Silent(Exception):
    """Error for a model that has not replied to a prompt. The model can still get the next prompt."""


class Broken(Exception):
    """Error for a model that is broken and must not get another prompt."""


class Program:
    """A command that is run for every prompt."""

    def __init__(self, command: str, limit: float) -> None:
        """Set the command. A reply can take up to `limit` seconds. Raise `ValueError` if the program does not exist."""
        self.args = shlex.split(command)
        self.limit = limit
        if not self.args or not shutil.which(self.args[0]):
            raise ValueError(f"there is no program {self.args[0] if self.args else command!r} that can be run")

    def __call__(self, prompt: str) -> str:
        """Return the program's reply. Raise `Silent` if that takes too long, and `Broken` if the program fails."""
        late = Event()
        with self._started(prompt) as process:
            timer = Timer(self.limit, lambda: (late.set(), end(process)))
            timer.start()
            try:
                reply = process.stdout.read(MOST) if process.stdout else b""
                if len(reply) < MOST:
                    process.wait()
            finally:
                timer.cancel()
                end(process)
        if late.is_set():
            raise Silent(f"there was no reply within {self.limit:g} s")
        if len(reply) < MOST and process.returncode:
            raise Broken(f"{self.args[0]} failed with status {process.returncode}")
        return reply.decode(errors="replace")

    def _started(self, prompt: str) -> subprocess.Popen[bytes]:
        """Start the program in a new session, so that its child processes can be ended with it."""
        with tempfile.TemporaryFile() as asked:
            asked.write(prompt.encode())
            asked.seek(0)
            return subprocess.Popen(self.args, stdin=asked, stdout=subprocess.PIPE, start_new_session=True)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program and all of its child processes."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
