"""Texts for the pages that the server itself makes, from the server's message files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

POINTS = {"de": ",", "fr": ","}
"""Decimal separator of each language that does not use a point."""


@cache
def page_texts(page: str, language: str) -> Mapping[str, str]:
    """Return the texts of a page in a language, by key."""
    file = resources.files("saleroom.server").joinpath(f"messages/{language}.json")
    return json.loads(file.read_text("utf-8"))[page]


def decimal(value: float, language: str) -> str:
    """Return a number as text in a language, with its sign and two decimals."""
    return f"{value:+.2f}".replace(".", POINTS.get(language, ".")).replace("-", "\N{MINUS SIGN}")
