"""Tests of the lobby, which asks questions until the match is configured."""

from __future__ import annotations

import json

from saleroom import GAMES
from saleroom.games import load

OPTIONS = load("auction-pitch").options


def record(folder):
    (path,) = folder.glob("auction-*.jsonl")
    return json.loads(path.read_text())


def test_every_question_answered(sit, tmp_path):
    chosen = {"target": 10, "dealer_match": "any", "deals": 3}
    answers = [str(chosen.get(option.name, "")) for option in OPTIONS]
    seen = sit(None, "pitch", "5", *answers, "random", "cleo", "quit", players=None)
    assert seen.status == 0
    saved = record(tmp_path)
    assert saved["game"] == "auction-pitch"
    assert saved["options"] == {**{option.name: option.default for option in OPTIONS}, **chosen}
    assert saved["players"] == ["random", "random", "you", "random", "random"]


def test_the_lobby_offers_every_player_with_what_he_is(sit, tmp_path):
    seen = sit(None, "pitch", "", ".", "you,search:20,hard,easy", "", "quit", players=None)
    for name in ("house", "easy", "medium", "trained", "hard", "master", "random", "search:N"):
        assert f"\n{name}: " in seen.out
    assert record(tmp_path)["players"] == ["you", "search:20", "hard", "easy"]


def test_enter_keeps_what_is_usual_and_a_full_stop_keeps_the_rest(sit, tmp_path):
    assert sit(None, "4", "", ".", "", "", "quit", players=None).status == 0
    assert record(tmp_path)["players"] == ["you", "house", "house", "house"]


def test_wrong_answers_are_explained_and_asked_again(sit, tmp_path):
    beyond = str(len(GAMES) + 1)
    typed = ("chess", beyond, "auction", "draw", "99", "2", "7", "6", "200", ".", "zork", "random", "1", "ben", "quit")
    seen = sit(None, *typed, players=None)
    assert seen.status == 0
    for reason in (
        "'chess' is no game",
        f"the games are numbered 1 to {len(GAMES)}",
        "'auction' could be",
        "Auction Draw is for 2 to 8 players",
        "set is 7; it must be 6 or 9 or 12",
        "hand is 200; it must be a number from 1 to 44",
        "there is no player 'zork'",
        "type a name: Ada or Ben",
    ):
        assert reason in seen.out, reason
    assert record(tmp_path)["players"] == ["random", "you"]


def test_options_that_contradict_each_other_are_asked_again(sit, tmp_path):
    typed = ("draw", "4", "6", "20", "", "", "", "", "", ".", "random", "", "quit")
    seen = sit(None, *typed, players=None)
    assert "hand is 20; with 4 players and set 6 it can be at most 6" in seen.out
    assert record(tmp_path)["options"]["hand"] == 6


def test_leaving_the_lobby(sit, tmp_path):
    assert sit(None, "quit").status == 0
    assert sit(None, "pitch").status == 0
    assert sit(None, "pitch", KeyboardInterrupt).status is KeyboardInterrupt
    assert not list(tmp_path.iterdir())


def test_what_the_command_line_says_is_not_asked(sit, tmp_path):
    others = [""] * (len(OPTIONS) - 1)
    seen = sit(None, "pitch", *others, "quit", seats=4, players="random", target=9)
    assert "How many" not in seen.out and " target:" not in seen.out
    assert record(tmp_path)["options"]["target"] == 9
