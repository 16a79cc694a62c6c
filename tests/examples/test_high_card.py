"""Tests of the player in docs/build/bots.md.

The code on the page equals the file in `examples`, and the player plays every game to the end.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from saleroom.bots import external_players, player
from saleroom.games import NAMES
from saleroom.match.configured_game import game

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "examples" / "high_card.py"
LENGTHS = {"auction-house": {"rounds": 1}}


def test_the_page_shows_the_file():
    page = (ROOT / "docs" / "build" / "bots.md").read_text("utf-8")
    shown = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert shown and shown[1] == FILE.read_text("utf-8").partition('"""\n\n')[2]
    assert len(shown[1].splitlines()) <= 20


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_every_game(name, monkeypatch):
    monkeypatch.chdir(FILE.parent)
    external_players.factory.cache_clear()
    chosen = game(name, **LENGTHS.get(name, {"deals": 1}))
    match = chosen.match(seed=3)
    seated = [player("high_card:HighCard", match.game, bytes(32)) for _ in range(match.seats)]
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, seated[seat].choose(match.views(seat), seat))
    assert match.winners
