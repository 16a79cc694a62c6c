"""Draw the pictures of link previews: `make pictures`.

Messengers accept PNG and JPEG, but no SVG. The pictures are the client's own drawings of the games, taken by a browser
from the built client, because nothing else draws them with their styles. They are kept in `web/public`, so that a build
of the client needs no browser.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from saleroom.games import NAMES, load
from saleroom.server.http.link_preview import HEIGHT, SITE, WIDTH, picture_path
from tests.browser.conftest import ARGUMENTS
from tests.browser.house import House
from tools.browser import launch

FOLDER = Path(__file__).parents[1] / "web" / "public"
COLOURS = 128
"""Colours of a picture; the drawings have flat colours, so a palette loses little."""
DRAW = """([game, title, site]) => {
  const heading = [...document.querySelectorAll("h3")].find((one) => one.textContent === game);
  const picture = heading?.closest("li").querySelector("svg.picture") ?? new Image();
  if (heading) picture.setAttribute("preserveAspectRatio", "xMidYMid slice");
  else picture.src = "icon.svg";
  const sheet = document.createElement("div");
  const band = document.createElement("div");
  const [name, brand] = [document.createElement("b"), document.createElement("span")];
  Object.assign(name, { textContent: title });
  Object.assign(brand, { textContent: site });
  band.append(name, brand);
  sheet.append(picture, band);
  document.body.replaceChildren(sheet);
  Object.assign(document.body.style, { margin: 0, overflow: "hidden" });
  Object.assign(sheet.style, { position: "fixed", inset: 0, background: "#1f4a3a" });
  const size = { display: "block", width: "100vw", height: "calc(100vh - 112px)", aspectRatio: "auto" };
  Object.assign(picture.style, size);
  Object.assign(band.style, {
    display: "flex", height: "112px", boxSizing: "border-box", justifyContent: "space-between", alignItems: "center",
    padding: "0 48px 6px", background: "#14201b", color: "#f6edd7", font: "600 56px var(--font)",
  });
  Object.assign(brand.style, { color: "#c79a3f", fontSize: "36px" });
  return Promise.all([document.fonts.ready, heading ? null : picture.decode()]).then(() => true);
}"""
"""Function of the page that leaves only the picture of a game, or the logo, above a title."""


def main() -> None:
    """Draw the picture of each game, and the general one."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = launch(playwright, ARGUMENTS)
        try:
            for game in (*NAMES, None):
                file = FOLDER / picture_path(game).removeprefix("/")
                file.write_bytes(drawn(browser, house.url, game))
                print(f"{file.name}: {file.stat().st_size:,} bytes")
        finally:
            browser.close()
            house.close()


def drawn(browser: Browser, url: str, game: str | None) -> bytes:
    """Return the picture of a game, or the general picture, as PNG; `url` is the address of a server."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="dark", locale="en")
    try:
        return _with_palette(_shot(page, url, game))
    finally:
        page.close()


def _shot(page: Page, url: str, game: str | None) -> bytes:
    page.goto(url)
    page.locator("li svg.picture").first.wait_for()
    title = load(game).title if game else "Auction card games"
    page.evaluate(DRAW, [load(game).title if game else "", title, SITE])
    return page.screenshot()


def _with_palette(shot: bytes) -> bytes:
    out = io.BytesIO()
    image = Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
