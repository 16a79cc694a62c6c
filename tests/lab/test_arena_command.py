"""The command `saleroom arena`: its files, going on after an interruption, and every trouble in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest
import typer
from pyarrow import parquet

from saleroom.bots.prepare import prepare
from saleroom.cli import app, guarded
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from saleroom.lab.arena import Plan, results, run, running
from tests.lab import slow

PROGRAM = Path(sys.executable).parent / "saleroom"
SHORT = ["pitch", "--players", "house,random", "--seed", "3", "--jobs", "1", "--deals"]

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The game of these tests ready, so that no test meets the note about a first compile."""
    prepare(load("auction-pitch"))


@pytest.fixture
def arena(capsys):
    """Run the command in this process: its status, what it printed, what it said."""

    def run_here(*arguments):
        status = guarded(typer.main.get_command(app), ["arena", *map(str, arguments)])
        return status, *capsys.readouterr()

    return run_here


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of twelve deals."""
    folder = tmp_path_factory.mktemp("arena") / "a" / "b"
    plan = Plan("pitch", {}, 4, ("house", "random"), 12, (3).to_bytes(32, "big"))
    run(plan, folder)
    return folder


def test_a_table_and_nothing_else_without_a_folder(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = arena(*SHORT, 12)
    assert (status, err) == (0, "")
    assert out.startswith("12 deals of Auction Pitch with 4 seats, each under 4 seatings: 48 played\n")
    assert "house is better than random: a seat brings it " in out
    assert not list(tmp_path.iterdir())


def test_the_files(arena, tmp_path):
    status, out, err = arena(*SHORT, 12, "--out", tmp_path / "new" / "x")
    assert (status, err) == (0, "")
    assert out.endswith(f"The report: {tmp_path}/new/x/report.html\n")
    folder = tmp_path / "new" / "x"
    names = ["report.html", "results.jsonl", "results.parquet", "summary.json"]
    assert sorted(path.name for path in folder.iterdir()) == names
    header, *rows = map(json.loads, (folder / "results.jsonl").read_text().splitlines())
    assert header["format"] == "saleroom-arena/1" and header["seed"].endswith("3")
    assert header["players"] == ["house", "random", "random", "random"]
    table = parquet.read_table(folder / "results.parquet")
    assert table.to_pylist() == rows and len(rows) == 48
    assert json.loads(table.schema.metadata[b"saleroom"]) == header
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["plan"] == {**header, "deals": 12, "format": "saleroom-arena/1"}
    assert summary["pairs"][0]["verdict"] == "better"


def test_any_number_of_processes_gives_the_same(played, tmp_path):
    plan = Plan("pitch", {}, 4, ("house", "random"), 12, (3).to_bytes(32, "big"))
    run(plan, tmp_path, jobs=2)
    assert (tmp_path / results.FILE).read_bytes() == (played / results.FILE).read_bytes()


def test_the_same_command_goes_on_wherever_it_stopped(arena, played, tmp_path):
    whole = (played / results.FILE).read_bytes()
    lines = whole.splitlines(keepends=True)
    cuts = [b"", lines[0][:30], lines[0], b"".join(lines[:8]), b"".join(lines[:9]) + lines[9][:20], whole[:-1], whole]
    for cut in cuts:
        (tmp_path / results.FILE).write_bytes(cut)
        held = max(cut.count(b"\n") - 1, 0) // 4
        status, _, err = arena(*SHORT, 12, "--out", tmp_path)
        assert (status, err) == (0, f"{tmp_path} holds {held} of 12 deals; going on\n" if held else "")
        assert (tmp_path / results.FILE).read_bytes() == whole


def test_going_on_needs_no_seed_and_may_ask_for_more(arena, played, tmp_path):
    whole = (played / results.FILE).read_bytes()
    (tmp_path / results.FILE).write_bytes(whole)
    status, out, _ = arena("pitch", "--jobs", 1, "--deals", 14, "--out", tmp_path)
    assert (status, out[:8]) == (0, "14 deals")
    assert (tmp_path / results.FILE).read_bytes().startswith(whole)
    assert "holds 14 deals already" in arena("pitch", "--deals", 13, "--out", tmp_path)[2]


def spoilt(whole):
    """Contents that are no results of these, with a word of what is wrong."""
    lines = whole.splitlines(keepends=True)
    row = json.loads(lines[5])

    def with_row(**change):
        return b"".join([*lines[:5], json.dumps(row | change).encode() + b"\n", *lines[6:]])

    yield b"my notes\n", "line 1"
    yield b"my notes", "line 1"
    yield b"\x00\xff\n" + whole, "line 1"
    yield b"[" * 100_000 + b"\n", "line 1"
    yield lines[0].replace(b"house", b"hause") + b"".join(lines[1:]), "another players"
    yield lines[0].replace(b'"target":7', b'"target":8'), "another options"
    yield lines[0] + lines[2], "line 2"
    yield whole + b"{}\n", "line 50"
    yield whole + b"my notes", "line 50"
    yield b"".join(lines[:5]) + b"\n" + b"".join(lines[5:]), "line 6"
    yield with_row(scores=[1, 2, 3]), "line 6"
    yield with_row(scores=[1, 2, 3, "4"]), "line 6"
    yield with_row(scores=[1, 2, 3, 10**400]), "line 6"
    yield with_row(players=["house"] * 4), "line 6"
    yield with_row(dealer=9), "line 6"
    yield with_row(bids=[{"seat": 0}]), "line 6"
    yield with_row(bids=None), "line 6"
    yield with_row(more=1), "line 6"
    yield with_row(bids=[{"seat": 0, "price": 1, "expected": float("nan"), "won": True, "made": 1}]), "line 6"


def test_anything_else_is_left_alone(arena, played, tmp_path):
    for content, word in spoilt((played / results.FILE).read_bytes()):
        (tmp_path / results.FILE).write_bytes(content)
        status, out, err = arena(*SHORT, 12, "--out", tmp_path)
        assert (status, out, err.count("\n")) == (2, "", 1), (content[:80], out, err)
        assert word in err and "name another folder" in err, (content[:80], err)
        assert (tmp_path / results.FILE).read_bytes() == content
        assert [path.name for path in tmp_path.iterdir()] == [results.FILE]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bogus"], "is no game"),
        (["pitch", "--players", "ann"], "no player 'ann'"),
        (["pitch", "--players", "house,,random"], "no player ''"),
        (["pitch", "--players", "house,house,house,house,random"], "5 players cannot take 4 seats"),
        (["pitch", "--players", "search:many"], "search:many"),
        (["pitch", "--seats", "9"], "4 to 7 seats"),
        (["pitch", "--seed", "x"], "a seed is"),
        (["pitch", "--option", "low=high"], "dealt or taken"),
        (["pitch", "--deals", "0"], "deals"),
        (["pitch", "--jobs", "0"], "jobs"),
        (["pitch", "--until", "0"], "--until is a number above 0"),
        (["pitch", "--until", "nan"], "--until is a number above 0"),
        (["pitch", "--until", "x"], "until"),
        (["pitch", "--out", "/dev/null/x"], "Not a directory"),
        (["pitch", "--seed", "1", "--out", "/dev/null"], "exists"),
    ],
)
def test_trouble_is_one_line(arena, arguments, words):
    status, out, err = arena(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1), (out, err)
    assert err.startswith("saleroom: ") and words in err


def test_until_stops_at_a_look_and_stays_stopped(arena, tmp_path):
    command = [*SHORT, 500, "--until", 0.4, "--out", tmp_path]
    assert arena(*command)[1].startswith("32 deals of")
    before = (tmp_path / results.FILE).read_bytes()
    assert arena(*command)[1].startswith("32 deals of")
    assert (tmp_path / results.FILE).read_bytes() == before
    status, out, err = arena(*SHORT, 40, "--until", 0.001)
    assert (status, out[:8], err) == (0, "40 deals", "")


def test_matches(arena, tmp_path):
    status, out, err = arena("pitch", "--matches", "--deals", 10, "-o", "target=2", "--jobs", 1, "--out", tmp_path)
    assert (status, err) == (0, "")
    assert out.startswith("10 matches of Auction Pitch") and "wins in 100 matches more" in out
    row = json.loads((tmp_path / results.FILE).read_text().splitlines()[1])
    assert sum(row["wins"]) == 1
    assert "Matches won" in (tmp_path / "report.html").read_text()


def started(folder, *more):
    """The program at work on more than it will ever play, with the first results there."""
    command = [PROGRAM, "arena", *SHORT, "100000", "--out", folder, *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    path = Path(folder) / results.FILE
    while process.poll() is None and not (path.exists() and path.stat().st_size > 5_000):
        time.sleep(0.02)
    return process


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_keeps_all_and_says_how_to_go_on(arena, tmp_path, jobs):
    with started(tmp_path, "--jobs", jobs) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.count("\n")) == (2, "", 1), err
    assert "of 100000 deals; the same command goes on from there: " in err
    rows = (tmp_path / results.FILE).read_text().splitlines()[1:]
    assert len(rows) % 4 == 0 and f"stopped after {len(rows) // 4} of" in err
    assert arena(*SHORT, len(rows) // 4 + 2, "--out", tmp_path)[0] == 0


def test_processes_at_work_are_not_waited_for():
    before = set(active_children())
    clusters = running._played(slow.PLAN, 0, 2, slow.make)
    assert next(clusters)[0]["cluster"] == 0
    working = set(active_children()) - before
    clusters.close()
    for child in working:
        child.join(20)
    assert working and not any(child.is_alive() for child in working)


def test_one_arena_a_folder(arena, tmp_path):
    with started(tmp_path) as process:
        try:
            status, _, err = arena(*SHORT, 12, "--out", tmp_path)
            assert (status, err.count("\n")) == (2, 1) and "another arena is writing" in err
        finally:
            process.kill()


def test_a_process_that_dies_is_one_line(tmp_path):
    with started(tmp_path, "--jobs", "2") as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            process.kill()
            pytest.skip("this system does not list a process's children")
        os.kill(int(children.read_text().split()[-1]), signal.SIGKILL)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "has died" in err and "Traceback" not in err
