"""Tests of the choice between one thread and several, with simulated clocks and machines."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from saleroom.bots.cores import cores, quotas
from saleroom.envs import vector
from saleroom.envs.pace import LEAST_HOLD, TRIED, Pace

ROUND = 0.001  # seconds that one thread needs for a round
Together = Callable[[float, random.Random], float]


class Machine:
    """Simulated machine. Its clock advances only while it works."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pace = Pace(lambda: self.now)
        self.rng = random.Random("machine")

    def run(self, seconds: float, together: Together) -> float:
        """Work in rounds for `seconds`.

        Return the average time of a round, as a multiple of the time with one thread. The function `together` returns
        the time of a round with several threads, as the same multiple.
        """
        began, rounds = self.now, 0
        while self.now < began + seconds:
            spent = ROUND * (1 if self.pace.alone else together(self.now, self.rng))
            for part, ends_round in ((0.2, False), (0.8, True)):
                self.now += part * spent
                self.pace.took(part * spent, ends_round)
            rounds += 1
        return (self.now - began) / (rounds * ROUND)


def idle(_now: float, _rng: random.Random) -> float:
    return 0.5


def busy(_now: float, _rng: random.Random) -> float:
    return 4.0


def one_stall_in_ten(_now: float, rng: random.Random) -> float:
    return 10.0 if rng.random() < 0.1 else 0.55


def one_stall_in_forty(_now: float, rng: random.Random) -> float:
    return 40.0 if rng.random() < 0.025 else 0.55


def a_little_slower(_now: float, _rng: random.Random) -> float:
    return 1.05


def changing(now: float, rng: random.Random) -> float:
    return (busy if int(now) % 4 < 2 else idle)(now, rng)


def throttled(now: float, _rng: random.Random) -> float:
    """Simulate a CPU quota that stops all work in the second half of each tenth of a second."""
    return 0.5 if now % 0.1 < 0.05 else 50.0


@pytest.mark.parametrize("together", [busy, one_stall_in_ten, one_stall_in_forty, a_little_slower, changing, throttled])
def test_it_is_at_most_a_tenth_slower_than_one_thread(together):
    assert Machine().run(60, together) <= 1.1


def test_all_threads_are_used_while_that_is_faster():
    assert Machine().run(10, idle) < 0.55


def test_what_was_busy_and_is_idle_is_found_out():
    machine = Machine()
    machine.run(20, busy)
    machine.run(60, idle)
    assert machine.run(20, idle) < 0.55


def test_what_was_idle_and_is_busy_is_found_out_within_a_few_rounds():
    machine = Machine()
    machine.run(20, idle)
    before = machine.now
    while not machine.pace.alone or machine.pace._trying:
        machine.run(ROUND, busy)
    assert machine.now - before < 100 * ROUND


def test_a_trial_is_one_thread_and_then_several():
    machine, ways = Machine(), []
    while machine.pace._trying:
        ways.append(machine.pace.alone)
        machine.run(ROUND / 10, busy)
    assert ways == [True] * TRIED + [False] * TRIED
    assert machine.pace.alone
    assert machine.pace._until - machine.now > LEAST_HOLD


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_number_of_threads_is_that_number(threads):
    env = vector.make("pitch", 1024, seats=4, seed=1, threads=threads)
    assert (env._pool.helpers, env._pool.pace) == (threads - 1, None)
    env.close()


def test_ways_may_change_at_any_step_and_nothing_else_does(monkeypatch):
    monkeypatch.setattr(vector, "cores", lambda: 2)
    one, free = (vector.make("pitch", 600, seats=4, seed=5, history=4, threads=threads) for threads in (1, None))
    rng = random.Random("ways")
    assert free._pool.helpers == 1
    for _ in range(60):
        free._pool.pace.alone = rng.random() < 0.5
        assert (one.sample() == free.sample()).all()
        free._pool.pace.alone = rng.random() < 0.5
        one.step(one.sample())
        free.step(free.sample())
    for name, array in one.crowd._asdict().items():
        assert np.array_equal(array.view(np.uint8), getattr(free.crowd, name).view(np.uint8)), name
    free.close()


# Quotas of this process


def group(tmp_path: Path, own: str, files: dict[str, str]) -> list[float]:
    """Return the CPU quotas that are found in control groups with the given files."""
    (tmp_path / "own").write_text(own)
    for name, text in files.items():
        (tmp_path / "groups" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "groups" / name).write_text(text)
    return sorted(quotas(tmp_path / "own", tmp_path / "groups"))


GROUPS = [
    ("0::/\n", {"cpu.max": "150000 100000\n"}, [1.5]),
    ("0::/a/b\n", {"a/b/cpu.max": "max 100000\n", "a/cpu.max": "50000 100000\n"}, [0.5]),
    ("0::/a\n", {"a/cpu.max": "max 100000\n"}, []),
    (
        "4:cpu,cpuacct:/x\n",
        {"cpu,cpuacct/x/cpu.cfs_quota_us": "200000", "cpu,cpuacct/x/cpu.cfs_period_us": "100000"},
        [2],
    ),
    ("1:cpu:/host/x\n", {"cpu/cpu.cfs_quota_us": "100000", "cpu/cpu.cfs_period_us": "100000"}, [1, 1]),
    ("1:cpu:/x\n", {"cpu/x/cpu.cfs_quota_us": "-1", "cpu/x/cpu.cfs_period_us": "100000"}, []),
    ("3:memory:/x\n", {"memory/x/cpu.cfs_quota_us": "1"}, []),
    ("nonsense\n0::/\n", {"cpu.max": "many\n"}, []),
]


@pytest.mark.parametrize(("own", "files", "found"), GROUPS)
def test_quotas_of_both_versions_of_control_groups(tmp_path, own, files, found):
    assert group(tmp_path, own, files) == found


@pytest.mark.parametrize(("quota", "allowed", "found"), [(0.5, 4, 1), (2.9, 4, 2), (8, 4, 4), (None, 3, 3)])
def test_cores_are_those_of_the_affinity_as_far_as_quotas_go(monkeypatch, quota, allowed, found):
    monkeypatch.setattr("saleroom.bots.cores.quotas", lambda: iter([] if quota is None else [quota]))
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: set(range(allowed)), raising=False)
    assert cores() == found
