"""Tests of the leaderboard.

The page matches the files of its entries, and every entry follows the leaderboard's rules that a test can check.
"""

from __future__ import annotations

import datetime
import json

import pytest

from docs import leaderboard
from saleroom.bots.players import is_known_player, is_outside, is_program
from saleroom.bots.sealed.isolation import PARTS
from saleroom.games import NAMES, load
from saleroom.lab.evaluation import exploitability
from saleroom.lab.evaluation.protocol import FORMAT, Cards, cells, plan_of
from saleroom.lab.evaluation.season import Season
from saleroom.lab.reports.wording import number, span

ENTRIES = list(leaderboard.entries())


def test_the_page_is_of_the_files():
    assert leaderboard.PAGE.read_text("utf-8") == leaderboard.page(), (
        "docs/research/leaderboard.md is out of date: make pages"
    )


@pytest.mark.parametrize(("entry", "found"), ENTRIES, ids=[entry["name"] for entry, _ in ENTRIES])
def test_an_entry_keeps_to_the_rules(entry, found):
    assert set(entry) == set(leaderboard.FIELDS) and all(isinstance(text, str) and text for text in entry.values())
    datetime.date.fromisoformat(entry["date"])
    assert found and set(found) <= set(NAMES)
    for name, evaluation in found.items():
        game = load(name)
        assert (evaluation["game"], evaluation["policy"]) == (name, entry["policy"])
        assert evaluation["by_protocol"] is True
        due = [cell for cell in cells(game) if cell.opponent != entry["policy"]]
        cards = Cards() if entry["name"] in BY_PROTOCOL_1 else sealed_cards(evaluation)
        if cards is not None:
            seeds = [plan_of(game, entry["policy"], cell, cards).written_seed for cell in due]
            assert [one["seed"] for one in evaluation["cells"]] == seeds
        played = [(one["opponent"], one["seats"], one["deals"]) for one in evaluation["cells"]]
        assert played == [tuple(cell) for cell in due]
        assert all(one["difference"]["clusters"] == one["deals"] for one in evaluation["cells"])


BY_PROTOCOL_1 = ("house", "ppo", "random", "trained")
"""Entries from before the seal and the seasons. There are no further ones."""


def sealed_cards(evaluation):
    """Check that an evaluation was sealed and is of a known season; return its cards once the secret is open."""
    assert evaluation["format"] == FORMAT
    policy = evaluation["policy"]
    is_own = is_known_player(policy) and not (is_outside(policy) or is_program(policy))
    assert evaluation["sealed"] == (None if is_own else list(PARTS))
    season = json.loads(leaderboard.SEASONS.read_text("utf-8"))[evaluation["season"]["name"]]
    assert season["commitment"] == evaluation["season"]["commitment"]
    if season["secret"] is None:
        return None
    opened = Season(evaluation["season"]["name"], bytes.fromhex(season["secret"]))
    assert opened.commitment == season["commitment"]
    return Cards(None, opened, evaluation["policy_digest"])


def test_a_season_is_committed_and_opened_by_its_secret_only(tmp_path, monkeypatch):
    monkeypatch.setattr(leaderboard, "SEASONS", tmp_path / "seasons.json")
    leaderboard.SEASONS.write_text("{}")
    secret = leaderboard.new_season("winter")
    assert secret not in leaderboard.SEASONS.read_text()
    with pytest.raises(ValueError, match="already"):
        leaderboard.new_season("winter")
    with pytest.raises(ValueError, match="not the secret"):
        leaderboard.open_season(Season("winter", bytes(32)))
    leaderboard.open_season(Season("winter", bytes.fromhex(secret)))
    assert secret in leaderboard.page()


def test_an_entry_that_was_not_sealed_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(leaderboard, "SEASONS", tmp_path / "seasons.json")
    leaderboard.SEASONS.write_text("{}")
    season = Season("winter", bytes.fromhex(leaderboard.new_season("winter")))
    told = {"name": season.name, "commitment": season.commitment}
    entry = {"format": FORMAT, "policy": "theirs:Player", "sealed": list(PARTS), "season": told, "policy_digest": ""}
    assert sealed_cards(entry) is None
    leaderboard.open_season(season)
    assert sealed_cards(entry) == Cards(None, season, "")
    for wrong in ({"sealed": ["process"]}, {"sealed": None}, {"format": "saleroom-evaluation/1"}):
        with pytest.raises(AssertionError):
            sealed_cards(entry | wrong)
    with pytest.raises(KeyError):
        sealed_cards(entry | {"season": {"name": "autumn", "commitment": season.commitment}})


def test_a_bound_is_added_to_the_entry_of_its_policy_only(tmp_path, monkeypatch):
    monkeypatch.setattr(leaderboard, "FOLDER", tmp_path)
    (tmp_path / "theirs").mkdir()
    path = tmp_path / "theirs" / "auction-pitch.json"
    evaluation = {"game": "auction-pitch", "policy": "theirs:Player", "policy_digest": "12"}
    path.write_text(json.dumps(evaluation))
    options = load("auction-pitch").settle_options({}, 4)
    result = dict.fromkeys((*exploitability.SHORT, *exploitability.ERRORS, "earlier_reports"))
    result |= evaluation | {"seats": 4, "options": options, "lower_bound": 0.1}
    changes = (("policy", "others:Player"), ("policy_digest", "13"), ("options", options | {"target": 9}))
    for name, other in changes:
        with pytest.raises(ValueError, match=f"other.* {name}"):
            leaderboard.add_exploitability("theirs", result | {name: other})
    leaderboard.add_exploitability("theirs", result)
    (bound,) = json.loads(path.read_text())["exploitability"]
    assert bound["lower_bound"] == 0.1


def test_the_search_stands_beside_the_others_though_it_is_no_entry():
    """Check that the page shows the search bot for each table at which `make strength` has measured it, and marks it as
    no entry.
    """
    measured = json.loads(leaderboard.STRENGTH.read_text("utf-8"))["cells"]
    found = {one["game"]: one for one in measured if (one["row"], one["seats"]) == ("deals", 4)}
    rows = [line.split(" | ") for line in leaderboard.page().splitlines() if line.startswith("| Auction")]
    told = {title.removeprefix("| "): search for title, *_, search, _trained in rows}
    assert found and "†" in told["Auction Pitch"] and told["Auction Draw"].endswith("‡")
    for name, one in found.items():
        assert told[load(name).title] == f"{number(one['mean'], signed=True)} ({span(one, signed=True)}) †"
