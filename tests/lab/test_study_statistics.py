"""What a study claims: of samples with a known answer, looked at after every match, and of known rules."""

from __future__ import annotations

import os

import numpy as np
import pytest

from saleroom.lab.arena.statistics import OPEN, TOO_FEW
from saleroom.lab.sequences import ConfidenceSequence
from saleroom.lab.study.differences import (
    EQUAL,
    FIRST,
    LESS,
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

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
SAMPLES, LONGEST = (2000, 20_000) if SOAK else (300, 4_000)


def jackpots(chance, shape):
    """Forty chips in one match of fifty."""
    return np.where(chance.random(shape) < 0.02, 40.0, 0.0)


PAIRS = {
    "normal": lambda chance, shape: chance.normal(size=shape),
    "wins, mostly unchanged": lambda chance, shape: chance.choice([-1.0, 0.0, 1.0], size=shape, p=[0.05, 0.9, 0.05]),
    "wins, hardly ever changed": lambda chance, shape: chance.choice([-1.0, 0, 1], size=shape, p=[0.005, 0.99, 0.005]),
    "long tail": lambda chance, shape: chance.exponential(size=shape) - 1,
    "rare jackpots": lambda chance, shape: jackpots(chance, shape) - jackpots(chance, shape),
}


def ever_missed(sequence: ConfidenceSequence, values) -> float:
    """The share of samples, shape (samples, matches), whose interval misses 0 after any number of matches."""
    counts = np.arange(1, values.shape[1] + 1)
    means = values.cumsum(1) / counts
    spread = (values**2).cumsum(1) / counts - means**2
    errors = np.sqrt(np.maximum(spread, 0) / np.maximum(counts - 1, 1))
    reach = np.array([sequence.reach(int(count)) for count in counts])
    missed = (np.abs(means) > reach * errors) & (errors > 0)
    return float(missed[:, sequence.first - 1 :].any(1).mean())


@pytest.mark.parametrize("what", PAIRS)
def test_of_studies_without_an_effect_one_in_twenty_at_most_ever_claims_one(what):
    """Looked at after every match, at the level of one question and, like a study, of many together."""
    chance = np.random.default_rng(16)
    alone = ConfidenceSequence(FIRST, NARROWEST)
    values = PAIRS[what](chance, (SAMPLES, LONGEST))
    assert ever_missed(alone, values) <= 0.05
    many = 10
    shared = ConfidenceSequence(FIRST, NARROWEST, 0.05 / many)
    together = ever_missed(shared, values) * many  # by the union bound, a family of so many questions
    assert together <= 0.05 + 3 * (0.05 * many / SAMPLES) ** 0.5


def test_an_interval_for_a_number_fixed_beforehand_would_claim_too_much():
    """What the sequences are for: the samples of the test above do tell the two apart."""

    class Fixed(ConfidenceSequence):
        def reach(self, count):
            return 1.96

    values = PAIRS["normal"](np.random.default_rng(16), (SAMPLES, LONGEST))
    assert ever_missed(Fixed(FIRST, NARROWEST), values) > 0.15


def test_an_effect_is_found_with_its_size():
    chance = np.random.default_rng(3)
    base = chance.normal(size=4000)
    found = difference(ConfidenceSequence(FIRST, NARROWEST), MATCHES[0], base + chance.normal(0.1, 0.5, 4000), base)
    assert found.verdict == MORE and found.found.contains(0.1) and (found.saved or 0) > 3
    assert difference(ConfidenceSequence(FIRST), MATCHES[0], base - 1, base).verdict == LESS


def test_nothing_is_called_too_early_or_where_nothing_changed():
    base = np.arange(300.0)
    sequence = ConfidenceSequence(FIRST, NARROWEST)
    assert difference(sequence, MATCHES[0], base[:255] + 1, base[:255]).verdict == TOO_FEW
    same = difference(sequence, Measure("win_place_0", "x"), base, base)
    assert same.verdict == EQUAL and same.saved is None
    assert same.found.half == pytest.approx(-np.log(0.05) / 300)
    assert difference(sequence, MATCHES[0], base, base).found.low is None
    noisy = base + np.tile([1.0, -1.0], 150)
    assert difference(sequence, MATCHES[0], noisy, base).verdict == OPEN


def test_every_difference_is_a_question():
    study = Study("pitch", bytes(32), 1, {"low": ["taken"]}, seats=(4, 5))
    assert questions(study) == (10 + 4 * 4) + (10 + 4 * 5)
    assert sequence_for(study).alpha == pytest.approx(0.05 / questions(study))
    more = Study("pitch", bytes(32), 1, {"low": ["taken"]}, seats=(4,), better=("house", "random"))
    assert questions(more) == 10 + 4 * 4 + 2


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
    rows = np.random.default_rng(1).random((400, 26))
    found = differences(sequence_for(study), table, named(table, rows), named(table, rows))
    assert len(found) == 26 and {one.verdict for one in found} == {EQUAL}
