"""Redirects from earlier addresses of the site: one small page for each page that has moved."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

MOVED = tomllib.loads(Path(__file__).with_name("moved.toml").read_text("utf-8"))
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<link rel="canonical" href="{target}">
<script>
  const headings = {headings};
  const heading = location.hash.slice(1);
  location.replace(headings[heading] ?? "{target}" + location.hash);
</script>
<noscript><meta http-equiv="refresh" content="0; url={target}"></noscript>
<p>This page has moved: <a href="{target}">{target}</a></p>
</html>
"""


def pages(moved: Mapping[str, Mapping[str, str]] = MOVED) -> dict[str, str]:
    """Return the HTML of each earlier page that now only redirects, by path."""
    return {f"{earlier}.html": _page(earlier, page, moved["headings"]) for earlier, page in moved["pages"].items()}


def destination(address: str, moved: Mapping[str, Mapping[str, str]] = MOVED) -> str:
    """Return the present address of an earlier `page#heading`; both are without `.html`."""
    page, _, heading = address.partition("#")
    return moved["headings"].get(address) or f"{moved['pages'].get(page, page)}#{heading}"


def _page(earlier: str, page: str, headings: Mapping[str, str]) -> str:
    own = {
        address.partition("#")[2]: target.replace("#", ".html#")
        for address, target in headings.items()
        if address.startswith(f"{earlier}#")
    }
    return PAGE.format(target=f"{page}.html", headings=json.dumps(own))
