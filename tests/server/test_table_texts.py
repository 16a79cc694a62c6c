"""Text that people type for others. It cannot hide or reverse other text, or make it overflow."""

from __future__ import annotations

from pathlib import Path

import pytest

from saleroom.server.core import typed_text
from saleroom.server.core.typed_text import LINE_LENGTH, NAME_LENGTH, clean, distinct
from tests.server.core_tables import ANN, BEN, new_table, started_table
from tools.confusables import table


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\n Green  Gables ", "Ann of Green Gables"),
        ("evil\u202etxt.exe", "eviltxt.exe"),
        ("\u2066\u2069\u200e\u200f\ufeff", ""),
        ("a\x00b\x1b[31mc\x7f", "ab[31mc"),
        ("\u200d\u200c", ""),
        ("\u3164\u2800", ""),
        ("\u1160\U0001d159", ""),
        ("\ud800x", "x"),
        ("\u0301\u0301", ""),
        ("e\u0301", "é"),
        ("z" + "\u0335" * 40 + "algo", "z" + "\u0335" * 3 + "algo"),
        ("<b onclick='x'>&amp;", "<b onclick='x'>&amp;"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\u2028\u2029", ""),
    ],
)
def test_only_what_can_be_seen_is_left(typed, shown):
    assert clean(typed, LINE_LENGTH) == shown


def test_a_name_is_never_too_long():
    assert len(clean("\u0958" * NAME_LENGTH, NAME_LENGTH)) <= NAME_LENGTH, "some letters come apart"
    assert distinct("x" * NAME_LENGTH, ["x" * NAME_LENGTH]) == "x" * (NAME_LENGTH - 2) + " 2"
    assert distinct("Ann", ["ANN", "ann 2", "Ann 3"]) == "Ann 4"
    assert distinct("Ann", ["Ben"]) == "Ann"


@pytest.mark.parametrize("other", ["An\u200dn", "Ann\u1160", "\uff21nn", "Ann\ufe0f", "A\U0001d159NN", "Ann\uffa0"])
def test_names_that_look_the_same_are_the_same(other):
    assert distinct(other, ["Ann"]) == f"{other} 2"
    assert distinct("Ann", [other]) == "Ann 2"


LOOK_ALIKES = [
    ("\N{CYRILLIC CAPITAL LETTER A}nn", "Ann"),
    ("\N{GREEK CAPITAL LETTER ALPHA}nn", "Ann"),
    ("a\N{ARMENIAN SMALL LETTER VO}n", "Ann"),
    ("PauI", "Paul"),
    ("Pau1", "Paul"),
    ("Pau|", "Paul"),
    ("PauI", "paul"),
    ("lvan", "Ivan"),
    ("0tto", "Otto"),
    ("OTT0", "otto"),
    ("\N{CYRILLIC CAPITAL LETTER TE}opn", "Topn"),
    ("rnia", "mia"),
    ("\N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER A}t", "Cat"),
    ("\N{MATHEMATICAL BOLD CAPITAL A}nn", "Ann"),
    ("Zoe\N{COMBINING DIAERESIS}", "Zoë"),
]


@pytest.mark.parametrize(("name", "other"), LOOK_ALIKES)
def test_letters_of_other_alphabets_that_look_the_same_are_the_same(name, other):
    assert distinct(name, ["Ben", other]) == f"{name} 2"
    assert distinct(other, [name]) == f"{other} 2"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Elia", "Ella"),
        ("Ali", "All"),
        ("Guest 10", "Guest 11"),
        ("\N{CYRILLIC CAPITAL LETTER I}van", "Ivan"),
        ("Zoe", "Zoë"),
    ],
)
def test_names_that_differ_keep_their_letters(name, other):
    assert distinct(name, [other]) == name


def test_every_name_given_at_a_table_is_told_apart():
    table = new_table("auction-pitch", "me", "open", "open", "open")
    table.do(BEN, "sit", seat=1, name="\N{CYRILLIC CAPITAL LETTER A}nn")
    assert [seat.name for seat in table.state.seats][:2] == ["Ann", "\N{CYRILLIC CAPITAL LETTER A}nn 2"]
    table.do(ANN, "reseat", seat=2, to="house")
    bot = table.state.seats[2].name
    assert distinct(bot, [seat.name for seat in table.state.seats if seat.name != bot]) == bot


def test_the_table_of_letters_says_its_version_and_has_its_licence():
    data = Path(typed_text.__file__).parent / "unicode"
    assert "of Unicode 17.0.0" in (data / "confusables.txt").read_text("utf-8").splitlines()[0]
    assert "UNICODE LICENSE V3" in (data / "LICENSE").read_text("utf-8")


def test_the_table_of_letters_is_written_from_the_official_file():
    official = "# Version: 18.0.0\n\n0430 ;\t0061 ;\tMA\t\n006D ;\t0072 006E ;\tMA\t\n"
    header, *rows = (line for line in table(official).splitlines() if "Unicode 18.0.0" in line or "#" not in line)
    assert rows == ["6D\trn", "430\ta"] and header
    with pytest.raises(ValueError, match="no confusables"):
        table("0430 ;\t0061 ;\tMA")


def test_a_table_shows_clean_names_and_lines_and_refuses_empty_ones():
    table = new_table("auction-pitch", "me", "open", "open", "open")
    assert table.refused(BEN, "sit", seat=1, name="\u202e\u200b").reason == "malformed"
    table.do(BEN, "sit", seat=1, name="B\u202een", word="\u200bmy\u0000word")
    assert [seat.name for seat in table.state.seats][1] == "Ben"
    assert table.state.seed_words == {1: "myword"}
    table.do(BEN, "say", text="\u202ehello\u0007")
    assert table.refused(BEN, "say", text="\u200b\u200b").reason == "malformed"
    assert table.projection.update(None, False, 0.0)["what"]["text"] == "hello"


def test_the_last_lines_of_chat_are_kept_in_sight():
    table = started_table("auction-hearts", 2)
    for number in range(60):
        table.do((ANN, BEN)[number % 2], "say", text=f"line {number}")
    chat = table.projection.snapshot(None, False, build="b", present=[True] * 4, spectators=0, now=0.0)["chat"]
    assert [line["text"] for line in chat] == [f"line {number}" for number in range(10, 60)]
    assert [line["name"] for line in chat[:2]] == ["Ann", "Bert"]
