"""Tests of the command line as users and shells see it. Every error is one line on standard error and status 2."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from typer.main import get_command

import saleroom
from saleroom.bots.prepare import prepare
from saleroom.cli import CLOSED, app, guarded
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from tests.children import child, finished

PROGRAM = Path(sys.executable).parent / "saleroom"
SHORT = ["pitch", "--seed", "3", "-o", "target=2"]

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")


def run(*arguments, **more):
    """Run the program in a process, as a shell does."""
    return finished([PROGRAM, *map(str, arguments)], text=True, **more)


def ask(*arguments):
    """Run the command within this process, for tests that need no separate process."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        status = guarded(get_command(app), [str(argument) for argument in arguments])
    return subprocess.CompletedProcess(arguments, status, out.getvalue(), err.getvalue())


def assert_one_line(done, *words):
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("saleroom: ")
    for word in words:
        assert word in done.stderr


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile the game of these tests first, so that no test's output has the note about a first compilation."""
    prepare(load("auction-pitch"), search=True)


@pytest.fixture(scope="module")
def matches(tmp_path_factory):
    path = tmp_path_factory.mktemp("matches") / "a.jsonl"
    assert ask("simulate", *SHORT, "--matches", 12, "--out", path).returncode == 0
    return path


def test_version_and_help():
    assert run("--version").stdout == f"saleroom {saleroom.__version__}\n"
    assert "simulate" in run().stdout
    assert "--seats" in run("play", "--help").stdout


def test_games_lists_every_game_and_option():
    listed = ask("games").stdout
    for name in saleroom.GAMES:
        assert name in listed
        for option in saleroom.game(name).options():
            assert f"    {option} = " in listed


def test_rules_show_the_text_that_applies():
    whole = ask("rules", "pitch", "--law").stdout
    assert "If low is dealt" in whole and "If low is taken" in whole
    taken = ask("rules", "auction-pitch", "--option", "low=taken", "-o", "target=10").stdout
    assert "wins the trick with the lowest trump" in taken
    assert "was dealt the lowest trump" not in taken
    assert "above 10 points" in taken


def test_rules_teach_the_game_first():
    page = ask("rules", "pitch").stdout
    assert page.startswith("# How to play Auction Pitch\n") and "](" not in page and "<!--" not in page
    assert ask("rules", "pitch", "--lang", "fr").stdout.startswith("# Comment jouer à Auction Pitch\n")
    assert ask("rules", "mini-pitch").stdout == ask("rules", "mini-pitch", "--law").stdout


def test_rules_in_another_language():
    assert "wie viele Punkte zum Sieg nötig sind" in ask("games", "--lang", "de").stdout
    assert "*Wenn low = taken:*" in ask("rules", "pitch", "--law", "--lang", "de").stdout
    taken = " ".join(ask("rules", "pitch", "--lang", "fr", "-o", "low=taken", "-o", "target=10").stdout.split())
    assert "a reçu l’atout le plus faible" not in taken and "à 10 points" in taken and "fait le pli" in taken


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bogus"], "bogus"),
        (["rules"], "GAME"),
        (["rules", "pitch", "--lang", "xx"], "the languages are en, de, fr"),
        (["rules", "poker-house"], "is no game"),
        (["rules", "auction"], "could be"),
        (["rules", "pitch", "-o", "targt=3"], "no option 'targt'"),
        (["rules", "pitch", "-o", "target=0"], "a number from 1 to 50"),
        (["rules", "pitch", "-o", "target=" + "9" * 6000], "a number from 1 to 50"),
        (["rules", "pitch", "-o", "target"], "name=value"),
        (["rules", "pitch", "-o", "low=taken", "-o", "low=dealt"], "twice"),
        (["rules", "pitch", "--seats", "9"], "4 to 7 seats"),
        (["rules", "flop", "-o", "ante=50", "-o", "chips=10"], "ante"),
        (["simulate", "pitch", "--players", "ann"], "no player 'ann'"),
        (["simulate", "pitch", "--players", "random,random"], "cannot take 4 seats"),
        (["simulate", "house", "--players", "search:500,hard"], "one for each: search:500,hard,hard,hard"),
        (["play", "pitch", "--players", "hard,easy"], "--players names 2 players, but auction-pitch has 4 to 7 seats"),
        (["play", "pitch", "--players", "hard,easy"], "you among them: you,hard,easy,house"),
        (["simulate", "pitch", "--seed", "x"], "a seed is"),
        (["simulate", "pitch", "--seed", "-1"], "a seed is"),
        (["simulate", "pitch", "--matches", "0"], "matches"),
        (["simulate", "pitch", "--jobs", "0"], "jobs"),
        (["simulate", "pitch", "--out", "/nowhere/a.jsonl"], "No such file"),
        (["simulate", "pitch", "--matches", "1", "--out", "/dev/full"], "No space left"),
        (["verify", "/nowhere"], "No such file"),
        (["verify", "/"], "directory"),
        (["verify"], "FILE"),
        (["replay", "/nowhere"], "No such file"),
        (["review", "/nowhere", "--seat", "0"], "No such file"),
        (["review", "/nowhere"], "--seat"),
        (["play", "chess"], "is no game"),
        (["play", "pitch", "--option", "low=high"], "dealt or taken"),
        (["play", "pitch", "--seats", "3"], "4 to 7 seats"),
        (["play", "--resume", "/nowhere"], "no such file"),
        (["serve", "--data", "~no one/x"], "no home folder for ~no one"),
        (["backup", "x", "--data", "~no one/x"], "no home folder for ~no one"),
        (["restore", "x", "--data", "~no one/x"], "no home folder for ~no one"),
        (["admin", "people", "--data", "~no one/x"], "no home folder for ~no one"),
    ],
)
def test_trouble_is_one_line(arguments, words):
    assert_one_line(ask(*arguments), words)


