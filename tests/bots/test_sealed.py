"""Tests of sealed players: a policy that spies finds the cards in the arena's process, and nothing in its own."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import time

import pytest

from saleroom import bots
from saleroom.bots import PlayerFailed, UnknownPlayer, external_players
from saleroom.bots.sealed import isolation, processes
from saleroom.bots.sealed import player as sealed_player
from saleroom.bots.sealed.isolation import PARTS
from saleroom.bots.sealed.processes import Launched, launcher
from saleroom.games import load
from saleroom.kernel import loops
from saleroom.kernel.compile import COMPILED
from saleroom.kernel.game import set_seeds
from saleroom.lab.arena.plan import Plan
from saleroom.lab.arena.playing import play_cluster

PITCH = load("auction-pitch")
pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="the launcher loads machine code"),
    pytest.mark.skipif(sys.platform != "linux", reason="sealed players need Linux"),
]
SPY = """
import ctypes, gc, json, os, socket, sys
from pathlib import Path
import numpy as np
from saleroom.bots import legal

SEED, OUT, PORT, HERE = {seed!r}, {out!r}, {port}, os.path.dirname(os.path.abspath(__file__))
ADD_KEY = 248 if os.uname().machine == "x86_64" else 217
SEALED = "saleroom.lab" not in sys.modules  # in the tests' own process, a spy must not touch the machine
deals = 0


class Spy:
    def __init__(self, game, seed):
        global deals
        deals += 1
        self.game, self.seed = game, seed
        self.remembers = SEALED and (deals > 1 or Path("notes").exists() or not Path("notes").write_text("ace"))

    def choose(self, views, seat):
        looks = LOOKS if SEALED else {{"frames": frames, "heap": heap, "cards_from_seed": cards_from_seed}}
        finds = sorted({{name for name, look in looks.items() if attempted(look, self)}})
        if finds:
            raise RuntimeError("FOUND " + ",".join(finds))
        return list(legal(self.game, views, seat))[0]


def attempted(look, spy):
    try:
        return look(spy)
    except OSError:
        return False


def is_whole(value):
    return isinstance(value, np.ndarray) and value.dtype.names and "seed" in value.dtype.names and value["seed"].any()


def frames(spy):
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()):
            if is_whole(value) or any(map(is_whole, getattr(value, "__dict__", {{}}).values())):
                return True
        frame = frame.f_back


def heap(spy):
    return any(is_whole(one) for one in gc.get_objects() if isinstance(one, np.ndarray))


def cards_from_seed(spy):
    return spy.seed[:32].hex() == SEED


def arguments(spy):
    return SEED in " ".join(sys.argv + sys.orig_argv)


def environment(spy):
    return set(os.environ) - {{"HOME", "TMPDIR", "PATH", "LANG"}} or Path("/proc/self/environ").exists()


def processes(spy):
    return [name for name in os.listdir("/proc") if name.isdigit()]


def memory_of_parent(spy):
    open(f"/proc/{{os.getppid()}}/mem", "rb").read(1)
    return True


def descriptors(spy):
    return sum(1 for number in range(3, 1024) if is_open(number)) > 1  # the output for answers


def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def results(spy):
    return os.listdir(OUT)


def files(spy):
    for folder in (HERE, "/tmp", "/dev/shm", "/var/tmp"):
        try:
            Path(folder, "spied").write_text("ace")
            return True
        except OSError:
            pass


def memory_of_deals(spy):
    return spy.remembers


def network(spy):
    socket.create_connection(("127.0.0.1", PORT), 5).close()
    return True


def unmount(spy):
    libc = ctypes.CDLL(None)
    for _ in range(2):
        if libc.umount2(b"/proc", 2) == 0 or libc.umount2(OUT.encode(), 2) == 0:
            return True
        libc.unshare(0x10000000 | 0x00020000)  # a user namespace of its own, with all capabilities in it


def sockets_of_files(spy):
    socket.socket(socket.AF_UNIX).close()
    return True


def keys(spy):
    libc = ctypes.CDLL(None)
    return libc.syscall(ctypes.c_long(ADD_KEY), b"user", b"saleroom", b"ace", ctypes.c_size_t(3), -3) >= 0


