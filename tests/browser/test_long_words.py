"""Tests that names, titles and chat lines without spaces are broken across lines and make no page too wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.opening import found
from tests.browser.robot import Robot
from tests.browser.test_sizes import DESKTOPS, LANDSCAPE, PHONES, TABLETS, resize
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.integration

SIZES = [*PHONES, *LANDSCAPE, *TABLETS[:2], *DESKTOPS[:1]]
NAME, TITLE, LINE = "M" * 24, "W" * 60, "W" * 200
CALM = {"reduced_motion": "reduce"}
FRIENDS = """async ([table, name]) => {
  const guest = async () => (await fetch("/api/guests", { method: "POST" })).json();
  const kept = JSON.parse(localStorage.getItem("friends") ?? "null");
  const friends = kept ?? (await Promise.all([1, 2, 3].map(guest)));
  localStorage.setItem("friends", JSON.stringify(friends));
  const Plain = Object.getPrototypeOf(window.WebSocket);
  friends.forEach(({ token }, index) => {
    const seat = index + 1;
    const socket = new Plain(location.origin.replace("http", "ws") + `/api/tables/${table}/socket`);
    const say = (message) => socket.send(JSON.stringify(message));
    socket.onopen = () => {
      say({ type: "hello", token });
      if (!kept) say({ type: "sit", id: `friend-sits-${seat}`, seat, name });
    };
    socket.onmessage = ({ data }) => {
      const { you } = JSON.parse(data);
      if (you?.asked == null) return;
      const { legal, bids } = you.mine;
      say({ type: "act", id: `friend-${you.asked}-${seat}`, at: you.asked, action: legal[0] ?? `bid ${bids.low}` });
    };
  });
}"""
"""Script that plays for three other people, who always make the first legal move."""


def fits(visitor: Visitor, where: str) -> None:
    """Check that nothing is wider than the window at any window size."""
    wrong = []
    for size in SIZES:
        resize(visitor, size)
        visitor.ask(f"() => {{ window.pageWidth = {size[0]}; }}")
        fault = visitor.ask("() => misfit() && painted().then(misfit)")
        wrong += [f"{size}: {fault}"] if fault else []
    assert not wrong, f"{where}: " + "\n".join(wrong)


def test_long_names_and_lines_at_a_table(visit: Visit):
    visitor = visit(**CALM)
    table = found(visitor, "auction-pitch", ["me", *["open"] * 3], start=False, name=NAME, options={"deals": 1})
    page = visitor.page
    fits(visitor, "gathering")
    visitor.ask(FRIENDS, [table, NAME])
    visitor.until("() => wire.heard.some((one) => one.table?.chairs.every(({ kind }) => kind === 'human'))")
    page.keyboard.press("c")
    page.get_by_label("Your line").fill(LINE)
    visitor.push("Say it")
    fits(visitor, "chat")
    page.keyboard.press("Escape")
    fits(visitor, "gathering, full")
    visitor.go("")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    fits(visitor, "lobby")
    visitor.go(f"table/{table}")
    visitor.until("() => wire.last")
    visitor.ask(FRIENDS, [table, NAME])
    visitor.push("Start the match")
    visitor.until("() => wire.board")
    for key in "scwit":
        page.keyboard.press(key)
        page.wait_for_timeout(100)
        fits(visitor, f"panel {key}")
        page.keyboard.press("Escape")
    robot = Robot(visitor, seed=3)
    robot.wait()
    fits(visitor, "playing")
    robot.play()
    expect(page.get_by_role("heading", name="win").first).to_be_visible()
    fits(visitor, "the result")
    visitor.push("See the match", "link")
    expect(page.get_by_text("Every card came from the seed.")).to_be_visible()
    fits(visitor, "match")
    visitor.go("me")
    expect(page.get_by_role("heading").first).to_be_visible()
    fits(visitor, "own page")


def test_long_titles_and_names_of_events(visit: Visit):
    visitor = visit(**CALM)
    page = visitor.go()
    event = visitor.ask(
        """async ([title, name]) => {
          const post = async (path, body, token) => {
            const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
            const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
            if (!answer.ok) throw new Error(await answer.text());
            return answer.json();
          };
          const { token } = await post("api/guests", {});
          localStorage.setItem("saleroom.guest", token);
          const { id } = await post("api/events", { game: "auction-pitch", title, name }, token);
          for (let number = 0; number < 4; number += 1)
            await post(`api/events/${id}/join`, { name }, (await post("api/guests", {})).token);
          return id;
        }""",
        [TITLE, NAME],
    )
    visitor.go(f"event/{event}")
    expect(page.get_by_role("heading", name="5 people take part")).to_be_visible()
    fits(visitor, "gathering of an event")
    visitor.push("Start round 1")
    page.wait_for_url("**/table/*")
    visitor.go(f"event/{event}")
    page.get_by_role("heading").first.wait_for()
    fits(visitor, "round of an event")
