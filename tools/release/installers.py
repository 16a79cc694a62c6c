"""Install and uninstall a wheel with each installer, in a new home folder: pipx, uv, pip, and pip in a container.

After each removal, the home folder must contain nothing of Saleroom but the user's data. If an installer cannot run on
this machine, a line says why.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tools.release import light

UV = Path(sys.executable).parent / "uv"
DATA = ".local/share/saleroom"
"""Folder of the user's data in the home folder."""
UNPRIVILEGED_ID = 65534
"""User who may write nothing."""
CONTAINER = """
while read -r _ _ _ _ place _; do mount -o remount,bind,ro "$place" 2>/dev/null || true; done </proc/self/mountinfo
mount -t tmpfs tmpfs "$1"
shift
exec "$@"
"""
"""Shell program that runs a command with a read-only file system, except for the folder in its first argument."""
CONFIGURATION = ("PIP_", "UV_", "SSL_", "REQUESTS_", "HTTP", "http", "NO_PROXY", "no_proxy")
"""Beginnings of variables that installers need on this machine, such as those of an index or a proxy."""
SETTINGS = {
    "PIP_CONFIG_FILE": (".config/pip/pip.conf", ".pip/pip.conf"),
    "UV_CONFIG_FILE": (".config/uv/uv.toml",),
}
"""Variables that name settings of installers, and the files in the home folder that they replace."""


class NotPossible(Exception):
    """Error for an installer that cannot run on this machine; its text is the reason."""


def try_all(python: Path, wheel: Path) -> None:
    """Test the wheel with every installer; print a line for each."""
    for name, attempt in INSTALLERS.items():
        with tempfile.TemporaryDirectory(prefix="saleroom-home-") as folder:
            try:
                attempt(python, wheel, Path(folder))
            except NotPossible as reason:
                print(f"  {name}: not tried: {reason}", flush=True)
            else:
                print(f"  {name}: installs, plays, and leaves only the user's data", flush=True)


def pipx(python: Path, wheel: Path, home: Path) -> None:
    """Use pipx, which uv runs if it is not installed."""
    command = ["pipx"] if shutil.which("pipx") else [UV, "--quiet", "tool", "run", "pipx"]
    if run([*command, "--version"], home).returncode:
        raise NotPossible("pipx is not installed, and uv cannot fetch it")
    must([*command, "install", "--python", python, wheel], home)
    use(home / ".local/bin/saleroom", home)
    must([*command, "uninstall", "saleroom"], home)
    check_left(home)


def uv_tool(python: Path, wheel: Path, home: Path) -> None:
    """Use `uv tool`."""
    must([UV, "--quiet", "tool", "install", "--python", python, wheel], home)
    use(home / ".local/bin/saleroom", home)
    must([UV, "--quiet", "tool", "uninstall", "saleroom"], home)
    check_left(home)


def pip_user(python: Path, wheel: Path, home: Path) -> None:
    """Use `pip install --user`, with the Python outside an environment."""
    command = [python, "-m", "pip", "--disable-pip-version-check"]
    installed = run([*command, "install", "--quiet", "--user", wheel], home)
    if "externally-managed-environment" in installed.stderr:
        raise NotPossible(f"{python} refuses --user, because the system manages it")
    assert installed.returncode == 0, installed.stderr[-1000:]
    use(home / ".local/bin/saleroom", home)
    must([*command, "uninstall", "--quiet", "--yes", "saleroom"], home)
    check_left(home)


def read_only(python: Path, wheel: Path, home: Path) -> None:
    """Use pip, then play and serve with a read-only file system, as in a container; only a volume for data is writable.

    The file system is read-only for the child process; this process changes no mount.
    """
    program, volume = installed_by_pip(python, wheel, home), home / "volume"
    volume.mkdir()
    root = getattr(os, "geteuid", lambda: 1)() == 0
    inside = ["unshare", "--mount", *([] if root else ["--map-root-user"]), "sh", "-euc", CONTAINER, "sh", volume]
    if not shutil.which("unshare") or run([*inside, "true"], home).returncode:
        raise NotPossible("this system allows no mounts of a child process")
    written = run([*inside, "touch", home / "file"], home)
    assert written.returncode and "Read-only" in written.stderr, "the file system is not read-only"
    plays_unwritten(program, home, inside)
    light.serve([*inside, program], volume, environment(home))


