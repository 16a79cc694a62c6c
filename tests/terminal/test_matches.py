"""Tests of whole matches of every game at the terminal table, both in plain words and with drawings."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from saleroom import GAMES, game
from saleroom.games.pitch.display import terminal as pitch
from saleroom.games.pitch.display.scene import tie_break
from saleroom.terminal.screen import NEEDED
from saleroom.toolkit.text.voice import Voice
from tests.games import short

from .conftest import ANYTHING

STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("colour", [False, True])
def test_a_whole_match_from_the_deal_to_the_winner(sit, name, colour):
    seen = sit(name, endless=ANYTHING, colour=colour, **short.options(name))
    assert seen.status == 0, seen.err
    assert seen.err == ""
    assert re.search(r"wins? the match\.\n$", STYLE.sub("", seen.out))


@pytest.mark.parametrize("name", GAMES)
def test_plain_words_have_no_colour_and_no_symbols(sit, name):
    out = sit(name, endless=ANYTHING, **short.options(name)).out
    assert out.isascii()
    assert "\x1b" not in out
    assert not set(NEEDED) & set(out)
    assert "[" not in out


@pytest.mark.parametrize("columns", [20, 27, 39, 80])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wider_than_the_terminal(sit, monkeypatch, name, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    seats = game(name).spec.seats[-1]
    commands = ("?", "rules", "score", "last", *ANYTHING, "score", "last")
    seen = sit(name, *commands, endless=ANYTHING, colour=True, seats=seats, seed=8, **short.options(name))
    assert "\x1b[" in seen.out
    assert not [line for line in STYLE.sub("", seen.out).splitlines() if len(line) > columns]


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_watches_bots(sit, name):
    seats = game(name).usual_seats
    seen = sit(name, players=",".join(["random"] * seats), **short.options(name))
    assert seen.status == 0
    assert "You" not in seen.out
    assert seen.lines[-1].endswith("the match.")


def test_no_color_is_respected(sit, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    out = sit("pitch", "quit", colour=True).out
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", out)
    assert "♠" in out


def test_the_usual_players_are_of_the_house(sit, tmp_path):
    assert sit("pitch", "quit", players=None).status == 0
    (saved,) = tmp_path.glob("auction-pitch-*.jsonl")
    assert '"players":["you","house","house","house"]' in saved.read_text()


def test_bots_make_the_same_choices_from_the_same_seed(sit):
    first, second = (sit("hearts", endless=ANYTHING, deals=1).out for _ in range(2))
    assert first == second
    assert first != sit("hearts", endless=ANYTHING, deals=1, seed=6).out


TIES = {
    "Dan wins the tie: Dan scored high.": ([7, 0, 0, 7], 3, {"last_pitcher": 1, "last_high": 3}),
    "You win the tie: you were the pitcher.": ([7, 0, 0, 7], 0, {"last_pitcher": 0, "last_high": 3}),
    "Dan wins over you, who got there too: Dan scored the jack.": ([8, 0, 0, 7], 3, {"last_jack": 3}),
    "": ([8, 0, 0, 6], 0, {"last_pitcher": 0}),
}


@pytest.mark.parametrize("told", TIES)
def test_a_tie_says_why_it_was_won(told):
    scores, winner, had = TIES[told]
    nobody = dict.fromkeys(("last_pitcher", "last_high", "last_low", "last_jack", "last_cards"), -1)
    after = SimpleNamespace(seats=4, target=7, scores=scores, winners=1 << winner, **{**nobody, **had})
    step = SimpleNamespace(after=after, facts={"tie_break": tie_break(after)}, voice=Voice(plain=True, you=0))
    lines = list(pitch.tie(step))
    assert [line.text for line in lines] == ([told] if told else [])
