"""A series in the browser: its form, the invitation, an evening, roles and the standings, on desktop and phone."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.cases import sample_cases
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}
YOUR_NAME = "Your name at the table"


def good(visitor: Visitor, where: str) -> None:
    """Check accessibility and width, and on a phone also the sizes of touch targets."""
    look(visitor, where)
    if visitor.size == "phone":
        assert not small_targets(visitor), where


def make(ann: Visitor) -> str:
    """Make a series by keyboard, starting from the form of a club event; return the invitation link."""
    page = ann.go("new-event/auction-pitch")
    page.get_by_role("link", name="Make a series of several evenings instead").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/new-series/auction-pitch*")
    page.get_by_role("textbox", name="Name of the series").fill("Fridays")
    page.get_by_role("textbox", name=YOUR_NAME).fill("Ann")
    page.get_by_role("switch", name="Only the best evenings count").focus()
    page.keyboard.press("Space")
    page.get_by_role("spinbutton", name="Evenings that count").fill("2")
    good(ann, "form")
    page.get_by_role("button", name="Make the series").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/series/*")
    expect(page.get_by_text("The 2 best evenings of each member count.").first).to_be_visible()
    return page.get_by_role("textbox", name="Invitation link").input_value()


def join(visitor: Visitor, address: str, name: str) -> None:
    """Become a member as a visitor who follows the link."""
    page = visitor.go(address)
    expect(page.get_by_text("Ann invites you to a series of evenings of Auction Pitch.")).to_be_visible()
    page.get_by_role("textbox", name=YOUR_NAME).fill(name)
    good(visitor, "invitation")
    visitor.push("Become a member")
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    assert "#" not in page.url
    expect(page.get_by_role("textbox", name="Invitation link")).to_have_count(0)


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_a_club_meets(visit: Visit, house, size: str):
    ann, ben = (visit(size, **CALM) for _ in range(2))
    link = make(ann)
    assert link.startswith(f"{house.public}series/") and len(link.split("#")[1]) >= 22
    join(ben, link.replace(house.public, house.url), "=Ben")
    good(ben, "member")

    ann.page.reload()
    good(ann, "owner, without evenings")
    ann.page.get_by_label("Planned time (optional)").fill("2030-01-04T20:00")
    ann.push("Plan this evening")
    ann.page.wait_for_url("**/event/*")
    expect(ann.page.get_by_role("heading", name="Fridays · 1")).to_be_visible()
    good(ann, "evening")
    ann.push("Fridays", "link")
    ann.page.wait_for_url("**/series/*")
    ann.page.get_by_text("Plan the next evening").click()
    expect(ann.page.get_by_label("Planned time (optional)")).to_have_value("2030-01-11T20:00")

    ben.page.reload()
    ben.push("See the evening · Fridays · 1", "link")
    ben.page.wait_for_url("**/event/*")
    ben.push("Take part")
    expect(ben.page.get_by_role("button", name="Withdraw")).to_be_visible()

    ann.push("Role of =Ben")
    good(ann, "role")
    ann.push("Make organiser")
    expect(ann.page.get_by_role("listitem").filter(has_text="organiser")).to_be_visible()
    with ann.page.expect_download() as download:
        ann.push("As a table for spreadsheets (CSV)")
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text())))
    assert [row[1] for row in rows[1:]] == ["Ann", "'=Ben"]

    ann.push("Close the link")
    expect(ann.page.get_by_text("The invitation link is closed")).to_be_visible()
    ann.push("Make an invitation link")
    expect(ann.page.get_by_role("textbox", name="Invitation link")).not_to_have_value(link)

    ben.go("me")
    ben.push("Fridays", "link")
    ben.push("Leave the series")
    good(ben, "leave")
    ben.push("Leave it")
    ben.page.wait_for_url("**/me")
    expect(ben.page.get_by_role("link", name="Fridays")).to_have_count(0)


def test_an_old_link_says_what_to_do(visit: Visit):
    ann, ben = (visit("phone", **CALM) for _ in range(2))
    link = make(ann)
    ann.push("Replace the link")
    expect(ann.page.get_by_role("textbox", name="Invitation link")).not_to_have_value(link)
    ben.expects_no_way = True
    page = ben.go(f"series/{link.split('/series/')[1]}")
    expect(page.get_by_text("Only members see this series. Ask an organiser for the invitation link")).to_be_visible()
    expect(page.get_by_text("Ann")).to_have_count(0)
