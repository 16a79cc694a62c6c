"""Players for tests that need busy processes. Play of the first cluster of deals is quick; play of other clusters does
not end during a test.
"""

from __future__ import annotations

import time
from multiprocessing.connection import wait

from saleroom import bots
from saleroom.lab.arena import Plan

PLAN = Plan("pitch", {}, 4, ("house", "random"), 50, bytes(32))


class Sleeper:
    """Player that sleeps until its process is killed."""

    def choose(self, views, seat):
        """Sleep for longer than any test runs."""
        time.sleep(90)


def make(name, game, seed=b"", objective="match", threads=1):
    """Return a quick player in the first cluster, and a sleeping player in any other cluster."""
    return bots.player(name, game, seed) if seed.startswith(PLAN.seed_of(0)) else Sleeper()


def line(cell, number):
    """Return a cluster's line of the strength table: immediately for cluster 0, otherwise after a long sleep."""
    time.sleep(90 if number else 0)
    return {"cluster": number, "value": 1.0, "seconds": 0.1}


def ended(children):
    """Return whether all processes end within 20 seconds. Do not use `is_alive`, which can be true after the end."""
    return all(wait([child.sentinel], 20) for child in children)


class Large:
    """Object that takes some time to send to the parent process."""

    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        self.mark.touch()
        return bytes, (bytes(200_000_000),)
