"""Tests of machine code on disk.

It is compiled once, is never stale or broken, and is not used if other users can write to it.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from numba.core import config

import saleroom
from saleroom import notices
from saleroom.kernel.codecache import folders, key
from saleroom.kernel.compile import entry
from saleroom.modes import MODE
from tests.children import start as start_child

pytestmark = [
    pytest.mark.skipif(MODE == "interpreted", reason="the interpreter has no cache"),
    pytest.mark.usefixtures("no_shared_cache"),
]

LISTEN = """
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, e): compiled.append(e.data["dispatcher"].py_func.__name__)
    def on_end(self, e): pass
event.register("numba:compile", Listener())
"""
SIGNAL = """
import sys
import numpy as np
from saleroom.kernel.fast.atomics import store_from_python
signals = np.zeros((2, 8), np.int64)
store_from_python(signals, 1, 7)
print(compiled.count("store_from_python"), signals.tobytes().hex())
"""
SLOWLY = """
import os, sys, time
from numba.core import event
class Wait(event.Listener):
    def on_start(self, e):
        if e.data["dispatcher"].py_func.__name__ == "store_from_python":
            print("compiling", flush=True)
            while not os.path.exists(sys.argv[1]):
                time.sleep(0.05)
    def on_end(self, e): pass
event.register("numba:compile", Wait())
"""
FAILS_ONCE = """
import sys
from numba.core import errors, event
failures = [KeyboardInterrupt(), errors.TypingError("planted")]
class Fail(event.Listener):
    def on_start(self, e):
        if failures and e.data["dispatcher"].py_func.__name__ == "store_from_python":
            raise failures.pop(0)
    def on_end(self, e): pass
event.register("numba:compile", Fail())
import numpy as np
from saleroom.kernel.fast.atomics import store_from_python
signals = np.zeros((2, 8), np.int64)
for failure in (KeyboardInterrupt, errors.TypingError):
    try:
        store_from_python(signals, 1, 7)
        print("did not fail")
    except failure:
        pass
    print("failed", flush=True)
    sys.stdin.readline()
store_from_python(signals, 1, 7)
print(compiled.count("store_from_python"), signals.tobytes().hex())
"""


def start(program: str, cache: Path, *options: str, **settings: str) -> subprocess.Popen[str]:
    """Start a process that uses the cache folder `cache`.

    A slow program keeps compiling until the folder has a file `go`.
    """
    return start_child(
        [sys.executable, *options, "-c", LISTEN + program, str(cache / "go")],
        env={**os.environ, "XDG_CACHE_HOME": str(cache), **settings},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def result_of(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Return how often the process compiled the entry, the bytes that the entry wrote, and the process's standard
    error.
    """
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    number, written = out.splitlines()[-1].split()
    return int(number), written, err


# Compiled once.


