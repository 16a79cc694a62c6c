"""What the server says to people, in the language of a connection or a request; until then it is English."""

from __future__ import annotations

import orjson

from saleroom.match.languages import ENGLISH
from saleroom.match.sentences import translated

SAYS = "saleroom.server"
POINTS = {"de": ",", "fr": ","}
"""What stands before the decimals, where it is no point."""
_REASONED = (b'{"type":"refused"', b'{"type":"because"')


def spoken(line: str, language: str) -> str:
    """A line of an answer in a language."""
    return translated(line, language, SAYS)


def answer_spoken(answer: bytes, language: str) -> bytes:
    """An encoded message to one connection; its reason, where it gives one, in a language."""
    if language == ENGLISH or not answer.startswith(_REASONED):
        return answer
    message = orjson.loads(answer)
    if message["text"]:
        message["text"] = spoken(message["text"], language)
    return orjson.dumps(message)


def decimal(value: float, language: str) -> str:
    """A number with its sign and two decimals."""
    return f"{value:+.2f}".replace(".", POINTS.get(language, ".")).replace("-", "\N{MINUS SIGN}")
