"""Tests that a match that ends early is saved first, and that one line gives the reason."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

import saleroom
from saleroom.games import NAMES, load
from tests.children import child

ODD = (
    *(
        ",",
        " , ,",
        "~",
        "~no one",
        ";",
        "-",
        "0",
        "9" * 400,
        "½",
        "²",
        "٣",
        "bid",
        "play ,",
        "trade",
        "1,1,1",
        "\t",
        "\x00",
    ),
    *("save ~no one/x", "save " + "a" * 400, "save .", "save \x00", "save //dev/null/x", "save /dev/full"),
    *(
        "bid\u00a03",
        "bid\t3",
        "?",
        "rules",
        "score",
        "last",
        "undo",
        "undo 1",
        "help me",
        "all",
        "none",
        "l r",
        "é" * 900,
    ),
)


def record_in(folder):
    records = [json.loads(path.read_text()) for path in folder.glob("auction-*.jsonl")]
    assert records and not any(map(saleroom.verify, records))
    return records[0]


@pytest.mark.parametrize("name", NAMES)
def test_no_entry_ends_a_match(sit, tmp_path, name):
    seen = sit(name, *ODD, "1", *ODD, "p", *ODD, "quit")
    assert (seen.status, seen.err) == (0, "")
    assert "program" not in seen.out
    record_in(tmp_path)


def test_a_home_that_nobody_has_is_said(sit):
    out = sit("pitch", "save ~no one/x", "quit").out
    assert "It cannot be saved as ~no one/x: '~no one/x': there is no home folder for ~no one." in out


@pytest.mark.parametrize(
    "error", [IndexError, RuntimeError, MemoryError, RecursionError, SystemExit, OSError, ValueError]
)
@pytest.mark.parametrize("place", ["watchers.Watcher.note", "pages.help_lines", "screen.Screen.rest"])
def test_any_error_saves_the_match_and_is_one_line(sit, monkeypatch, tmp_path, error, place):
    def fail(*_):
        raise error(5, "no such luck") if error is OSError and place != "pages.help_lines" else error("no such luck")

    def broken(*arguments):
        monkeypatch.setattr(f"saleroom.terminal.{place}", fail)
        return whole(*arguments)

    from saleroom.terminal.session import Session

    whole = Session.play
    monkeypatch.setattr(Session, "play", broken)
    seen = sit("pitch", "?", "p", "1", "quit")
    if error is OSError:  # the terminal is gone, so nothing can be printed
        assert seen.status is BrokenPipeError
    else:
        assert seen.status == 2
        assert seen.err.count("\n") == 1 and "no such luck" in seen.err and "the match is saved as auction-" in seen.err
    record_in(tmp_path)


def test_an_error_after_the_last_deal_saves_the_match_too(sit, monkeypatch, tmp_path):
    def fail(*_):
        raise TypeError("no such luck")

    monkeypatch.setattr("saleroom.terminal.pages.final", fail)
    seen = sit("pitch", endless=["1", "p"], deals=1)
    assert seen.status == 2 and "TypeError: no such luck, test_failures.py" in seen.err
    assert record_in(tmp_path)["winners"]


@pytest.mark.integration
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGQUIT", "SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_saves_the_match(tmp_path, name):
    command = [sys.executable, "-m", "saleroom", "play", "pitch", "--seed", "5", "--players", "random", "--plain"]
    surroundings = {**os.environ, "SALEROOM_MODE": "interpreted"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with child(command, cwd=tmp_path, env=surroundings, text=True, **pipes) as process:
        assert process.stdout and process.stderr
        for line in process.stdout:
            if line.startswith("Your bid?"):
                break
        process.send_signal(getattr(signal, name))
        out, err = process.communicate(timeout=60)
    assert record_in(tmp_path)["game"] == load("pitch").name
    assert err.count("\n") == 1 and (name in err or name in ("SIGHUP", "SIGINT"))
    assert process.returncode == (141 if name == "SIGHUP" else 2), (out, err)


@pytest.mark.integration
def test_a_pipe_that_is_closed_is_met_with_silence(tmp_path):
    match = saleroom.game("pitch", deals=30, target=50).match(seed=3, players=["random"] * 4)
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, match.legal(seat)[0])
    path = tmp_path / "match.jsonl"
    path.write_text(json.dumps(match.record()) + "\n")
    for arguments in (["replay", path], ["replay", path, "--seat", "0"], ["rules", "pitch"], ["games"], ["--help"]):
        reader, writer = os.pipe()
        os.close(reader)
        surroundings = {**os.environ, "SALEROOM_MODE": "interpreted"}
        command = [sys.executable, "-m", "saleroom", *map(str, arguments)]
        with child(command, stdout=writer, stderr=subprocess.PIPE, text=True, env=surroundings) as process:
            os.close(writer)
            _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (141, ""), arguments
