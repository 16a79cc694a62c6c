"""Refusals in English, from the section `refusals` of the files `messages/en.json`.

A game's package has the texts for the game's own keys, which begin with its name. `saleroom.match` has the texts that
all games share, and `saleroom.server` has those of the server. Texts in other languages are part of the web client.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from saleroom.kernel.refusals import Refusal

Template = str | Mapping[str, str]
"""Text with placeholders such as ``{seat}``, or two texts: `one` if `count` is 1, and `other`."""


def english(refusal: Refusal, names: Sequence[str] | None = None) -> str:
    """Return a refusal as English text.

    If `names` is given, the text has the players' names instead of seat numbers.
    """
    if refusal.key is None:
        return refusal.plain
    template = templates().get(refusal.key)
    if template is None:
        return refusal.key
    if not isinstance(template, str):
        template = template["one" if refusal.params["count"] == 1 else "other"]
    return template.format_map({name: _shown(name, value, names) for name, value in refusal.params.items()})


@cache
def templates() -> Mapping[str, Template]:
    """Return the English texts of all refusals, by key."""
    return {key: text for path in message_files() for key, text in _section(path).items()}


def message_files() -> Iterator[Traversable]:
    """Yield the files of English texts: of the package `saleroom.match`, of the server and of each game."""
    root = resources.files("saleroom")
    for folder in (root, root / "games"):
        files = (package / "messages" / "en.json" for package in folder.iterdir() if package.is_dir())
        yield from (file for file in files if file.is_file())


def _section(path: Traversable) -> Mapping[str, Template]:
    return json.loads(path.read_text("utf-8")).get("refusals", {})


def _shown(name: str, value: Any, names: Sequence[str] | None) -> str:
    """Return a parameter as text; the last part of its name determines the format."""
    kind = name.rpartition("_")[2]
    if kind in ("seat", "seats", "chairs"):
        value = _seats(value, names)
    return _KINDS.get(kind, _listed)(value)


def _seats(value: Any, names: Sequence[str] | None) -> Any:
    """Return the name or number of a seat, or of each seat in a list."""
    if isinstance(value, list):
        return [_seats(seat, names) for seat in value]
    return f"seat {value}" if names is None else names[value]


def _listed(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _alternatives(values: Sequence[Any]) -> str:
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last


_KINDS: Mapping[str, Callable[[Any], str]] = {
    "seats": " and ".join,
    "chairs": _alternatives,
    "expected": _alternatives,
    "choices": lambda values: " or ".join(map(str, values)),
    "suit": {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}.__getitem__,
}
"""Formats of some kinds of parameters. Other parameters are printed unchanged; list items are separated by commas."""
