"""Tests of the arena's report. It is one self-contained page, claims only what the results support, and fits every
screen.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from saleroom.lab.arena import Plan, summarise
from saleroom.lab.arena.calibration import calibrated
from saleroom.lab.arena.narration import sentences, table, within_shares
from saleroom.lab.arena.report import report
from saleroom.lab.reports.wording import number, span
from tools.browser import launch, program

NAMES = ("search:1000", "<b>sly</b> & co", "house", "a-player-with-a-very-long-name")
VOID = {"meta", "br", "link", "use", "path"}


def summary_of(names=NAMES, seats=4, clusters=30, matches=False, game="pitch"):
    """Return the summary of results in which the first player scores most.

    The other players' results differ only by luck with the cards.
    """
    plan = Plan(game, {}, seats, names, clusters, bytes(32), matches)
    rows = []
    for cluster in range(clusters):
        for seating, sitting in enumerate(plan.seatings(cluster)):
            scores = [
                (name == names[0]) * (4 + cluster % 3) + (cluster * 7 + seat * 5 + len(name)) % 4
                for seat, name in enumerate(sitting)
            ]
            bids = [
                {
                    "seat": seat,
                    "price": seat % 4 + 1,
                    "expected": 1.5 if seat else None,
                    "won": not seat,
                    "made": scores[seat],
                }
                for seat in range(2)
            ]
            row = {"cluster": cluster, "seating": seating, "players": list(sitting), "dealer": cluster % seats}
            if matches:
                row["wins"] = [float(seat == scores.index(max(scores))) for seat in range(seats)]
            rows.append({**row, "scores": scores, "deals": 3, "decisions": 28, "bids": bids})
    return summarise(plan, rows)


class Page(HTMLParser):
    """Strict HTML parser that checks that tags are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.tags, self.outside = [], [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self._note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self._note(tag, attrs)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def _note(self, tag, attrs):
        known = dict(attrs)
        self.tags.append((tag, known))
        if "id" in known:
            self.ids.append(known["id"])
        for name in ("src", "href", "xlink:href", "aria-labelledby"):
            if name in known:
                self.outside.append(known[name])


@pytest.fixture(scope="module")
def page():
    return report(summary_of())


def test_the_page_is_sound_and_stands_alone(page):
    found = Page(page)
    assert len(found.ids) == len(set(found.ids))
    for target in found.outside:
        assert target.removeprefix("#") in found.ids, target
    for reference in re.findall(r"url\(([^)]*)\)", page):
        assert reference.removeprefix("#") in found.ids
    tags = {tag for tag, _ in found.tags}
    assert not tags & {"script", "link", "iframe", "img"}
    assert "@import" not in page and "http" not in re.sub(r'xmlns(:xlink)?="[^"]*"', "", page)


def test_who_does_not_see_it_is_told(page):
    found = Page(page)
    assert found.tags[0] == ("html", {"lang": "en"})
    drawings = [known for tag, known in found.tags if tag == "svg"]
    assert len(drawings) >= 3 and all(known["role"] == "img" and known["aria-label"] for known in drawings)
    tables = [tag for tag, _ in found.tags if tag in ("table", "caption")]
    assert tables == ["table", "caption"] * (len(tables) // 2) and len(tables) == 8
    assert all("scope" in known for tag, known in found.tags if tag == "th")


def test_a_name_is_only_a_name(page):
    assert "<b>sly" not in page and "&lt;b&gt;sly&lt;/b&gt; &amp; co" in page


def test_figures_wear_the_pages_colours(page):
    drawn = "".join(re.findall(r"<svg.*?</svg>", page, re.DOTALL))
    assert "var(--ink)" in drawn and "var(--p0)" in drawn
    assert not re.search(r"#0[0-9a-f]0[0-9a-f]0[0-9a-f]", drawn)
    assert "#ffffff" not in drawn and "#000000" not in drawn
    for name in re.findall(r"var\((--\w+)\)", drawn):
        assert page.count(f"  {name}:") == 2, name  # in light and dark mode


def test_only_what_the_intervals_carry_is_called():
    called, others = sentences(summary_of())
    assert [line.split(" ")[:4] for line in called] == [["search:1000", "is", "better", "than"]] * 3
    assert len(others) == 3 and all("are not told apart" in line or "better" not in line for line in others)
    few = sentences(summary_of(clusters=4))
    assert few[0] == [] and all(line.startswith("Nothing can be said of") for line in few[1])
    assert "better" not in re.sub(r"<style>.*?</style>", "", report(summary_of(clusters=4)), flags=re.DOTALL)


@pytest.mark.parametrize(
    "case",
    [
        {"names": ("house",)},
        {"clusters": 1},
        {"names": tuple("abcdefgh"), "seats": 8, "game": "draw"},
        {"matches": True},
        {"matches": True, "clusters": 1},
    ],
)
def test_every_kind_of_arena_has_its_page(case):
    summary = summary_of(**case)
    Page(report(summary))
    assert table(summary)


def test_numbers_have_the_places_they_deserve():
    shown = [number(value) for value in (None, 0, 0.1234, -0.1234, 1.234, 12.345, 123.45)]
    assert shown == ["–", "0", "0.123", "−0.123", "1.23", "12.3", "123.5"]
    assert (number(2, True), number(-0.0, True)) == ("+2.00", "0")


def test_a_share_stays_within_its_range():
    low, high = {"mean": 0.1, "low": -0.1, "high": 0.3}, {"mean": 0.9, "low": 0.7, "high": 1.1}
    assert [span(within_shares(one), 100) for one in (low, high)] == ["0 to 30.0", "70.0 to 100.0"]
    always = summary_of(names=("a", "b"), matches=True)["players"][0]["wins"]
    assert (always["mean"], span(within_shares(always))) == (1, "no interval yet: all deals alike")


def test_what_all_deals_show_alike_is_not_called():
    summary = summary_of(names=("a", "b"), matches=True)
    assert sentences(summary)[0] == []
    for shown in (table(summary), report(summary)):
        assert "100.0 to 100.0" not in shown and "no interval yet: all deals alike" in shown
        assert "is better than" not in shown


def test_no_error_shown_is_not_said_to_be_none():
    def row(low, high, price=None):
        error = {"mean": (low + high) / 2, "low": low, "high": high, "clusters": 20}
        return {"player": "ann", "low": price, "high": price, "error": error}

    said = calibrated({"unit": "points", "bids": [row(1, 2, 3), row(-1, 1, 4), row(-0.5, 0.5)]})
    assert said[0].startswith("ann: no error could be shown overall (interval −0.500 to +0.500). Taken alone, ")
    assert "excludes 0 at 3 (+1.00 to +2.00);" in said[0]
    assert calibrated({"unit": "points", "bids": [row(1, 2)]})[0].startswith("ann expects less than it makes")


def test_only_a_line_up_that_has_other_orders_is_reported_as_drawn():
    words = "the order of all but the first was drawn for each"
    assert words in report(summary_of(clusters=2)) and words not in report(summary_of(names=("a", "b"), clusters=2))


def test_what_was_won_stands_before_the_ratings(page):
    assert page.index(">Mean score<") < page.index(">Rating<")


@pytest.mark.integration
def test_the_page_fits_every_screen(page, tmp_path):
    if program() is None:
        pytest.skip("there is no Chromium on the path")
    from playwright.sync_api import sync_playwright

    path = tmp_path / "report.html"
    path.write_text(page, "utf-8")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for width in (360, 1280):
            window = browser.new_page(viewport={"width": width, "height": 800})
            window.goto(path.as_uri())
            assert window.evaluate("document.documentElement.scrollWidth") <= width
            for figure in window.locator("svg").all():
                box = figure.bounding_box()
                assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
        browser.close()
