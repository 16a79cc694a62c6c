"""Play games in a browser to take the pictures for the README and docs/play/table.md: `make screenshots`."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import ARGUMENTS  # noqa: E402
from tests.browser.house import House  # noqa: E402
from tests.browser.opening import found, set_up  # noqa: E402
from tests.browser.robot import Robot  # noqa: E402
from tests.browser.visitor import SIZES, Visitor  # noqa: E402
from tools.browser import launch  # noqa: E402
from tools.release.pictures import KEY, client_digest  # noqa: E402

FOLDER = ROOT / "docs" / "screens"
CHAIRS = ["me", "house", "house", "house"]
MOMENTS = {
    ("auction-house", "desktop"): "board.phase === 'play' && board.trick.plays.length > 1 && board.held[0] < 7",
    ("auction-house", "phone"): "board.phase === 'lay' && board.laid.length > 0",
    ("auction-hearts", "desktop"): "board.phase === 'play' && board.broken && board.trick.plays.length > 1",
    ("auction-hearts", "phone"): "board.phase === 'bid' && board.auction.bid !== null",
    ("auction-pitch", "desktop"): "board.phase === 'bid' && board.auction.bid !== null",
    ("auction-pitch", "phone"): "board.phase === 'play' && board.trick.plays.length > 1 && board.held[0] < 6",
    ("auction-draw", "desktop"): "board.phase === 'play' && board.line.length > 9",
    ("auction-draw", "phone"): "board.phase === 'play' && board.line.length > 5",
    ("auction-flop-poker", "desktop"): "board.phase === 'bid' && board.auction.bid !== null",
    ("auction-flop-poker", "phone"): "board.phase === 'bid'",
}
"""Moment to show for each game, as a JavaScript condition that must hold when it is the player's turn."""

SLIPS = ["Close the scoring", "Not now"]
"""Buttons that put away what covers the table: the scores of the last deal, and the question about sounds."""
COLOURS = 256
"""A palette makes the pictures a third as large, and no difference is visible."""


def main() -> None:
    """Start a server, and take all pictures. The argument `pages` selects the pictures for docs/play/table.md."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = launch(playwright, ARGUMENTS)
        try:
            if sys.argv[1:] != ["pages"]:
                for (game, size), moment in MOMENTS.items():
                    table(browser, house, game, size, moment)
                for size in SIZES:
                    lobby_and_match(browser, house, size)
            pages(browser, house)
        finally:
            browser.close()
            house.close()


def visitor(browser: Browser, house: House, size: str) -> Visitor:
    """Return a visitor with a browser of this size; phones have a sharper screen."""
    scale = 1.5 if size == "phone" else 1
    return Visitor(browser, house.url, size, device_scale_factor=scale, color_scheme="dark", reduced_motion="reduce")


def table(browser: Browser, house: House, game: str, size: str, moment: str) -> None:
    """Play until the condition `moment` holds, and take a picture of the table."""
    person = visitor(browser, house, size)
    found(person, game, CHAIRS)
    robot = Robot(person, seed=3)
    while not person.ask(f"() => {{ const board = wire.board; return lit().length > 0 && ({moment}); }}"):
        robot.play(moves=1)
        assert robot.wait(), f"{game} never came to {moment}"
    for name in SLIPS:
        if (button := person.page.get_by_role("button", name=name, exact=True)).is_visible():
            person.press(button)
    shoot(person, f"{game}-{size}")


def lobby_and_match(browser: Browser, house: House, size: str) -> None:
    """Take pictures of the lobby with a person's tables, and of the page about a match that they played."""
    person = visitor(browser, house, size)
    set_up(person, "auction-pitch")
    Robot(person, seed=1).play()
    person.push("See the match", "link")
    person.page.get_by_role("region", name="Step through").locator("[data-piece]").first.wait_for()
    shoot(person, f"match-{size}", leave=False)
    person.go()
    person.page.get_by_role("heading", name="Auction Flop Poker").wait_for()
    shoot(person, f"lobby-{size}")


def pages(browser: Browser, house: House) -> None:
    """Take pictures of house rules, today's deal, a challenge and its page, and the start of a club event."""
    house_rules(browser, house)
    ann, ben = visitor(browser, house, "desktop"), visitor(browser, house, "desktop")
    table = found(ann, "auction-pitch", ["me", "medium", "easy", "medium"], options={"target": 25, "deals": 4})
    Robot(ann, seed=1).play()
    ann.go(f"match/{table}")
    ann.push("Make the link")
    ann.page.wait_for_url("**/challenge/*")
    ben.go()
    ben.page.evaluate("() => localStorage.setItem('saleroom.name', 'Ben')")
    ben.go(ann.page.url)
    play_cards(ben, 2)
    shoot(ben, "challenge", leave=False)
    ben.go()
    ben.page.get_by_role("region", name="Today’s deals").get_by_role("link", name="Auction Pitch").click()
    play_cards(ben, 3)
    ben.until("() => !document.body.innerText.includes('still playing')")
    shoot(ben, "daily", leave=False)
    ben.go("me")
    ben.page.get_by_role("heading", name="Your matches").wait_for()
    shoot(ben, "me", leave=False)
    ben.go("new-event/auction-hearts")
    ben.push("Make the event")
    ben.page.wait_for_url("**/event/*")
    shoot(ben, "event")
    assert not (faults := ann.leave()), faults


def house_rules(browser: Browser, house: House) -> None:
    """Take a picture of the measured rule sets and options of a game."""
    person = visitor(browser, house, "desktop")
    person.go("house-rules/auction-pitch")
    person.page.get_by_role("heading", name="Points to win").wait_for()
    shoot(person, "house-rules")


def play_cards(person: Visitor, seed: int) -> None:
    """Accept an invitation to play cards, play the match, and open the results."""
    person.push("Play these cards")
    person.page.wait_for_url("**/table/*")
    Robot(person, seed).play()
    person.page.get_by_role("link", name="See how others did").click()
    person.page.get_by_role("heading", name="Deal by deal").or_(
        person.page.get_by_role("heading", name="All results")
    ).wait_for()


def shoot(person: Visitor, name: str, leave: bool = True) -> None:
    """Take and save a picture of the page."""
    person.page.wait_for_timeout(1500)  # until temporary messages have disappeared
    person.page.evaluate("() => scrollTo(0, 0)")
    save(person.page.screenshot(), FOLDER / f"{name}.png")
    if leave:
        assert not (faults := person.leave()), faults


def save(picture: bytes, path: Path) -> None:
    """Save a picture in few colours, with the digest of the client that it shows."""
    about = PngInfo()
    about.add_text(KEY, client_digest(ROOT))
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG)
    image.save(path, "PNG", optimize=True, pnginfo=about)
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
