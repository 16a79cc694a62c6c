"""Tests of tables that allow days for a move: choosing the clock, push notifications, the title and the badge.

The Chromium of the tests has no push service, so a test double replaces the browser's `subscribe`. The service worker
and its notifications are real, but the tests create the push events.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.audit import look, small_targets
from tests.browser.conftest import opened_browser
from tests.browser.house import House
from tests.browser.opening import choose_short, found, radio
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

pytest.importorskip("http_ece", reason="without the extra push the server asks no browser to listen")
pytestmark = pytest.mark.integration

DAY = 86_400
STUB = """(() => {
  window.asked = [];
  window.badge = 0;
  navigator.setAppBadge = async (count) => void (window.badge = count);
  navigator.clearAppBadge = async () => void (window.badge = 0);
  Notification.requestPermission = async () => (asked.push("permission"), "granted");
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    asked.push({ userVisibleOnly, key: applicationServerKey });
    const endpoint = "https://fcm.googleapis.com/fcm/send/one";
    PushManager.prototype.getSubscription = async () => ({
      endpoint, unsubscribe: async () => void asked.push("unsubscribed"),
    });
    return { toJSON: () => ({ endpoint, keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) } }) };
  };
})()"""
"""Script that records the page's calls of browser functions in `asked`."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield the whole browser."""
    yield from opened_browser(whole=True)


@pytest.fixture
def reader(visit: Visit, house: House) -> Visitor:
    """Return a visitor who accepts notifications, at an address where browsers allow them."""
    visitor = visit(permissions=["notifications"])
    visitor.context.add_init_script(STUB)
    return visitor


def set_clock(visitor: Visitor, clock: str) -> None:
    """Set up a table with a clock on the page for new tables, and open it to friends."""
    visitor.go("new/auction-pitch")
    choose_short(visitor, "auction-pitch")
    radio(visitor, "Time for a move", clock)
    visitor.push("Invite friends")
    visitor.page.wait_for_url("**/table/*")
    visitor.until("() => wire.last")


@pytest.mark.parametrize(("clock", "days"), [("1 day", 1), ("3 days", 3), ("7 days", 7)])
def test_a_clock_in_days_is_chosen_and_shown(reader: Visitor, clock: str, days: int):
    set_clock(reader, clock)
    assert reader.ask("() => wire.last.table.clock") == days * DAY
    for seat in (2, 3, 4):
        reader.page.get_by_label(f"Who sits on seat {seat}").select_option("Bot: Rules of thumb")
    reader.push("Start the match")
    reader.until("() => wire.last.you?.asked")
    shown = reader.page.get_by_role("list", name="Clock").get_by_role("listitem")
    expect(shown).to_have_text(re.compile(rf"You {days * 24} h"))
    expect(reader.page).to_have_title("(1) Your turn · Auction Pitch")
    assert reader.ask("() => badge") == 1
    reader.go()
    expect(reader.page).to_have_title("(1) Saleroom")
    assert reader.ask("() => badge") == 1
    line = reader.page.get_by_role("link", name=re.compile("Your turn"))
    expect(line).to_contain_text("23 hours left" if days == 1 else f"{days - 1} days left" if days > 2 else "")


def test_only_who_joins_a_slow_table_is_asked_and_then_the_server_knows_the_browser(reader: Visitor):
    reader.go()
    set_clock(reader, "60 seconds")
    assert reader.ask("() => asked") == []
    with reader.page.expect_response("**/api/me/push") as told:
        set_clock(reader, "3 days")
    assert told.value.status == 204
    permission, subscribed = reader.ask("() => asked")
    assert permission == "permission" and subscribed["userVisibleOnly"] and len(subscribed["key"]) == 87
    assert told.value.request.post_data_json["turn"] == "Your turn."


def test_whoever_sits_down_at_a_slow_table_is_asked_and_whoever_looks_on_is_not(visit: Visit, reader: Visitor):
    table = found(visit(), "auction-pitch", ["me", "open", "house", "house"], start=False, clock=DAY)
    reader.go(f"table/{table}")
    reader.until("() => wire.last")
    assert reader.ask("() => asked") == []
    reader.page.get_by_label("Your name", exact=True).fill("Bob")
    with reader.page.expect_response("**/api/me/push"):
        reader.push("Sit here, on seat 2")
    assert reader.ask("() => asked[0]") == "permission"


