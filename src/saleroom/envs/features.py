"""Features for neural networks, computed from observations. They use only the layout, so they work for every game.

>>> from saleroom.envs import one_learner
>>> from saleroom.envs.features import Features
>>> env = one_learner.make("auction-pitch", num_envs=16, seats=4, seed=0)
>>> features = Features(env.terms)
>>> features(env.observations).shape == (16, features.size)
True

Each feature is either a scaled number or the answer, 0 or 1, to a question such as "is the trump suit 2?". Seats are
counted from the observer, which always comes first. A network that was trained in one seat can therefore play in every
seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.terms import Terms
from saleroom.kernel.layout import Part

NAMED = {"seat", "suit", "phase", "card", "tile", "card key", "flag", "ending"}
"""Units of numbers that are codes and not quantities; each possible value becomes a question."""
WIDE = 128
"""Width of a number's range above which the scale is logarithmic, because few bids come near the end of a wide range.
"""
MOST_QUESTIONS = 1024
"""Maximum number of questions about one part of a row.

A part with 91 tiles would need thousands of questions. Such a part is left out, because flags in other parts show the
same tiles.
"""


class Tables(NamedTuple):
    """Look-up tables with one row for each observing seat; int32 arrays of NumPy or another library."""

    asked: Any
    """(seats, questions): index of the number that the question is about."""
    answer: Any
    """(seats, questions): value for which the answer is yes."""
    read: Any
    """(seats, numbers): indexes of the numbers that are scaled."""
    low: Any
    """(numbers,): minimum of each number, or 0 for a logarithmic scale."""
    span: Any
    """(numbers,): width of each number's range, or 0 for a logarithmic scale."""


class Features:
    """Callable that computes the features of observations under given terms."""

    def __init__(self, terms: Terms) -> None:
        """Build the tables."""
        self.tables = tables_of(terms)
        self.size = self.tables.asked.shape[1] + self.tables.read.shape[1]
        """Number of features."""

    def __call__(self, rows: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return the features of these observations as a new array of shape (rows, size)."""
        tables, seat = self.tables, rows[:, 0]
        said_yes = np.take_along_axis(rows, tables.asked[seat], 1) == tables.answer[seat]
        numbers = np.take_along_axis(rows, tables.read[seat], 1).astype(np.float32)
        small = (numbers - tables.low) / np.maximum(tables.span, 1)
        large = np.sign(numbers) * np.log1p(np.abs(numbers)) / 4
        shown = np.where(tables.span > 0, small, large)
        return np.concatenate([said_yes, shown], 1, dtype=np.float32)


def tables_of(terms: Terms) -> Tables:
    """Return the tables for these terms, as NumPy arrays."""
    parts = [part for part in terms.layout.parts.values() if part.name not in {*terms.options, "seats"}]
    looks = [_looks(parts, seat, terms.seats) for seat in range(terms.seats)]
    asked, answer = (np.array([[question[at] for question in look[0]] for look in looks]) for at in (0, 1))
    read = np.array([[number for number, _ in look[1]] for look in looks])
    wide = [part.high - part.low > WIDE for _, part in looks[0][1]]
    low = np.array([0 if far else part.low for far, (_, part) in zip(wide, looks[0][1], strict=True)])
    span = np.array([0 if far else part.high - part.low for far, (_, part) in zip(wide, looks[0][1], strict=True)])
    return Tables(*(table.astype(np.int32) for table in (asked, answer, read, low, span)))


def _looks(told: list[Part], seat: int, seats: int) -> tuple[list[tuple[int, int]], list[tuple[int, Part]]]:
    """Return a seat's questions as pairs of index and value, and its scaled numbers as pairs of index and part."""
    questions: list[tuple[int, int]] = []
    numbers: list[tuple[int, Part]] = []
    for part in told:
        places = _turned(part, seat, seats)
        if part.field is None:
            # the observer's own seat number is not rotated, because some actions name a seat by its number
            questions += [(part.at.start, value) for value in range(seats)]
        elif part.unit.endswith(" set"):
            questions += [(place, 1) for place in places]
        elif part.unit in NAMED:
            values = list(_names(part, seat, seats))
            if len(values) * len(places) <= MOST_QUESTIONS:
                questions += [(place, value) for place in places for value in values]
        else:
            numbers += [(place, part) for place in places]
    return questions, numbers


def _turned(part: Part, seat: int, seats: int) -> list[int]:
    """Return the indexes of the part's numbers.

    If the part has a value for each seat, begin with `seat` and continue clockwise.
    """
    places = np.arange(part.at.start, part.at.stop)
    if part.by_seat or part.unit == "seat set":
        places = np.roll(places.reshape(seats, -1), -seat, 0)
    return [int(place) for place in places.reshape(-1)]


def _names(part: Part, seat: int, seats: int) -> Iterator[int]:
    """Yield the possible values of a part whose numbers are codes.

    If the codes are seats, begin with `seat` and continue clockwise.
    """
    if part.unit == "seat":
        yield from ((seat + turn) % seats for turn in range(seats))
        yield from range(part.low, 0)
    else:
        yield from range(part.low, part.high + 1)
