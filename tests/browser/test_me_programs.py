"""Tests of a person's programs on My page.

Each token is shown once, and gives access to the Bot API until it is revoked.
"""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.house import House
from tests.browser.visitor import Visit

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}


def opens(house: House, secret: str) -> bool:
    """Return whether a token gives access to the Bot API."""
    asked = urllib.request.Request(house.url + "api/bot/account", headers={"authorization": f"Bearer {secret}"})
    try:
        return urllib.request.urlopen(asked).status == 200
    except urllib.error.HTTPError as refused:
        assert refused.code == 401
        return False


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_program_is_made_and_its_token_is_taken_back(visit: Visit, house: House, size: str):
    visitor = visit(size, **CALM)
    page = visitor.go("me")
    section = page.get_by_role("region", name="Programs")
    section.get_by_label("Name of a new program").fill(f"Engine {size}")
    visitor.push("Create")
    shown = section.get_by_label(f"Token of Engine {size}. It is shown this once: keep it.")
    secret = shown.input_value()
    assert opens(house, secret)
    look(visitor, "my page, a program")
    assert size != "phone" or not small_targets(visitor)

    page.reload()
    expect(section.get_by_role("heading", name=f"Engine {size}")).to_be_visible()
    expect(shown).to_have_count(0)
    visitor.push("New token: " + f"Engine {size}")
    assert shown.input_value() != secret
    expect(section.get_by_text("token, made")).to_have_count(2)
    visitor.press(section.get_by_role("button", name="Revoke").first)
    expect(page.get_by_text("The token is revoked.")).to_be_visible()
    expect(section.get_by_text("token, made")).to_have_count(1)
    assert not opens(house, secret)

    visitor.push(f"Remove: Engine {size}")
    expect(section.get_by_role("heading", name=f"Engine {size}")).to_have_count(0)
    expect(shown).to_have_count(0)


def test_a_name_that_is_taken_is_said_and_the_ladder_is_one_link_away(visit: Visit):
    visitor = visit(**CALM)
    visitor.expects_no_way = True  # the browser logs the server's refusal
    page = visitor.go("me")
    section = page.get_by_role("region", name="Programs")
    for _ in range(2):
        section.get_by_label("Name of a new program").fill("Twice")
        visitor.push("Create")
        expect(section.get_by_role("heading", name="Twice")).to_be_visible()
    expect(section.get_by_role("alert")).to_be_visible()
    expect(section.get_by_role("heading", name="Twice")).to_have_count(1)
    visitor.press(section.get_by_role("link", name="How programs do: the ladder"))
    page.wait_for_url("**/bots")


def test_a_token_is_described_in_the_language_of_the_page(visit: Visit):
    visitor = visit("phone", viewport={"width": 320, "height": 568}, locale="fr", **CALM)
    section = visitor.go("me").get_by_role("region", name="Programmes")
    section.get_by_label("Nom d’un nouveau programme").fill("Moteur")
    visitor.push("Créer")
    expect(section.get_by_text("jeton, du")).to_be_visible()
    label, field = section.locator("label").first.bounding_box(), section.locator(".secret").bounding_box()
    assert label and field and field["y"] - label["y"] - label["height"] >= 8
