"""Tests of options: which values are allowed, and how other values are refused."""

from __future__ import annotations

import pytest

from saleroom.kernel import options
from saleroom.kernel.options import BadOptions, Option

STAKE = Option("stake", range(1, 51), 3, "what each pays", "chips")
LOW = Option("low", ("dealt", "taken"), "dealt", "who scores low")
SET = Option("set", (6, 9, 12), lambda seats: 6 if seats <= 4 else 9, "the set", "pips")
LATER = Option("jack", range(1, 3), 2, "what the jack is worth", "points", since=2, before=1)
BY_SEATS = Option("deals", range(1, 99), 9, "how many deals", "deals", since=3, before=lambda seats: 2 * seats)
ALL = (STAKE, LOW, SET, LATER, BY_SEATS)


def test_a_value_is_one_of_the_declared_ones_and_of_their_type():
    assert [STAKE.check(value) for value in (1, 50)] == [1, 50]
    assert SET.check(9) == 9
    assert LOW.check("taken") == "taken"
    for option, value in ((STAKE, 0), (STAKE, 51), (STAKE, "3"), (STAKE, True), (SET, 7), (LOW, 0), (LOW, "Dealt")):
        with pytest.raises(BadOptions):
            option.check(value)


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        (STAKE, 51, "stake is 51; it must be a number from 1 to 50"),
        (LOW, "x", "low is 'x'; it must be dealt or taken"),
        (SET, 7, "set is 7; it must be 6 or 9 or 12"),
    ],
)
def test_a_refusal_says_what_may_be(option, value, said):
    with pytest.raises(BadOptions) as caught:
        option.check(value)
    assert str(caught.value) == said


def test_values_in_messages_are_cut_short():
    assert options.shown("x" * 58) == repr("x" * 58)
    assert options.shown("x" * 59) == "'" + "x" * 59 + "…"
    assert options.shown(10**10_000) == "a number too long to print"


def test_what_is_typed_is_read_as_the_option_takes_it():
    assert STAKE.parse("7") == 7
    assert SET.parse("12") == 12
    assert LOW.parse("dealt") == "dealt"
    assert Option("size", range(10**9), 0, "a size").parse("999999999") == 10**9 - 1
    for option, text in ((STAKE, "x"), (STAKE, "0"), (STAKE, "²"), (STAKE, "1000000000"), (LOW, "1")):
        with pytest.raises(BadOptions):
            option.parse(text)
    with pytest.raises(BadOptions, match="'1000000000'"):
        Option("size", range(10**10), 0, "a size").parse("1000000000")


def test_a_field_holds_a_number_itself_and_a_word_by_its_place():
    number, word, listed = STAKE.field(), LOW.field(), SET.field()
    assert (number.kind, number.low, number.high, number.unit) == ("i4", 1, 50, "chips")
    assert (word.kind, word.low, word.high, word.unit) == ("i1", 0, 1, "choice")
    assert (listed.kind, listed.low, listed.high) == ("i4", 6, 12)
    assert (STAKE.encode(7), LOW.encode("dealt"), LOW.encode("taken")) == (7, 0, 1)
    assert options.codes(ALL, "low") == range(2)


def test_defaults_fill_in_what_is_not_given():
    complete = options.resolve(ALL, {"stake": 5, "low": None}, 4)
    assert complete == {"stake": 5, "low": "dealt", "set": 6, "jack": 2, "deals": 9}
    assert options.resolve(ALL, {}, 5)["set"] == 9
    with pytest.raises(BadOptions):
        options.resolve(ALL, {"stake": 0}, 4)


def test_older_rules_keep_what_was_before_an_option():
    assert options.values_before(ALL, 1, 4) == {"jack": 1, "deals": 8}
    assert options.values_before(ALL, 2, 4) == {"deals": 8}
    assert options.values_before(ALL, 3, 4) == {}


def test_an_option_says_what_was_before_it_if_it_came_later():
    for given in ({"since": 2}, {"before": 1}, {"since": 1, "before": 1}):
        with pytest.raises(ValueError, match="go together"):
            Option("jack", range(1, 3), 2, "what the jack is worth", **given)
    with pytest.raises(BadOptions):
        Option("jack", range(1, 3), 2, "what the jack is worth", since=2, before=3)


def test_names_and_values_that_no_option_takes_are_refused():
    options.refuse_unknown(ALL, {"stake": 5, "low": None}, "a-game")
    with pytest.raises(BadOptions) as caught:
        options.refuse_unknown(ALL, {"pot": 1}, "a-game")
    assert str(caught.value) == "a-game has no option 'pot'; it has stake, low, set, jack, deals"
    with pytest.raises(BadOptions):
        options.refuse_unknown(ALL, {"stake": 0}, "a-game")


def test_typed_options_are_names_and_values():
    texts = options.split_options(["stake=5", "low=taken", "word=a=b"])
    assert texts == {"stake": "5", "low": "taken", "word": "a=b"}
    assert options.parse_options(ALL, {"stake": "5", "low": "taken"}, "a-game") == {"stake": 5, "low": "taken"}
    for wrong in ("stake", "stake=", "=5"):
        with pytest.raises(BadOptions, match="write it as name=value"):
            options.split_options([wrong])
    with pytest.raises(BadOptions, match="'stake' is given twice"):
        options.split_options(["stake=5", "stake=6"])
    with pytest.raises(BadOptions, match="no option"):
        options.parse_options(ALL, {"pot": "1"}, "a-game")


def test_the_field_of_an_option_changes_under_none_of_its_values():
    numbers = Option("stake", range(2, 6), 3, "what each pays", "chips").field()
    words = Option("moon", ("pot", "match", "off"), "pot", "what all tricks earn").field()
    assert (numbers.dead, words.dead) == (({"stake": range(2, 6)},), ({"moon": range(3)},))
