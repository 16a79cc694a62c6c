"""Tests of a study's claims, checked after every match on samples of which the true mean is known."""

from __future__ import annotations

import os

import numpy as np
import pytest

from saleroom.lab.study.differences import (
    EQUAL,
    LESS,
    MIN_MATCHES,
    MORE,
    NARROWEST,
    difference,
    differences,
    named,
    questions,
    sequence_for,
)
from saleroom.lab.study.measures import MATCHES, Measure
from saleroom.lab.study.plan import Study
from saleroom.lab.study.summary import EVERYWHERE, NOWHERE, REVERSED, SOMEWHERE, holds
from saleroom.statistics import tail_intervals
from saleroom.statistics.estimates import OPEN, TOO_FEW, estimate
from saleroom.statistics.sequences import ConfidenceSequence

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
SAMPLES, LONGEST = (2000, 20_000) if SOAK else (200, 3_000)
TOGETHER = 50


def jackpots(chance, shape, often=0.02):
    """Return random scores. A share of about `often` are forty chips, and the others are 0."""
    return np.where(chance.random(shape) < often, 40.0, 0.0)


PAIRS = {
    "normal": (lambda chance, shape: chance.normal(size=shape), 0.0),
    "wins, mostly unchanged": (lambda chance, shape: chance.choice([-1.0, 0, 1], shape, p=[0.05, 0.9, 0.05]), 0.0),
    "wins, hardly ever changed": (
        lambda chance, shape: chance.choice([-1.0, 0, 1], shape, p=[0.005, 0.99, 0.005]),
        0.0,
    ),
    "long tail": (lambda chance, shape: chance.exponential(size=shape), 1.0),
    "longer tail": (lambda chance, shape: np.exp(chance.normal(size=shape)), np.exp(0.5)),
    "rare jackpots": (lambda chance, shape: jackpots(chance, shape) - jackpots(chance, shape), 0.0),
    "jackpots on one side": (jackpots, 0.8),
    "rarer ones": (lambda chance, shape: jackpots(chance, shape, 0.005), 0.2),
    "of all sizes": (lambda chance, shape: jackpots(chance, shape) * chance.exponential(size=shape), 0.8),
}
"""By name, a function that draws random samples, and the true mean of these samples."""


