"""Tests of a tournament with three people who play and one who never comes, on desktop and phone."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.cases import sample_cases
from tests.browser.house import House
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}
SOON = 1.0  # seconds after which the server plays for absent people


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield a server that soon plays for absent people."""
    club = House(tmp_path_factory.mktemp("club"), grace=SOON)
    yield club
    club.close()
    assert not club.faults()


def good(visitor: Visitor, where: str) -> None:
    """Check accessibility and width, and on a phone also the sizes of touch targets."""
    look(visitor, where)
    if visitor.size == "phone":
        assert not small_targets(visitor), where


def make(ann: Visitor) -> str:
    """Create a tournament with one deal per round, from the lobby and by keyboard only; return its address."""
    ann.go("new/auction-pitch")
    link = ann.page.get_by_role("link", name="Make a club event instead")
    link.focus()
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/new-event/auction-pitch*")
    page = ann.page
    page.get_by_role("textbox", name="Your name at the table").fill("Ann")
    for name, value in (("Rounds", "2"), ("Deals", "1")):
        field = page.get_by_role("spinbutton", name=name, exact=True)
        field.fill(value)
        field.blur()
    good(ann, "form")
    page.get_by_role("button", name="Make the event").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/event/*")
    return page.url


def join(visitor: Visitor, address: str, name: str) -> None:
    """Join the tournament as a visitor who follows the link."""
    page = visitor.go(address)
    field = page.get_by_role("textbox", name="Your name at the table")
    field.fill(name)
    field.press("Enter")
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()


def join_and_stay_away(club: House, event: str, name: str = "Dan") -> None:
    """Join the tournament as a person who never comes to their table."""
    token = httpx.post(f"{club.url}api/guests").json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    httpx.post(f"{club.url}api/events/{event}/join", json={"name": name}, headers=headers).raise_for_status()


def play_round(people: list[Visitor]) -> None:
    """Play a round: all people are taken to their tables, play, and return to the page of the tournament."""
    for visitor in people:
        visitor.page.wait_for_url("**/table/*")
        visitor.until("() => wire.board")
    robots = [Robot(visitor, number) for number, visitor in enumerate(people)]
    while not all(robot.over() for robot in robots):
        for robot in robots:
            robot.visitor.page.wait_for_timeout(20)
            if not robot.over() and robot.visitor.ask("() => wire.calm && lit().length > 0"):
                robot.pick(robot.choose())
            robot.visitor.ask("() => document.querySelector('[data-go-on]')?.click()")
    for visitor in people:
        visitor.page.get_by_role("link", name="See how others did").click()
        visitor.page.wait_for_url("**/event/**")
        visitor.page.reload()  # the test's record of socket messages covers only one table


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_three_people_play_an_event(visit: Visit, club: House, size: str):
    ann, ben, cleo = people = [visit(size, url=club.url, **CALM) for _ in range(3)]
    address = make(ann)
    expect(ann.page.get_by_text("An event starts with 4 people or more.")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="One person takes part")).to_be_visible()
    expect(ann.page.get_by_text("sit at")).to_have_count(0)
    expect(ann.page.get_by_text("Commitment", exact=True)).to_be_visible()
    expect(ann.page.get_by_text("HMAC-SHA-256")).to_be_hidden()
    join(ben, address, "Ben")
    join(cleo, address, "=Cleo")
    good(cleo, "gathering")
    join_and_stay_away(club, address.split("/event/")[1])
    expect(ann.page.get_by_role("heading", name="4 people take part")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Remove Ben")).to_be_visible()
    good(ann, "gathering, organiser")
    ann.push("Start round 1")
    play_round(people)
    expect(ben.page.locator("main [role=status]").first).to_contain_text("Round 1 of 2 is over.")
    for visitor in people:
        good(visitor, "between")
    expect(ben.page.get_by_text("moves by bots").first).to_be_visible()
    expect(ben.page.get_by_role("link", name="All hands")).to_have_count(2)
    players = ben.page.locator("ul ul li")
    expect(players.locator(".portrait")).to_have_count(players.count())
    picture = players.filter(has_text="Ben").locator(".portrait").inner_html()
    assert picture == ben.page.locator("tr").filter(has_text="Ben").locator(".portrait").inner_html()
    ann.push("Start round 2")
    play_round(people)
    for visitor in people:
        expect(visitor.page.locator("main [role=status]").first).to_have_text("The event is over.")
        expect(visitor.page.get_by_role("heading", name=re.compile(r" wins?$"))).to_be_visible()
        good(visitor, "over")
    with ben.page.expect_download() as download:
        ben.page.get_by_role("link", name="As a table for spreadsheets").click()
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text())))
    assert sorted(row[1] for row in rows[1:5]) == ["'=Cleo", "Ann", "Ben", "Dan"]
    ben.page.get_by_role("link", name="All hands").first.click()
    expect(ben.page.get_by_role("heading", name="Score sheet")).to_be_visible()


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_a_late_arrival_takes_over_the_seat_of_an_absent_person(visit: Visit, club: House, size: str):
    ann, eve = visit(size, url=club.url, **CALM), visit(size, url=club.url, **CALM)
    page = ann.go("new-event/auction-pitch")
    page.get_by_role("switch", name="I play too").uncheck()
    page.get_by_role("radio", name="1 day", exact=True).check(force=True)
    page.get_by_role("radio", name="every 30 minutes").check(force=True)
    good(ann, "form")
    page.get_by_role("button", name="Make the event").click()
    page.wait_for_url("**/event/*")
    for name in ("Ben", "Cleo", "Dan", "Finn"):
        join_and_stay_away(club, page.url.split("/event/")[1], name)
    expect(page.get_by_role("heading", name="4 people take part")).to_be_visible()
    expect(page.get_by_text("Everyone plays in their own time: 1 day.")).to_be_visible()
    ann.push("Start round 1")
    expect(page.get_by_text("Round 2 begins:")).to_be_visible()
    join(eve, page.url, "Eve")
    expect(eve.page.get_by_text("You play from round 2 on.")).to_be_visible()
    good(eve, "late")
    page.get_by_text("Find a substitute").click()
    dan = page.get_by_role("option", name=re.compile("Dan, table")).get_attribute("value")
    page.get_by_label("Seat", exact=True).select_option(dan)
    good(ann, "substitute")
    ann.push("Replace")
    expect(page.get_by_text("Eve has taken over the seat of Dan, from deal 1 on.")).to_be_visible()
    good(ann, "substituted")
    eve.page.wait_for_url("**/table/*")
    eve.until("() => wire.board")


RESULTS = {
    "status": "between",
    "round": 1,
    "deals": [
        {"round": 2, "deal": 12, "seat": 0, "score": -120, "points": 12.5, "possible": 14, "difference": -113.25}
    ],
    "standings": [
        {"person": 1, "rank": 1, "points": 25.5, "possible": 28, "share": 0.911, "difference": -113.25, "deals": 2}
        | {"moves": 40, "by_house": 12}
    ],
}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_results_stay_within_their_tickets_on_small_phones(visit: Visit, club: House, language: str):
    ann = visit("phone", url=club.url, locale=language, viewport={"width": 320, "height": 640}, **CALM)
    token = httpx.post(f"{club.url}api/guests").json()["token"]
    asked = {"game": "auction-pitch", "title": "Friday", "name": "Anne", "rounds": 2}
    headers = {"authorization": f"Bearer {token}"}
    event = httpx.post(f"{club.url}api/events", json=asked, headers=headers).json()["id"]
    found = httpx.get(f"{club.url}api/events/{event}", headers=headers).json()
    ann.page.route(f"**/api/events/{event}", lambda route: route.fulfill(json=found | RESULTS))
    page = ann.go(f"event/{event}")
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        ann.ask(f"() => (window.pageWidth = {width})")
        expect(page.get_by_role("table")).to_have_count(2)
        expect(page.get_by_role("cell", name="12.5 / 14" if language == "en" else "12,5 / 14")).to_be_visible()
        good(ann, f"{language}: {width}")
        for table in page.get_by_role("table").all():
            beyond = table.evaluate(
                "(table) => table.getBoundingClientRect().right - table.parentElement.getBoundingClientRect().right"
            )
            assert beyond < 1, f"{language}, {width}: {table.inner_text()}"
