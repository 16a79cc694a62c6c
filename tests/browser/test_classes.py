"""Classes: a teacher asks a step of a match; twenty pupils answer, three of them on pages; the teacher opens."""

from __future__ import annotations

import csv
import io
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.cases import sample_cases
from tests.browser.house import House
from tests.browser.opening import found
from tests.browser.robot import Robot, Typist
from tests.browser.test_pages import CALM, both
from tests.browser.test_practice import CALM_AGAIN, go_to
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CLASS = 20
PAGES = 3
"""Number of pupils with a page; all others answer through the API."""


def match(visitor: Visitor, game: str = "auction-pitch") -> str:
    """Open the page of a finished match between bots."""
    table = found(visitor, game, ["random"] * 4, options={"deals": 2})
    visitor.until("() => wire.status === 'over'")
    visitor.go(f"match/{table}")
    expect(visitor.page.get_by_role("heading", name="Step through")).to_be_visible()
    return table


def ask(teacher: Visitor, steps: int = 2) -> str:
    """Go to a step of the match, and ask a class; return the class's address."""
    for _ in range(steps):
        teacher.push("Next step")
    teacher.push("Ask a class")
    dialog = teacher.page.get_by_role("dialog", name="Ask a class")
    both(teacher, "ask a class")
    teacher.press(dialog.get_by_role("button", name="Make the link"))
    teacher.page.wait_for_url("**/class/*")
    expect(teacher.page.get_by_role("heading", name="Question 1")).to_be_visible()
    return teacher.page.url


def join(visitor: Visitor, address: str, name: str) -> None:
    """Join a class as a person who follows the link."""
    page = visitor.go(address)
    field = page.get_by_role("textbox", name="Your name in the class")
    field.fill(name)
    field.press("Enter")
    expect(page.get_by_text("What would you do as")).to_be_visible()
    expect(field).to_be_hidden()


def answer(visitor: Visitor, robot: Robot) -> None:
    """Answer the question with any action."""
    yours = visitor.page.get_by_text("Your answer:")
    for _ in range(8):
        if yours.count():
            return
        visitor.until("() => lit().length > 0")
        robot.pick(robot.choose())
        visitor.until(CALM_AGAIN)
    raise AssertionError("nothing was an answer")


def answer_by_api(house: House, classroom: str, name: str, number: int) -> None:
    """Answer the first question as another pupil, with one of the legal actions."""
    with httpx.Client(base_url=f"{house.url}api/", timeout=60) as client:
        client.headers["authorization"] = f"Bearer {client.post('guests').json()['token']}"
        client.post(f"classes/{classroom}/join", json={"name": name}).raise_for_status()
        mine = client.get(f"classes/{classroom}/question").json()["mine"]
        choices = mine["legal"] or [f"bid {mine['bids']['low']}"]
        given = {"number": 1, "action": choices[number % len(choices)]}
        client.post(f"classes/{classroom}/answer", json=given).raise_for_status()


def download(teacher: Visitor) -> list[list[str]]:
    """Return the rows of the file with all answers."""
    with teacher.page.expect_download() as loading:
        teacher.push("Answers as a table (CSV)")
    return list(csv.reader(io.StringIO(loading.value.path().read_text())))


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_a_class_of_twenty_answers_and_follows_the_teacher(visit: Visit, house: House, size: str):
    teacher, *pupils = people = [visit(size, **CALM) for _ in range(1 + PAGES)]
    table = match(teacher)
    address = ask(teacher)
    expect(teacher.page.get_by_role("img", name="QR code")).to_be_visible()
    both(teacher, "a class without pupils")
    pupils[0].go(address)
    both(pupils[0], "before joining")
    for number, pupil in enumerate(pupils):
        join(pupil, address, f"Pupil {number + 1}")
        answer(pupil, Robot(pupil, number))
    for number in range(PAGES, CLASS):
        answer_by_api(house, address.split("/class/")[1], f"Pupil {number + 1}", number)
    expect(teacher.page.get_by_text(f"{CLASS} of {CLASS} people have answered.")).to_be_visible()
    both(teacher, "answers so far")
    for pupil in pupils:
        both(pupil, "an answer")
        _knows_nothing_else(pupil, table)
    teacher.push("Open the answers")
    expect(teacher.page.get_by_role("heading", name="Question 1")).to_be_focused()
    for person in people:
        expect(person.page.get_by_role("heading", name="The answers")).to_be_visible()
        expect(person.page.get_by_text("Preferred by the search:")).to_be_visible()
        expect(person.page.get_by_text("In the match:")).to_be_visible()
        both(person, "open answers")
    assert not any(table in pupil.page.content() for pupil in pupils)
    teacher.page.get_by_role("button", name="Next decision of").click()
    for person in people:
        expect(person.page.get_by_role("heading", name="Question 2")).to_be_visible()
        expect(person.page.get_by_role("heading", name="The answers")).to_have_count(0)
    answer(pupils[0], Robot(pupils[0], 9))
    expect(teacher.page.get_by_text(f"1 of {CLASS} people have answered.")).to_be_visible()
    rows = download(teacher)
    assert len(rows) == 1 + 2 * CLASS and sum(bool(row[6]) for row in rows[1:]) == CLASS + 1


def _knows_nothing_else(pupil: Visitor, table: str) -> None:
    """Check that a pupil's page shows neither other answers nor the match."""
    expect(pupil.page.get_by_text("The answers", exact=True)).to_have_count(0)
    text = pupil.page.content()
    assert table not in text and "people" not in pupil.page.locator(".side").inner_text()


def test_by_keyboard_alone(visit: Visit):
    teacher, pupil = visit("desktop", **CALM), visit("desktop", **CALM)
    match(teacher, "auction-draw")
    go_to(teacher, "Next step")
    go_to(teacher, "Ask a class")
    go_to(teacher, "Make the link")
    teacher.page.wait_for_url("**/class/*")
    join(pupil, teacher.page.url, "Ben")
    pupil.page.keyboard.press("g")
    answer(pupil, Typist(pupil, seed=3))
    expect(teacher.page.get_by_text("1 of 1 person has answered.")).to_be_visible()
    go_to(teacher, "Open the answers")
    expect(pupil.page.get_by_role("heading", name="The answers")).to_be_visible()
    name = teacher.page.get_by_role("button", name="Next decision of").inner_text()
    go_to(teacher, name)
    expect(pupil.page.get_by_role("heading", name="Question 2")).to_be_visible()


def test_another_step_is_asked_in_the_same_class(visit: Visit):
    teacher, pupil = visit("phone", **CALM), visit("phone", **CALM)
    match(teacher)
    address = ask(teacher)
    join(pupil, address, "Ben")
    teacher.push("Choose another step", "link")
    for button in ("Last step", "Next step", "Last step"):  # the match has two deals
        teacher.push(button)
    expect(teacher.page.get_by_role("button", name="Ask a class")).to_have_attribute("aria-disabled", "true")
    teacher.push("Step back")
    teacher.push("Ask a class")
    both(teacher, "ask the last class")
    teacher.push("Ask your last class")
    teacher.page.wait_for_url(address)
    for person in (teacher, pupil):
        expect(person.page.get_by_role("heading", name="Question 2")).to_be_visible()


def test_a_class_that_does_not_exist_says_so(visit: Visit):
    visitor = visit("phone", **CALM)
    visitor.expects_no_way = True
    page: Any = visitor.go("class/nothing")
    expect(page.get_by_text("There is no such class.")).to_be_visible()
    both(visitor, "no class")
