"""Visitor of the site: a browser page that is watched for errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

WIRE = Path(__file__).with_name("wire.js").read_text()
PATIENCE = 60_000  # milliseconds, because the machine can be busy
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
NO_WAY = re.compile(r"WebSocket connection to .* failed|ERR_|Failed to load resource")
"""Texts in a browser's messages about network failures."""


class Visitor:
    """Browser profile with one page."""

    def __init__(self, browser: Browser, url: str, size: str = "desktop", **more: Any) -> None:
        """Open an empty page; paths are relative to `url`, the server's address."""
        self.context = browser.new_context(**{**SIZES[size], **more}, base_url=url)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(WIRE)
        width = {**SIZES[size], **more}["viewport"]["width"]
        self.context.add_init_script(f"window.pageWidth = {width}")
        self.size = size
        self.faults: list[str] = []
        self.expects_no_way = False
        """Whether network errors are expected."""
        self.page = self._watched(self.context.new_page())

    def _watched(self, page: Page) -> Page:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(f"error on {page.url}: {error}"))
        return page

    def _said(self, message: ConsoleMessage) -> None:
        expected = self.expects_no_way and NO_WAY.search(message.text)
        if message.type in ("error", "warning") and not expected:
            self.faults.append(f"{message.type} on {message.page and message.page.url}: {message.text}")

    def leave(self) -> list[str]:
        """Close the page, and return its errors."""
        self.context.close()
        return self.faults

    # Actions

    def go(self, path: str = "") -> Page:
        """Open a page by its address."""
        self.page.goto(path)
        return self.page

    def press(self, target: Locator) -> None:
        """Click with a mouse, or tap with a finger."""
        (target.tap if self.size == "phone" else target.click)()

    def push(self, name: str | re.Pattern[str], role: Any = "button") -> None:
        """Press the button named `name`. A string must be the whole name; a pattern can match a part of it."""
        self.press(self.page.get_by_role(role, name=name, exact=isinstance(name, str)))

    # Queries

    def until(self, condition: str, *, patience: float = PATIENCE) -> None:
        """Wait until a JavaScript expression is true on the page."""
        self.page.wait_for_function(condition, timeout=patience)

    def ask(self, expression: str, about: Any = None) -> Any:
        """Evaluate a JavaScript expression on the page, and return its value."""
        return self.page.evaluate(expression, about)

    @property
    def table(self) -> str:
        """Return the id of the table on the page."""
        return self.page.url.split("/table/")[1].split("?")[0].split("#")[0]

    def heard(self) -> list[str]:
        """Return the lines of the live region."""
        return self.page.locator("[aria-live=polite] p").all_inner_texts()

    def check_width(self) -> None:
        """Check that nothing extends beyond the edges of the page, except moving pieces, which the page clips.

        If the check fails, repeat it after the next frame, when the browser has laid out recent changes.
        """
        wrong = self.ask("() => misfit() && painted().then(misfit)")
        assert wrong is None, f"{self.page.url} is too wide: {wrong}"


Visit = Callable[..., Visitor]
