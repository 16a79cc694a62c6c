"""Tests of the display of measured house rules, below the options of a new table and on a separate page."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from saleroom.server.protocol.house_rules_bodies import (
    Change,
    HouseRules,
    MeasuredOption,
    MeasuredTable,
    MeasuredValue,
    RuleSet,
    Spread,
)
from tests.browser.audit import look, small_targets
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

GAME = "auction-pitch"
CALM = {"reduced_motion": "reduce", "color_scheme": "dark"}
SIZES = ("phone", "desktop")


def measured() -> HouseRules:
    """Return fixed figures, so that new studies do not affect the tests."""
    longer = Change(measure="minutes", change=5.0, low=4.0, high=6.0, certainty="sure")
    doubtful = Change(measure="price", change=0.1, low=-0.1, high=0.3, certainty="open")
    ten = MeasuredValue(value=10, matches=1000, used=True, changes=[longer, doubtful])
    target = MeasuredOption(option="target", usual=7, measures=["minutes", "price"], values=[ten])
    penalised = MeasuredValue(value="penalised", matches=1000, used=True, changes=[doubtful])
    revoke = MeasuredOption(option="revoke", usual="refused", measures=["price"], values=[penalised])
    usual = {"minutes": 9.0, "price": 2.0}
    table = MeasuredTable(seats=4, level="house", levels=2, usual=usual, options=[target, revoke])
    sets = [rule_set("usual", {}, 9, 0.4), rule_set("short", {"target": 5}, 6, 0.5)]
    return HouseRules(seconds=4, tables=[table], sets=[*sets, rule_set(None, {"target": 10}, 14, 0.3)])


def rule_set(name: str | None, options: dict[str, int | str], minutes: float, luck: float) -> RuleSet:
    """Return a rule set measured at four seats."""
    lasts = Spread(low=minutes - 2, middle=minutes, high=minutes + 2)
    share = Spread(low=luck - 0.04, middle=luck, high=luck + 0.04)
    return RuleSet(name=name, seats=4, options=options, matches=1000, minutes=lasts, luck=share)


def come(visit: Visit, size: str, page: str) -> Visitor:
    """Open a page that shows the figures of `measured`."""
    visitor = visit(size, **CALM)

    def answer(route: Route) -> None:
        route.fulfill(json=json.loads(measured().model_dump_json()))

    visitor.context.route("**/house-rules", answer)
    visitor.go(f"{page}/{GAME}")
    return visitor


def audited(visitor: Visitor, where: str) -> None:
    """Check accessibility in both themes, the width and, on a phone, the touch targets."""
    look(visitor, where)
    if visitor.size == "phone":
        small = small_targets(visitor)
        assert not small, f"{where}: " + "\n".join(small)


@pytest.mark.parametrize("size", SIZES)
def test_options_show_what_they_do(visit: Visit, size: str):
    visitor = come(visit, size, "new")
    page = visitor.page
    line = page.get_by_text("With “10”: Matches last about 14 minutes instead of 9.")
    expect(line).to_be_visible()
    expect(page.get_by_text("We have not tried this one.")).to_have_count(0)  # a usual value needs no measurement
    visitor.press(line)
    expect(page.get_by_text("Usual: Matches last about 9 minutes.")).to_be_visible()
    expect(page.get_by_text("A sale costs")).to_have_count(0)  # the figures do not establish this change
    audited(visitor, "new, more")
    page.get_by_role("spinbutton", name="Points to win").fill("10")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Matches last about 14 minutes instead of 9.").first).to_be_visible()
    expect(line).to_have_count(0)


def test_a_rule_set_is_chosen_at_once_by_keyboard(visit: Visit):
    page = come(visit, "desktop", "new").page
    short = page.get_by_role("button", name="Short match 6 minutes, 50 % luck")
    expect(short).to_have_attribute("aria-pressed", "false")
    short.focus()
    page.keyboard.press("Enter")
    expect(short).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("spinbutton", name="Points to win")).to_have_value("5")
    page.get_by_role("button", name="As in our rules").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("spinbutton", name="Points to win")).to_have_value("7")


def test_where_nothing_was_measured_it_says_so(visit: Visit):
    page = come(visit, "desktop", "new").page
    page.get_by_role("radio", name="6", exact=True).check()
    expect(page.get_by_text("Nothing was measured with 6 seats.")).to_be_visible()
    expect(page.get_by_text("We have not tried this one.")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_house_rules_leads_to_a_table(visit: Visit, size: str):
    visitor = come(visit, size, "house-rules")
    page = visitor.page
    found = page.get_by_role("region", name="Pick your rules").get_by_role("link")
    expect(found).to_have_count(3)
    expect(page.get_by_text("You will hardly notice it.")).to_have_count(1)
    expect(page.locator("dl")).to_have_count(1)  # an option without an effect has no list
    method = page.get_by_text("seconds for a decision")
    expect(method.first).to_be_hidden()
    assert not page.get_by_text("± ").count() and page.get_by_text("between equal players").is_visible()
    for fold in page.get_by_text("How this was measured").all():
        visitor.press(fold)
    expect(method).to_have_count(2)
    expect(page.get_by_text("Short match: 4 to 8 minutes, 46 to 54 % luck")).to_be_visible()
    expect(page.get_by_text("Usual: Matches last about 9 minutes.")).to_be_visible()
    audited(visitor, "house rules")
    expect(found.first).to_contain_text("10 points to win")  # the rule set in which luck matters least
    page.get_by_role("radio", name="10 minutes").focus()
    page.keyboard.press("Space")
    expect(found).to_have_count(2)
    page.get_by_role("radio", name="shortest").focus()
    page.keyboard.press("Space")
    expect(found.first).to_contain_text("Short match")
    found.first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("spinbutton", name="Points to win")).to_have_value("5")


def test_the_way_to_the_page_of_house_rules(visit: Visit):
    page = visit("desktop", **CALM).go(f"rules/{GAME}")
    page.get_by_text("Ways to play").click()
    page.get_by_role("link", name="What these rules change").click()
    expect(page.get_by_role("heading", name="House rules of Auction Pitch")).to_be_visible()