@pytest.mark.integration
def test_of_processes_that_start_at_once_one_compiles_and_the_others_wait(tmp_path):
    first = start(SLOWLY + SIGNAL, tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "compiling\n"
    others = [start(SIGNAL, tmp_path) for _ in range(2)]
    for other in others:
        assert other.stderr is not None and "waiting for another process" in other.stderr.readline()
    (tmp_path / "go").touch()
    results = [result_of(process) for process in (first, *others)]
    assert [number for number, _, _ in results] == [1, 0, 0]
    assert len({written for _, written, _ in results}) == 1


@pytest.mark.integration
def test_a_process_that_is_killed_while_it_compiles_leaves_the_next_one_to_it(tmp_path):
    first = start(SLOWLY + SIGNAL, tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "compiling\n"
    first.kill()
    first.communicate()
    assert result_of(start(SIGNAL, tmp_path))[0] == 1
    assert result_of(start(SIGNAL, tmp_path))[0] == 0


@pytest.mark.integration
def test_an_interrupted_or_failed_compilation_releases_its_lock_and_leaves_nothing(tmp_path):
    first = start(FAILS_ONCE, tmp_path)
    assert first.stdin is not None and first.stdout is not None
    for _ in range(2):
        assert first.stdout.readline() == "failed\n"
        assert not list(tmp_path.rglob("*.part")) + list(tmp_path.rglob("*.code"))
        number, _, err = result_of(start(SIGNAL, tmp_path))
        assert number == 1 and "waiting" not in err
        for file in tmp_path.rglob("*.code"):
            file.unlink()
        first.stdin.write("\n")
        first.stdin.flush()
    assert result_of(first)[1] == result_of(start(SIGNAL, tmp_path))[1]


@pytest.mark.integration
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_at_any_moment_of_a_compilation_lets_the_next_call_compile(tmp_path):
    program = """
import sys, signal, time
import numpy as np
from threading import Timer
from saleroom.games import load
from saleroom.kernel import loops
from saleroom.kernel import compile
game = load("mini-pitch")
states = game.blank(1, game.settle_options({}, 2), 2)
turn_over = compile.compiled(loops.turn_over)
class Interrupted(Exception): pass
def interrupt(*_): raise Interrupted
signal.signal(signal.SIGALRM, interrupt)
interrupted = 0
for step in range(200):
    signal.setitimer(signal.ITIMER_REAL, 0.01 * (step + 1))
    try:
        turn_over(states, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        break
    except Interrupted:
        interrupted += 1
print(interrupted > 3, "done")
"""
    # Python can drop an exception raised by a signal handler, for example in a finaliser. In that case, the compilation
    # runs to its end.
    for number in range(5):
        cache = tmp_path / str(number)
        cache.mkdir()
        process = start(program, cache)
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0 and out.endswith("done\n"), err
        assert not list(cache.rglob("*.part"))
        if out.startswith("True"):
            return
    pytest.fail("no compilation was interrupted more than three times")


# Never broken.


@pytest.mark.integration
def test_files_that_are_cut_short_are_made_again(tmp_path):
    whole = result_of(start(SIGNAL, tmp_path))
    (file,) = tmp_path.rglob("*store_from_python*.code")
    content = file.read_bytes()
    for broken in (b"", content[:40], content[:-1], content[:-9] + b"x" + content[-8:]):
        file.write_bytes(broken)
        again = result_of(start(SIGNAL, tmp_path))
        assert again[0] == 1 and again[1] == whole[1]
    assert result_of(start(SIGNAL, tmp_path))[0] == 0


@pytest.fixture
def messages(monkeypatch) -> list[str]:
    """Return the messages printed while this process compiles."""
    lines: list[str] = []
    monkeypatch.setattr(notices, "say", lines.append)
    monkeypatch.setattr(notices, "once", lines.append)
    return lines


def test_a_full_disk_is_reported_and_nothing_else(monkeypatch, messages):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(folders, "write", full)

    @entry
    def one_more(number):
        return number + 1

    assert one_more(41) == 42 and one_more(41.0) == 42.0
    kept = [line for line in messages if "cannot be kept" in line]
    assert len(kept) == 2 and "No space left on device" in kept[0]


def test_long_compiling_says_what_it_does(monkeypatch, capsys):
    monkeypatch.setattr(notices, "_now", notices._Compiling())
    monkeypatch.setattr(notices, "PATIENCE", 0.0)
    line = ""
    with notices.compiling("kernel.loops.act", "auction_pitch"):
        for _ in range(600):
            if "\n" in (line := capsys.readouterr().err):
                break
            time.sleep(0.05)
    assert line.startswith("saleroom: compiling, once after an update: auction-pitch: kernel.loops.act (part 1, ")
    with notices.quiet():
        notices.say("nothing")
    assert capsys.readouterr().err == ""


# Never stale, and independent of the package's location.


@pytest.fixture
def keys(tmp_path, monkeypatch):
    """Return a function that gives the keys of three entries (kernel, bots, another game), computed over a copy of the
    sources.
    """
    from saleroom.bots.compiled import playing
    from saleroom.games import load
    from saleroom.kernel import loops
    from saleroom.kernel.compile import compiled

    clone = tmp_path / "clone" / "saleroom"
    ignored = shutil.ignore_patterns("client", "__pycache__", "server", "*.bin")
    shutil.copytree(Path(saleroom.__file__).parent, clone, ignore=ignored)
    load("auction-pitch"), load("auction-house")

    def current() -> tuple[str, str, str]:
        for digest in (key._tools, key._shared, key._of_game, key.all_code):
            digest.cache_clear()
        loop, choice = compiled(loops.act).py_func, compiled(playing.choose_one).py_func
        return (
            key.entry_code(loop, "auction_pitch"),
            key.entry_code(choice, "auction_pitch"),
            key.entry_code(loop, "auction_house"),
        )

    here = current()
    monkeypatch.setattr(key, "_PACKAGE", clone)
    monkeypatch.setattr(key, "_games", {game: clone / "games" / folder.name for game, folder in key._games.items()})
    assert current() == here, "keys depend on where the sources are"
    yield clone, current
    monkeypatch.undo()
    current()


def edit(path: Path, old: str, new: str) -> None:
    """Replace the text `old` in a file; fail if the file does not contain it."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("games/pitch/rules/scoring.py", '"""', '"""In other words: ', (False, False, False)),
        ("games/pitch/rules/scoring.py", "\ndef ", "\n\n# A comment.\n\ndef ", (False, False, False)),
        ("games/pitch/rules/record.py", "HAND = 6", "HAND = 5", (True, True, False)),
        ("games/pitch/player/heuristics.py", "return ", "return 1 * ", (False, True, False)),
        ("games/pitch/display/scene.py", "return ", "return 1 * ", (False, False, False)),
        ("games/hearts/rules/record.py", "HAND = 13", "HAND = 12", (False, False, False)),
        ("bots/compiled/playing.py", "return ", "return 1 * ", (False, True, False)),
        ("toolkit/player/values.py", "    return ", "    return 1 * ", (False, True, False)),
        ("kernel/tricks.py", "(key > best)", "(key < best)", (True, True, True)),
    ],
)
@pytest.mark.skipif(MODE != "compiled", reason="checked mode has its own keys")
def test_a_key_changes_with_the_sources_of_its_entry_and_no_others(keys, file, old, new, changed):
    clone, current = keys
    before = current()
    edit(clone / file, old, new)
    assert tuple(new != old for new, old in zip(current(), before, strict=True)) == changed


@pytest.mark.skipif(MODE != "checked", reason="positions are in the messages of checked mode")
def test_in_checked_mode_positions_are_part_of_a_key(keys):
    clone, current = keys
    before = current()
    edit(clone / "games/pitch/rules/scoring.py", "\ndef ", "\n\n# A comment.\n\ndef ")
    assert tuple(new != old for new, old in zip(current(), before, strict=True)) == (True, True, False)


@pytest.mark.parametrize("setting", key._SETTINGS)
def test_settings_that_change_generated_code_change_keys(keys, monkeypatch, setting):
    _, current = keys
    before = current()
    monkeypatch.setattr(config, setting, "another")
    assert not set(current()) & set(before)


@pytest.mark.parametrize("setting", ["FULL_TRACEBACKS", "DEBUG_CACHE", "CACHE_DIR", "NUMBA_NUM_THREADS", "SHOW_HELP"])
def test_other_settings_change_no_key(keys, monkeypatch, setting):
    _, current = keys
    before = current()
    monkeypatch.setattr(config, setting, "another")
    assert current() == before


@pytest.mark.integration
def test_settings_have_files_of_their_own_and_optimised_python_has_not(tmp_path):
    assert result_of(start(SIGNAL, tmp_path))[0] == 1
    for settings, compiles in (({"NUMBA_OPT": "0"}, 1), ({"NUMBA_CPU_NAME": "generic"}, 1), ({}, 0)):
        assert result_of(start(SIGNAL, tmp_path, **settings))[0] == compiles
        assert result_of(start(SIGNAL, tmp_path, **settings))[0] == 0
    assert result_of(start(SIGNAL, tmp_path, "-OO"))[0] == 0


@pytest.mark.integration
@pytest.mark.parametrize(
    "settings",
    [
        {"NUMBA_CPU_NAME": "generic"},
        {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""},
        {"NUMBA_CPU_FEATURES": ""},
        {"NUMBA_OPT": "0"},
    ],
)
def test_every_target_plays_the_same_match(tmp_path, settings):
    program = (
        "import sys, saleroom; batch = saleroom.game('mini-pitch').batch(3, seed=1); batch.playout(decisions=12)\n"
        "print(0, bytes(batch.states.tobytes()).hex())"
    )
    assert result_of(start(program, tmp_path, **settings))[1] == result_of(start(program, tmp_path))[1]


def test_a_source_that_is_in_no_file_is_compiled_in_memory(tmp_path):
    program = "from saleroom.kernel.compile import entry\n@entry\ndef f(x):\n    return x + 1\nprint(f(1), 'x')"
    assert result_of(start(program, tmp_path))[0] == 2
    assert not list(tmp_path.rglob("*.code"))


# Trusted.


@pytest.fixture
def fresh_folder(monkeypatch):
    """Provide a function that looks up the cache folder as a new process does, with the test's environment."""
    monkeypatch.setattr(folders, "_shared", False)
    folders.folder.cache_clear()
    yield folders.folder
    monkeypatch.undo()
    folders.folder.cache_clear()


def test_a_private_folder_below_the_users_cache_is_made_and_used(tmp_path, monkeypatch, fresh_folder):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = fresh_folder()
    assert folder == tmp_path / "cache/saleroom/machine-code"
    assert {path.stat().st_mode & 0o777 for path in (folder, folder.parent)} == {0o700}


def plant_link(path: Path, elsewhere: Path) -> None:
    elsewhere.mkdir()
    path.symlink_to(elsewhere)


def plant_open(path: Path, _elsewhere: Path) -> None:
    path.mkdir()
    path.chmod(0o777)


def plant_for_group(path: Path, _elsewhere: Path) -> None:
    path.mkdir()
    path.chmod(0o770)


def plant_of_another(path: Path, _elsewhere: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can give a folder to another user")
    path.mkdir(mode=0o700)
    os.chown(path, 12345, 12345)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
@pytest.mark.parametrize("plant", [plant_link, plant_open, plant_for_group, plant_of_another])
@pytest.mark.parametrize("part", ["saleroom", "saleroom/machine-code"])
def test_a_folder_that_others_may_have_planted_is_not_used(tmp_path, monkeypatch, messages, fresh_folder, plant, part):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(folders.tempfile, "gettempdir", lambda: str(tmp_path))
    path = tmp_path / "cache" / part
    path.parent.mkdir(parents=True, mode=0o700)
    plant(path, tmp_path / "elsewhere")
    folder = fresh_folder()
    assert folder is not None and folder.parent.parent == tmp_path and folder.parent.name.startswith("saleroom-")
    (line,) = messages
    assert str(path) in line and "chmod 700" in line and "SALEROOM_CACHE" in line


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_temporary_folder_is_found_again_and_never_a_planted_one(tmp_path, monkeypatch, fresh_folder, messages):
    monkeypatch.setattr(folders, "_roots", lambda: iter([folders._temporary()]))
    monkeypatch.setattr(folders.tempfile, "gettempdir", lambda: str(tmp_path))
    plant_open(tmp_path / f"saleroom-{os.getuid()}-0000", tmp_path)
    first = fresh_folder()
    folders.folder.cache_clear()
    assert fresh_folder() == first and first.parent.name != f"saleroom-{os.getuid()}-0000"
    assert not messages


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_a_file_that_others_can_write_is_not_read(tmp_path):
    file = tmp_path / "x.code"
    folders.write(file, b"code")
    assert folders.read(file) == b"code"
    file.chmod(0o666)
    with pytest.raises(PermissionError):
        folders.read(file)


def test_a_shared_folder_is_one_that_the_user_names(tmp_path, monkeypatch, fresh_folder, messages):
    (tmp_path / "shared").mkdir(mode=0o777)
    monkeypatch.setattr(folders, "_shared", True)
    monkeypatch.setenv("SALEROOM_CACHE", str(tmp_path / "shared"))
    assert fresh_folder() == tmp_path / "shared" and not messages
    folders.folder.cache_clear()
    (tmp_path / "file").touch()
    monkeypatch.setenv("SALEROOM_CACHE", str(tmp_path / "file/below"))
    assert fresh_folder() is None and "SALEROOM_CACHE names" in messages[0]


# Optional.


def no_temporary_folder(*_):
    raise FileNotFoundError("no usable temporary directory found")


def test_folders_are_looked_for_in_order_and_a_relative_cache_is_ignored(tmp_path, monkeypatch, fresh_folder):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setattr(folders.tempfile, "gettempdir", no_temporary_folder)
    assert fresh_folder() == tmp_path / "home/.cache/saleroom/machine-code"
    assert not (tmp_path / "relative").exists()
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    folders.folder.cache_clear()
    assert fresh_folder() is None


def test_without_any_folder_code_is_compiled_in_memory_and_it_is_said_once(tmp_path):
    (tmp_path / "file").touch()
    program = (
        "import tempfile\ndef none(*_): raise FileNotFoundError('none')\n"
        "tempfile.gettempdir = none\n"
        "import numpy as np\nfrom saleroom.kernel.fast.atomics import store_from_python\n"
        "store_from_python(np.zeros((2, 8), np.int64), 1, 7)\n"
        "store_from_python(np.zeros((2, 8, 1), np.int64)[..., 0], 1, 7)\n"
        "from saleroom.__main__ import main\nimport sys\nsys.argv[1:] = ['games']\nmain()"
    )
    where = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "file")}
    done = subprocess.run([sys.executable, "-c", program], env=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "auction-pitch" in done.stdout, done.stderr
    assert done.stderr.count("cannot be kept") == 1 and "SALEROOM_CACHE" in done.stderr


# Bounded.


@pytest.fixture
def crowded(tmp_path, monkeypatch):
    """Return a function that creates files, prunes their folder, and returns the names of the remaining files.

    The function's arguments describe each file by name, days since last use, and size in bytes.
    """
    monkeypatch.setattr(folders, "folder", lambda: tmp_path)

    def fill(**files: tuple[int, int]) -> set[str]:
        for name, (days, size) in files.items():
            path = tmp_path / name.replace("_", ".")
            path.write_bytes(bytes(size))
            used = time.time() - days * 24 * 3600
            os.utime(path, (used, used))
        folders.prune()
        return {path.name for path in tmp_path.iterdir()}

    return fill


def test_unused_files_are_removed_and_with_code_the_marks_of_whole_games(crowded):
    files = {"a_code": (1, 9), "b_ready": (1, 0), "b_replay-ready": (1, 0), "c_lock": (31, 0), "notes_txt": (99, 9)}
    assert crowded(**files) == {"a.code", "b.ready", "b.replay-ready", "notes.txt"}
    assert crowded(d_code=(31, 9), e_part=(31, 9)) == {"a.code", "notes.txt"}


def test_the_least_recently_used_files_beyond_the_limit_are_removed(crowded, monkeypatch):
    monkeypatch.setattr(folders, "LIMIT", 100)
    assert crowded(a_code=(3, 60), b_code=(1, 60), c_code=(2, 30)) == {"b.code", "c.code"}


def test_a_use_is_noted(tmp_path):
    file = tmp_path / "x.code"
    folders.write(file, b"code")
    os.utime(file, (0, 0))
    folders.read(file)
    assert file.stat().st_mtime > 0
