"""Tests of the cross-play of the leaderboard's entries: the same cards for all pairs, and a matrix of all of them."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from docs import cross_play, leaderboard
from saleroom.games import load

OWN = {"random": "random", "house": "house", "hard": "search:2"}


def test_all_pairs_of_a_game_play_the_same_cards():
    game = load("auction-pitch")
    plans = [
        cross_play.plan_of(
            game, OWN[pair.row], OWN[pair.column], cross_play.deals_of((OWN[pair.row], OWN[pair.column]))
        )
        for pair in cross_play.pairs([game.name], OWN)
    ]
    assert len(plans) == 6 and {plan.deals for plan in plans} == {cross_play.INSTANT, cross_play.SEARCH}
    assert len({tuple(plan.seed_of(number) for number in range(cross_play.SEARCH)) for plan in plans}) == 1
    assert [("search:2" in plan.names) for plan in plans] == [False, False, True, True, True, True]
    assert cross_play.deals_of(("house", "learned:Learned")) == cross_play.SEALED
    other = cross_play.plan_of(load("auction-draw"), "house", "random", 1)
    assert other.seed != plans[0].seed


def test_a_pair_is_played_once_and_shown_on_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr(cross_play, "FILE", tmp_path / "cross-play.json")
    monkeypatch.setattr(cross_play, "INSTANT", 4)
    assert "## Cross-play" not in leaderboard.page()
    cross_play.play_missing(["auction-draw"], {"random": "random", "house": "house"})
    first = cross_play.stored()
    assert [(one["row"], one["column"], one["deals"]) for one in first] == [
        ("random", "house", 4),
        ("house", "random", 4),
    ]
    assert first[1]["difference"]["mean"] > 0 > first[0]["difference"]["mean"]
    assert all(one["time_class"] == "instant" for one in first)
    monkeypatch.setattr(cross_play, "play", lambda *given: pytest.fail("a stored pair was played again"))
    cross_play.play_missing(["auction-draw"], {"random": "random", "house": "house"})
    matrix = leaderboard.page().partition("## Cross-play")[2].partition("\n## ")[0]
    row = next(line for line in matrix.splitlines() if line.startswith("| house |"))
    assert leaderboard._told(first[1]["difference"]) in row and row.endswith("| instant |")


def test_processes_that_store_at_once_lose_no_result(tmp_path, monkeypatch):
    monkeypatch.setattr(cross_play, "FILE", tmp_path / "cross-play.json")
    stored = cross_play.stored

    def slowly():
        time.sleep(0.01)  # so that all have read before the first writes
        return stored()

    monkeypatch.setattr(cross_play, "stored", slowly)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: cross_play.store(result(str(number), number)), range(8)))
    assert sorted(one["deals"] for one in stored()) == list(range(8))


def test_a_pair_that_two_processes_have_played_is_stored_once(tmp_path, monkeypatch):
    monkeypatch.setattr(cross_play, "FILE", tmp_path / "cross-play.json")
    for deals in (4, 6):
        cross_play.store(result("house", deals))
    assert [one["deals"] for one in cross_play.stored()] == [6]


def result(row, deals):
    """Return a stored result with only the fields that name its pair, and the number of deals."""
    return {"game": "auction-draw", "row": row, "column": "random", "deals": deals}


def test_the_stored_pairs_are_of_entries_and_of_the_declared_cards():
    policies = leaderboard.policies()
    content = json.loads(cross_play.FILE.read_text("utf-8"))
    assert content["format"] == cross_play.FORMAT
    for one in content["pairs"]:
        names = policies[one["row"]], policies[one["column"]]
        assert one["row"] != one["column"] and one["deals"] == cross_play.deals_of(names, leaderboard.open_policies())
        assert one["difference"]["clusters"] == one["deals"]
    keys = [(one["game"], one["row"], one["column"]) for one in content["pairs"]]
    assert len(set(keys)) == len(keys)
    for game in {game for game, _, _ in keys}:
        played = {key for key in keys if key[0] == game}
        entries = {name: policy for name, policy in policies.items() if name != leaderboard.SEARCH}
        assert played in (set(cross_play.pairs([game], policies)), set(cross_play.pairs([game], entries)))
