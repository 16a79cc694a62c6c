"""Tests of counted nouns: the code writes out both forms of every noun."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import saleroom
from saleroom.toolkit.text import counts
from saleroom.toolkit.text.counts import counted

SOURCES = Path(saleroom.__file__).parent
BY_RULE = re.compile(r"""(["'])s\1 \*|(["'])e?s\2 if |else (["'])e?s\3|removesuffix\((["'])e?s\4\)|\+ (["'])e?s\5""")
"""Pattern of code that forms a plural or a singular by adding or removing a letter."""


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (0, counts.CHIPS, "0 chips"),
        (1, counts.CHIPS, "1 chip"),
        (2, counts.CHIPS, "2 chips"),
        (1, counts.MATCHES, "1 match"),
        (2, counts.MATCHES, "2 matches"),
        (1, "pass|passes", "1 pass"),
        (2, "penny|pence", "2 pence"),
    ],
)
def test_the_form_follows_the_number(number, noun, words):
    assert counted(number, noun) == words


def test_a_noun_without_both_forms_is_refused():
    with pytest.raises(ValueError, match="unpack"):
        counted(1, "chips")


def test_every_noun_has_both_forms():
    nouns = [noun for name, noun in vars(counts).items() if name.isupper()]
    assert nouns and all(re.fullmatch(r"[a-z ]+\|[a-z ]+", noun) for noun in nouns)


def test_no_plural_is_made_by_rule():
    lines = [
        f"{path.relative_to(SOURCES)}: {line.strip()}"
        for path in SOURCES.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if BY_RULE.search(line)
    ]
    assert lines == []
