"""What somebody typed, as an action's words."""

from __future__ import annotations

import re

from saleroom.kernel.cards import RANKS, SUIT_WORDS, SUITS
from saleroom.kernel.tiles import NAMES as TILES
from saleroom.toolkit.text.board import Menu
from saleroom.toolkit.text.voice import NAMES, SYMBOLS

SIDES = {"l": "L", "left": "L", "r": "R", "right": "R"}
NOTHING = {"none", "nothing", "pat"}
_TILE = re.compile(r"(\d{1,2})[-|:/](\d{1,2})")


class Unclear(ValueError):
    """Words that could mean nothing, or several things; the text says what is missing."""


def understand(text: str, menu: Menu) -> str:
    """The words of the action that is meant, legal or not; `Unclear` when that cannot be told."""
    tokens = text.lower().replace(",", " ").split()
    if " ".join(tokens) in menu.keys:
        return menu.keys[" ".join(tokens)]
    verb = _verb(tokens[0], menu)
    if verb is None:
        verb = menu.verb
    else:
        tokens = tokens[1:]
    return _complete(verb, [arg for token in tokens for arg in _argument(token, verb, menu)], menu)


def _verb(token: str, menu: Menu) -> str | None:
    """The verb that a word is, or begins: any of the menu's."""
    verbs = dict.fromkeys([words.split(" ")[0] for words in menu.legal] + [menu.verb])
    if token in verbs or token in ("pass", "bid", "play", "buy"):
        return token
    found = [verb for verb in verbs if verb.startswith(token)]
    return found[0] if len(found) == 1 and token not in _suits() else None


def _suits() -> dict[str, str]:
    names = dict(zip(SUIT_WORDS, SUITS, strict=True))
    names |= {word.removesuffix("s"): suit for word, suit in names.items()}
    return names | {suit.lower(): suit for suit in SUITS} | dict(zip(SYMBOLS, SUITS, strict=True))


def _argument(token: str, verb: str, menu: Menu) -> list[str]:
    """The words of the record that a typed word stands for."""
    if verb == "bid" or (menu.amounts and verb == menu.verb):
        return [token.lstrip("0") or "0"] if token.isdecimal() and token.isascii() else [token]
    if token == "all":
        return list(menu.pieces)
    if token in NOTHING:
        return []
    if verb == "trade":
        return [_seat(token)]
    if token.isdecimal():
        return [_piece(token, menu)]
    return [_suits().get(token) or SIDES.get(token) or _tile(token) or _card(token)]


def _piece(token: str, menu: Menu) -> str:
    if not menu.pieces:
        raise Unclear("numbers mean nothing here")
    if len(token) > 3 or not 1 <= int(token) <= len(menu.pieces):
        raise Unclear(f"there is no number {token[:9]}; the numbers are 1 to {len(menu.pieces)}")
    return menu.pieces[int(token) - 1]


def _seat(token: str) -> str:
    names: list[str] = [name.lower() for name in NAMES]
    return str(names.index(token)) if token in names else token


def _tile(token: str) -> str | None:
    found = _TILE.fullmatch(token)
    if not found:
        return None
    name = "{1}-{0}".format(*sorted((int(found[1]), int(found[2]))))
    return name if name in TILES else None


def _card(token: str) -> str:
    token = token.replace("10", "t")
    if len(token) == 2 and token[0].upper() in RANKS and token[1] in _suits():
        return token[0].upper() + _suits()[token[1]]
    return token.upper()


def _complete(verb: str, args: list[str], menu: Menu) -> str:
    """The legal action that the words name, whatever their order and with nothing left open; else the words."""
    wanted = sorted(args)
    for words in menu.legal:
        head, *rest = words.split(" ")
        if head == verb and sorted(rest) == wanted:
            return words
    begun = [words for words in menu.legal if args and words.startswith(" ".join([verb, *args, ""]))]
    if len(begun) == 1 or (begun and menu.either):
        return begun[0]
    if begun and verb == "play":
        raise Unclear(f"{args[0]} fits both ends; add left or right")
    if begun and verb == "offer":
        calls = " or ".join(words[-1].lower() for words in begun)
        raise Unclear(f"call a suit as well: offer {args[0]} {calls}")
    if menu.held and verb == "play" and len(args) == 1:
        raise Unclear(f"{args[0]} fits neither end" if args[0] in menu.held else f"you do not hold {args[0][:9]}")
    return " ".join([verb, *args])
