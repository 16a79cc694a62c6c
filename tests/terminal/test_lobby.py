"""The lobby: questions until a match stands."""

from __future__ import annotations

import json


def record(folder):
    (path,) = folder.glob("auction-*.jsonl")
    return json.loads(path.read_text())


def test_every_question_answered(sit, tmp_path):
    typed = ("pitch", "5", "10", "any", "", "", "3", "random", "2", "quit")
    seen = sit(None, *typed, players=None)
    assert seen.status == 0
    saved = record(tmp_path)
    assert saved["game"] == "auction-pitch"
    assert saved["options"] == {
        "target": 10, "dealer_match": "any", "low": "dealt", "cards_tie": "non-pitcher", "deals": 3,
    }  # fmt: skip
    assert saved["players"] == ["random", "random", "you", "random", "random"]


def test_the_lobby_offers_every_player_with_what_he_is(sit, tmp_path):
    seen = sit(None, "pitch", "", ".", "you,search:20,hard,easy", "", "quit", players=None)
    for name in ("house", "easy", "medium", "hard", "random", "search:N"):
        assert f"\n{name}: " in seen.out
    assert record(tmp_path)["players"] == ["you", "search:20", "hard", "easy"]


def test_enter_keeps_what_is_usual_and_a_full_stop_keeps_the_rest(sit, tmp_path):
    assert sit(None, "4", "", ".", "", "", "quit", players=None).status == 0
    assert record(tmp_path)["players"] == ["you", "house", "house", "house"]


def test_wrong_answers_are_explained_and_asked_again(sit, tmp_path):
    typed = ("chess", "9", "auction", "draw", "99", "2", "7", "6", "200", ".", "zork", "random", "5", "1", "quit")
    seen = sit(None, *typed, players=None)
    assert seen.status == 0
    for reason in (
        "'chess' is no game",
        "the games are numbered 1 to 5",
        "'auction' could be",
        "Auction Draw is for 2 to 8 players",
        "set is 7; it must be 6 or 9 or 12",
        "hand is 200; it must be a number from 1 to 44",
        "there is no player 'zork'",
        "the seats are 0 to 1",
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
    seen = sit(None, "pitch", "", "", "", "", "quit", seats=4, players="random", target=9)
    assert "How many" not in seen.out and " target:" not in seen.out
    assert record(tmp_path)["options"]["target"] == 9
