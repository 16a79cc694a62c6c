"""Tests of the help of every command: a short summary, and an example that runs."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from saleroom.cli import app
from saleroom.cli.examples import EXAMPLES
from saleroom.kernel.compile import COMPILED
from tests import services
from tests.children import child, finished
from tests.server.live_tables import Guest, holder, make_table, open_hub
from tests.test_cli import PROGRAM

LONGEST = 60
"""Maximum number of characters in the summary of a command."""
SMALLER = {"serve": {"9000": "0"}, "train": {"0.5": "0.001"}, "exploit": {"0.05": "0.001"}}
"""Replacements that make examples run faster, or on any free port: for each command, the original text and the new."""
COMES_FIRST = ("simulate", "backup")
"""Commands whose examples write the files that other examples read."""


def commands(command: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield each command with its full name, groups included."""
    if names:
        yield " ".join(names), command
    for name, part in getattr(command, "commands", {}).items():
        yield from commands(part, (*names, name))


COMMANDS = dict(commands(get_command(app)))
RUNNING = sorted(name for name, command in COMMANDS.items() if not hasattr(command, "commands"))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_summary_is_one_short_sentence(name):
    summary = COMMANDS[name].help.split("\n\n")[0]
    assert len(summary) <= LONGEST, summary
    assert summary.endswith(".") and summary[:1].isupper() and "\n" not in summary
    assert COMMANDS[name].get_short_help_str(limit=LONGEST) == summary, "the list of commands cuts it"


def test_every_command_has_an_example_of_itself():
    assert sorted(EXAMPLES) == RUNNING
    for name, example in EXAMPLES.items():
        assert shlex.split(example)[: 1 + len(name.split())] == ["saleroom", *name.split()]


@pytest.mark.parametrize("name", RUNNING)
def test_the_help_ends_with_the_example_on_one_line(name):
    done = finished([PROGRAM, *name.split(), "--help"], text=True, env={**os.environ, "COLUMNS": "60"})
    assert done.stdout.endswith(f"Example:\n\n    {EXAMPLES[name]}\n")


# The examples run


def arguments(name: str, **words: str) -> list[str]:
    """Return the arguments of an example. Replace placeholders such as PERSON with the given words."""
    text = EXAMPLES[name]
    for large, small in SMALLER.get(name, {}).items():
        assert large in text
        text = text.replace(large, small)
    return [words.get(word, word) for word in shlex.split(text)[1:]]


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of an example: the usual data file is in `folder`."""
    return {**os.environ, "NO_COLOR": "1", "XDG_DATA_HOME": str(folder / "data")}


def run(folder: Path, name: str, **words: str) -> subprocess.CompletedProcess[str]:
    return finished(
        [PROGRAM, *arguments(name, **words)], text=True, cwd=folder, env=environment(folder), input="quit\n"
    )


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> tuple[Path, dict[str, str]]:
    """Return a folder with the files that examples read, and the words in place of their placeholders."""
    folder = tmp_path_factory.mktemp("examples")
    data = folder / "data/saleroom"
    data.mkdir(parents=True)

    async def sit_down() -> str:
        async with open_hub(data) as hub:
            table = await make_table(hub, "auction-pitch", "me", "open", "bot", "bot", deals=1)
            await Guest(hub, table, "Ben").do("sit", seat=1, name="Ben")
            await Guest(hub, table, "Ann").do("start")
            return table.id

    words = {"TABLE": asyncio.run(sit_down()), "PERSON": holder("Ann")[:12]}
    (data / "house.db").rename(data / "saleroom.sqlite3")
    for name in COMES_FIRST:
        done = run(folder, name)
        assert done.returncode == 0, done.stderr
    return folder, words


OTHERS = [name for name in RUNNING if name not in (*COMES_FIRST, "serve", "move-data")]
needs_program = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")


@needs_program
@pytest.mark.integration
@pytest.mark.parametrize("name", OTHERS)
def test_an_example_runs(name, prepared, tmp_path):
    folder, words = prepared
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    done = run(tmp_path, name, **words)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert done.stdout or done.stderr


@needs_program
@pytest.mark.integration
def test_the_example_of_a_server_runs(tmp_path):
    command = [PROGRAM, *arguments("serve")]
    with child(command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE, text=True) as process:
        assert any("Saleroom is open at" in line for line in process.stdout or ())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 0


@needs_program
@pytest.mark.integration
def test_the_example_of_a_move_runs(prepared):
    folder, _ = prepared
    with services.postgres() as cluster:
        done = run(folder, "move-data", **{arguments("move-data")[-1]: cluster.database("moved")})
    assert done.returncode == 0 and "1 match verified" in done.stdout, done.stderr
