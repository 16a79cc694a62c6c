"""Texts that the browser client shows for the keys that the server sends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[1] / "web/src"


def messages(game: str, language: str = "en") -> dict[str, Any]:
    """Return the messages of one game, read from the game's folder."""
    file = SOURCE / f"games/{game}/messages/{language}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def common_messages() -> dict[str, Any]:
    """Return the messages that belong to no single game."""
    return json.loads((SOURCE / "messages/en.json").read_text())


def text_of(game: str, key: str) -> str | dict[str, str]:
    """Return the client's text for a key from the server: the game's text if it has one, else the common text."""
    for found in (messages(game), common_messages()):
        for part in key.split("."):
            found = found.get(part, {})
        if found:
            return found
    raise KeyError(key)
