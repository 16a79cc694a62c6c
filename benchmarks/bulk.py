"""`python -m benchmarks.bulk`: play blocks of one study to measure the speed-up by several workers, and the cost of
Ray.

The ways of running take turns, so that other load on the machine slows all of them. The table shows medians of their
ratios. A figure from a busy machine says little about an idle machine, so the load is also shown.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from statistics import median

from saleroom.lab.runs.executors import executor
from saleroom.lab.runs.tasks import Executor
from saleroom.lab.study.plan import Study
from saleroom.lab.study.running import play_block

ROUNDS = 3
BLOCKS = 60
EMPTY = 500


def nothing(number: int) -> int:
    """Return `number`. This task does no work, so its duration is the cost of a task."""
    return number


@contextmanager
def on_ray(cores: int) -> Iterator[Executor]:
    """Start a Ray cluster of one node on this machine for the duration of the block."""
    utils = import_module("ray.cluster_utils")
    here = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": cores, "include_dashboard": False})
    os.environ["RAY_ADDRESS"] = here.address
    try:
        with executor(1, "ray") as found:
            yield found
    finally:
        here.shutdown()


def seconds(where: Executor, study: Study, blocks: int) -> float:
    """Return the seconds that an executor takes to play `blocks` blocks of a study."""
    (table, *_), size = study.tables, study.block(study.tables[0])
    began = time.perf_counter()
    for _ in where.as_done((play_block, study, table, range(at * size, (at + 1) * size)) for at in range(blocks)):
        pass
    return time.perf_counter() - began


def per_task(where: Executor) -> float:
    """Return the mean seconds for a task without work."""
    began = time.perf_counter()
    for _ in where.as_done((nothing, number) for number in range(EMPTY)):
        pass
    return (time.perf_counter() - began) / EMPTY


def main() -> None:
    """Measure all variants and print the results."""
    study = Study("auction-hearts", bytes(32), 10**6, {"moon": ["pot"]})
    with executor(1) as one, executor(2) as two, on_ray(2) as ray:
        ways = {"one": one, "two": two, "ray": ray}
        for where in ways.values():
            seconds(where, study, 4)
        taken = [{name: seconds(where, study, BLOCKS) for name, where in ways.items()} for _ in range(ROUNDS)]
        tasks = {name: per_task(where) for name, where in ways.items()}
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; blocks of {study.block(study.tables[0])} matches")
    print(f"seconds for {BLOCKS} blocks:", *({name: round(t, 1) for name, t in row.items()} for row in taken))
    print(f"two workers: {median(row['one'] / row['two'] for row in taken):.2f} × one")
    print(f"Ray's overhead over two processes: {median(row['ray'] / row['two'] - 1 for row in taken):+.1%}")
    print("milliseconds of a task without work:", {name: round(1e3 * took, 2) for name, took in tasks.items()})


if __name__ == "__main__":
    main()