def locks(spy):
    import fcntl

    with open(os.__file__) as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True


def record_locks(spy):
    import fcntl

    with open(os.__file__) as file:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return True


def new_namespaces(spy):
    return ctypes.CDLL(None).unshare(0x10000000) == 0


def signals(spy):
    if os.getppid():
        os.kill(os.getppid(), 0)
        return True


LOOKS = {{
    look.__name__: look
    for look in (frames, heap, cards_from_seed, arguments, environment, processes, memory_of_parent, descriptors,
                 results, files, memory_of_deals, network, unmount, signals, sockets_of_files, keys, locks,
                 record_locks, new_namespaces)
}}


class Sleeper(Spy):
    def choose(self, views, seat):
        import time
        time.sleep(60)


class Glutton(Spy):
    def choose(self, views, seat):
        return bytearray(8 << 30)[0]


class Leaver(Spy):
    def choose(self, views, seat):
        print("so long", file=sys.stderr)
        os._exit(3)


class Printer(Spy):
    def choose(self, views, seat):
        print('{{"action": 1}}')
        return super().choose(views, seat)


class Child(Spy):
    def choose(self, views, seat):
        if os.fork() == 0:
            os.setsid()
            import time
            time.sleep(600)
        return super().choose(views, seat)
"""


@pytest.fixture(autouse=True)
def no_launcher_is_left():
    """End the launchers of each test."""
    yield
    processes.end_all()


@pytest.fixture
def plan(tmp_path, monkeypatch):
    """Write the module `spy` into the current folder, and return the plan in which its players play."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "results.jsonl").write_text("cards")
    plan = Plan("auction-pitch", {}, 4, ("spy:Spy", "house"), 2, b"\7" * 32)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        text = SPY.format(seed=plan.seed_of(0).hex(), out=str(tmp_path / "out"), port=port)
        (tmp_path / "spy.py").write_text(text)
        external_players.factory.cache_clear()
        yield plan
    sys.modules.pop("spy", None)


@pytest.fixture
def hidden(tmp_path):
    """Return the folders that players must not see; skip the test where the system allows no isolation."""
    folders = (str(tmp_path / "out"),)
    (tmp_path / "out").mkdir(exist_ok=True)
    if launcher(PITCH.name, folders).parts != PARTS:
        pytest.skip("this system allows no user namespaces")
    return folders


def test_in_the_same_process_a_spy_finds_the_cards(plan):
    with pytest.raises(PlayerFailed, match="FOUND") as failure:
        play_cluster(plan, 0, bots.player)
    finds = str(failure.value).rpartition("FOUND ")[2].split(",")
    assert "frames" in finds and "cards_from_seed" not in finds


def test_in_a_sealed_process_a_spy_finds_nothing(plan, hidden):
    def make(*given, **named):
        return sealed_player.player(*given, **named, hidden=hidden)

    rows = [play_cluster(plan, number, make) for number in range(2)]
    assert all(row["decisions"] for cluster in rows for row in cluster)
    assert "spy" not in sys.modules


def test_a_sealed_player_plays_as_an_unsealed_one(tmp_path, monkeypatch, hidden):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "draws.py").write_text(
        "import random\nfrom saleroom.bots import Decision, legal\n"
        "class Draws:\n"
        "    def __init__(self, game, seed):\n"
        "        self.game, self.chance = game, random.Random(seed)\n"
        "    def choose(self, views, seat):\n"
        "        return self.chance.choice(list(legal(self.game, views, seat)))\n"
        "    def decide(self, views, seat):\n"
        "        return Decision(next(iter(legal(self.game, views, seat).values())), 1.5)\n"
    )
    plan = Plan("auction-pitch", {}, 4, ("draws:Draws", "house"), 2, bytes(32))
    assert play_cluster(plan, 1, bots.player) == play_cluster(plan, 1, sealed_player.player)
    sys.modules.pop("draws", None)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Sleeper", "no answer within 1 s"),
        ("Glutton", "MemoryError"),
        ("Leaver", "it is gone: it ended with status 3: so long"),
    ],
)
def test_a_player_that_does_not_answer_is_reported_in_a_line(plan, hidden, monkeypatch, name, why):
    monkeypatch.setattr(sealed_player, "SECONDS", 1.0 if name == "Sleeper" else 60.0)
    player = sealed_player.SealedPlayer(f"spy:{name}", PITCH, bytes(32), hidden)
    with pytest.raises(PlayerFailed) as failure:
        player.choose(*_first_view())
    assert why in str(failure.value) and "\n" not in str(failure.value)


