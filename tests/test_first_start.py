"""Tests of the first match on a new machine: it begins with interpreted rules, and is identical to a compiled match."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from saleroom.bots import player
from saleroom.bots.compiled import heuristics
from saleroom.games import NAMES, load
from saleroom.kernel import codecache, loops, readiness
from saleroom.kernel.compile import compiled
from saleroom.match.match import Match
from saleroom.modes import MODE

pytestmark = [
    pytest.mark.skipif(MODE != "compiled", reason="only this mode compiles"),
    pytest.mark.usefixtures("no_shared_cache"),
]

LISTEN = """
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, e): compiled.append(str(e.data["dispatcher"]))
    def on_end(self, e): pass
event.register("numba:compile", Listener())
"""
FIRST_DECISIONS = """
import sys
from saleroom.bots import player
from saleroom.games import load
from saleroom.match.match import Match
from saleroom.server.workers.hints import rule_reasons
game = load(sys.argv[1])
seats = game.usual_seats
match = Match(game, game.settle_options({}, seats), ["house"] * seats, 1).run_table()
bot = player("house", game, b"1")
for _ in range(60):
    if match.over:
        break
    seat = match.to_act[0]
    action = bot.choose(match.views(seat), seat)
    rule_reasons(game, match.view(seat), seat, game.format_action(match.view(seat), seat, action))
    match.imagine(seat, 1)
    match.act(seat, action)
match.record()
print(len(compiled), *compiled[:5])
"""
EVERYTHING = """
import sys
from saleroom.cli.compiling import _parts
for part, call in _parts(sys.argv[1]):
    call()
print(len(compiled), *compiled[:5])
"""


def what_is_compiled(program: str, game: str, **where: str) -> str:
    """Return the number of functions that a new process compiles, and the names of the first few."""
    done = subprocess.run(
        [sys.executable, "-c", LISTEN + program, game],
        env={**os.environ, **where},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


SOAK = pytest.mark.soak
SOME = [pytest.param(name, marks=() if name in ("auction-pitch", "auction-draw") else SOAK) for name in NAMES]
"""Only some games are tested outside a soak, because all games compile in the same way and each process takes seconds.
"""


@pytest.mark.parametrize("game", SOME)
def test_a_watched_match_with_hints_compiles_nothing(game, tmp_path):
    assert what_is_compiled(FIRST_DECISIONS, game, XDG_CACHE_HOME=str(tmp_path)) == "0"


@pytest.mark.parametrize("game", SOME[::2])
def test_what_the_command_has_compiled_no_process_compiles_again(game):
    if what_is_compiled(EVERYTHING, game) != "0":  # `make test` has compiled everything beforehand
        assert what_is_compiled(EVERYTHING, game) == "0"


def played(game, seed, before_each) -> list[str]:
    """Return the first decisions of a match among ``house`` bots. Before each decision, call `before_each` with its
    number.
    """
    seats = game.usual_seats
    match = Match(game, game.settle_options({}, seats), ["house"] * seats, seed).run_table()
    bot = player("house", game, b"1")
    for made in range(150):
        if match.over:
            break
        before_each(made)
        seat = match.to_act[0]
        match.imagine(seat, made)
        match.act(seat, bot.choose(match.views(seat), seat))
    return match.history


@pytest.mark.integration
@pytest.mark.parametrize("name", NAMES)
def test_interpreted_compiled_or_half_of_each_it_is_the_same_match(name, monkeypatch):
    game = load(name)
    heuristics.load(name)
    record = game.record.fields[0].name
    compiled: set[str] = set()
    monkeypatch.setattr(readiness, "_compiled", compiled)
    monkeypatch.setattr(codecache, "folder", lambda: None)
    monkeypatch.setattr(readiness, "_patience", [float("inf")])
    for seed in range(3):
        compiled.clear()
        interpreted = played(game, seed, lambda made: None)
        assert not compiled
        compiled.add(record)
        whole = played(game, seed, lambda made: None)

        def switch(made: int) -> None:
            (compiled.add if made % 3 else compiled.discard)(record)

        assert interpreted == whole == played(game, seed, switch)


def test_a_process_that_goes_on_for_long_compiles_after_all(monkeypatch):
    monkeypatch.setattr(readiness, "_compiled", set())
    monkeypatch.setattr(readiness, "_steps", {})
    monkeypatch.setattr(codecache, "folder", lambda: None)
    monkeypatch.setattr(readiness, "_patience", [10])
    assert [readiness.is_compiled("some_game") for _ in range(12)] == [False] * 10 + [True] * 2


def test_what_another_process_has_compiled_is_found_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(readiness, "_compiled", set())
    monkeypatch.setattr(readiness, "_steps", {})
    monkeypatch.setattr(codecache, "folder", lambda: tmp_path)
    monkeypatch.setattr(readiness, "_patience", [float("inf")])
    load("auction-pitch"), load("auction-house")
    assert not any(readiness.is_compiled("auction_pitch") for _ in range(3 * readiness.LOOK))
    readiness.mark("auction_pitch").touch()
    assert any(readiness.is_compiled("auction_pitch") for _ in range(readiness.LOOK))
    assert readiness.is_compiled("auction_pitch") and not readiness.is_compiled("auction_house")


@pytest.mark.parametrize("name", NAMES)
def test_interpreted_steps_give_the_numbers_of_compiled_ones(name, monkeypatch):
    """Check that an interpreted step's result is plain JSON without NumPy numbers, as a compiled step's result is."""
    game = load(name)
    seats = game.usual_seats
    monkeypatch.setattr(readiness, "_compiled", set())
    monkeypatch.setattr(codecache, "folder", lambda: None)
    monkeypatch.setattr(readiness, "_patience", [float("inf")])
    match = Match(game, game.settle_options({}, seats), ["house"] * seats, 5).run_table()
    bot = player("house", game, b"1")
    for _ in range(80):
        if match.over:
            break
        seat = match.to_act[0]
        found = loops.legal(match._states, 0, seat)
        assert {type(number) for number in found} == {int}
        assert found == compiled(loops.legal)(match._states, 0, seat)
        assert [json.dumps(number) for number in match.legal_ids(seat)]
        match.act(seat, bot.choose(match.views(seat), seat))
