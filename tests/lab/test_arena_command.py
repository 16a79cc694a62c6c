"""Tests of the command `saleroom arena`: its files, continuation after an interruption, and errors of one line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import typer
from pyarrow import parquet

from saleroom.bots.prepare import prepare
from saleroom.cli import app, guarded
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from saleroom.lab.arena import Plan, output, results, run

PROGRAM = Path(sys.executable).parent / "saleroom"
SHORT = ["pitch", "--players", "house,random", "--seed", "3", "--jobs", "1", "--deals"]

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile the game that the tests use. Otherwise the first test would print a note about compilation."""
    prepare(load("auction-pitch"))


@pytest.fixture
def arena(capsys):
    """Run the command in this process. Return its exit status, standard output and standard error."""

    def run_here(*arguments):
        status = guarded(typer.main.get_command(app), ["arena", *map(str, arguments)])
        return status, *capsys.readouterr()

    return run_here


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Play twelve deals, and return the folder with the results."""
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
    names = ["report.html", "results.jsonl", "results.parquet", "summary.json", "times.jsonl"]
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


@pytest.mark.integration
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
        what = "going on" if held < 12 else "nothing is left to play"
        status, _, err = arena(*SHORT, 12, "--out", tmp_path)
        assert (status, err) == (0, f"{tmp_path} holds {held} of 12 deals; {what}\n" if held else "")
        assert (tmp_path / results.FILE).read_bytes() == whole


def test_going_on_needs_no_seed_and_may_ask_for_more(arena, played, tmp_path):
    whole = (played / results.FILE).read_bytes()
    (tmp_path / results.FILE).write_bytes(whole)
    status, out, _ = arena("pitch", "--jobs", 1, "--deals", 14, "--out", tmp_path)
    assert (status, out[:8]) == (0, "14 deals")
    assert (tmp_path / results.FILE).read_bytes().startswith(whole)
    assert "holds 14 deals already" in arena("pitch", "--deals", 13, "--out", tmp_path)[2]


def spoilt(whole):
    """Yield damaged versions of a results file, each with a word from the expected error."""
    lines = whole.splitlines(keepends=True)
    row = json.loads(lines[5])

    def with_row(**change):
        return b"".join([*lines[:5], json.dumps(row | change).encode() + b"\n", *lines[6:]])

    yield b"my notes\n", "line 1"
    yield b"my notes", "line 1"
    yield b"\x00\xff\n" + whole, "line 1"
    yield b"[" * 100_000 + b"\n", "line 1"
    yield lines[0].replace(b"house", b"hause") + b"".join(lines[1:]), "other players"
    yield lines[0].replace(b'"target":7', b'"target":8'), "other options"
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
        (["pitch", "--out", "/dev/null/x"], "/dev/null is a file, not a folder"),
        (["pitch", "--out", "/dev/null"], "is a file, not a folder"),
        (["pitch", "--out", "/proc/self"], "/proc/self cannot be written to"),
    ],
)
def test_trouble_is_one_line(arena, arguments, words):
    status, out, err = arena(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1), (out, err)
    assert err.startswith("saleroom: ") and words in err


def test_until_stops_at_a_look_and_stays_stopped(arena, tmp_path):
    command = [*SHORT, 500, "--until", 0.4, "--out", tmp_path]
    out = arena(*command)[1]
    assert out.startswith("32 deals of") and "Enough after 32 of 500 deals: every difference is known to with" in out
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


def test_an_interruption_before_the_report_says_that_all_is_kept(arena, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(output, "write_outputs", interrupted)
    status, _, err = arena(*SHORT, 2, "--out", tmp_path)
    assert (status, err.count("\n")) == (2, 1)
    assert "everything played is kept in" in err and "the same command finishes" in err


def test_what_cannot_be_written_is_said_before_anything_is_played(arena, tmp_path):
    (tmp_path / "report.html").mkdir()
    status, out, err = arena(*SHORT, 2, "--out", tmp_path)
    assert (status, out) == (2, "") and "report.html is a folder" in err
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_what_the_system_refuses_at_the_end_loses_nothing(arena, tmp_path, monkeypatch):
    def refused(*_):
        raise PermissionError(1, "Failed to open local file 'x'. Detail: [errno 1]")

    monkeypatch.setattr(output, "as_parquet", lambda plan, rows: refused)
    status, _, err = arena(*SHORT, 2, "--out", tmp_path)
    assert (status, err.count("\n")) == (2, 1) and "(Operation not permitted); everything played is kept in" in err
