"""Pictures of link previews: there is one for each game, and it shows what the client draws."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import pytest

from saleroom.games import NAMES
from saleroom.server.http.link_preview import HEIGHT, WIDTH, picture_path
from tools.browser import launch, program

FOLDER = Path(__file__).parents[1] / "web" / "public"
LARGEST = 100_000  # bytes
pictures = pytest.mark.parametrize("game", [*NAMES, None])


@pictures
def test_every_game_has_a_small_picture_of_the_announced_size(game):
    data = (FOLDER / picture_path(game).removeprefix("/")).read_bytes()
    assert len(data) <= LARGEST
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (WIDTH, HEIGHT)


@pytest.mark.integration
@pytest.mark.skipif(program() is None, reason="there is no Chromium")
def test_the_pictures_are_those_of_the_client(tmp_path):
    """Fonts differ a little between machines, so a small share of the pixels may differ."""
    from PIL import Image, ImageChops
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import ARGUMENTS
    from tests.browser.house import House
    from tools.pictures import drawn

    house = House(tmp_path)
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright, ARGUMENTS)
            for game in (*NAMES, None):
                kept = Image.open(FOLDER / picture_path(game).removeprefix("/")).convert("L")
                now = Image.open(io.BytesIO(drawn(browser, house.url, game))).convert("L")
                histogram = ImageChops.difference(kept, now).histogram()
                assert sum(histogram[48:]) < 0.01 * WIDTH * HEIGHT, f"{game}: run make pictures"
            browser.close()
    finally:
        house.close()
