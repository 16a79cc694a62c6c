"""Languages of the texts that Saleroom shows, and the choice among them. The module loads no game."""

from __future__ import annotations

import re
from collections.abc import Iterable

LANGUAGES = ("en", "de", "fr")
ENGLISH = LANGUAGES[0]

_TAG = re.compile(r"[A-Za-z]{2,3}")


def preferred(asked: str | Iterable[str]) -> str:
    """Return the first supported language in `asked`, or English if there is none.

    `asked` is a list of tags such as ``de-CH``, or an `Accept-Language` header.
    """
    tags = asked.split(",") if isinstance(asked, str) else asked
    matches = (_TAG.match(tag.strip()) for tag in tags)
    codes = (match[0].lower() for match in matches if match)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)
