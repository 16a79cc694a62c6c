"""Games whose texts must exist in every language."""

from __future__ import annotations

from saleroom.games import NAMES
from saleroom.match import languages

SHIPPED = {"auction-house", "auction-hearts", "auction-pitch", "auction-draw", "auction-flop-poker"}
OTHERS = [language for language in languages.LANGUAGES if language != languages.ENGLISH]
TRANSLATED = [name for name in NAMES if name in SHIPPED or any(languages.texts(name, other) for other in OTHERS)]
"""Games with translations. A new game needs none, but a game with one translation needs all languages."""
