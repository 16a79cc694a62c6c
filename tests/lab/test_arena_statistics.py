"""Tests of confidence intervals on cases with a known answer."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from saleroom.statistics.estimates import (
    ALIKE,
    BETTER,
    LEAST,
    OPEN,
    TOO_FEW,
    WORSE,
    Estimate,
    estimate,
    ratio,
    verdict,
    verdicts,
)

PITCH = np.array([-4.0, -1, 0, 1, 2, 3])
OFTEN = [0.08, 0.2, 0.3, 0.25, 0.12, 0.05]


def test_an_interval_by_hand():
    found = estimate([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.error == pytest.approx((2.5 / 5) ** 0.5)
    assert found.low == pytest.approx(3 - 2.7764451 * 0.5**0.5)  # from tables: t quantile for 4 degrees of freedom
    assert found.high == pytest.approx(3 + 2.7764451 * 0.5**0.5)
    assert found.half == pytest.approx(2.7764451 * 0.5**0.5)


def test_an_interval_is_scipys():
    values = np.random.default_rng(1).normal(1, 3, 50)
    by_scipy = stats.ttest_1samp(values, 0)
    interval = by_scipy.confidence_interval(0.95)
    found = estimate(values)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert stats.ttest_1samp(values, found.low or 0).pvalue == pytest.approx(0.05)


def test_nothing_is_known_of_too_little():
    assert estimate([]) == ratio([], []) == Estimate(None, None, None, None, 0)
    assert estimate([3.0]) == Estimate(3.0, None, None, None, 1)
    assert estimate([3.0]).half == float("inf")
    assert ratio([6.0], [3]) == Estimate(2.0, None, None, None, 1)


def test_a_ratio_by_hand():
    """Check the mean score per bid over three clusters of deals with 1, 2 and 0 bids.

    The scores in the first two clusters add up to 4 and 2. The mean is therefore 6 / 3, and the residuals are 2 and -2.
    """
    found = ratio([4, 2, 0], [1, 2, 0])
    assert (found.mean, found.count) == (2, 2)
    assert found.error == pytest.approx((8 * 2 / 1) ** 0.5 / 3)


def test_a_ratio_of_single_things_is_a_mean():
    values = np.random.default_rng(2).normal(1, 3, 30)
    assert ratio(values, np.ones(30)).as_dict() == pytest.approx(estimate(values).as_dict())


@pytest.mark.parametrize("size", [10, 40])
def test_intervals_hold_the_truth_as_often_as_they_say(size):
    random = np.random.default_rng(3)
    truth = float(PITCH @ OFTEN)
    found = [estimate(random.choice(PITCH, size, p=OFTEN)) for _ in range(1500)]
    held = np.mean([one.contains(truth) for one in found])
    assert 0.93 < held < 0.97


def test_intervals_of_ratios_hold_the_truth_though_a_clusters_bids_are_alike():
    random = np.random.default_rng(4)
    held, naive = [], []
    for _ in range(1000):
        numbers = random.integers(0, 5, 60)
        luck = random.normal(0, 2, 60)  # luck is the same for all bids on the same cards
        errors = [0.5 + shared + random.normal(0, 1, number) for shared, number in zip(luck, numbers, strict=True)]
        found = ratio([one.sum() for one in errors], numbers)
        held.append(found.contains(0.5))
        alone = estimate(np.concatenate(errors))
        naive.append(alone.contains(0.5))
    assert 0.92 < np.mean(held) < 0.97
    assert np.mean(naive) < 0.9  # the interval that treats the bids as independent


def test_what_an_interval_carries():
    def said(low, high, count=LEAST):
        middle = (low + high) / 2
        return verdict(Estimate(middle, (high - low) / 2 / stats.t.ppf(0.975, count - 1), low, high, count))

    assert said(0.01, 1) == BETTER
    assert said(-1, -0.01) == WORSE
    assert said(-0.01, 1) == said(-1, 0.01) == OPEN
    assert said(0.5, 1, LEAST - 1) == TOO_FEW
    assert verdict(estimate([2.0])) == verdict(estimate([])) == TOO_FEW
    assert verdict(estimate([0.0] * 20)) == OPEN
    assert verdict(estimate([1.0] * 20)) == ALIKE
    assert estimate([0.1 + 0.2, 0.3]).low is None and ratio([1, 2], [2, 4]).low is None


def test_a_difference_is_called_only_when_its_interval_excludes_nothing():
    random = np.random.default_rng(5)
    for _ in range(300):
        found = [estimate(random.normal(0.3, 1, 30)) for _ in range(random.integers(1, 8))]
        for one, said in zip(found, verdicts(found), strict=True):
            assert said in (OPEN, BETTER if (one.mean or 0) > 0 else WORSE)
            assert said == OPEN or not one.contains(0)
        (alone,) = verdicts(found[:1])
        assert (alone == OPEN) == found[0].contains(0)


def test_pairs_are_judged_together_as_holm_does():
    def of_chance(chance):
        error = 1.0
        mean = float(stats.t.isf(chance / 2, 19))
        half = float(stats.t.ppf(0.975, 19))
        return Estimate(mean, error, mean - half, mean + half, 20)

    assert verdicts([of_chance(p) for p in (0.04, 0.001, 0.02)]) == [BETTER, BETTER, BETTER]
    assert verdicts([of_chance(p) for p in (0.04, 0.001, 0.03)]) == [OPEN, BETTER, OPEN]
    assert verdicts([of_chance(p) for p in (0.02, 0.03, 0.04)]) == [OPEN] * 3


def table_of(random, players, clusters):
    """Return random results of equal players, one row for each cluster of deals. Luck with the cards is the same in a
    row.
    """
    return random.normal(0, 1, (clusters, players)) + random.normal(0, 2, (clusters, 1))


def test_equal_players_are_not_told_apart():
    random = np.random.default_rng(6)
    wrong = 0
    for _ in range(400):
        table = table_of(random, 5, 25)
        pairs = [(a, b) for a in range(5) for b in range(a)]
        wrong += any(said != OPEN for said in verdicts([estimate(table[:, a] - table[:, b]) for a, b in pairs]))
    assert wrong <= 400 * 0.08


def test_a_true_difference_is_found():
    random = np.random.default_rng(7)
    table = table_of(random, 2, 200)
    table[:, 0] += 0.5  # luck with the cards is the same for both players and cancels
    assert verdict(estimate(table[:, 0] - table[:, 1])) == BETTER


def test_stopping_at_a_narrow_interval_leaves_it_honest():
    random = np.random.default_rng(8)
    truth, held = float(PITCH @ OFTEN), []
    for _ in range(800):
        values = random.choice(PITCH, 512, p=OFTEN)
        looks = [size for size in (32, 64, 128, 256, 512) if estimate(values[:size]).half <= 0.3]
        found = estimate(values[: looks[0] if looks else 512])
        held.append(found.contains(truth))
    assert 0.925 < np.mean(held) < 0.975
