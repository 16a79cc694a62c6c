"""Tests of a complete match of each game against bots, on desktop and phone, from the lobby to the match's page."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from tests.browser.opening import GAMES, set_up, title
from tests.browser.robot import Robot
from tests.browser.visitor import SIZES, Visit, Visitor

ALL = [(game, size) for game in GAMES for size in SIZES]
"""All pairs of a game and a window size. A usual run tests every second pair, which covers each game and each size.

A soak run tests all pairs.
"""
TURNS = ALL if os.environ.get("SALEROOM_SOAK") else [pair for at, pair in enumerate(ALL) if at % 4 in (0, 3)]


@pytest.mark.parametrize(
    ("game", "size"), [TURNS[0], *(pytest.param(*pair, marks=pytest.mark.integration) for pair in TURNS[1:])]
)
def test_a_whole_match(visit: Visit, game: str, size: str):
    visitor = visit(size)
    set_up(visitor, game)
    Robot(visitor, seed=sum(map(ord, game + size))).play()
    see_result(visitor)
    visitor.push("See the match", "link")
    see_match(visitor, game)
    play_again(visitor)


def see_result(visitor: Visitor) -> None:
    """Check that the banner names the winner, and that no action was refused."""
    board = visitor.ask("() => wire.board")
    assert board["winners"]
    result = visitor.page.get_by_role("heading", name="win")
    expect(result.first).to_be_visible()
    if 0 in board["winners"]:
        expect(result.first).to_contain_text("You")
    scores = visitor.page.get_by_role("region", name=result.first.inner_text()).get_by_role("listitem")
    expect(scores).to_have_count(len(board["scores"]))
    shown = [int(text.split("\n")[-1].split()[0].replace("−", "-")) for text in scores.all_inner_texts()]
    assert sorted(shown) == sorted(board["scores"])
    visitor.check_width()


def see_match(visitor: Visitor, game: str) -> None:
    """Check the score sheet, the step-by-step replay with all hands open, the proof and the record."""
    page = visitor.page
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{title(game)}, the match")
    expect(page.get_by_role("table").first).to_be_visible()
    expect(page.get_by_role("heading", name="How it went")).to_have_count(0)  # one deal is no course
    expect(page.get_by_text("Every card came from the seed.")).to_be_visible()
    expect(page.get_by_text("Checked in this browser.").first).to_be_visible()
    visitor.push("Last step")
    visitor.push("Step back")
    visitor.push("First step")
    hands = page.get_by_role("region", name="Step through").locator("[data-piece]")
    expect(hands.first).to_be_visible()
    with page.expect_download() as download:
        visitor.push("Download the record")
    assert download.value.suggested_filename.startswith(game)
    assert download.value.path().read_text().startswith("{")
    visitor.check_width()


def play_again(visitor: Visitor) -> None:
    """Start another match from the page of a match, and check that it has the same rules."""
    rules = "async (table) => (await (await fetch(`/api/tables/${table}/story`)).json()).options"
    first = visitor.page.url.split("/match/")[1]
    options = visitor.ask(rules, first)
    visitor.push("Play again")
    visitor.page.wait_for_url("**/table/*")
    visitor.until("() => wire.board")
    assert visitor.table != first
    assert visitor.ask("() => wire.heard.find((message) => message.table).table.options") == options
