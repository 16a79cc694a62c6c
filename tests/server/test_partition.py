"""Machines that are cut off from their data, their people or both, simulated by network namespaces."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import services
from tests.children import finished

pytestmark = pytest.mark.integration

SOAK = bool(os.environ.get("SALEROOM_SOAK"))
LIMIT = 7000 if SOAK else 850


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces of Linux")
@pytest.mark.timeout(LIMIT + 50)
def test_no_move_is_lost_where_machines_are_cut_off(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    for program, package in (("ip", "iproute2"), ("nsenter", "util-linux")):
        if shutil.which(program) is None:
            services.missing(program, package)
    if finished(["unshare", "--net", "ip", "link", "set", "lo", "up"]).returncode != 0:
        pytest.skip("NOT TESTED: network namespaces need root, which this user or this container does not have")
    command = ["unshare", "--net", sys.executable, "-m", "tests.server.partition", tmp_path]
    done = finished(command, timeout=LIMIT, text=True, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stdout + done.stderr
    for line in done.stdout.splitlines():
        print(line)
        record_property("partition", line)
