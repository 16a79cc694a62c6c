"""Tests of how a study reports legal actions that no player takes."""

from __future__ import annotations

import pytest

from saleroom.lab.study.plan import Study
from saleroom.lab.study.unused_actions import never_done


def never(level: str) -> list[str]:
    study = Study("pitch", bytes(32), 20, base={"target": 3}, levels=(level,))
    return never_done(study, study.tables[0])


def test_whoever_plays_at_random_does_everything():
    assert never("random") == []


def test_bids_of_whoever_never_bids_are_named_as_one_run():
    assert never("never-bids:random") == ["bid 1 to 4"]


@pytest.mark.parametrize("level", ["house", "search:2/house"])
def test_actions_that_are_taken_are_not_named(level):
    told = never(level)
    assert "pass" not in told and not any(words.startswith("play") for words in told)
