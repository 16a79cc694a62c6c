"""Tests of the function that finds differences between nested values."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from saleroom.testing.comparing import differences


class Card:
    def __init__(self, rank):
        self.rank = rank
        self.me = self  # this reference of the object to itself must cause no endless loop


@dataclass
class Told:
    """Object whose `==` compares only `rank`."""

    rank: int
    others: object = field(compare=False)


def objects(*values):
    array = np.empty(len(values), object)
    array[:] = values
    return array


def told(one, other):
    return [(found.what, found.one, found.other) for found in differences(one, other)]


def test_equal_values():
    for make in (
        lambda: {"a": [1, 2.5, "x", None, (True,)], "b": {"c": np.arange(4)}, 3: {1, 2}},
        lambda: [Card(3), Card(4)],
        lambda: np.array([np.nan, 1.0]),
        lambda: float("nan"),
        lambda: Told(3, np.arange(3)),
        lambda: objects(Card(3), np.arange(3)),
    ):
        assert told(make(), make()) == []


def test_where_they_differ():
    assert told({"a": {"b": 1}}, {"a": {"b": 2}}) == [("a.b", "1", "2")]
    assert told({"a": np.zeros((2, 2))}, {"a": np.eye(2)}) == [("a", "[0, 0] 0.0 and 1 more", "[0, 0] 1.0 and 1 more")]
    assert told([{"a": 1, "b": 1}, {"a": 1}], [{"a": 2, "b": 1}, {"a": 3}]) == [("a", "1", "2")]
    assert told({"a": 1, "b": 2}, {"b": 2, "a": 1}) == [("keys", "['a', 'b']", "['b', 'a']")]
    assert told([Card(3)], [Card(4)]) == [("rank", "3", "4")]
    assert told(1, "1") == [("", "1", "1")]
    assert told([1, 2], [1, 2, 3]) == [("", "[1, 2]", "[1, 2, 3]")]
    assert told(np.zeros(2, np.int8), np.zeros(2)) == [("", "int8(2,)", "float64(2,)")]


def test_equality_that_leaves_something_out():
    assert told([Told(3, [1])], [Told(3, [2])]) == [("others", "[1]", "[2]")]
    assert told(objects(Told(3, 1)), objects(Told(3, 2))) == [("others", "1", "2")]


def test_arrays_of_objects():
    assert told(objects(1, np.zeros(2)), objects(1, np.ones(2))) == [("", "[0] 0.0 and 1 more", "[0] 1.0 and 1 more")]
    assert told({"a": objects(Card(3))}, {"a": objects(Card(4))}) == [("a.rank", "3", "4")]


def test_numbers_and_sets_with_attributes_are_their_value():
    number, hand = type("Number", (int,), {}), type("Hand", (set,), {})
    assert told(number(3), number(4)) == [("", "3", "4")]
    assert len(told(hand({3}), hand({4}))) == 1
    assert told(hand({3}), hand({3})) == []


def test_long_texts_are_cut_where_they_differ():
    one, other = "x" * 500 + "ab\n" + "y" * 500, "x" * 500 + "cd\n" + "y" * 500
    ((_, shown, shown_other),) = told(one, other)
    assert len(shown) < 110
    assert "xab ⏎ y" in shown
    assert "xcd ⏎ y" in shown_other
