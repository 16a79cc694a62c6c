"""Tests of My page: matches, linked devices, passkeys, export and erasure."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.audit import look, small_targets
from tests.browser.cases import sample_cases
from tests.browser.house import House
from tests.browser.opening import found
from tests.browser.robot import Robot, Typist
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}


def local(house: House) -> str:
    """Return the server's address with a host name, because passkeys need a host name."""
    return f"http://localhost:{house.port}/"


def play_a_match(visitor: Visitor) -> None:
    """Play one deal of Pitch against bots, and open My page once the result is listed."""
    found(visitor, "auction-pitch", ["me", "house", "house", "house"], options={"deals": 1})
    Robot(visitor, seed=3).play()
    show_matches(visitor)


def show_matches(visitor: Visitor) -> None:
    """Open My page and wait until it lists a match, because results are stored a moment after the last move."""
    visitor.go("me")
    while (
        visitor.page.get_by_role("heading", name="Nothing here yet").or_(matches(visitor)).first.inner_text() != TITLE
    ):
        visitor.go("me")


TITLE = "Your matches"


def matches(visitor: Visitor) -> Any:
    """Return the title of the list of matches."""
    return visitor.page.get_by_role("heading", name=TITLE)


def audited(visitor: Visitor, where: str) -> None:
    """Check accessibility, and on a phone also the touch targets."""
    look(visitor, where)
    if visitor.size == "phone":
        assert not small_targets(visitor), where


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_a_match_is_found_on_my_page(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    page = visitor.go("me")
    expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
    audited(visitor, "my page, empty")
    play_a_match(visitor)
    game = page.get_by_role("region", name="Auction Pitch")
    expect(game.get_by_text("1 match,")).to_be_visible()
    expect(game.get_by_role("row", name="Rules of thumb")).to_be_visible()
    audited(visitor, "my page")
    page.get_by_label("Against").select_option("people")
    expect(page.get_by_text("No match of that kind.")).to_be_visible()
    page.get_by_label("Against").select_option("house")
    visitor.press(page.get_by_role("region", name=TITLE).get_by_role("link", name="Auction Pitch"))
    expect(page.get_by_role("heading", name="Auction Pitch, the match")).to_be_focused()
    visitor.go()
    visitor.push("My page", "link")
    expect(page.get_by_role("heading", name="My page")).to_be_focused()
    visitor.push("Preferences")
    visitor.press(page.get_by_role("dialog").get_by_role("link", name="My page"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_another_device_joins_by_a_code(visit: Visit):
    ann, phone = visit(**CALM), visit("phone", **CALM)
    play_a_match(ann)
    ann.push("Make a code")
    code = ann.page.get_by_role("status").filter(has_text=":").inner_text().split(":")[0]
    phone.go("me")
    phone.page.get_by_label("Code from another device").fill(code.lower())
    phone.push("Join them")
    expect(phone.page.get_by_text("Both devices now share this page.")).to_be_visible()
    expect(matches(phone)).to_be_visible()
    expect(phone.page.get_by_text("2 browsers share this page")).to_be_visible()
    audited(phone, "my page, of two devices")


def test_an_insecure_address_says_why_there_are_no_passkeys(visit: Visit, house: House):
    visitor = visit("phone", url=house.public, **CALM)
    page = visitor.go("me")
    expect(page.get_by_text("Passkeys need a secure address with a name")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    audited(visitor, "my page, insecure")


# Passkeys, with a virtual authenticator


class Keys:
    """Virtual authenticator for a page."""

    def __init__(self, page: Page) -> None:
        """Add an authenticator that confirms every request."""
        self._session = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        self._id = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def all(self) -> list[Any]:
        """Return the passkeys in the authenticator."""
        return self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})["credentials"]

    def take(self, keys: list[Any]) -> None:
        """Add passkeys to the authenticator, as a password manager would."""
        for key in keys:
            self._session.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": key})


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_a_passkey_opens_my_page_in_another_browser(visit: Visit, house: House, size: str):
    ann, other = visit(size, url=local(house), **CALM), visit(size, url=local(house), **CALM)
    keys = Keys(ann.page)
    play_a_match(ann)
    ann.push("Add a passkey")
    expect(ann.page.get_by_text("This is an account now.")).to_be_visible()
    expect(ann.page.get_by_text("for localhost")).to_be_visible()
    audited(ann, "my page, with a passkey")
    ann.push("Add a passkey")  # the browser refuses, because this device already has a passkey
    expect(ann.page.get_by_text("No passkey was used.")).to_be_visible()
    others = Keys(other.page)
    others.take(keys.all())
    other.go("me")
    other.push("Log in with a passkey")
    expect(other.page.get_by_text("You are logged in.")).to_be_visible()
    expect(matches(other)).to_be_visible()
    expect(other.page.get_by_text("2 browsers share this page")).to_be_visible()
    other.press(other.page.get_by_role("button", name="Remove:"))
    expect(other.page.get_by_text("The passkey is removed.")).to_be_visible()
    expect(other.page.get_by_role("button", name="Remove:")).to_have_count(0)
    other.expects_no_way = True  # the browser logs the server's refusal
    other.push("Log in with a passkey")
    expect(other.page.get_by_role("alert").get_by_text("this server no longer has that passkey")).to_be_visible()


# Export and erasure, by keyboard only


def test_everything_is_taken_away_and_erased_by_keys(visit: Visit, tmp_path: Path):
    visitor = visit(**CALM)
    play_a_match(visitor)
    page, typist = visitor.page, Typist(visitor)
    expect(page.get_by_role("button", name="Download it all")).to_be_visible()
    typist.reach(button("Download it all"))
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    coming.value.save_as(tmp_path / "me.json")
    mine = json.loads((tmp_path / "me.json").read_text())
    assert mine["tables"][0]["record"]["players"][0] == "Ann"
    typist.reach(button("Erase it all"))
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Erase everything about you?")
    expect(dialog).to_be_visible()
    look(visitor, "erasing")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    typist.reach("document.querySelector('dialog[open] footer button:last-of-type')")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Everything about you is erased.")).to_be_visible()
    expect(page.get_by_role("heading", name="Saleroom", level=1)).to_be_visible()
    assert visitor.ask("() => localStorage.getItem('saleroom.guest')") is None
    visitor.go(f"match/{mine['tables'][0]['id']}")
    expect(page.get_by_text("player 1").first).to_be_visible()


def button(name: str) -> str:
    """Return the selector of the button `name` on the page, outside any dialog."""
    return f"Array.from(document.querySelectorAll('main button')).find((one) => one.textContent.trim() === '{name}')"


# A rated table


def test_a_rated_table_waits_for_people(visit: Visit):
    visitor = visit("phone", **CALM)
    page = visitor.go("new/auction-draw")
    visitor.press(page.get_by_text("More settings"))
    visitor.press(page.get_by_role("switch", name="Rated"))
    expect(page.get_by_role("button", name="Play now")).to_have_count(0)
    expect(page.get_by_role("switch", name="Hints")).to_have_count(0)
    look(visitor, "a rated table, set up")
    visitor.push("Invite friends")
    page.wait_for_url("**/table/*")
    expect(page.get_by_text("This match is rated:")).to_be_visible()
    expect(page.get_by_role("combobox", name=re.compile("Who sits on seat"))).to_have_count(0)
    look(visitor, "a rated table, gathering")


@pytest.mark.parametrize("size", sample_cases(["phone", "desktop"], 1))
def test_a_chosen_portrait_is_the_same_at_the_table_in_the_chat_in_results_and_in_lists(visit: Visit, size: str):
    visitor = visit(size, **CALM)
    page = visitor.go("me")
    visitor.push("Choose a portrait")
    page.get_by_role("radio", name="Portrait 6: blue headscarf").check(force=True)
    audited(visitor, "the choice of a portrait")
    with page.expect_response(lambda answer: answer.url.endswith("me/portrait") and answer.request.method == "POST"):
        page.get_by_role("radio", name="Portrait 6: blue headscarf").press("ArrowRight")
    expect(page.get_by_role("radio", name="Portrait 7: flat cap, grey beard")).to_be_checked()
    own = drawn(page.get_by_role("region", name="Your portrait"))
    found(visitor, "auction-pitch", ["me", "house", "house", "house"], start=False, options={"deals": 1})
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    assert drawn(seats.first) == own != drawn(seats.nth(1))
    visitor.push("Start the match")
    visitor.until("() => wire.board")
    visitor.push("Chat")
    page.get_by_label("Your line").fill("Good luck")
    visitor.push("Say it")
    assert drawn(page.get_by_role("listitem").filter(has_text="Good luck")) == own
    page.keyboard.press("Escape")
    Robot(visitor, seed=3).play()
    results = page.get_by_role("dialog").get_by_role("listitem").filter(has_text="You")
    assert drawn(results.first) == own
    visitor.push(re.compile("match"), "link")
    assert drawn(page.get_by_role("columnheader", name="You")) == own
    show_matches(visitor)
    assert drawn(page.get_by_role("region", name=TITLE)) == own
    visitor.go()
    faces = page.get_by_role("region", name="Your tables").locator(".portrait svg")
    expect(faces).to_have_count(4)
    assert faces.first.get_attribute("style") == own
    audited(visitor, "own tables with portraits")


def drawn(place: Locator) -> str | None:
    """Return the colours of the first portrait in `place`, which identify the portrait."""
    return place.locator(".portrait svg").first.get_attribute("style")
