"""Playthroughs: abridged output of OpenSpiel's `generate_playthrough` for one deal of each game.

A complete playthrough has half a megabyte, so only the last state is printed with its strings. For the other states, a
digest replaces what the seats see, so tests notice any change. `python -m tests.envs.playthroughs` writes the
playthroughs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

from saleroom.games import FOLDERS

GAMES = {
    "pitch": "saleroom_auction_pitch(low=taken)",
    "house": "saleroom_auction_house",
    "hearts": "saleroom_auction_hearts",
    "draw": "saleroom_auction_draw(seats=2,hand=3)",
    "flop": "saleroom_auction_flop_poker(seats=2,chips=20)",
    "sampled": "saleroom_auction_pitch(chance=sampled,rng_seed=7)",
}
SEED = 5
_LEFT_OUT = re.compile(r"History|SerializeState")
_SHOWN = re.compile(r"\w*(Observation|InformationState)(String|Tensor)\(|  |[◯◉]")


def path(name: str) -> Path:
    """Return the path of the playthrough called `name`."""
    if name not in FOLDERS.values():
        return Path(__file__).parent / f"{name}.txt"
    return Path(__file__).parents[2] / "games" / name / "playthrough.txt"


def played(name: str) -> str:
    """Return the playthrough called `name`, generated with the current code."""
    return "\n".join(_abridged(generate_playthrough.playthrough(GAMES[name], [], seed=SEED))) + "\n"


def _abridged(text: str) -> Iterator[str]:
    head, *states = text.split("\n# State ")
    yield head
    for state in states:
        lines = ("# State " + state).splitlines()
        shown = [line for line in lines if _SHOWN.match(line)]
        strings = [line for line in shown if "String(" in line] if state is states[-1] else []
        yield from (line.rstrip() for line in lines if not _SHOWN.match(line) and not _LEFT_OUT.match(line))
        yield from strings
        if shown:
            digest = hashlib.sha256("\n".join(shown).encode()).hexdigest()
            yield f"{len(shown)} lines for the seats: {digest[:16]}"
        yield ""
