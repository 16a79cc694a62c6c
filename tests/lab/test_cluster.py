"""Tests of bulk work on a real Ray cluster of three nodes on this machine. The tests stop one node in the middle of the
work.
"""

from __future__ import annotations

import socket
import time
import warnings
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from saleroom.games import load
from saleroom.lab.arena import Plan
from saleroom.lab.arena import run as run_arena
from saleroom.lab.runs import cluster
from saleroom.lab.runs.executors import executor
from saleroom.lab.simulate import Plan as Simulation
from saleroom.lab.simulate import play as simulate
from saleroom.lab.study import running
from saleroom.lab.study.command import RunSettings, measure
from saleroom.lab.study.plan import Study
from saleroom.lab.study.running import play_block
from saleroom.lab.training import selfplay
from saleroom.lab.training.dealing import Terms

pytestmark = pytest.mark.integration
SEED = bytes(range(32))
PATIENT = {"health_check_failure_threshold": 10}
"""Settings under which Ray does not declare a node dead if the node answers late on a busy machine."""


@pytest.fixture(scope="module")
def nodes():
    """Start three nodes with one core each. The first node is the head."""
    pytest.importorskip("ray", reason="NO RAY, so nothing of bulk work on a cluster is tested: make .venv/.ray")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = import_module("ray.cluster_utils").Cluster(
            initialize_head=True,
            head_node_args={"num_cpus": 1, "include_dashboard": False, "_system_config": PATIENT},
        )
        for _ in range(2):
            found.add_node(num_cpus=1)
        found.wait_for_nodes(timeout=300)
        yield found
        found.shutdown()


@pytest.fixture
def on_cluster(nodes, monkeypatch):
    """Connect this process to the cluster that the tests started."""
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)
    return "ray"


def files_of(study: Study, folder: Path, **where) -> dict[str, bytes]:
    """Return the contents of a study's files."""
    measure(study, folder, RunSettings(**where), lambda: None)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def slow_block(study, table, numbers):
    """Play a block of matches slowly, so that a test can stop a node meanwhile."""
    time.sleep(0.2)
    return play_block(study, table, numbers)


def test_a_study_is_the_same_where_a_node_is_lost_half_way(nodes, on_cluster, tmp_path, monkeypatch):
    study = Study("pitch", SEED, 600, {"low": ["taken"], "dealer_match": ["any"]}, better=("trained", "house"))
    monkeypatch.setattr(Study, "block", lambda study, table: 20)
    here = files_of(study, tmp_path / "here", jobs=2)
    lost = nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes(timeout=300)
    monkeypatch.setattr("saleroom.lab.study.running.play_block", slow_block)
    kept = []
    add = running.BlockStore.add

    def add_and_lose(played, table, numbers, rows):
        add(played, table, numbers, rows)
        kept.append((table, numbers))
        if len(kept) == 20:
            nodes.remove_node(lost, allow_graceful=False)

    monkeypatch.setattr(running.BlockStore, "add", add_and_lose)
    there = files_of(study, tmp_path / "there", on=on_cluster)
    assert len(kept) > 40 and len(kept) == len(set(kept))
    assert here == there


def test_arena_simulate_and_training_are_the_same_there(on_cluster, nodes):
    plan = Plan("pitch", {}, 4, ("house", "random"), 8, SEED)
    assert run_arena(plan, on=on_cluster) == run_arena(plan)
    some = Simulation(
        "auction-pitch", dict(Plan("pitch", {}, 4, ("house",), 1, SEED).options), ("house",) * 4, SEED, 10
    )
    assert list(simulate(some, 0, 1, on_cluster)) == list(simulate(some, 0, 1))
    assert self_play(1, on_cluster) == self_play(2, None)


def self_play(jobs, on):
    """Return the bytes of the training labels from a few chunks of self-play."""
    terms = Terms(load("auction-pitch"), {})
    plan = selfplay.Plan(None, 0.5, 0.1, 0.1, 0.25)
    selfplay.load(terms)
    with executor(jobs, on) as where:
        labels = selfplay.play(terms, plan, 2, np.random.default_rng(1), where)
    return [column.tobytes() for column in labels]


def test_a_node_of_another_version_is_refused_by_name(on_cluster, nodes, monkeypatch):
    monkeypatch.setattr(cluster, "version", lambda: "0.0.1+other")
    with (
        pytest.raises(ValueError, match=f"every node needs Saleroom 0.0.1.other: .*{socket.gethostname()}.*has \\d"),
        executor(1, on_cluster),
    ):
        pass
