"""Observations as features for networks, computed from the layout only, so that they work for every game.

>>> from saleroom.envs import one_learner
>>> from saleroom.envs.features import Features
>>> env = one_learner.make("auction-pitch", num_envs=16, seats=4, seed=0)
>>> features = Features(env.terms)
>>> features(env.observations).shape == (16, features.size)
True

Every feature is either a question, such as "is the trump suit 2?", answered by 0 or 1, or a scaled number. Seats are
counted from the observer, who is always the first. Thus a network that has learned in one seat can play in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.terms import Terms
from saleroom.kernel.layout import Part

NAMED = {"seat", "suit", "phase", "card", "tile", "card key", "flag", "ending"}
"""Units whose numbers are names: each value becomes a question."""
WIDE = 128
"""A wider range is shown on a logarithmic scale: few bids come near the end of theirs."""
MOST_QUESTIONS = 1024
"""The maximum for one part. A row of 91 tiles would have thousands, and the game shows the same by flags."""


class Tables(NamedTuple):
    """Look-up tables with one row for each observing seat; int32 arrays of NumPy or another library."""

    asked: Any
    """(seats, questions): index of the number that a question is about."""
    answer: Any
    """(seats, questions): the value that makes the answer yes."""
    read: Any
    """(seats, numbers): indexes of the numbers that are used as numbers."""
    low: Any
    """(numbers,): the minimum of each."""
    span: Any
    """(numbers,): the width of each range, or 0 if it is shown on a logarithmic scale."""


class Features:
    """The features of a game under its terms."""

    def __init__(self, terms: Terms) -> None:
        """Build the tables."""
        self.tables = tables_of(terms)
        self.size = self.tables.asked.shape[1] + self.tables.read.shape[1]
        """Number of features."""

    def __call__(self, rows: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return the features of observations, shape (rows, size); a new array."""
        tables, seat = self.tables, rows[:, 0]
        said_yes = np.take_along_axis(rows, tables.asked[seat], 1) == tables.answer[seat]
        numbers = np.take_along_axis(rows, tables.read[seat], 1).astype(np.float32)
        small = (numbers - tables.low) / np.maximum(tables.span, 1)
        large = np.sign(numbers) * np.log1p(np.abs(numbers)) / 4
        shown = np.where(tables.span > 0, small, large)
        return np.concatenate([said_yes, shown], 1, dtype=np.float32)


def tables_of(terms: Terms) -> Tables:
    """Return the tables of a game under its terms, as NumPy arrays."""
    parts = [part for part in terms.layout.parts.values() if part.name not in {*terms.options, "seats"}]
    looks = [_looks(parts, seat, terms.seats) for seat in range(terms.seats)]
    asked, answer = (np.array([[question[at] for question in look[0]] for look in looks]) for at in (0, 1))
    read = np.array([[number for number, _ in look[1]] for look in looks])
    wide = [part.high - part.low > WIDE for _, part in looks[0][1]]
    low = np.array([0 if far else part.low for far, (_, part) in zip(wide, looks[0][1], strict=True)])
    span = np.array([0 if far else part.high - part.low for far, (_, part) in zip(wide, looks[0][1], strict=True)])
    return Tables(*(table.astype(np.int32) for table in (asked, answer, read, low, span)))


def _looks(told: list[Part], seat: int, seats: int) -> tuple[list[tuple[int, int]], list[tuple[int, Part]]]:
    """Return a seat's questions, as index and value, and the numbers that it reads, as index and part."""
    questions: list[tuple[int, int]] = []
    numbers: list[tuple[int, Part]] = []
    for part in told:
        places = _turned(part, seat, seats)
        if part.field is None:
            # The observer's own number, not rotated: some actions name a seat.
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
    """Return the indexes of a part; those that are by seat begin with `seat`, clockwise."""
    places = np.arange(part.at.start, part.at.stop)
    if part.by_seat or part.unit == "seat set":
        places = np.roll(places.reshape(seats, -1), -seat, 0)
    return [int(place) for place in places.reshape(-1)]


def _names(part: Part, seat: int, seats: int) -> Iterator[int]:
    """Yield the values of a part whose numbers are names; seats begin with `seat`, clockwise."""
    if part.unit == "seat":
        yield from ((seat + turn) % seats for turn in range(seats))
        yield from range(part.low, 0)
    else:
        yield from range(part.low, part.high + 1)
