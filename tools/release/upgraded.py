"""Test an installed Saleroom with what version 0.1.0 wrote: records, data file and environment ids.

Run it with the Python of the installation: `python -I upgraded.py tests/fixtures/v0_1_0`. It works in the current
folder.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

PROGRAM = Path(sys.executable).parent / "saleroom"
DATA = "v0_1_0.sqlite3"


def main(fixtures: Path) -> None:
    """Run all tests; raise an error if one fails."""
    counts = records(fixtures), stored_matches(fixtures), environments()
    print("  0.1.0: {} records, {} matches of a server, {} environment ids".format(*counts), flush=True)


def records(fixtures: Path) -> int:
    """Verify each record of 0.1.0; each must be as sound as 0.1.0 found it. Return their number."""
    import saleroom

    expected = [json.loads(line) for line in (fixtures / "records/found.jsonl").read_text("utf-8").splitlines()]
    lines = [
        line
        for game in dict.fromkeys(row["game"] for row in expected)
        for line in (fixtures / f"records/{game}.jsonl").read_text("utf-8").splitlines()
    ]
    for number, (line, row) in enumerate(zip(lines, expected, strict=True), 1):
        assert (saleroom.verify(json.loads(line)) == []) == row["sound"], f"record {number} of 0.1.0"
    return len(lines)


def stored_matches(fixtures: Path) -> int:
    """Let a server update the data file of 0.1.0, then verify every match in it. Return their number."""
    Path(DATA).write_bytes(gzip.decompress((fixtures / "data.sqlite3.gz").read_bytes()))
    command = [PROGRAM, "serve", "--no-open", "--port", "0", "--data", DATA]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            (address,) = re.findall(r"http://[^\s/]+", server.stdout.readline())
            with urllib.request.urlopen(f"{address}/healthz", timeout=300) as answer:
                assert answer.status == 200
        finally:
            server.terminate()
            server.communicate()
    done = subprocess.run([PROGRAM, "admin", "check", "--data", DATA], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-500:]
    (number,) = re.findall(r"^(\d+) matches verified, 0 faults$", done.stdout, re.MULTILINE)
    return int(number)


def environments() -> int:
    """Check that each game still has version 1, and refuses version 0 with the versions that exist. Make one of them.

    Return the number of environment ids.
    """
    from saleroom.envs import vector
    from saleroom.games import NAMES, load

    vector.make("auction-pitch", 2, version=1, seed=1)
    for game in NAMES:
        assert load(game).environment_ids[1] == f"{game}-v1"
        try:
            vector.make(game, 2, version=0, seed=1)
        except ValueError as error:
            assert "the versions are 1" in str(error), error
        else:
            raise AssertionError(f"{game} has an environment of version 0")
    return len(NAMES)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