def test_trouble_in_a_shell_is_one_line_too():
    assert_one_line(run("rules", "poker-house", stdin=subprocess.DEVNULL), "is no game")


@pytest.mark.integration
def test_simulate_is_the_same_for_any_jobs(matches, tmp_path):
    again = tmp_path / "b.jsonl"
    assert run("simulate", *SHORT, "--matches", 12, "--jobs", 2, "--out", again).returncode == 0
    assert again.read_bytes() == matches.read_bytes()


def test_simulate_resumes(matches, tmp_path):
    whole = matches.read_bytes()
    again = tmp_path / "b.jsonl"
    lines = whole.splitlines(keepends=True)
    for kept in (b"", lines[0], b"".join(lines[:5]), b"".join(lines[:5]) + lines[5][:40], whole[:-1]):
        again.write_bytes(kept)
        assert ask("simulate", *SHORT, "--matches", 12, "--out", again).returncode == 0
        assert again.read_bytes() == whole
    assert ask("simulate", *SHORT, "--matches", 12, "--out", again).returncode == 0
    assert again.read_bytes() == whole
    assert len([json.loads(line) for line in whole.splitlines()]) == 12


def test_simulate_leaves_a_strange_file_alone(matches, tmp_path):
    strange = tmp_path / "notes.txt"
    for content in (b"my notes\n", b"my notes", matches.read_bytes() + b"{}\n"):
        strange.write_bytes(content)
        assert_one_line(ask("simulate", *SHORT, "--matches", 12, "--out", strange), "something else")
        assert strange.read_bytes() == content
    strange.write_bytes(matches.read_bytes())
    assert_one_line(ask("simulate", "pitch", "--matches", 12, "--out", strange), "--seed")
    assert_one_line(ask("simulate", *SHORT, "-o", "low=taken", "--matches", 12, "--out", strange), "something else")
    assert strange.read_bytes() == matches.read_bytes()