def test_a_push_is_shown_and_opens_the_table(reader: Visitor):
    table = found(reader, "auction-pitch", ["me", "house", "house", "house"], clock=DAY)
    reader.go()
    worker = service_worker(reader)
    message = {"title": "Auction Pitch", "body": "Your turn.", "path": f"table/{table}"}
    worker.evaluate(
        """async (message) => {
          const waits = [];
          const event = new PushEvent("push", { data: JSON.stringify(message) });
          event.waitUntil = (promise) => waits.push(promise);
          self.dispatchEvent(event);
          await Promise.all(waits);
        }""",
        message,
    )
    shown = worker.evaluate(
        """async () => (await registration.getNotifications())
          .map(({ title, body, tag }) => ({ title, body, path: tag }))"""
    )
    assert shown == [message]
    opened = worker.evaluate(
        """async () => {
          const [notification] = await registration.getNotifications();
          const opened = [], waits = [];
          clients.openWindow = async (address) => void opened.push(address);  // opens none without a press
          const event = new NotificationEvent("notificationclick", { notification });
          event.waitUntil = (promise) => waits.push(promise);
          self.dispatchEvent(event);
          await Promise.all(waits);
          return [opened, (await registration.getNotifications()).length];
        }"""
    )
    assert opened[1] == 0
    reader.page.goto(opened[0][0])
    reader.until("() => wire.last?.table")
    assert reader.table == table
    expect(reader.page).to_have_title(re.compile("Auction Pitch"))


def service_worker(visitor: Visitor):
    """Return the client's service worker once it is active."""
    visitor.ask("() => navigator.serviceWorker.ready.then(() => null)")
    (worker,) = visitor.context.service_workers
    return worker


@pytest.mark.parametrize("width", [320, 1280])
def test_tables_that_wait_come_first_and_finished_ones_are_removed(visit: Visit, width: int):
    size = {"width": width, "height": 568 if width == 320 else 800}
    visitor = visit("desktop" if width > 999 else "phone", viewport=size, reduced_motion="reduce")
    slow = found(visitor, "auction-pitch", ["me", "house", "house", "house"], clock=DAY)
    visitor.until("() => wire.last.you?.asked")
    for _ in range(2):
        found(visitor, "auction-pitch", ["me", "house", "house", "house"], options={"deals": 1})
        Robot(visitor, seed=3).play()
    page = visitor.go()
    lines = page.get_by_role("region", name="Your tables").get_by_role("listitem")
    if width == 320:
        expect(lines).to_have_count(1)  # the games come first
        visitor.push("Show 2 more")
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Your turn · 23 hours left")
    expect(lines.first.get_by_role("link")).to_have_attribute("href", re.compile(slow))
    assert lines.first.get_by_role("button").count() == 0
    visitor.check_width()
    look(visitor, "the lobby with a table that waits")
    if width == 320:
        assert not small_targets(visitor)
    visitor.press(lines.nth(1).get_by_role("button", name=re.compile("^Remove from the list: Auction Pitch, Ann")))
    expect(lines).to_have_count(2)
    expect(page.get_by_role("heading", name="Your tables")).to_be_focused()
    visitor.push("Put it back")
    expect(lines).to_have_count(3)
    visitor.push("Remove all finished tables")
    expect(lines).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="My page")).to_be_visible()
    page.reload()
    expect(lines).to_have_count(1)


def test_notifications_are_switched_on_for_all_tables_in_the_lobby_and_off_in_the_preferences(reader: Visitor):
    found(reader, "auction-pitch", ["me", "house", "house", "house"], clock=DAY)
    reader.until("() => wire.last.you?.asked")
    reader.go()
    service_worker(reader)
    reader.page.reload()
    with reader.page.expect_response("**/api/me/push") as told:
        reader.push("Notify me of my turns")
    assert told.value.status == 204
    expect(reader.page.get_by_role("button", name="Notify me of my turns")).to_have_count(0)
    reader.push("Preferences")
    switch = reader.page.get_by_role("switch", name="Notify me of my turns")
    expect(switch).to_be_checked()
    with reader.page.expect_response("**/api/me/push?endpoint=*") as ended:
        reader.page.get_by_text("Notify me of my turns").click()
    assert ended.value.status == 204
    expect(switch).not_to_be_checked()
    reader.until("() => asked.includes('unsubscribed')")
    reader.page.reload()
    asked = reader.ask("() => asked.length")
    set_clock(reader, "3 days")  # joining a slow table asks no longer
    assert reader.ask("() => asked.length") == asked == 0
