"""Run a check unless it passed before with the same files: `python -m tools.unchanged NAME PATH… -- COMMAND…`.

Each pass is stored in `.venv/passed`, under a digest of the command and of every file's path and content. File times
are ignored: a file that was restored or came from another branch can have an old time, but new content.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PASSED = ROOT / ".venv/passed"
LEFT_OUT = {"node_modules", "__pycache__"}


def digest(command: Sequence[str], paths: Sequence[Path]) -> str:
    """Return a digest of the Python version, a command, and the paths and contents of all files in `paths`."""
    whole = hashlib.sha256(repr((sys.version, command)).encode())
    for path in (file for given in paths for file in files(given)):
        content = path.read_bytes()
        whole.update(f"{path}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def files(path: Path) -> Iterator[Path]:
    """Yield a file, or all files in a folder in order, except files of third-party packages."""
    if path.is_dir():
        for inner in sorted(path.iterdir()):
            if inner.name not in LEFT_OUT:
                yield from files(inner)
    else:
        yield path


def run(name: str, paths: Sequence[Path], command: Sequence[str], passed: Path = PASSED) -> int:
    """Run the command; if it passes, store this.

    If it passed before with the same files, return 0 without running it.
    """
    stamp, now = passed / name, digest(command, paths)
    if stamp.is_file() and stamp.read_text("utf-8") == now:
        return 0
    status = subprocess.run(command, check=False).returncode
    if status == 0 and digest(command, paths) == now:  # store the pass only if no file changed during the run
        passed.mkdir(parents=True, exist_ok=True)
        stamp.write_text(now, "utf-8")
    return status


def main(arguments: Sequence[str]) -> int:
    """Read the command line and run the check; return 2 if the command line is incomplete."""
    separator = arguments.index("--") if "--" in arguments else len(arguments)
    (name, *paths), command = arguments[:separator] or [""], arguments[separator + 1 :]
    if not name or not paths or not command:
        print("usage: python -m tools.unchanged NAME PATH… -- COMMAND…", file=sys.stderr)
        return 2
    return run(name, [Path(path) for path in paths], command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
