"""Helpers to set up a table, on its page or directly through the API."""

from __future__ import annotations

from typing import Any

from tests.browser.visitor import Visitor

GAMES = ("auction-house", "auction-hearts", "auction-pitch", "auction-draw", "auction-flop-poker")
SHORT: dict[str, tuple[int | None, dict[str, int]]] = {
    "auction-house": (None, {"Deals": 1}),
    "auction-hearts": (None, {"Deals": 1}),
    "auction-pitch": (4, {"Deals": 1}),
    "auction-draw": (3, {"Deals": 1}),
    "auction-flop-poker": (3, {"Deals": 1}),
}
"""Seats and options of a short match of each game, as named on the page."""


def set_up(visitor: Visitor, game: str, pace: str = "fast") -> None:
    """Set up a short match in the lobby and on the page for new tables, and wait for the first cards."""
    visitor.go()
    visitor.push(f"Set up a table of {title(game)}, alone or with friends", "link")
    choose_short(visitor, game, pace)
    visitor.push("Play now")
    visitor.page.wait_for_url("**/table/*")
    visitor.until("() => wire.board")


def choose_short(visitor: Visitor, game: str, pace: str = "fast") -> None:
    """Choose the options of a short match."""
    page = visitor.page
    seats, options = SHORT[game]
    if seats is not None:
        radio(visitor, "Seats", str(seats))
    for name, value in options.items():
        field = page.get_by_role("spinbutton", name=name, exact=True)
        field.fill(str(value))
        field.blur()
    radio(visitor, "Speed of the bots", pace)


def radio(visitor: Visitor, legend: str, choice: str) -> None:
    """Choose a radio button."""
    group = visitor.page.get_by_role("group", name=legend)
    visitor.press(group.get_by_text(choice, exact=True))
    assert group.get_by_role("radio", name=choice, exact=True).is_checked()


def title(game: str) -> str:
    """Return a game's title."""
    return game.replace("-", " ").title()


def found(visitor: Visitor, game: str, chairs: list[str], start: bool = True, **more: Any) -> str:
    """Create a table through the API, and open it for the visitor. Each of `chairs` is ``me``, ``open`` or the name of
    a bot.
    """
    places = [{"kind": chair} if chair in ("me", "open") else {"kind": "bot", "player": chair} for chair in chairs]
    asked = {"game": game, "name": "Ann", "chairs": places, "pace": "quick", "start": start, **more}
    visitor.go()
    table = visitor.page.evaluate(
        """async (asked) => {
          const post = async (path, body, token) => {
            const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
            const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
            if (!answer.ok) throw new Error(await answer.text());
            return answer.json();
          };
          const kept = localStorage.getItem("saleroom.guest");
          const token = kept ?? (await post("api/guests", {})).token;
          localStorage.setItem("saleroom.guest", token);
          return (await post("api/tables", asked, token)).id;
        }""",
        asked,
    )
    visitor.go(f"table/{table}")
    visitor.until("() => wire.last")
    return table
