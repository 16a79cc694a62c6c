"""Law: every refusal key in the code has a text in every language, with the same parameters."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import saleroom
from saleroom.games import FOLDERS, SMALL
from saleroom.kernel.options import BadOptions
from saleroom.kernel.refusals import Refusal, Refused
from saleroom.match.errors import IllegalAction
from saleroom.match.languages import UNTRANSLATED
from saleroom.match.refusals import Template, english, message_files, templates
from saleroom.server.core.decide.context import CommandRefusal as TableRefusal
from saleroom.server.core.decide.context import RefusalReason
from tests.contract.translated import OTHERS, TRANSLATED

SOURCE = Path(saleroom.__file__).parent
CLIENT = Path(__file__).parents[2] / "web/src"
FOR_OPERATORS = {SOURCE / "server/administration.py"}
"""Files whose refusals are exempt, because they exist in English only."""
PLACE = re.compile(r"\{(\w+)\}")
FAMILY = {"Refusal", "CommandRefusal", "Refused", "BotRefused", "PersonRefused", "HttpRefusal", "NetworkError"} | {
    "NoDeal",
    "NoLesson",
    "NoPasskey",
    "trouble",
}
"""Callables that take a key as an argument. In some calls, a reason or a status comes before the key."""
NAMES = ["spades", "8C", "Ann", "{seat}"]


@cache
def nodes() -> list[ast.AST]:
    """Return every syntax node of the source files in which refusals can occur."""
    layers = ("kernel", "games", "match", "server")
    paths = (path for layer in layers for path in (SOURCE / layer).rglob("*.py") if path not in FOR_OPERATORS)
    return [node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8")))]


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield the name of the callable, and the syntax node, for every call in the code."""
    for node in nodes():
        if isinstance(node, ast.Call):
            yield getattr(node.func, "id", None) or getattr(node.func, "attr", ""), node


def literals() -> frozenset[str]:
    """Return every string literal in the code."""
    constants = (node.value for node in nodes() if isinstance(node, ast.Constant))
    return frozenset(value for value in constants if isinstance(value, str))


def keys_of(call: ast.Call) -> Iterator[str]:
    """Yield the texts that `call` can pass as the key of a refusal."""
    for argument in call.args:
        branches = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
        texts = (one.value for one in branches if isinstance(one, ast.Constant) and isinstance(one.value, str))
        yield from (text for text in texts if text not in get_args(RefusalReason))


def places(text: Template) -> set[str]:
    """Return the placeholders in a text.

    If the text has plural forms, use only the form `other`, because the singular can spell out its number.
    """
    return set(PLACE.findall(text if isinstance(text, str) else text["other"]))


def section(path: Path) -> dict[str, Template]:
    return json.loads(path.read_text("utf-8")).get("refusals", {}) if path.exists() else {}


def test_every_key_in_the_code_has_its_text_with_the_same_parameters():
    found = 0
    for name, call in calls():
        given = {keyword.arg for keyword in call.keywords} - {"headers"}
        for key in keys_of(call) if name in FAMILY else ():
            assert key in templates(), key
            assert places(templates()[key]) == given, (key, given)
            found += 1
    assert found > 200


def test_no_text_is_left_over_and_no_key_is_in_two_files():
    assert not set(templates()) - literals()
    assert sum(len(json.loads(path.read_text("utf-8")).get("refusals", {})) for path in message_files()) == len(
        templates()
    )


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_the_keys_of_a_game_begin_with_its_name(name):
    own = section(SOURCE / "games" / FOLDERS[name] / "messages/en.json")
    assert all(key.startswith(f"{name}.") for key in own)
    assert {key for key in templates() if key.startswith(f"{name}.")} == set(own)
    assert not (own and name in SMALL), "people meet these games in no language but English: a plain text does"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", [None, *TRANSLATED])
def test_every_text_has_its_translation_with_the_same_places(name, language):
    files = (f"games/{FOLDERS[name]}",) if name else ("match", "server")
    known = {key: text for file in files for key, text in section(SOURCE / file / "messages/en.json").items()}
    own = section(CLIENT / (f"games/{name}" if name else "") / f"messages/{language}.json")
    assert set(own) == set(known)
    for key, text in own.items():
        if text != UNTRANSLATED:
            assert places(text) == places(known[key]), key
            assert isinstance(text, str) or set(text) == {"one", "other"}, key


# Texts


def test_seats_are_numbers_for_programs_and_names_for_people():
    turn = Refusal("not-your-turn", acting_seats=(0, 2))
    assert str(turn) == "it is not your turn; wait for seat 0 and seat 2"
    assert turn.for_people(NAMES) == "it is not your turn; wait for spades and Ann"
    trade = Refusal("auction-house.trade-with", chairs=[0, 1, 3])
    assert str(trade) == "name who to trade with: seat 0, seat 1 or seat 3"
    assert trade.for_people(NAMES) == "name who to trade with: spades, 8C or {seat}"
    best = Refusal("auction-house.trade-highest", suit="S", piece="8C", seat=3)
    assert best.for_people(NAMES) == "you must take the highest of the spades laid: 8C, so trade with {seat}"


def test_a_table_says_it_as_a_sentence():
    refusal = TableRefusal("not-now", "nudge.seconds-left", name="spades", count=20)
    assert (refusal.text, refusal.key) == ("spades has 20 seconds left.", "nudge.seconds-left")
    assert TableRefusal("not-now", "nudge.seconds-left", name="8C", count=1).text == "8C has one second left."
    illegal = TableRefusal.of("illegal", IllegalAction(Refusal("bid-too-low", bid=4)))
    assert (illegal.text, illegal.key, illegal.params) == ("A bid must be at least 4.", "bid-too-low", {"bid": 4})


@pytest.mark.parametrize("error", [IllegalAction, BadOptions])
def test_a_plain_text_is_shown_as_it_is_even_if_it_is_a_key(error):
    for text in ("not-held", "the deck {is} wet", ""):
        refused = error(text)
        assert (str(refused), refused.key, refused.params) == (text, None, {})
        assert refused.for_people(NAMES) == text
        assert TableRefusal.of("malformed", refused).key is None


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal("not-held", piece="JD"),
        IllegalAction(Refusal("no-such-seat", given="9", last=3)),
        BadOptions("a plain text"),
        TableRefusal("full", "sit.taken", name="Ann"),
        Refused(Refusal("match-over")),
    ],
)
def test_refusals_cross_processes(refusal):
    copy = pickle.loads(pickle.dumps(refusal))
    assert type(copy) is type(refusal)
    assert (str(copy), copy.key, copy.params) == (str(refusal), refusal.key, refusal.params)


def test_numbers_of_any_type_become_plain():
    refusal = Refusal("bid-over-chips", bid=np.int64(5), chips=np.uint8(3))
    assert english(refusal) == "a bid of 5 is more than the 3 you have"
    assert all(type(value) is int for value in refusal.params.values())
    assert json.dumps(Refusal("not-your-turn", acting_seats=[np.int32(0)]).params)
