"""Report what this machine lacks for work on Saleroom, and the command that brings it: `make doctor`.

The report needs no installed package, and Python 3.9 is enough to run it. `--packages` prints only the Debian packages
that are missing, for `.ci/tools`.
"""

from __future__ import annotations

import argparse
import glob
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
OLDEST = (3, 11)
PYTHONS = ("python3.13", "python3.12", "python3.11", "python3", "python")
"""Programs that the Makefile tries, in this order."""
NEEDED_MB = 2500
"""Free disk space in megabytes that the environment for development needs."""
READY = "ready"


class Tool(NamedTuple):
    """Program or library that is no Python package."""

    name: str
    find: str
    """Name of the program, or a pattern of paths if it contains a slash."""
    debian: str
    """Debian package."""
    mac: str
    """Homebrew package; empty without one."""
    use: str
    required: bool = False


TOOLS = (
    Tool("Git", "git", "git", "git", "`make check`, versions", required=True),
    Tool("make", "make", "make", "make", "every target", required=True),
    Tool(
        "headless Chromium",
        "chromium-headless-shell",
        "chromium-headless-shell",
        "",
        "faster tests of the browser client",
    ),
    Tool("Chromium", "chromium", "chromium", "", "tests of the browser client"),
    Tool("C compiler", "gcc", "gcc", "gcc", "benchmarks and their tests"),
    Tool("tmux", "tmux", "tmux", "tmux", "tests of the terminal"),
    Tool("Redis", "redis-server", "redis-server", "redis", "tests of several servers"),
    Tool("PostgreSQL", "/usr/lib/postgresql/*/bin/initdb", "postgresql", "postgresql@17", "tests of several servers"),
    Tool("Prometheus", "promtool", "prometheus", "prometheus", "tests of the alerts"),
    Tool("Caddy", "caddy", "caddy", "caddy", "tests behind a proxy"),
    Tool("iproute2", "ip", "iproute2", "", "tests of networks"),
    Tool("libfaketime", "/usr/lib/*/faketime/libfaketime.so.1", "libfaketime", "", "tests of clocks that jump"),
)


class Finding(NamedTuple):
    """One line of the report."""

    name: str
    state: str
    """`READY`, or what is wrong."""
    command: str = ""
    required: bool = False


def is_here(tool: Tool) -> bool:
    """Return whether this machine has the tool."""
    return bool(glob.glob(tool.find) or shutil.which(Path(tool.find).name))


def python() -> str | None:
    """Return the first Python that can make the environment, as the Makefile does; None without one."""
    code = f"import sys, venv, ensurepip; sys.exit(sys.version_info < {OLDEST})"
    for name in filter(shutil.which, PYTHONS):
        if subprocess.run([name, "-c", code], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return name
    return None


def install_command(tool: Tool) -> str:
    """Return the command that installs a tool on this machine."""
    if sys.platform == "darwin":
        return f"brew install {tool.mac}" if tool.mac else "not available on macOS: its tests are skipped"
    return f"apt install {tool.debian}"


def tool_findings() -> list[Finding]:
    """Return a finding for each tool."""
    return [
        Finding(f"{tool.name}: {tool.use}", READY, required=tool.required)
        if is_here(tool)
        else Finding(f"{tool.name}: {tool.use}", "missing", install_command(tool), tool.required)
        for tool in TOOLS
    ]


def python_finding() -> Finding:
    """Return whether a Python can make the environment."""
    wanted = ".".join(map(str, OLDEST))
    name = python()
    command = "brew install python" if sys.platform == "darwin" else "apt install python3-venv"
    state = READY if name else f"no Python {wanted} or newer with venv"
    return Finding(f"Python: {name or 'all'}", state, "" if name else command, required=True)


def set_up(stamp: str, locks: Sequence[str], target: str, what: str, root: Path = ROOT) -> Finding:
    """Return whether a stamp of `.venv` exists and is as new as its lock files."""
    path = root / ".venv" / stamp
    if not path.is_file():
        return Finding(what, "not installed", f"make {target}")
    stale = any((root / lock).stat().st_mtime > path.stat().st_mtime for lock in locks)
    return Finding(what, "older than its lock file" if stale else READY, f"make {target}" if stale else "")


def disk(root: Path = ROOT) -> Finding:
    """Return whether the disk has room for the environment, unless the environment exists."""
    free = shutil.disk_usage(root).free // 2**20
    has_room = free >= NEEDED_MB or (root / ".venv/.dev").is_file()
    return Finding("Disk space", READY if has_room else f"{free} MB free of the {NEEDED_MB} MB that development needs")


def findings(root: Path = ROOT) -> list[Finding]:
    """Return the whole report, required things first."""
    environments = [
        set_up(".runtime", ["pyproject.toml", "requirements/runtime.txt"], "setup", "Saleroom in .venv", root),
        set_up(".dev", ["requirements/dev.txt"], ".venv/.dev", "Tools for lint and tests in .venv", root),
    ]
    found = [python_finding(), *tool_findings(), disk(root), *environments]
    return sorted(found, key=lambda finding: not finding.required)


def missing_packages() -> list[str]:
    """Return the Debian packages that are missing."""
    return [*([] if python() else ["python3-venv"]), *(tool.debian for tool in TOOLS if not is_here(tool))]


def main(arguments: Sequence[str]) -> int:
    """Print the report; return 1 if something is missing that all work needs."""
    parser = argparse.ArgumentParser(prog="tools/doctor.py", description="Report what this machine lacks.")
    parser.add_argument("--packages", action="store_true", help="print only the missing Debian packages")
    if parser.parse_args(arguments).packages:
        print(*missing_packages())
        return 0
    report = findings()
    width = max(len(finding.name) for finding in report)
    for finding in report:
        hint = f": {finding.command}" if finding.command else ""
        print(f"{finding.name:{width}}  {finding.state}{hint}")
    lacking = [finding for finding in report if finding.required and finding.state != READY]
    print("Required things are missing" if lacking else "All that is required is here; the rest is for the tests named")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
