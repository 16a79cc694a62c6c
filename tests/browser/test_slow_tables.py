"""Tests of tables that allow days for a move: choosing the clock, push notifications, the title and the badge.

The Chromium of the tests has no push service, so a test double replaces the browser's `subscribe`. The service worker
and its notifications are real, but the tests create the push events.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.opening import choose_short, found, radio
from tests.browser.visitor import Visit, Visitor

pytest.importorskip("http_ece", reason="without the extra push the server asks no browser to listen")
pytestmark = pytest.mark.integration

DAY = 86_400
STUB = """(() => {
  window.asked = [];
  window.badge = 0;
  navigator.setAppBadge = async () => void (window.badge = 1);
  navigator.clearAppBadge = async () => void (window.badge = 0);
  Notification.requestPermission = async () => (asked.push("permission"), "granted");
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    asked.push({ userVisibleOnly, key: applicationServerKey });
    const endpoint = "https://fcm.googleapis.com/fcm/send/one";
    return { toJSON: () => ({ endpoint, keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) } }) };
  };
})()"""
"""Script that records the page's calls of browser functions in `asked`."""


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
        reader.page.get_by_label(f"Who sits on seat {seat}").select_option("House player")
    reader.push("Start the match")
    reader.until("() => wire.last.you?.asked")
    shown = reader.page.get_by_role("list", name="Clock").get_by_role("listitem")
    expect(shown).to_have_text(re.compile(rf"You {days * 24} h"))
    expect(reader.page).to_have_title("Your turn · Auction Pitch")
    assert reader.ask("() => badge") == 1
    reader.go()
    assert reader.ask("() => badge") == 0


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
