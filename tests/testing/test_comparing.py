"""Differences of nested values."""

from __future__ import annotations

import numpy as np

from saleroom.testing.comparing import differences


class Card:
    def __init__(self, rank):
        self.rank = rank
        self.me = self  # an object may know itself


def told(one, other):
    return [(found.what, found.one, found.other) for found in differences(one, other)]


def test_equal_values():
    for make in (
        lambda: {"a": [1, 2.5, "x", None, (True,)], "b": {"c": np.arange(4)}, 3: {1, 2}},
        lambda: [Card(3), Card(4)],
        lambda: np.array([np.nan, 1.0]),
        lambda: float("nan"),
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


def test_long_texts_are_cut_where_they_differ():
    one, other = "x" * 500 + "ab\n" + "y" * 500, "x" * 500 + "cd\n" + "y" * 500
    ((_, shown, shown_other),) = told(one, other)
    assert len(shown) < 110
    assert "xab ⏎ y" in shown
    assert "xcd ⏎ y" in shown_other
