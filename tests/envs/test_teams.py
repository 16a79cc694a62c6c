"""Threads that do one piece of work together."""

import threading
import time
import weakref

import numpy as np
import pytest

from saleroom.envs.crowds import crowd_of
from saleroom.envs.teams import LINE, Team
from saleroom.envs.terms import Terms
from saleroom.kernel.crews import BEGIN, CHOOSE, STEP

COUNT = 500


def team_of(helpers: int) -> Team:
    """A team for some deals that have not begun."""
    terms = Terms.of("auction-pitch", 4)
    return Team(helpers, crowd_of(terms, COUNT, 0), terms.kind, np.zeros(COUNT, np.int64), np.zeros(COUNT, np.uint64))


def shares(team: Team) -> dict[str, tuple[int, int]]:
    """Whose episodes are which, by a piece of work at which everybody waited for all the others."""
    found: dict[str, tuple[int, int]] = {}
    meeting = threading.Barrier(team.helpers + 1, timeout=30)

    def work(start: int, end: int) -> None:
        meeting.wait()
        found[threading.current_thread().name] = start, end

    team.share(work)
    return found


def test_everybody_works_and_the_caller_too():
    team = team_of(3)
    for _ in range(50):
        assert set(shares(team)) == {"MainThread", "saleroom-1", "saleroom-2", "saleroom-3"}
    time.sleep(0.05)  # long enough to fall asleep
    assert len(shares(team)) == 4
    team.close()


def test_everybody_keeps_to_episodes_of_his_own():
    team = team_of(3)
    first = shares(team)
    starts, ends = zip(*sorted(first.values()), strict=True)
    assert (starts[0], *ends) == (*starts, COUNT)
    assert not any(start % LINE for start in starts)
    assert all(shares(team) == first for _ in range(10))
    team.close()


def test_tasks_and_errands_in_any_order():
    team = team_of(2)
    luck = team._work[-1]
    for number in range(40):
        team.do(BEGIN)
        if number % 3 == 0:
            assert len(shares(team)) == 3
        if number % 10 == 9:
            time.sleep(0.02)
        luck += np.uint64(1)
        team.do(CHOOSE)
        assert team.illegal() is None
        team.do(STEP)
    team.close()


@pytest.mark.parametrize("wrong", [[17], [70, 450], [450, 20]])
def test_the_first_illegal_action_is_found_whoever_looks(wrong):
    team = team_of(2)
    team.do(BEGIN)
    team.do(CHOOSE)
    actions = team._work[2]
    actions[wrong] = -1
    assert team.illegal() == min(wrong)
    team.close()


def test_without_helpers_the_caller_works_alone():
    assert shares(team_of(0)) == {"MainThread": (0, COUNT)}


def test_nobody_goes_on_before_all_are_done():
    team, done = team_of(2), []

    def work(_start: int, _end: int) -> None:
        if threading.current_thread().name == "saleroom-2":
            time.sleep(0.05)
        done.append(1)

    team.share(work)
    assert len(done) == 3
    team.close()


@pytest.mark.parametrize("who", ["MainThread", "saleroom-1"])
def test_an_error_of_anybody_reaches_the_caller_and_the_team_works_on(who):
    team = team_of(1)

    def work(_start: int, _end: int) -> None:
        if threading.current_thread().name == who:
            raise KeyError(who)

    for _ in range(3):
        with pytest.raises(KeyError, match=who):
            team.share(work)
    assert len(shares(team)) == 2
    team.close()


@pytest.mark.parametrize("end", ["closed", "forgotten"])
def test_helpers_go_when_the_team_is(end):
    before = set(threading.enumerate())
    team = team_of(2)
    shares(team)
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2
    if end == "closed":
        team.close()
        assert set(shares(team)) == {"MainThread"}
    else:
        gone = weakref.ref(team)
        del team
        assert gone() is None
    for helper in helpers:
        helper.join(30)
        assert not helper.is_alive()
