"""Tests of the example in which a club plays a series: its own calculation, and the whole series against a server."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.children import end, start

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))
by_hand: Any = import_module("club.by_hand")

EVENT = """rank,name,match points
1,Ann,1

round,deal,table,seat,name,score,match points,possible,difference
1,1,1,1,Ann,3,,,
1,1,2,1,Ben,1,,,
1,1,3,1,(house),1,,,
1,2,1,1,Ann,0,,,
1,2,2,1,Cleo,4,,,
2,1,1,1,Ann,2,,,
2,1,2,1,Ben,2,,,
"""


def test_percentages_follow_from_scores():
    found = by_hand.percentages(EVENT)
    assert found["Ann"] == 100 * Fraction(5, 8)  # 2 of 2, 0 of 1, and a half of 1
    assert found["Ben"] == 100 * Fraction(2, 6)  # a half of 2, and a half of 1
    assert "Cleo" not in found  # one deal of three


def test_absences_and_ties():
    evenings = [{"Ann": Fraction(60), "Ben": Fraction(50)}, {"Ann": Fraction(40), "Ben": Fraction(50)}, {}]
    assert by_hand.standings(["Ann", "Ben", "Cleo"], evenings, 2) == [(1, "Ann", 100), (2, "Ben", 100), (3, "Cleo", 0)]


@pytest.mark.integration
def test_the_standings_of_four_evenings_equal_a_calculation_by_hand():
    program = start([sys.executable, EXAMPLES / "club_evening.py"], stdout=subprocess.PIPE, text=True)
    try:
        out, _ = program.communicate()
    finally:
        end(program)
    assert program.returncode == 0, out
    assert out.count("is over") == 4 and out.endswith("The server's standings are the same.\n")
