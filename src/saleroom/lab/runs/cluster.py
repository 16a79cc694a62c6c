"""Tasks on a Ray cluster; Ray assigns them to nodes, and reassigns the tasks of a lost node."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from saleroom.extras import to_install
from saleroom.lab.runs.tasks import Executor
from saleroom.lab.runs.version import version

HERE = "ray"
"""Value of `--on` for the cluster on this machine."""
REMOTE = "ray://"
PATIENCE = 10.0
"""Seconds to wait for an answer from a cluster before it counts as unreachable."""


LOST = "lost"
"""Value that replaces a node's version if the node was lost while it was asked.

Ray reassigns the tasks of such a node.
"""


class WrongVersion(ValueError):
    """Error for a node with another version of Saleroom, with which matches could differ."""


@contextmanager
def cluster(on: str) -> Iterator[Executor]:
    """Connect to this machine's cluster (``ray``) or to another cluster (``ray://head:10001``), and check all its
    nodes.

    Raise `ValueError` with a one-line reason if the cluster cannot be used, and `ChildProcessError` if it is lost.
    """
    ray = _ray()
    _connect(ray, on)
    try:
        _check_nodes(ray)
        remote = ray.remote(num_cpus=1, max_retries=-1)(_checked)

        def submit(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
            return remote.remote(version(), function, *arguments).future()

        yield Executor(submit, lambda: max(2, int(ray.cluster_resources().get("CPU", 0))))
    except ray.exceptions.RayTaskError as error:  # the task raised this error
        raise error.cause from None
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise ChildProcessError(f"the cluster is lost ({_first_line(error)}); the same command continues") from None
    finally:
        ray.shutdown()


def _ray() -> Any:
    """Return the module `ray`, or raise `ValueError` if it is not installed."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # otherwise, Ray warns about its own default
    try:
        import_module("ray.exceptions")
        return import_module("ray")
    except ImportError:
        raise ValueError(f"--on ray needs Ray, which is not installed: {to_install('ray')}") from None


def _connect(ray: Any, on: str) -> None:
    """Connect to a cluster, or raise `ValueError` if there is no such cluster."""
    if on != HERE and not on.startswith(REMOTE):
        raise ValueError(f"--on is {on!r}; write ray for this machine's cluster, or ray://HOST:10001 for another")
    if on != HERE:
        _check_answers(on)
    try:
        ray.init(
            address="auto" if on == HERE else on,
            log_to_driver=False,
            logging_level=logging.ERROR,
            configure_logging=True,
        )
    except (ConnectionError, ray.exceptions.RayError, RuntimeError, ValueError) as error:
        hint = "start one with: ray start --head" if on == HERE else "is it a head with Ray's client server?"
        raise ValueError(f"no Ray cluster answers at {on} ({_first_line(error)}); {hint}") from None


def _check_answers(on: str) -> None:
    """Raise `ValueError` if no server listens at the address.

    Without this check, Ray would try to connect for half a minute.
    """
    try:
        at = urlsplit(on)
        socket.create_connection((at.hostname or "", at.port or 10001), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise ValueError(f"no Ray cluster answers at {on} ({error}); is its head running?") from None


def _check_nodes(ray: Any) -> None:
    """Raise `WrongVersion` if any node has no Saleroom or another version of it. The error names every such node."""
    only_on = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
    queries = {
        node["NodeManagerHostname"] + " " + node["NodeID"][:8]: ray.remote(num_cpus=0, max_retries=0)(_own_version)
        .options(scheduling_strategy=only_on(node["NodeID"], soft=False))
        .remote()
        for node in ray.nodes()
        if node["Alive"]
    }
    versions = {name: _version_of(ray, ref) for name, ref in queries.items()}
    others = {name: theirs for name, theirs in versions.items() if theirs not in (version(), LOST)}
    if others:
        named = ", ".join(f"{name} has {theirs}" for name, theirs in others.items())
        raise WrongVersion(f"every node needs Saleroom {version()}: {named}; install the same on all")


def _own_version() -> str:
    """Return the version of Saleroom on the node that runs this function."""
    return version()


def _version_of(ray: Any, ref: Any) -> str:
    try:
        return ray.get(ref)
    except ray.exceptions.RayTaskError:
        return "none that can be imported"
    except ray.exceptions.RayError:
        return LOST


def _checked(expected: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Run a task on a node, but first check the node's version: the node may have joined after `_check_nodes`."""
    if version() != expected:
        raise WrongVersion(f"the node {socket.gethostname()} has Saleroom {version()}, not {expected}")
    return function(*arguments)


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:160]
