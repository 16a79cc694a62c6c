"""Tests of the client in other languages: the browser's language, the reader's choice, and texts longer than in
English.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.cases import covering_cases
from tests.browser.opening import GAMES, found
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce", "color_scheme": "dark"}
LEFT_OUT = re.compile(r"\b(?:common|lobby|sheet|table|play|match|board|hints|moves|log)\.[a-z]+", re.IGNORECASE)
"""Pattern of a message key that the page shows because its text is missing."""
PAGES = (
    "",
    "new/auction-hearts",
    "learn/auction-house",
    "rules/auction-draw",
    "sheet/auction-hearts",
    "house-rules/auction-pitch",
    "me",
    "practice",
    "bots",
)
SHORT = {"auction-house": {"rounds": 1}}
LANGUAGES = ("de", "fr")
SIZES = ("phone", "desktop")


def fits(visitor: Visitor, where: str) -> None:
    """Check that nothing is wider than the page, cut off or too small, and that every key has a text."""
    look(visitor, where)
    missing = LEFT_OUT.findall(visitor.page.locator("body").inner_text())
    assert not missing, f"{where}: {missing}"
    if visitor.size == "phone":
        assert not small_targets(visitor), where


@pytest.mark.parametrize(("language", "size"), covering_cases(LANGUAGES, SIZES))
def test_pages_in_the_language_of_the_browser(visit: Visit, language: str, size: str):
    visitor = visit(size, locale=f"{language}-CH", **CALM)
    for path in PAGES:
        page = visitor.go(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("heading").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        fits(visitor, f"{language}: {path}")


@pytest.mark.parametrize(("language", "width"), covering_cases(("en", *LANGUAGES), [320, 360]))
def test_words_stay_within_their_buttons(visit: Visit, language: str, width: int):
    visitor = visit("phone", viewport={"width": width, "height": 640}, locale=language, **CALM)
    for path in ("", *(f"new/{game}" for game in GAMES), "me"):
        page = visitor.go(path)
        expect(page.get_by_role("button").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert visitor.ask("() => overfull()") == [], f"{language}: {path}"


@pytest.mark.parametrize(("language", "game"), covering_cases(LANGUAGES, GAMES))
def test_a_match_with_longer_words(visit: Visit, language: str, game: str):
    visitor = visit("phone", locale=language, **CALM)
    table = found(visitor, game, ["me", *["house"] * 3], options=SHORT.get(game, {"deals": 1}))
    robot, seen = Robot(visitor, seed=1), set[str]()
    while robot.wait():
        phase = visitor.ask("() => wire.board.phase")
        if phase not in seen:
            fits(visitor, f"{language}: {game}, {phase}")
        seen.add(phase)
        robot.pick(robot.choose())
    fits(visitor, f"{language}: {game}, the end")
    visitor.go(f"match/{table}")
    visitor.page.wait_for_load_state("networkidle")
    fits(visitor, f"{language}: {game}, the match")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", re.compile(r"^(Karo|Herz|Kreuz|Pik) ist (ausgespielt: bediene|der Schmerz)")),
        ("fr", re.compile(r"^(On a entamé|La peine est) (carreau|cœur|trèfle|pique)\b")),
    ],
)
def test_a_refusal_is_put_into_words_by_its_key(visit: Visit, language: str, line: re.Pattern[str]):
    visitor = visit(locale=language, **CALM)
    found(visitor, "auction-hearts", ["me", *["house"] * 3], options={"deals": 1})
    robot = Robot(visitor, seed=2)
    refused = "[data-hand] [aria-disabled=true]"
    robot.wait()
    while not visitor.ask(
        f"() => lit().length > 0 && !!document.querySelector('{refused}') && wire.board.phase === 'play'"
    ):
        robot.play(moves=1)
        robot.wait()
    visitor.ask(f"() => document.querySelector('{refused}').click()")
    visitor.until("() => wire.heard.some((message) => message.type === 'because')")
    because = visitor.ask("() => wire.heard.find((message) => message.type === 'because')")
    assert because["key"] in ("follow-suit", "auction-hearts.pain-first-trick", "auction-hearts.pain-unbroken")
    assert re.match(r"(Clubs|Diamonds|Hearts|Spades) (were|are) ", because["text"])  # English, for old pages
    expect(visitor.page.locator("[data-refusal]").get_by_text(line)).to_be_visible()


def test_a_choice_of_language_is_kept(visit: Visit):
    visitor = visit(locale="de", **CALM)
    page = visitor.go()
    visitor.push("Einstellungen")
    visitor.press(page.get_by_role("radio", name="Français"))
    visitor.push("Schließen")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.reload()
    expect(page.get_by_role("button", name=re.compile("Jouer à Auction Pitch"))).to_be_visible()
    fetched = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
    assert [name for name in fetched if "language-" in name and "language-fr" not in name] == []


def test_english_readers_are_sent_no_other_language(visit: Visit):
    visitor = visit(locale="nl", **CALM)
    page = visitor.go()
    expect(page.get_by_role("heading", name="Auction Pitch")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.wait_for_load_state("networkidle")
    fetched = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [name for name in fetched if "language-" in name]
