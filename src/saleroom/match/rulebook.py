"""The rules as text: each game's RULES.md, whole or as it reads under chosen options.

In the file an article may begin, after its number, with ``[option=value]``: it holds only under that choice; and
``{option}`` stands for the option's number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources

from saleroom import games
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value

_CONDITION = re.compile(r"^(\d+\.\d+ )\[(\w+)=([\w-]+)\] ", re.MULTILINE)
_NUMBER = re.compile(r"\{(\w+)\}")


def source(game: Game) -> str:
    """RULES.md as it stands in the game's folder."""
    return resources.files(games.package(game.name).__name__).joinpath("RULES.md").read_text("utf-8")


def whole(game: Game, options: Mapping[str, Value]) -> str:
    """All the rules, with every choice spelt out; numbers are those of `options`."""
    return _numbers(_CONDITION.sub(r"\1*If \2 is \3:* ", source(game)), options)


def applied(game: Game, options: Mapping[str, Value]) -> str:
    """The rules that apply under these options alone."""
    kept = [paragraph for paragraph in source(game).split("\n\n") if _holds(paragraph, options)]
    return _numbers(_CONDITION.sub(r"\1", "\n\n".join(kept)), options)


def _holds(paragraph: str, options: Mapping[str, Value]) -> bool:
    condition = _CONDITION.match(paragraph)
    return condition is None or str(options[condition[2]]) == condition[3]


def _numbers(text: str, options: Mapping[str, Value]) -> str:
    return _NUMBER.sub(lambda found: str(options[found[1]]), text)