def test_what_a_player_prints_is_no_answer(plan, hidden):
    player = sealed_player.SealedPlayer("spy:Printer", PITCH, bytes(32), hidden)
    views, seat = _first_view()
    assert player.choose(views, seat) in bots.legal(PITCH, views, seat).values()
    player.close()


def test_an_unknown_player_is_reported_as_in_the_arena(plan, hidden):
    for name, why in (("spy:Absent", "spy has no Absent"), ("spi:Spy", "there is no module spi")):
        with pytest.raises(UnknownPlayer, match=why):
            sealed_player.check(name, PITCH, hidden)


def test_processes_of_a_player_end_with_it(plan, hidden):
    before = _processes()
    player = sealed_player.SealedPlayer("spy:Child", PITCH, bytes(32), hidden)
    player.choose(*_first_view())
    player.close()
    assert _processes() == before


def test_a_process_ends_with_its_player_without_a_call(plan, hidden, tmp_path):
    with (tmp_path / "spy.py").open("a") as file:
        file.write("class Decides(Spy):\n    def decide(self, views, seat):\n        return None\n")
    before = _processes()
    player = sealed_player.SealedPlayer("spy:Decides", PITCH, bytes(32), hidden)
    assert player.decides
    gc.disable()
    try:
        del player
        assert _processes() == before
    finally:
        gc.enable()


def test_descriptors_do_not_leak(plan, hidden):
    sealed_player.SealedPlayer("spy:Spy", PITCH, bytes(32), hidden).close()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        sealed_player.SealedPlayer("spy:Spy", PITCH, bytes(32), hidden).close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_programs_are_sealed_too(tmp_path, monkeypatch, hidden):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "look.py").write_text("import os\nprint(os.getcwd(), sorted(os.environ), os.getppid(), flush=True)")
    process = sealed_player.Process(
        Launched(launcher(PITCH.name, hidden), {"args": [sys.executable, str(tmp_path / "look.py")]})
    )
    folder, rest = process.line(time.monotonic() + 60).decode().split(" ", 1)
    process.close()
    assert os.path.basename(folder).startswith("saleroom-sealed-")
    assert rest.strip() == "['HOME', 'LANG', 'PATH', 'TMPDIR'] 0"


def test_a_signal_to_the_launcher_leaves_no_folder_behind(hidden, tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "INHERITED", (*processes.INHERITED, "TMPDIR"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    one = processes.Launcher(PITCH.name, hidden)
    try:
        assert len(list(tmp_path.glob("saleroom-sealed-*"))) == 1
        for number in (signal.SIGTERM, signal.SIGHUP):
            os.kill(one._process.pid, number)
    finally:
        one.close()
    assert not list(tmp_path.glob("saleroom-sealed-*"))


def test_without_namespaces_the_isolation_says_so(monkeypatch):
    def refuse(flags):
        raise PermissionError(1, "not permitted")

    monkeypatch.setattr(isolation, "_unshare", refuse)
    assert isolation.isolate("/nowhere", ()) == ("process",)


def _first_view():
    states = PITCH.blank(1, PITCH.settle_options({}, 4), 4)
    set_seeds(states, [bytes(32)])
    loops.open_tables(states)
    acting = int(states["acting"][0])
    seat = (acting & -acting).bit_length() - 1
    return PITCH.record.view(states, seat), seat


def _processes():
    """Return the processes of this machine that are in a nested namespace."""
    return {pid for pid in os.listdir("/proc") if pid.isdigit() and _is_nested(pid)}


def _is_nested(pid):
    try:
        with open(f"/proc/{pid}/status") as file:
            return any(line.startswith("NSpid:") and len(line.split()) > 2 for line in file)
    except OSError:
        return False