@pytest.mark.integration
def test_interrupted_simulation_loses_nothing(tmp_path):
    out = tmp_path / "long.jsonl"
    command = [PROGRAM, "simulate", "pitch", "--seed", "5", "--matches", "100000", "--out", str(out)]
    with child(command, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not (out.exists() and out.stat().st_size > 10_000):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said.count("\n") == 1
    assert "stopped after" in said
    assert all(json.loads(line)["winners"] for line in out.read_text().splitlines())


def test_closed_pipe_is_no_traceback():
    command = [PROGRAM, "simulate", *SHORT, "--matches", "5000"]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.read(10)
        process.stdout.close()
        said = process.stderr.read().decode()
        process.wait(60)
    assert (process.returncode, said) == (CLOSED, "")


def test_verify_counts_and_finds(matches, tmp_path):
    done = ask("verify", matches)
    assert (done.returncode, done.stdout) == (0, "12 records\n")
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert (ask("verify", empty).stdout, ask("verify", empty).returncode) == ("0 records\n", 0)
    records = [json.loads(line) for line in matches.read_text().splitlines()]
    records[3]["scores"][0] += 1
    records[5]["deals"][0]["events"][7] = "0 bid 9"
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text("".join(json.dumps(record) + "\n" for record in records))
    done = ask("verify", spoilt)
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first.startswith(f"{spoilt}:4: scores are ")
    assert second.startswith(f"{spoilt}:6: deal 1, event 8: ")
    both = ask("verify", matches, spoilt)
    assert both.returncode == 1
    assert f"{matches}: 12 records" in both.stdout


def test_verify_survives_noise(tmp_path):
    noise = tmp_path / "noise"
    noise.write_bytes(random.Random(1).randbytes(200_000))
    done = ask("verify", noise)
    assert done.returncode == 1
    assert not done.stderr
    deep = tmp_path / "deep"
    deep.write_text("[" * 200_000 + "\n" + '{"format":' + "9" * 10_000 + "}\n")
    done = ask("verify", deep)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (1, 2, "")
    assert_one_line(ask("replay", noise), "not JSON")


def test_replay_tells_a_match(matches):
    told = ask("replay", matches, "--match", 2).stdout
    assert told.startswith("Auction Pitch: target 2")
    assert "Won by" in told
    seen = ask("replay", matches, "--match", 2, "--seat", 1).stdout
    assert "table deal 0 ?? ?? ?? ?? ?? ??" in seen
    assert "table deal 1 ??" not in seen
    assert_one_line(ask("replay", matches, "--match", 99), "no match 99")
    assert_one_line(ask("replay", matches, "--seat", 9), "no seat 9")


def test_review_marks_what_cost_most(matches, tmp_path):
    told = ask("review", matches, "--match", 2, "--seat", 1, "--player", "search:200")
    assert told.returncode == 0 and told.stderr == ""
    lines = told.stdout.splitlines()
    assert lines[0] == "Auction Pitch, the decisions of seat 1, judged by search:200."
    assert "Summary." in lines and " decisions; in " in lines[lines.index("Summary.") + 1]
    every = ask("review", matches, "--match", 2, "--seat", 1, "--player", "search:200", "--all").stdout
    assert every.count("Event ") == int(lines[lines.index("Summary.") + 1].split()[0])
    assert_one_line(ask("review", matches, "--seat", 9), "no seat 9; the seats are 0 to 3")


def test_of_a_damaged_file_the_line_is_named(matches, tmp_path):
    lines = matches.read_bytes().splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    wrong = lines[3].replace(b'"events":[', b'"events":["0 bid 9",', 1)
    damaged.write_bytes(b"".join((b"{}\n", b"\xff\x00\n", b"\n", wrong, lines[4][:300])))
    expected = ("format is not", "byte 1 of the line is no text", "the line is empty", "deal 1, event", "of the line")
    for number, words in enumerate(expected, 1):
        for command in (["replay"], ["review", "--seat", 0]):
            done = ask(*command, damaged, "--match", number)
            assert_one_line(done, f"{damaged}:{number}: ", words)
            assert "codec" not in done.stderr and "(char" not in done.stderr
    assert "codec" not in ask("verify", damaged).stdout
    assert_one_line(ask("replay", damaged, "--match", 9), "no match 9; there are 5 in it")


def test_a_review_says_that_a_match_is_not_finished(matches, tmp_path):
    record = json.loads(matches.read_text().splitlines()[0])
    for name in ("scores", "winners"):
        del record[name]
    del record["deals"][1:], record["deals"][0]["score"], record["deals"][0]["carry"]
    del record["deals"][0]["events"][8:]
    part = tmp_path / "part.jsonl"
    part.write_text(json.dumps(record) + "\n")
    said = "The match is not finished; this is about what has been played so far."
    assert said in ask("review", part, "--seat", 0, "--player", "search:50").stdout.splitlines()
    assert said not in ask("review", matches, "--seat", 0, "--player", "search:50").stdout


def test_every_help_names_the_same_players():
    for command in ("play", "simulate", "arena"):
        told = " ".join(run(command, "--help", env={**os.environ, "COLUMNS": "200"}).stdout.split())
        assert "random, house, easy, medium, trained, hard, master, search:2000 (tries)" in told, command


@pytest.mark.integration
def test_a_player_that_dies_is_one_line(tmp_path):
    out = tmp_path / "a.jsonl"
    command = [PROGRAM, "simulate", "draw", "--seed", "5", "--matches", "100000", "--jobs", "2", "--out", str(out)]
    with child(command, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not (out.exists() and out.stat().st_size > 10_000):
            time.sleep(0.05)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            pytest.skip("this system does not list a process's children")
        os.kill(int(children.read_text().split()[-1]), signal.SIGKILL)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "has died" in said
    assert "Traceback" not in said


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_a_shell_is_told_its_completion():
    """Check the completion script of a named shell.

    Without a name, the shell would be the parent process, here no shell.
    """
    shown = finished(["bash", "-c", f"'{PROGRAM}' --show-completion; exit"], text=True)
    assert shown.returncode == 0 and "saleroom" in shown.stdout


def test_completion():
    asked = {
        **os.environ,
        "_SALEROOM_COMPLETE": "complete_bash",
        "COMP_WORDS": "saleroom rules auction-p",
        "COMP_CWORD": "2",
    }
    assert run(env=asked).stdout.split() == ["auction-pitch"]
