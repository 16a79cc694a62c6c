"""Tests that every module can be imported on any machine without exiting or failing.

Each case imports all modules in a separate process, which first removes whatever another machine would lack.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

import saleroom
from saleroom.extras import LAB
from tests.children import finished

EVERYTHING = """
import importlib, json, os, pkgutil, signal, sys
import {libraries}
{lacks}
import saleroom
failed = {{}}

def attempt(name):
    try:
        return importlib.import_module(name)
    except BaseException as error:
        failed[name] = [type(error).__name__, str(error)]

def walk(package):
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if found.name not in {elsewhere}:
            module = attempt(found.name)
            if found.ispkg and module is not None:
                walk(module)

walk(saleroom)
try:
    saleroom.GAMES, saleroom.Match
except BaseException as error:
    failed["saleroom"] = [type(error).__name__, str(error)]
print(json.dumps({{"failed": failed, "count": len([name for name in sys.modules if name.startswith("saleroom")])}}))
"""
ELSEWHERE = {
    "saleroom.server.storage.migrations",  # Alembic runs these modules during a migration
    "saleroom.envs.stable_baselines",  # its dependency is in no extra; learning libraries install it
    "saleroom.envs.textarena",  # likewise, libraries for language models install it
    "saleroom.bots.programs.keeper",  # a separate program, which starts the programs of players
}
LIBRARIES = "asyncio, multiprocessing, subprocess, tempfile, numba, numpy, sqlalchemy.ext.asyncio, uvicorn, rich, typer"
"""Libraries that are imported before anything is removed, because they have their own requirements of a machine."""

WINDOWS = """
for name in ("getuid", "geteuid", "getgid", "fork", "forkpty", "killpg", "register_at_fork", "sched_getaffinity"):
    delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGQUIT", "SIGALRM", "pthread_sigmask"):
    delattr(signal, name)
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None
"""
NO_USER = """
import pwd
os.getuid = lambda: 2**31 - 7  # a container's user that no list of users names
"""
PACKAGES = ("pettingzoo", "gymnasium", "pyspiel", "open_spiel", "jax", "optax", "rlcard", *LAB)
NO_EXTRAS = "".join(f"sys.modules[{name!r}] = None\n" for name in PACKAGES)
NEEDS_EXTRA = {
    "saleroom.envs.pettingzoo": "pettingzoo",
    "saleroom.envs.gymnasium": "gymnasium",
    "saleroom.envs.gymnasium_vector": "gymnasium",
    "saleroom.envs.open_spiel": "open-spiel",
    "saleroom.testing.openspiel": "open-spiel",
    "saleroom.lab.solving.linear": "lab",
    "saleroom.lab.solving.command": "lab",
    "saleroom.lab.training.command": "train",
    "saleroom.lab.exploit.net_run": "train",
}
"""Public modules that need an extra to be imported, with the name of the extra."""
INNER = {f"saleroom.envs.{name}" for name in ("order", "farama", "legal", "open_spiel_types", "observers", "parallel")}
INNER |= {f"saleroom.envs.{name}" for name in ("learner_view", "model_player")}
INNER |= {f"saleroom.lab.training.{name}" for name in ("learner", "running", "storage")}
"""Internal modules that the public modules above consist of."""

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="what other machines lack is taken away from this one"),
    pytest.mark.usefixtures("no_shared_cache"),
]


def imported(lacks="", libraries=LIBRARIES, **environment):
    """Import all modules where the packages in `lacks` are missing; return the failures by module."""
    code = EVERYTHING.format(lacks=lacks, libraries=libraries, elsewhere=ELSEWHERE)
    where = {name: value for name, value in {**os.environ, **environment}.items() if value is not None}
    done = finished([sys.executable, "-c", code], text=True, env=where)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["failed"] or told["count"] > 150
    return told["failed"]


def test_where_extras_are_missing_the_error_names_the_extra():
    failed = imported(NO_EXTRAS)
    assert {kind for kind, _ in failed.values()} <= {"MissingExtra", "ModuleNotFoundError"}, failed
    assert set(failed) == NEEDS_EXTRA.keys() | INNER
    for name, extra in NEEDS_EXTRA.items():
        assert f"saleroom[{extra}]" in failed[name][1], (name, failed[name])


def test_every_extra_is_one_of_the_package():
    from importlib.metadata import metadata

    assert set(NEEDS_EXTRA.values()) <= set(metadata("saleroom").get_all("Provides-Extra") or ())


def unwritable(folder: Path) -> dict[str, str]:
    """Return environment variables for home, cache and temporary folders in which even root cannot write."""
    (folder / "file").write_text("")
    nowhere = str(folder / "file" / "below")  # a folder cannot exist below a file
    return {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "TMPDIR": nowhere, "PYTHONDONTWRITEBYTECODE": "1"}


def test_the_version_is_known_without_the_compiler():
    code = "import saleroom, sys; print(saleroom.__version__, 'numba' in sys.modules)"
    done = finished([sys.executable, "-c", code], text=True)
    assert done.stdout == f"{saleroom.__version__} False\n"


@pytest.mark.integration
def test_where_nothing_can_be_written(tmp_path):
    assert imported(**unwritable(tmp_path)) == {}


@pytest.mark.integration
def test_without_what_windows_lacks():
    assert imported(WINDOWS) == {}


@pytest.mark.integration
def test_with_a_mode_that_does_not_exist():
    """Check that an unknown mode is refused at the first compilation, with an exception that a program can catch."""
    assert imported(SALEROOM_MODE="quick") == {}


@pytest.mark.integration
def test_where_the_user_has_no_home():
    assert imported(NO_USER, HOME=None, XDG_CACHE_HOME=None) == {}
