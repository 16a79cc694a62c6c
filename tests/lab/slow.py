"""Play for tests that need busy processes: the first cluster is quick, no other ever ends."""

from __future__ import annotations

import time
from multiprocessing.connection import wait

from saleroom import bots
from saleroom.lab.arena import Plan

PLAN = Plan("pitch", {}, 4, ("house", "random"), 50, bytes(32))


class Sleeper:
    """Sleeps until its process is ended."""

    def choose(self, views, seat):
        """Never return."""
        time.sleep(90)


def make(name, game, seed=b"", objective="match", threads=1):
    """Return a quick player in the first cluster, a sleeper in any other."""
    return bots.player(name, game, seed) if seed.startswith(PLAN.seed_of(0)) else Sleeper()


def line(cell, number):
    """Return the strength table's line of a cluster, at once for the first."""
    time.sleep(90 if number else 0)
    return {"cluster": number, "value": 1.0, "seconds": 0.1}


def ended(children):
    """Return whether processes end within seconds; `is_alive` may still be true while a thread learns of the end."""
    return all(wait([child.sentinel], 20) for child in children)


class Large:
    """An object that takes a while to reach the parent process."""

    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        self.mark.touch()
        return bytes, (bytes(200_000_000),)
