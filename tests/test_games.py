"""Tests that each game is one folder.

Outside this folder, no code contains the game's name, verbs or phases, except the one list of games.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import saleroom
from saleroom.games import ALL, FOLDERS, load
from tests.games import data_of

ROOT = Path(saleroom.__file__).parent
ELSEWHERE = sorted(path for path in ROOT.rglob("*.py") if "games" not in path.relative_to(ROOT).parts)
AS_FOLDERS = tuple(f"saleroom.games.{folder}" for folder in FOLDERS.values())
AS_NAMES = tuple(text for name in FOLDERS for text in (name, name.replace("-", "_"), name.replace("-", " ").title()))


def names_a_game(text: str) -> bool:
    return any(known in text for known in (*AS_FOLDERS, *AS_NAMES))


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Return the string constants that are statements: docstrings, including docstrings of attributes."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def mentions(path: Path) -> list[str]:
    """Return the places where a file's code imports a game's package, or has its name as a string or identifier."""
    tree = ast.parse(path.read_text("utf-8"))
    said = docstrings(tree)
    found = []
    for node in ast.walk(tree):
        texts = []
        if isinstance(node, ast.ImportFrom):
            texts = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            texts = [alias.name for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said:
            texts = [node.value]
        elif isinstance(node, ast.Name):
            texts = [node.id]
        found += [f"line {node.lineno}: {text[:60]}" for text in texts if names_a_game(text)]
    return found


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_code_outside_a_games_folder_names_the_game(path):
    assert mentions(path) == []


# Verbs and phases

COMMON = {"deal", "name", "refuse"}
"""Verbs that are also used outside the games: as fields of records, option values, keys and kinds of messages."""
_BOARD = "key of a board"
_FIELD = "field of the auction that games share"
ALLOWED = {
    "kernel/auctions.py": {
        '"bid", "i4", (NO_BID, 2**31 - 1), "points or chips", "the standing bid", '
        'nothing=(NO_BID, "while none stands")': _FIELD,
        'public("bidder", "i1", SEAT, "seat", "who made the standing bid; '
        'once all have passed, who spoke first"),': _FIELD,
    },
    "kernel/small_games.py": {'*also_unset(AUCTION, bidder={"phase": (BID,), "bid": (NO_BID,)}),': _FIELD},
    "kernel/tricks.py": {'CARD_PLAYED = "play"': "the games with tricks take their verb from here"},
    "kernel/unset.py": {
        '"keep",  # (cases, stretches) uint64: the visible bits of fields with a value': "name of an array"
    },
    "testing/leaks.py": {'rng = Random(f"play {seed}")': "seed of a generator"},
    "toolkit/display/scenes.py": {
        '"bid": view.bid if stands else None,': _BOARD,
        '"bidder": view.bidder if stands else None,': _BOARD,
        'return {"bid": None, "bidder": None, "said": [None] * seats, '
        '"calls": 0, "to_speak": [], "open": False}': _BOARD,
    },
    "toolkit/text/phrases.py": {
        'if auction["bid"] is None:': _BOARD,
        """return f"{auction['bid']} by {scene.voice.who(auction['bidder'])}\"""": _BOARD,
    },
}
"""Allowed lines outside the games that contain a verb, a phase or an auction's winner field. They are listed by module,
each with its reason.
"""


@cache
def vocabulary() -> re.Pattern[str]:
    """Return a pattern that matches the verbs and phases of all games, alone or followed by arguments as in a record.

    The verbs are taken from the recorded matches, which show every way in which a deal can end.
    """
    words: set[str] = set()
    for name in ALL:
        game = load(name)
        words.update(game.phases, filter(None, [game.auction and game.auction.winner]))
        for line in data_of(name, "recorded.jsonl").splitlines():
            deals = json.loads(line)["deals"]
            words |= {event.split(" ")[1] for deal in deals for event in deal["events"]}
    assert {"bid", "offer", "pass", "play", "refuse"} <= words
    return re.compile(rf" ?({'|'.join(sorted(words - COMMON))})( [A-Z0-9-]+)* ?")


def verbs_in(source: str) -> Iterator[str]:
    """Yield the lines of a module that contain a string literal with a game's verb or phase."""
    tree, lines = ast.parse(source), source.splitlines()
    said = docstrings(tree)
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and node not in said else None
        if isinstance(text, str) and vocabulary().fullmatch(text):
            yield lines[node.lineno - 1].strip()


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_code_outside_a_games_folder_says_a_verb_of_the_game(path):
    allowed = ALLOWED.get(path.relative_to(ROOT).as_posix(), {})
    assert set(verbs_in(path.read_text("utf-8"))) == set(allowed)
