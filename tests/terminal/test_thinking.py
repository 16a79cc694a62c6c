"""Tests of the sign that a bot is at work. A slow bot is simulated: it waits for the sign."""

from __future__ import annotations

import sys
from threading import Event

import pytest

from saleroom import game
from saleroom.terminal import screen as screens
from saleroom.terminal import seating
from saleroom.terminal.screen import Screen
from saleroom.terminal.session import Quit, Session

LIMIT = 300.0
"""Seconds after which a sign that must appear is missing."""


@pytest.fixture
def play(monkeypatch):
    """Return a function that plays up to the person's turn, and returns the printed lines and names of slow bots."""

    def play(patience, interactive=True, slow=False):
        match = game("pitch").match(seed=9, players=["you", "house", "house", "house"])
        screen, lines, sign, names = Screen(plain=True), [], Event(), []
        screen.interactive = interactive
        monkeypatch.setattr(screens, "PATIENCE", patience)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)

        def say(text=""):
            lines.append(str(text))
            if "thinking" in lines[-1]:
                sign.set()

        def leave(prompt):
            raise Quit

        screen.say, screen.ask = say, leave
        bots = seating.bots_for(match.game, match.players, 1)
        session = Session(match, screen, (0,), bots)
        choose = session._asker.choose

        def choose_slowly(seat):
            if slow:
                names.append(seat)
                assert sign.wait(LIMIT)
                sign.clear()
            return choose(seat)

        session._asker.choose = choose_slowly
        with pytest.raises(Quit):
            session.play()
        return [line for line in lines if "thinking" in line], names

    return play


def test_each_slow_bot_is_named_while_it_thinks(play):
    lines, seats = play(patience=0.0, slow=True)
    assert seats
    assert lines == [f"{('Ada', 'Ben', 'Cleo', 'Dan')[seat]} is thinking …" for seat in seats]


def test_a_bot_that_moves_at_once_is_not_named(play):
    assert play(patience=LIMIT) == ([], [])


def test_output_for_a_program_has_no_sign(play):
    assert play(patience=0.0, interactive=False) == ([], [])
