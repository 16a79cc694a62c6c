"""Tests of what new users need first: types, the version, and error messages with reasons."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
import threading
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import saleroom
from saleroom.envs import vector
from saleroom.match.errors import IllegalAction

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "typed" / "user_script.py"


def test_the_package_has_types_and_one_version():
    assert (files("saleroom") / "py.typed").is_file()
    assert version("saleroom") == saleroom.__version__
    assert "__version__" in saleroom.__all__
    assert not re.search(r'^version = "', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)


def test_a_users_script_runs():
    found = runpy.run_path(str(SCRIPT))
    assert len(found["play_a_match"]()) == 1
    assert found["step_a_vector"]().shape == (64, 4)
    assert found["tell_a_model"]().endswith(" pass")


@pytest.mark.integration
@pytest.mark.parametrize(
    "checker", [["pyright"], ["mypy", "--follow-imports=silent", "--cache-dir=/dev/null", "--check-untyped-defs"]]
)
def test_a_users_script_has_no_type_errors(checker):
    program = shutil.which(checker[0], path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip(f"{checker[0]} is not installed")
    asked = [program, *checker[1:], str(SCRIPT)]
    done = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert done.returncode == 0, done.stdout


EXTRAS = [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("open_spiel", "open-spiel")]
ABSENT = """
import sys
sys.modules[{library!r}] = None
try:
    import saleroom.envs.{module}
except ModuleNotFoundError as error:
    print(error)
"""


@pytest.mark.parametrize(("module", "extra"), EXTRAS)
def test_a_missing_library_is_told_with_its_extra(module, extra):
    library = "pyspiel" if module == "open_spiel" else module
    code = ABSENT.format(library=library, module=module)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120).stdout
    assert f"this needs the extra saleroom[{extra}], which is not installed" in said
    assert f'pip install "saleroom[{extra}]"' in said


def test_an_illegal_action_in_a_vector_is_refused_with_the_games_reason():
    env = vector.make("pitch", 2, seats=4, seed=1)
    with pytest.raises(IllegalAction, match=r"episode 1: seat \d may not do action 0: .*the bidding is not over"):
        env.step([env.sample()[0], 0])
    with pytest.raises(IllegalAction, match=f"there is no action 57; the ids are 0 to {env.terms.actions - 1}"):
        env.step([57, 57])


def test_a_second_thread_is_refused_while_one_is_at_work():
    env = vector.make("pitch", 600, seats=4, seed=1, threads=1)
    inside, go_on = threading.Event(), threading.Event()

    def work(_start: int, _end: int) -> None:
        inside.set()
        go_on.wait(60)

    first = threading.Thread(target=env.in_parts, args=(work,))
    first.start()
    assert inside.wait(60)
    before = env.observations.copy()
    for call in (env.sample, env.reset, lambda: env.step(np.zeros(600, int)), lambda: env.in_parts(work)):
        with pytest.raises(RuntimeError, match="another thread is using this environment"):
            call()
    assert (env.observations == before).all()
    go_on.set()
    first.join(60)
    env.step(env.sample())
