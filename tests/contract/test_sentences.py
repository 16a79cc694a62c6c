"""Whatever a game or the server refuses has its sentence in every language, with the same places; none is left over."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import saleroom
from saleroom.games import package
from saleroom.match.languages import UNTRANSLATED
from saleroom.match.sentences import SHARED, file_of, translated
from saleroom.server.http.languages import SAYS, answer_spoken, spoken
from tests.contract.translated import OTHERS, TRANSLATED
from tests.sentences import Reader

SOURCE = Path(saleroom.__file__).parent
GAMES = [package(name).__name__ for name in TRANSLATED]
UNSEEN = ("server/administration", "server/ops/", "server/supervise", "server/api/bot_", "server/api/programs",
          "server/storage/programs", "server/http/")  # fmt: skip
"""What is told to operators and to programs alone."""
PLACE = re.compile(r"\{\d\}")


@cache
def said_in(name: str) -> frozenset[str]:
    """The sentences that a package may say to people, as its code has them."""
    if name in GAMES:
        files = [SOURCE.parent / name.replace(".", "/") / "rules/words.py"]
        return Reader(files).sentences({"ValueError"}, "why")
    if name == SHARED:
        files = [SOURCE / "match/match.py", SOURCE / "kernel/options.py", SOURCE / "kernel/game.py"]
        return Reader(files).sentences({"IllegalAction", "BadOptions"})
    server = {path.relative_to(SOURCE).as_posix(): path for path in (SOURCE / "server").rglob("*.py")}
    seen = (path for name, path in server.items() if not name.startswith(UNSEEN))
    return Reader(seen).sentences({"Refusal", "Refused", "HTTPException", "trouble", "_strike", "say"})


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", [SHARED, SAYS, *GAMES])
def test_every_sentence_has_its_translation(name, language):
    known = set(file_of(name, language)["said"]) | set(file_of(SHARED, language)["said"])
    assert said_in(name), "none was found"
    assert said_in(name) <= known, sorted(said_in(name) - known)


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_left_over_and_each_has_its_places(language):
    whole = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    for name in (SHARED, SAYS, *GAMES):
        for english, said in file_of(name, language)["said"].items():
            said = english if said == UNTRANSLATED else said
            assert sorted(PLACE.findall(said)) == sorted(PLACE.findall(english)), english
            parts = [part for part in PLACE.split(english) if part.strip()]
            assert all(part.replace('"', "") in whole for part in parts), f"{name}: {english}"


def test_sentences_are_found_again_with_what_was_filled_in():
    assert translated("a bid must be at least 3", "de") == "ein Gebot muss mindestens 3 sein"
    assert translated("You do not hold JD.", "de") == "Du hast Karo-Bube nicht auf der Hand."
    assert translated("spades were led: follow suit or trump", "fr") == "on a entamé pique\u00a0: fournissez ou coupez"
    assert spoken("Ann sits there. Choose an open seat.", "de") == "Dort sitzt Ann. Wähle einen freien Platz."
    assert (
        spoken("Still 2 seats are open: wait for somebody.", "fr")
        == "Encore libre\u00a0: 2 places. Attendez quelqu’un."
    )
    assert spoken("Ann has 24 hours left.", "de") == "Ann hat noch 24 Stunden."
    assert spoken("Ann has 5 seconds left.", "fr") == "Il reste 5 secondes à Ann."
    assert spoken("Ann has one second left.", "de") == "Ann hat noch eine Sekunde."
    tile = translated("no tile is for sale: the last two go by auction", "de")
    assert tile == "es gibt keinen Stein zu kaufen: die letzten beiden werden versteigert"


def test_what_has_no_translation_stays_as_it_is():
    for text in ("", "something else", "Ann: hello", "x" * 10_000, "a bid must be at least "):
        assert translated(text, "de") == text
    assert translated("the match is over", "en") == "the match is over"


def test_only_reasons_of_answers_are_translated():
    refused = b'{"type":"refused","id":"a","reason":"not-now","text":"That is so already."}'
    assert b"Das ist schon so." in answer_spoken(refused, "de")
    assert answer_spoken(refused, "en") is refused
    for other in (b'{"type":"done","id":"a","version":3}', b'{"type":"because","id":"a","text":null}'):
        assert answer_spoken(other, "de") == other
