"""Messages to a chat in the browser: the owner of a slow table sets an address, and people choose what they receive.

No test reaches a chat: the browser's requests to set and confirm an address are answered by the test.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.audit import look
from tests.browser.opening import GAMES, found
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

CALM = {"reduced_motion": "reduce"}
DAY = 86_400
ADDRESS = "https://discord.com/api/webhooks/1/secret"


def answer_for_the_chat(visitor: Visitor) -> list[Any]:
    """Answer the page's requests to set and confirm a webhook; return the list of their bodies."""
    bodies: list[Any] = []

    def answer(route: Route) -> None:
        if route.request.method == "DELETE":
            route.fulfill(status=204)
            return
        if route.request.method != "POST":
            route.continue_()
            return
        bodies.append(route.request.post_data_json)
        confirms = route.request.url.endswith("/code")
        own = {"kind": "discord", "host": "discord.com", "status": "active" if confirms else "unconfirmed"}
        answer = {"possible": True, "active": confirms, "own": own}
        route.fulfill(status=200, content_type="application/json", body=json.dumps(answer))

    visitor.page.route("**/webhook", answer)
    visitor.page.route("**/webhook/code", answer)
    return bodies


def open_settings(visitor: Visitor) -> Any:
    visitor.page.keyboard.press("t")
    return visitor.page.get_by_role("dialog", name="Table settings")


def test_the_owner_of_a_slow_table_sets_confirms_and_removes_an_address(visit: Visit):
    ann = visit(**CALM)
    found(ann, GAMES[2], ["me", "open", "house", "house"], start=False, clock=DAY)
    bodies = answer_for_the_chat(ann)
    settings = open_settings(ann)
    settings.get_by_label("Webhook address").fill(ADDRESS)
    settings.get_by_label("Format").select_option("Discord")
    look(ann, "webhook address")
    settings.get_by_role("button", name="Send a code").click()
    settings.get_by_label("Code from the chat").fill("ABCDEFGH")
    ann.page.mouse.move(0, 0)
    look(ann, "webhook code")
    settings.get_by_role("button", name="Confirm").click()
    expect(settings.get_by_text("Messages go to discord.com (Discord).")).to_be_visible()
    assert bodies == [{"address": ADDRESS, "kind": "discord"}, {"code": "ABCDEFGH"}]
    assert ADDRESS not in ann.page.content()
    settings.get_by_role("button", name="Remove the address").click()
    expect(settings.get_by_label("Webhook address")).to_have_value("")


def test_other_people_and_fast_tables_have_no_such_settings(visit: Visit):
    ann, bob = visit(), visit()
    table = found(ann, GAMES[2], ["me", "open", "house", "house"], start=False, clock=DAY)
    bob.go(f"table/{table}")
    bob.until("() => wire.last")
    expect(open_settings(bob)).to_be_visible()
    expect(bob.page.get_by_text("Messages to a chat")).to_have_count(0)
    found(ann, GAMES[2], ["me", "open", "house", "house"], start=False, clock=60)
    expect(open_settings(ann)).to_be_visible()
    expect(ann.page.get_by_text("Messages to a chat")).to_have_count(0)


def test_a_wrong_address_is_refused_with_a_reason(visit: Visit):
    ann = visit()
    ann.expects_no_way = True
    found(ann, GAMES[2], ["me", "open", "house", "house"], start=False, clock=DAY)
    settings = open_settings(ann)
    settings.get_by_label("Webhook address").fill("http://discord.com/api/webhooks/1/secret")
    settings.get_by_role("button", name="Send a code").click()
    expect(settings.get_by_role("alert")).to_contain_text("Give an https address")


def test_a_person_sets_quiet_hours_and_leaves_chats(visit: Visit):
    ann = visit(timezone_id="Asia/Tokyo", **CALM)
    page = ann.go("me")
    page.get_by_label("Chats may announce my turns").uncheck()
    page.get_by_label("Quiet hours").check()
    page.get_by_label("From", exact=True).fill("21:30")
    look(ann, "messages on My page")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    ann.go("me")
    expect(page.get_by_label("Chats may announce my turns")).not_to_be_checked()
    expect(page.get_by_label("From", exact=True)).to_have_value("21:30")
    expect(page.get_by_text("Asia/Tokyo")).to_be_visible()


def test_a_reader_of_the_chat_stops_the_messages(visit: Visit):
    ann = visit(**CALM)
    sent: list[Any] = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(status=204)

    ann.page.route("**/api/webhooks/stop", answer)
    page = ann.go("stop#some-hook.some-key")
    look(ann, "stop page")
    ann.push("Stop the messages")
    expect(page.get_by_text("The messages are stopped.")).to_be_visible()
    assert sent == [{"key": "some-hook.some-key"}]
