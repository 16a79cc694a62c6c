"""Tests of threads that share one task."""

import threading
import time
import weakref

import numpy as np
import pytest

from saleroom.envs.batch_state import batch_state_of
from saleroom.envs.terms import Terms
from saleroom.envs.worker_pool import LINE, WorkerPool
from saleroom.kernel.fast.workers import BEGIN, CHOOSE, STEP

COUNT = 500


def team_of(helpers: int) -> WorkerPool:
    """Return a pool of `helpers` threads for a batch of deals that have not begun."""
    terms = Terms.of("auction-pitch", 4)
    return WorkerPool(
        helpers, batch_state_of(terms, COUNT, 0), terms.kind, np.zeros(COUNT, np.int64), np.zeros(COUNT, np.uint64)
    )


def shares(pool: WorkerPool) -> dict[str, tuple[int, int]]:
    """Run a task in which all threads wait for each other, and return each thread's range of episodes."""
    found: dict[str, tuple[int, int]] = {}
    meeting = threading.Barrier(pool.helpers + 1, timeout=30)

    def work(start: int, end: int) -> None:
        meeting.wait()
        found[threading.current_thread().name] = start, end

    pool.share(work)
    return found


def test_everybody_works_and_the_caller_too():
    pool = team_of(3)
    for _ in range(50):
        assert set(shares(pool)) == {"MainThread", "saleroom-1", "saleroom-2", "saleroom-3"}
    time.sleep(0.05)  # long enough for the threads to fall asleep
    assert len(shares(pool)) == 4
    pool.close()


def test_everybody_keeps_to_episodes_of_his_own():
    pool = team_of(3)
    first = shares(pool)
    starts, ends = zip(*sorted(first.values()), strict=True)
    assert (starts[0], *ends) == (*starts, COUNT)
    assert not any(start % LINE for start in starts)
    assert all(shares(pool) == first for _ in range(10))
    pool.close()


def test_tasks_and_errands_in_any_order():
    pool = team_of(2)
    luck = pool._work[-1]
    for number in range(40):
        pool.do(BEGIN)
        if number % 3 == 0:
            assert len(shares(pool)) == 3
        if number % 10 == 9:
            time.sleep(0.02)
        luck += np.uint64(1)
        pool.do(CHOOSE)
        assert pool.illegal() is None
        pool.do(STEP)
    pool.close()


@pytest.mark.parametrize("wrong", [[17], [70, 450], [450, 20]])
def test_the_first_illegal_action_is_found_whoever_looks(wrong):
    pool = team_of(2)
    pool.do(BEGIN)
    pool.do(CHOOSE)
    actions = pool._work[2]
    actions[wrong] = -1
    assert pool.illegal() == min(wrong)
    pool.close()


def test_without_helpers_the_caller_works_alone():
    assert shares(team_of(0)) == {"MainThread": (0, COUNT)}


def test_nobody_goes_on_before_all_are_done():
    pool, done = team_of(2), []

    def work(_start: int, _end: int) -> None:
        if threading.current_thread().name == "saleroom-2":
            time.sleep(0.05)
        done.append(1)

    pool.share(work)
    assert len(done) == 3
    pool.close()


@pytest.mark.parametrize("who", ["MainThread", "saleroom-1"])
def test_an_error_of_anybody_reaches_the_caller_and_the_team_works_on(who):
    pool = team_of(1)

    def work(_start: int, _end: int) -> None:
        if threading.current_thread().name == who:
            raise KeyError(who)

    for _ in range(3):
        with pytest.raises(KeyError, match=who):
            pool.share(work)
    assert len(shares(pool)) == 2
    pool.close()


@pytest.mark.parametrize("end", ["closed", "forgotten"])
def test_helpers_go_when_the_team_is(end):
    before = set(threading.enumerate())
    pool = team_of(2)
    shares(pool)
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2
    if end == "closed":
        pool.close()
        assert set(shares(pool)) == {"MainThread"}
    else:
        gone = weakref.ref(pool)
        del pool
        assert gone() is None
    for helper in helpers:
        helper.join(30)
        assert not helper.is_alive()