def other_user(python: Path, wheel: Path, home: Path) -> None:
    """Use pip, then run as a user who may write neither the installation nor the home folder."""
    if getattr(os, "geteuid", lambda: 1)() != 0:
        raise NotPossible("only root can run a program as another user")
    other: dict[str, Any] = {"user": UNPRIVILEGED_ID, "group": UNPRIVILEGED_ID, "extra_groups": []}
    home.chmod(0o755)
    try:
        is_reachable = run([python, "-c", ""], home, **other).returncode == 0
    except PermissionError:
        is_reachable = False
    if not is_reachable:
        raise NotPossible(f"another user cannot run {python}")
    program = installed_by_pip(python, wheel, home)
    plays_unwritten(program, home, **other)
    cleared = run([program, "where", "--clear"], home, cwd="/", **other)
    assert cleared.returncode == 0, cleared.stderr[-1000:]


def installed_by_pip(python: Path, wheel: Path, home: Path) -> Path:
    """Return the program after an installation with pip in a new environment."""
    programs = home / "environment/bin"
    must([python, "-m", "venv", programs.parent], home)
    must([programs / "pip", "--disable-pip-version-check", "install", "--quiet", wheel], home)
    return programs / "saleroom"


def plays_unwritten(program: Path, home: Path, inside: Sequence[str | Path] = (), **more: Any) -> None:
    """Play a match; nothing in the home folder may change. `inside` is a command that runs a command."""
    before = files(home)
    for command in (["--version"], ["simulate", "mini-pitch", "--matches", "1", "--seed", "1"], ["where"]):
        done = run([*inside, program, *command], home, **{"cwd": "/", **more})
        assert done.returncode == 0, done.stderr[-1000:]
    assert files(home) == before, "a read-only installation was written to"


INSTALLERS: dict[str, Callable[[Path, Path, Path], None]] = {
    "pipx": pipx,
    "uv tool": uv_tool,
    "pip --user": pip_user,
    "pip, read-only": read_only,
    "pip, another user": other_user,
}


def use(program: Path, home: Path) -> None:
    """Play, write data as a user does, and clear the machine code."""
    must([program, "simulate", "mini-pitch", "--matches", "1", "--seed", "1"], home)
    data = home / DATA / "saleroom.sqlite3"
    data.parent.mkdir(parents=True)
    data.write_bytes(b"the user's data")
    assert str(data) in must([program, "where", "--clear"], home)


def check_left(home: Path) -> None:
    """Raise an error unless the only files of Saleroom in the home folder are the user's data."""
    left = {name for name in files(home) if "saleroom" in name and not _is_cache_or_log(name)}
    assert left == {f"{DATA}/saleroom.sqlite3"}, sorted(left)[:5]


def _is_cache_or_log(name: str) -> bool:
    """Return whether a file is a lock of pipx, or in the cache or log folder of an installer."""
    lock = ".local/share/pipx/venvs/.saleroom.lock"
    return name.startswith((".cache/uv/", ".cache/pip/", ".cache/pipx/", ".local/state/pipx/log/", lock))


def files(home: Path) -> set[str]:
    """Return the paths of all files and links in the home folder."""
    return {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_symlink() or path.is_file()}


def must(command: Sequence[str | Path], home: Path) -> str:
    """Return the output of a command; raise an error if it fails."""
    done = run(command, home)
    assert done.returncode == 0, f"{command}: {done.stderr[-1000:]}"
    return done.stdout


def run(command: Sequence[str | Path], home: Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command with `home` as the home folder, and none of this process's settings of Saleroom."""
    more = {"cwd": home, **more}
    return subprocess.run(command, env=environment(home), capture_output=True, text=True, check=False, **more)


def environment(home: Path) -> dict[str, str]:
    """Return the environment variables of a command with `home` as the home folder.

    Installers keep this machine's settings: variables, and the files in `SETTINGS`.
    """
    kept = {name: value for name, value in os.environ.items() if name.startswith(CONFIGURATION)}
    for name, places in SETTINGS.items():
        if here := [path for place in places if (path := Path.home() / place).is_file()]:
            kept.setdefault(name, str(here[0]))
    return kept | {"HOME": str(home), "PATH": os.environ["PATH"], "NO_COLOR": "1", "TMPDIR": tempfile.gettempdir()}
