"""Tests of the leaderboard.

The page matches the files of its entries, and every entry follows the leaderboard's rules that a test can check.
"""

from __future__ import annotations

import datetime
import json

import pytest

from docs import leaderboard
from saleroom.games import NAMES, load
from saleroom.lab.evaluation.protocol import FORMAT, cells, seed_of
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
        assert (evaluation["format"], evaluation["game"], evaluation["policy"]) == (FORMAT, name, entry["policy"])
        assert evaluation["by_protocol"] is True
        due = [cell for cell in cells(game) if cell.opponent != entry["policy"]]
        told = [(one["opponent"], one["seats"], one["deals"], one["seed"]) for one in evaluation["cells"]]
        assert told == [(*cell, seed_of(game, cell).hex()) for cell in due]
        assert all(one["difference"]["clusters"] == one["deals"] for one in evaluation["cells"])


def test_the_search_stands_beside_the_others_though_it_is_no_entry():
    """Check that the page shows the search bot for each table at which `make strength` has measured it, and marks it as
    no entry.
    """
    measured = json.loads(leaderboard.STRENGTH.read_text("utf-8"))["cells"]
    found = {one["game"]: one for one in measured if (one["row"], one["seats"]) == ("deals", 4)}
    rows = [line.split(" | ") for line in leaderboard.page().splitlines() if line.startswith("| Auction")]
    told = {title.removeprefix("| "): search for title, *_, search, _trained in rows}
    assert found and "†" in told["Auction Pitch"] and told["Auction Draw"] == "–"
    for name, one in found.items():
        assert told[load(name).title] == f"{number(one['mean'], signed=True)} ({span(one, signed=True)}) †"