def ever_missed(
    sequence: ConfidenceSequence, what: str, sides=tail_intervals.sides, fewest: float = tail_intervals.FEWEST
) -> float:
    """Return the share of samples whose interval misses the true mean at least once, if it is checked after every
    match.
    """
    chance, (draw, truth) = np.random.default_rng(16), PAIRS[what]
    counts = np.arange(1, LONGEST + 1)
    reach = np.array([sequence.reach(int(count)) for count in counts])
    missed = 0
    for _ in range(SAMPLES // TOGETHER):
        values = draw(chance, (TOGETHER, LONGEST))
        means, squares, cubes, fourth = ((values**power).cumsum(1) / counts for power in (1, 2, 3, 4))
        spread = np.maximum(squares - means**2, 1e-12)
        skewness = (cubes - 3 * means * squares + 2 * means**3) / spread**1.5 / np.sqrt(counts)
        below, above = sides(reach, skewness)
        off = (means - truth) / np.sqrt(spread / np.maximum(counts - 1, 1))
        told = (counts * squares**2 >= fewest * fourth) & (squares > 0)
        missed += (((off > below) | (-off > above)) & told)[:, sequence.first - 1 :].any(1).sum()
    return missed / SAMPLES


@pytest.mark.parametrize("what", PAIRS)
def test_of_studies_without_an_effect_one_in_twenty_at_most_ever_claims_one(what):
    """Check that at most 5 % of studies ever make a false claim, with one question and with ten questions."""
    assert ever_missed(ConfidenceSequence(MIN_MATCHES, NARROWEST), what) <= 0.05
    many = 10
    shared = ConfidenceSequence(MIN_MATCHES, NARROWEST, 0.05 / many)
    together = ever_missed(shared, what) * many  # union bound over `many` questions
    assert together <= 0.05 + 3 * (0.05 * many / SAMPLES) ** 0.5


def test_intervals_that_know_nothing_of_tails_would_miss_jackpots():
    """Check that the module `tail_intervals` is needed.

    Without its corrections and its minimum of events, the intervals of more than one sample in twenty miss the true
    mean.
    """

    def even(reach, skewness):
        return reach, reach

    assert ever_missed(ConfidenceSequence(MIN_MATCHES, NARROWEST), "rarer ones", even, 0) > 0.1


def test_an_interval_is_what_its_sides_say():
    values = np.random.default_rng(1).exponential(size=1000)
    sequence = ConfidenceSequence(MIN_MATCHES, NARROWEST)
    plain, (low, high) = sequence.widened(estimate(values)), bounds(sequence, values)
    assert low == pytest.approx(plain.low, rel=0.02) and high - values.mean() > 1.05 * plain.half
    assert bounds(sequence, -values) == pytest.approx((-high, -low))
    even = np.tile([1.0, -1.0], 500)
    assert bounds(sequence, even)[1] == pytest.approx(sequence.widened(estimate(even)).high, rel=1e-6)


def bounds(sequence: ConfidenceSequence, values, are_shares: bool = False) -> tuple[float, float]:
    """Return the lower and the upper bound of the interval for the mean of `values`."""
    found = tail_intervals.interval(sequence, values, are_shares)
    assert found.low is not None and found.high is not None
    return found.low, found.high


def test_a_few_events_are_called_nothing_but_rare():
    sequence = ConfidenceSequence(MIN_MATCHES, NARROWEST)
    seven, eight = (np.repeat([1.0, 0.0], [events, 2000 - events]) for events in (7, 8))
    assert tail_intervals.events(40 * seven) == pytest.approx(7)
    found = difference(sequence, MATCHES[0], 40 * seven, np.zeros(2000))
    assert (found.verdict, found.estimate.low) == (OPEN, None)
    assert difference(sequence, MATCHES[0], 40 * eight, np.zeros(2000)).estimate.low is not None
    low, high = bounds(sequence, seven, are_shares=True)
    assert low == -high and 0.0035 < high < 0.013
    share = difference(sequence, Measure("win_place_0", "x"), seven, np.zeros(2000))
    assert (share.verdict, share.estimate.high) == (OPEN, high)


def test_how_rare_an_event_is_holds_at_all_times():
    """Check that the upper bound for a share, here one in two hundred, holds after every match of the sample."""
    seen = (np.random.default_rng(2).random((200, 2000)) < 0.005).cumsum(1)
    assert tail_intervals.rarest(0, 1000, 0.05) == pytest.approx(1 - (0.05 / 1001) ** (1 / 1000))
    bounds = [[tail_intervals.rarest(few, count, 0.05) for few in range(8)] for count in range(256, 2001, 16)]
    missed = [[few < 8 and bounds[at][few] < 0.005 for at, few in enumerate(row[255::16])] for row in seen]
    assert np.any(missed, 1).mean() <= 0.05


def test_an_interval_for_a_number_fixed_beforehand_would_claim_too_much():
    """Check that confidence sequences are needed. An interval for a fixed sample size, if checked after every match,
    misses the truth too often.
    """

    class Fixed(ConfidenceSequence):
        def reach(self, count):
            return 1.96

    assert ever_missed(Fixed(MIN_MATCHES, NARROWEST), "normal") > 0.15


def test_an_effect_is_found_with_its_size():
    chance = np.random.default_rng(3)
    base = chance.normal(size=4000)
    found = difference(
        ConfidenceSequence(MIN_MATCHES, NARROWEST), MATCHES[0], base + chance.normal(0.1, 0.5, 4000), base
    )
    assert found.verdict == MORE and found.estimate.contains(0.1) and (found.saved or 0) > 3
    assert difference(ConfidenceSequence(MIN_MATCHES), MATCHES[0], base - 1, base).verdict == LESS


def test_nothing_is_called_too_early_or_where_nothing_changed():
    base = np.arange(300.0)
    sequence = ConfidenceSequence(MIN_MATCHES, NARROWEST)
    assert difference(sequence, MATCHES[0], base[:255] + 1, base[:255]).verdict == TOO_FEW
    same = difference(sequence, Measure("win_place_0", "x"), base, base)
    assert same.verdict == EQUAL and same.saved is None
    assert same.estimate.half == pytest.approx(-np.log(0.05) / 300)
    assert difference(sequence, MATCHES[0], base, base).estimate.low is None
    noisy = base + np.tile([1.0, -1.0], 150)
    assert difference(sequence, MATCHES[0], noisy, base).verdict == OPEN


def test_every_difference_is_a_question():
    study = Study("pitch", bytes(32), 1, {"low": ["taken"]}, seats=(4, 5))
    assert questions(study) == (11 + 4 * 4) + (11 + 4 * 5)
    assert sequence_for(study).alpha == pytest.approx(0.05 / questions(study))
    more = Study("pitch", bytes(32), 1, {"low": ["taken"]}, seats=(4,), better=("house", "random"))
    assert questions(more) == 11 + 4 * 4 + 2


def test_a_mean_per_deal_is_that_of_all_deals():
    columns = {"sum": np.array([4.0, 0, 2]), "deals": np.array([1.0, 2, 3])}
    values = Measure("score", "sum", "deals").values(columns)
    assert values.mean() == pytest.approx(1) and len(values) == 3
    assert len(Measure("score", "sum", "deals").values({"sum": np.zeros(2), "deals": np.zeros(2)})) == 0


@pytest.mark.parametrize(
    ("verdicts", "where"),
    [
        ([MORE, MORE], EVERYWHERE),
        ([MORE, OPEN], SOMEWHERE),
        ([MORE, LESS], REVERSED),
        ([OPEN, EQUAL], NOWHERE),
        ([OPEN, LESS, MORE], REVERSED),
    ],
)
def test_levels_of_play_agree_or_not(verdicts, where):
    assert holds(verdicts) == where


def test_pairs_are_of_the_same_matches():
    study = Study("pitch", bytes(32), 1, {"low": ["taken"]})
    table = study.tables[1]
    rows = np.random.default_rng(1).random((400, 27))
    found = differences(sequence_for(study), table, named(table, rows), named(table, rows))
    assert len(found) == 27 and {one.verdict for one in found} == {EQUAL}
