"""Tests of the leak check. It reports each leak with its seat and location, and reports nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

from saleroom.testing import Leak, leak_check
from tests.testing.toys import HighCard, own_card, redeal


def found(leak: str | None) -> set[tuple[str, bool]]:
    report = leak_check(HighCard(leak), redeal, episodes=8, knows=own_card)
    return {(finding.what, finding.moment.waits) for finding in report.findings}


def test_honest_environment_passes():
    report = leak_check(HighCard(), redeal, episodes=8, knows=own_card)
    report.expect_none()
    assert (report.episodes, report.moments, report.pairs, report.refused) == (8, 16, 32, 0)


@pytest.mark.parametrize(
    ("leak", "places"),
    [
        ("observation", {("observe.observation", True), ("observe.observation", False), ("last.observation", False)}),
        ("observation of who waits", {("observe.observation", True)}),
        ("mask", {("observe.action_mask", True), ("observe.action_mask", False), ("last.action_mask", False)}),
        ("mask of who waits", {("observe.action_mask", True)}),
        ("infos", {("infos.hint", True), ("infos.hint", False), ("last.hint", False)}),
        ("rewards", {("rewards", True), ("rewards", False), ("last", False)}),
        ("last", {("last.observation", False)}),
    ],
)
def test_each_kind_of_leak_is_found_where_it_is(leak, places):
    assert found(leak) == places


def test_report_says_when_who_and_what():
    report = leak_check(HighCard("mask of who waits"), redeal, episodes=8)
    finding = report.findings[0]
    assert not report
    assert finding.seats == {"north", "south"}
    assert f"{finding.times} times; seats: 'north', 'south'\n" in str(finding)
    assert 0 < finding.times < report.pairs
    assert len(report.findings) == 1
    assert (finding.one, finding.other) in {("[1] 0", "[1] 1"), ("[1] 1", "[1] 0")}
    assert "observe.observation, given to" in finding.worlds
    with pytest.raises(Leak, match=r"observe\.action_mask, to a seat that waits"):
        report.expect_none()


def test_same_seed_same_report():
    one, two, three = (str(leak_check(HighCard("mask"), redeal, episodes=5, seed=seed)) for seed in (3, 3, 4))
    assert one == two != three


def test_redeal_that_changes_what_a_seat_may_know_is_refused():
    def careless(env, agent, rng):
        env.cards[agent] = (env.cards[agent] + 1) % 10
        return redeal(env, agent, rng) if rng.random() < 0.5 else env

    report = leak_check(HighCard(), careless, episodes=3, knows=own_card)
    assert (report.pairs, report.refused, report.findings) == (0, 12, [])
    assert not report.ok  # nothing was compared, so leaks are possible
    assert "NOTHING WAS COMPARED" in str(report)
    assert leak_check(HighCard(), careless, episodes=3).findings


def test_redeal_works_on_a_copy():
    env = HighCard()
    env.reset(seed=0)
    cards = dict(env.cards)
    leak_check(env, redeal, episodes=1)
    assert env.cards == cards


def test_no_other_world():
    report = leak_check(HighCard("mask"), lambda env, agent, rng: None, episodes=2)
    assert (report.pairs, report.alone, report.ok) == (0, 8, False)


def test_redeal_that_varies_nothing_is_noted():
    report = leak_check(HighCard("mask"), lambda env, agent, rng: env, episodes=2)
    assert report.notes == [
        "for 'north', 'south' the worlds differ in nothing that another seat is given: does the redeal vary anything?"
    ]
    assert not report.ok  # nothing was varied, so leaks are possible
    assert leak_check(HighCard(), redeal, episodes=2).notes == []


def test_redeal_that_varies_nothing_for_one_seat_is_noted():
    def partial(env, agent, rng):
        return redeal(env, agent, rng) if agent == "north" else env

    report = leak_check(HighCard(), partial, episodes=2)
    assert not report.ok
    assert [note.partition(" the worlds")[0] for note in report.notes] == ["for 'south'"]


def test_bounds():
    report = leak_check(HighCard(), redeal, episodes=40, share=0.5, most_moves=1, worlds=3)
    assert 5 < report.moments < 35
    assert report.pairs == 6 * report.moments


def test_import_needs_no_library():
    code = "import sys, saleroom.testing; print({'pettingzoo', 'pyspiel', 'rlcard', 'gymnasium'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
