"""Test the light package from a wheel on any system: `python tools/release/light.py DIST`.

The program installs the wheel in `DIST` into a new environment. Each game must be played by `simulate`, and by
`play --plain` without a terminal; `serve` must answer `/healthz`. The program needs only Python with `venv`, so that it
also runs on Windows and macOS.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

GAMES = {
    "auction-house": (4, "rounds=1"),
    "auction-hearts": (4, "deals=1"),
    "auction-pitch": (4, "target=2"),
    "auction-draw": (2, "deals=1"),
    "auction-flop-poker": (2, "deals=1"),
}
"""Seats of a match of each game, and an option that makes the match short."""
LIMIT = 900
"""Maximum seconds that a command may take; the first command of a game compiles."""


def main(dist: str) -> None:
    """Install the only wheel in the folder, and test it; raise an error if something fails."""
    (wheel,) = sorted(Path(dist).resolve().glob("*.whl"))
    with tempfile.TemporaryDirectory(prefix="saleroom-light-", ignore_cleanup_errors=True) as folder:
        test(installed(wheel, Path(folder)), Path(folder))


def installed(wheel: Path, folder: Path) -> Path:
    """Return the program after an installation of the wheel into a new environment in `folder`."""
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", wheel], check=True)
    return programs / "saleroom"


def test(program: Path, folder: Path) -> None:
    """Play each game and serve."""
    for game, (seats, option) in GAMES.items():
        rules = [game, "--seats", str(seats), "--seed", "1", "-o", option]
        records = folder / f"{game}.jsonl"
        run(program, "simulate", *rules, "--matches", "2", "--players", "house", "--out", str(records))
        run(program, "verify", str(records))
        shown = run(program, "play", *rules, "--plain", "--players", ",".join(["house"] * seats), cwd=folder)
        assert "The match is over" in shown, f"{game}: {shown[-500:]}"
        print(f"{game} is played", flush=True)
    serve([program], folder)
    print("The server answers", flush=True)


def run(program: Path, *arguments: str, cwd: Path | None = None) -> str:
    """Return the output of a command without a terminal; raise an error if it fails."""
    command = [program, *arguments]
    pipes: dict[str, Any] = {"input": "", "capture_output": True, "text": True, "encoding": "utf-8"}
    done = subprocess.run(command, cwd=cwd, timeout=LIMIT, check=False, **pipes)
    assert done.returncode == 0, f"{arguments}: status {done.returncode}\n{done.stdout[-500:]}\n{done.stderr[-2000:]}"
    return done.stdout


def serve(program: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None) -> None:
    """Start a server with its data in a folder, and request its health. `program` can be a longer command."""
    command = [*program, "serve", "--no-open", "--port", "0", "--data", folder / "tables.sqlite3"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    with subprocess.Popen(command, env=environment, **pipes) as server:
        try:
            assert server.stdout is not None
            (address,) = re.findall(r"http://[^\s/]+", server.stdout.readline())
            with urllib.request.urlopen(f"{address}/healthz", timeout=120) as answer:
                assert answer.status == 200, answer.status
        finally:
            server.terminate()
            server.communicate(timeout=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
