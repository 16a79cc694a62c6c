"""Tests of the bot `trained`.

It uses the game's net if the net is usable. Otherwise it uses the heuristics, and prints one message about this.
"""

from __future__ import annotations

import random
from importlib import resources

import pytest

from saleroom import bots
from saleroom.bots.nets import player as by_net
from saleroom.bots.nets.weights import Learned, write
from saleroom.games import NAMES, load, package
from tests.bots.nets import features_of, few_tables_of_nets, untrained
from tests.contract.chance import new_match, times

PITCH = load("auction-pitch")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return the folder in which `trained` looks for a game's net."""
    monkeypatch.setattr(by_net.resources, "files", lambda package: tmp_path)
    monkeypatch.setattr(by_net, "shipped", by_net.shipped.__wrapped__)
    (tmp_path / "player").mkdir()
    return tmp_path / "player"


@few_tables_of_nets
def test_it_plays_legally_whatever_was_agreed(folder, name, seats):
    write(folder / by_net.FILE, name, features_of(name), Learned(untrained(features_of(name)), 1.0, {}))
    player = bots.player("trained", load(name))
    assert player.name == "trained"
    for number in range(times(4)):
        match = new_match(name, seats, random.Random(f"trained {name} {seats} {number}"))
        while not match.over:
            seat = match.to_act[0]
            view = match.views(seat)
            before = view.tobytes()
            action = player.choose(view, seat)
            assert view.tobytes() == before
            assert player.decide(view, seat).action == action
            match.act(seat, match.game.format_action(view[0], seat, action))


@pytest.mark.parametrize(
    ("data", "why"), [(None, "has no net"), (b"", "is no net"), (b"{}\n", "is no net"), (b"[\n", "is no net")]
)
def test_without_a_net_the_house_plays_and_says_so(folder, capsys, data, why):
    by_net.notices.once.cache_clear()
    if data is not None:
        (folder / by_net.FILE).write_bytes(data)
    assert bots.player("trained", PITCH).name == "house"
    assert bots.player("trained", PITCH).name == "house"
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("saleroom: auction-pitch: ")
    assert why in said
    assert said.endswith("; the house plays instead\n")


def test_a_game_that_no_net_plays_is_played_by_the_house(folder, capsys, monkeypatch):
    monkeypatch.setattr(package("auction-draw"), "features", lambda: None)
    by_net.notices.once.cache_clear()
    assert bots.player("trained", load("auction-draw")).name == "house"
    assert capsys.readouterr().err == "saleroom: auction-draw: no net plays it; the house plays instead\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_net_that_came_with_a_game_is_of_use_and_small(name):
    path = resources.files(package(name).__name__) / "player" / by_net.FILE
    if path.is_file():
        assert by_net.shipped(name) is not None
        assert len(path.read_bytes()) < 1_000_000
