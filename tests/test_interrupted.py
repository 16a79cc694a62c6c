"""Tests that Ctrl-C at any moment ends a program in the way that its signal handler defines.

Machine code must not mistake the handler's exception for a result.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from saleroom.modes import MODE

pytestmark = [
    pytest.mark.skipif(MODE != "compiled", reason="only this mode compiles"),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no interval timers"),
]

INTERRUPTED = """
import signal
import sys
from saleroom.games import load
from saleroom import notices
from saleroom.kernel import loops, readiness
from saleroom.match.match import Match

class Interrupted(Exception):
    pass

def interrupt(*_):
    raise Interrupted

game = load(sys.argv[1])
seats = game.usual_seats
match = Match(game, game.settle_options({}, seats), ["Ann"] * seats, 5).run_table()
states, seat = match._states, match.to_act[0]
readiness.set_compiled(states.dtype.names[0])
with notices.quiet():
    expected = match.legal_ids(seat)
signal.signal(signal.SIGALRM, interrupt)
for number in range(int(sys.argv[2])):
    try:
        signal.setitimer(signal.ITIMER_REAL, (5 + number % 60) / 1e6)
        while True:
            loops.legal(states, 0, seat)
    except Interrupted:
        pass
assert match.legal_ids(seat) == expected
"""


def test_interrupted_again_and_again_while_legal_actions_are_asked_for():
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", INTERRUPTED, "pitch", "5000"],
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
