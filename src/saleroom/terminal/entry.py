"""Parser of what the user types at a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from saleroom.kernel.cards import RANKS, SUIT_WORDS, SUITS
from saleroom.kernel.tiles import NAMES as TILES
from saleroom.toolkit.text.board import Menu
from saleroom.toolkit.text.ink import listed
from saleroom.toolkit.text.voice import SYMBOLS

NOTHING = {"none", "nothing"}
ONE_OF_SUIT = ("club", "diamond", "heart", "spade")
MOST_NAMED = 4  # maximum number of actions listed in a question
_TILE = re.compile(r"(\d{1,2})[-|:/](\d{1,2})")


class Unclear(ValueError):
    """Error for an entry that is unknown or ambiguous; the message says what is missing."""


def understand(text: str, menu: Menu, verbs: Iterable[str] = ()) -> str:
    """Return the intended action in the notation of the record, whether it is legal or not.

    Raise `Unclear` if the entry is unknown or ambiguous.

    `verbs` are all verbs of the game: a verb that is not legal now is also accepted, so that the rules can give the
    reason.
    """
    tokens = text.lower().replace(",", " ").split()
    if not tokens:
        raise Unclear("type what you want to do")
    if " ".join(tokens) in menu.keys:
        return menu.keys[" ".join(tokens)]
    verb = _verb(tokens[0], menu, verbs)
    if verb is None:
        verb = menu.verb
    else:
        tokens = tokens[1:]
    return _complete(verb, [arg for token in tokens for arg in _argument(token, verb, menu)], menu)


def _verb(token: str, menu: Menu, verbs: Iterable[str]) -> str | None:
    """Return the verb that `token` means, which may be a unique abbreviation; None if it means no verb."""
    legal = dict.fromkeys([words.split(" ")[0] for words in menu.legal] + [menu.verb])
    if token in legal or token in verbs:
        return token
    matches = [verb for verb in legal if verb.startswith(token)]
    return matches[0] if len(matches) == 1 and token not in _suits() else None


def _suits() -> dict[str, str]:
    names = dict(zip(SUIT_WORDS, SUITS, strict=True)) | dict(zip(ONE_OF_SUIT, SUITS, strict=True))
    return names | {suit.lower(): suit for suit in SUITS} | dict(zip(SYMBOLS, SUITS, strict=True))


def _argument(token: str, verb: str, menu: Menu) -> list[str]:
    """Return the record's notation for a word that the user typed."""
    if menu.amounts and verb == menu.verb:
        return [token.lstrip("0") or "0"] if token.isdecimal() and token.isascii() else [token]
    if token == "all":
        return list(menu.pieces)
    if token in NOTHING:
        return []
    if token in menu.words:
        return [menu.words[token]]
    if token.isdecimal():
        return [_numbered(token, verb, menu)]
    return [_suits().get(token) or _tile(token) or _card(token)]


def _numbered(token: str, verb: str, menu: Menu) -> str:
    """Return the piece with the number `token` in the menu, or `token` itself if the record writes numbers here."""
    arguments = [words.split(" ")[1:] for words in menu.legal if words.startswith(f"{verb} ")]
    if not arguments and verb != menu.verb:
        return token  # the verb is not legal now; the rules give the reason later
    if not menu.pieces and not menu.words and any(token in words for words in arguments):
        return token
    if not menu.pieces:
        names = listed((name.capitalize() for name in menu.words), "or").text
        raise Unclear(f"type a name: {names}" if names else "numbers mean nothing here")
    if len(token) > 3 or not 1 <= int(token) <= len(menu.pieces):
        raise Unclear(f"there is no number {token[:9]}; the numbers are 1 to {len(menu.pieces)}")
    return menu.pieces[int(token) - 1]


def _tile(token: str) -> str | None:
    halves = _TILE.fullmatch(token)
    if not halves:
        return None
    name = "{1}-{0}".format(*sorted((int(halves[1]), int(halves[2]))))
    return name if name in TILES else None


def _card(token: str) -> str:
    token = token.replace("10", "t")
    if len(token) == 2 and token[0].upper() in RANKS and token[1] in _suits():
        return token[0].upper() + _suits()[token[1]]
    return token.upper()


def _complete(verb: str, args: list[str], menu: Menu) -> str:
    """Return the legal action that consists of the given words in any order; if there is none, return the words.

    Raise `Unclear` if several actions match.
    """
    wanted = sorted(args)
    for words in menu.legal:
        head, *rest = words.split(" ")
        if head == verb and sorted(rest) == wanted:
            return words
    begun = [words for words in menu.legal if args and words.startswith(" ".join([verb, *args, ""]))]
    if len(begun) == 1 or (begun and menu.either):
        return begun[0]
    if begun:
        raise Unclear(menu.which(begun) if menu.which else f"say which: {_some(begun)}")
    reason = menu.refusal(args[0]) if menu.refusal and verb == menu.verb and len(args) == 1 else ""
    if reason:
        raise Unclear(reason)
    return " ".join([verb, *args])


def _some(actions: Sequence[str]) -> str:
    """Return a text with the first few actions."""
    more = ["one of the others"] if len(actions) > MOST_NAMED else []
    return listed([*actions[:MOST_NAMED], *more], "or").text
