"""Tests of the processes that share the files of a test run: each file runs once, in its mode, and no failure is
lost.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.children import finished

ROOT = Path(__file__).parent.parent
PASSES = """
import os, pathlib, pytest

@pytest.mark.parametrize("number", range(3))
def test_it(number):
    with pathlib.Path("ran").open("a") as log:
        log.write(f"{os.environ['SALEROOM_MODE']} {__file__} {number}\\n")
"""
SESSION = """
import os, pathlib, pytest

@pytest.fixture(scope="session", autouse=True)
def once():
    with pathlib.Path("sessions").open("a") as log:
        log.write(f"{os.getpid()}\\n")
    yield
    with pathlib.Path("ended").open("a") as log:
        log.write(f"{os.getpid()}\\n")
"""
GIVEN = """
import pytest

@pytest.fixture
def given():
    return True
"""
SLOW = """
def pytest_configure(config):
    config.addinivalue_line("markers", "slow: of one part only")
"""
FIXTURE = """
import pytest

@pytest.fixture
def bad():
    yield
    assert 0, "at the end"

def test_it(bad):
    pass
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are ended as POSIX does it")


def ran(folder: Path, *arguments: str, **files: str):
    """Run the test files in a folder. Return the exit status and the output."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    command = [sys.executable, "-m", "tests.workers", "--jobs", "2", *arguments]
    where = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = finished(command, text=True, cwd=folder, env=where)
    return done.returncode, done.stdout + done.stderr


def lines(path: Path) -> list[str]:
    """Return the lines of a file, in order."""
    return sorted(path.read_text().splitlines()) if path.exists() else []


def test_a_folder_has_the_fixtures_of_its_conftest(tmp_path):
    (tmp_path / "tests").mkdir()
    files = {"tests/test_a": "def test_it(given):\n    assert given", "tests/conftest": GIVEN}
    status, said = ran(tmp_path, "--part", "compiled:tests", **files)
    assert status == 0 and "1 passed" in said, said


def test_a_part_has_marks_of_its_own(tmp_path):
    files = {"test_a": PASSES, "test_b": PASSES + "\npytestmark = pytest.mark.slow\n", "conftest": SLOW}
    status, said = ran(tmp_path, "--part", "compiled:.", "--part", "checked:.:not slow", "-m", "slow", **files)
    assert status == 0 and "6 passed" in said, said
    expected = [f"{mode} {tmp_path / name}.py" for mode, name in (("compiled", "test_b"), ("checked", "test_a"))]
    assert sorted({line.rpartition(" ")[0] for line in lines(tmp_path / "ran")}) == sorted(expected)


def test_each_file_is_run_once_in_each_part(tmp_path):
    files = {f"test_{name}": PASSES for name in "abcd"}
    status, said = ran(
        tmp_path, "--part", "compiled:.", "--part", "checked:test_a.py,test_b.py", **files, conftest=SESSION
    )
    assert status == 0 and "18 passed" in said, said
    expected = [f"compiled {tmp_path / name}.py {number}" for name in files for number in range(3)]
    expected += [f"checked {tmp_path / name}.py {number}" for name in ("test_a", "test_b") for number in range(3)]
    assert lines(tmp_path / "ran") == sorted(expected)
    assert lines(tmp_path / "sessions") == lines(tmp_path / "ended")
    assert len(lines(tmp_path / "sessions")) == len(set(lines(tmp_path / "sessions")))


def test_tests_are_chosen_by_name_and_files_that_have_none_pass(tmp_path):
    status, said = ran(tmp_path, "--part", "compiled:.", "-k", "test_b and 1", test_a=PASSES, test_b=PASSES)
    assert status == 0 and "1 passed" in said, said
    assert lines(tmp_path / "ran") == [f"compiled {tmp_path / 'test_b.py'} 1"]


WRONG = {
    "test_failure": "def test_it():\n    assert 1 == 2",
    "test_import": "import nothing_of_this_name",
    "test_exit": "import os\ndef test_it():\n    os._exit(3)",
    "test_signal": "import os\ndef test_it():\n    os.kill(os.getpid(), 9)",
    "test_fixture": FIXTURE,
}
WORDS = (
    "assert 1 == 2",
    "nothing_of_this_name",
    "test_exit.py is not finished: its process ended with status 3",
    "test_signal.py is not finished: its process ended with status -9",
    "at the end",
)


def test_what_goes_wrong_is_shown_and_the_other_files_run(tmp_path):
    files = {f"test_{name}": PASSES for name in ("a", "fa", "fz", "s", "z")}
    status, said = ran(tmp_path, "--part", "compiled:.", **files, **WRONG)
    assert status == 1 and [words for words in WORDS if words not in said] == [], said
    assert len(lines(tmp_path / "ran")) == 3 * len(files)


def test_fixtures_and_exceptions_of_a_folder_hold_for_its_files(tmp_path):
    for name in ("inner", "skipped"):
        (tmp_path / name).mkdir()
    (tmp_path / "inner" / "conftest.py").write_text("import pytest\n@pytest.fixture\ndef number():\n    return 7\n")
    (tmp_path / "inner" / "test_in.py").write_text("def test_it(number):\n    assert number == 7\n")
    (tmp_path / "skipped" / "conftest.py").write_text('collect_ignore = ["test_out.py"]\n')
    (tmp_path / "skipped" / "test_out.py").write_text("assert False")
    status, said = ran(tmp_path, "--part", "compiled:.", test_a=PASSES)
    assert status == 0 and "4 passed" in said, said


def test_a_folder_that_cannot_be_read_is_a_failure(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "conftest.py").write_text("import nothing_of_this_name\n")
    (tmp_path / "inner" / "test_in.py").write_text("def test_it():\n    pass\n")
    status, said = ran(tmp_path, "--part", "compiled:.", test_a=PASSES)
    assert status == 1 and "nothing_of_this_name" in said, said


def test_a_choice_that_leaves_no_test_is_no_success(tmp_path):
    status, said = ran(tmp_path, "--part", "compiled:.", "-k", "no_such_test", test_a=PASSES)
    assert status == 1, said


def test_a_wrong_argument_ends_it(tmp_path):
    status, said = ran(tmp_path, "--part", "compiled:.", "--no-such-option", test_a=PASSES)
    assert status == 1 and "--no-such-option" in said
