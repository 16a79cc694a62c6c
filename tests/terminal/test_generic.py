"""Tests of the generic terminal table, for games without their own terminal table.

Every game is playable, and hidden cards are not shown.
"""

from __future__ import annotations

import random

import pytest

from saleroom import games
from saleroom.terminal import layout
from saleroom.terminal.entry import understand
from saleroom.terminal.watchers import Watcher
from saleroom.toolkit.text import generic
from saleroom.toolkit.text.ink import ink
from saleroom.toolkit.text.voice import Voice
from tests.contract.chance import Mood, every_table, new_match
from tests.contract.twins import dealt_anew

MOVES = 60
every_voice = pytest.mark.parametrize("plain", [True, False], ids=["plain", "drawn"])


@pytest.fixture(autouse=True)
def generic_tables(monkeypatch):
    for name in games.NAMES:
        monkeypatch.setattr(games.package(name), "terminal", lambda: generic)


def shown(match, seat, plain):
    """Return everything that a watcher sees, as lines."""
    scene = Watcher(match, seat, Voice(plain, seat)).scene()
    board, hand, menu = generic.board(scene), generic.hand(scene), generic.menu(scene)
    table = layout.spoken(board) if plain else layout.drawn(match.game.title, board, scene.voice)
    pieces = hand.spoken if plain else layout.hand_lines(hand, 80)
    return [ink(line).text for line in (*table, *pieces, *menu.hints, *generic.last(scene))]


@every_voice
@every_table
def test_every_legal_action_can_be_typed_and_every_event_is_told(name, seats, plain):
    rng = random.Random(f"generic terminal {name} {seats}")
    match, mood = new_match(name, seats, rng), Mood(rng)
    watcher = Watcher(match, None, Voice(plain))
    watcher.begin()
    for _ in range(MOVES):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        scene = Watcher(match, seat, Voice(plain, seat)).scene()
        menu = generic.menu(scene)
        assert [understand(words, menu) for words in match.legal(seat)] == match.legal(seat)
        assert len(generic.hand(scene).spoken) == len(generic.hand(scene).pieces)
        assert shown(match, seat, plain)
        list(watcher.told())
        watcher.look()
        match.act(seat, mood.choose(match.legal(seat)))
        watcher.note()
        assert list(watcher.told())


@every_table
def test_it_depends_on_the_view_alone(name, seats):
    rng = random.Random(f"generic terminal secrets {name} {seats}")
    match = new_match(name, seats, rng)
    for _ in range(MOVES):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        if rng.random() < 0.2:
            assert shown(dealt_anew(match, seat, rng), seat, True) == shown(match, seat, True)
        match.act(seat, rng.choice(match.legal(seat)))


def test_fields_are_said_by_name_with_pieces_and_seats_as_the_table_calls_them():
    match = new_match("auction-pitch", 4, random.Random(1), deals=1)
    for _ in range(5):
        seat = match.to_act[0]
        match.act(seat, match.legal(seat)[-1])
    told = shown(match, match.to_act[0], True)
    assert any(line.startswith("Trump: ") for line in told)
    assert any(line.startswith("Winning seat: ") and "Winning seat: 1" not in line for line in told)
    assert any(line.startswith("On table: ") and " of " in line for line in told)
