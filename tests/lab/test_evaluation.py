"""Tests of `saleroom evaluate`: its fixed protocol, and the files that it writes for a paper."""

from __future__ import annotations

import json

import pytest
import typer

from saleroom.bots.prepare import prepare
from saleroom.cli import app, guarded
from saleroom.games import NAMES, load
from saleroom.kernel.compile import COMPILED
from saleroom.lab.arena import run
from saleroom.lab.arena.differences import plain
from saleroom.lab.evaluation import command, formatting, protocol
from saleroom.lab.evaluation.running import chosen, digest

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")
PITCH = load("auction-pitch")


@pytest.fixture
def evaluate(capsys):
    """Run the command in this process. Return its exit status, standard output and standard error."""
    prepare(PITCH)

    def run_here(*arguments):
        status = guarded(typer.main.get_command(app), ["evaluate", "pitch", "--jobs", "1", *map(str, arguments)])
        return status, *capsys.readouterr()

    return run_here


@pytest.mark.parametrize("name", NAMES)
def test_a_protocol_has_every_kind_of_opponent_and_cards_of_its_own_for_each(name):
    game = load(name)
    cells = protocol.cells(game)
    assert [cell.opponent for cell in cells[:4]] == ["random", "house", "trained", "hard"]
    assert {cell.seats for cell in cells} == {game.usual_seats, game.seats[0], game.seats[-1]}
    assert len({cell.name for cell in cells}) == len({protocol.seed_of(game, cell) for cell in cells}) == len(cells)
    assert protocol.plan_of(game, "house", cells[0]).seed == protocol.seed_of(game, cells[0])
    assert protocol.plan_of(game, "house", cells[0], b"own").seed != protocol.seed_of(game, cells[0])


def test_the_cards_of_the_protocol_are_always_the_same():
    (cell,) = (cell for cell in protocol.cells(PITCH) if cell.name == "house-4")
    assert protocol.seed_of(PITCH, cell).hex().startswith("37af567b078b6e65")


def test_nobody_is_measured_against_itself():
    assert {cell.opponent for cell in chosen(PITCH, "house", [], None)} == {"random", "trained", "hard"}
    assert [cell.name for cell in chosen(PITCH, "trained", ["house"], 5)] == ["house-4", "house-7"]
    assert [cell.deals for cell in chosen(PITCH, "trained", ["house-7", "random"], 400)] == [400, 300]


def test_an_evaluation_says_what_an_arena_finds_and_is_kept(evaluate, tmp_path):
    given = ("--policy", "house", "--against", "random", "--deals", 24, "--out", tmp_path)
    status, told, said = evaluate(*given)
    assert (status, said) == (0, "")
    found = json.loads((tmp_path / command.JSON).read_text())
    (cell,) = found["cells"]
    rows = run(protocol.plan_of(PITCH, "house", protocol.Cell("random", 4, 24)))
    (difference,) = plain(protocol.plan_of(PITCH, "house", protocol.Cell("random", 4, 24)), rows)
    assert cell["difference"] == difference.as_dict() and cell["results"] == digest(rows)
    assert (cell["verdict"], found["by_protocol"], found["policy"]) == ("better", False, "house")
    shown = formatting.line(cell, "points")
    assert shown in told and formatting.markdown(found) == (tmp_path / command.MARKDOWN).read_text()
    for text in (formatting.markdown(found), (tmp_path / command.PAGE).read_text()):
        assert formatting.NOT_BY_PROTOCOL in text and f"{difference.mean:+.2f}" in text.replace("−", "-")
    status, told, said = evaluate(*given)
    assert status == 0 and shown in told and "nothing is left to play" in said


def test_whole_cells_on_its_own_cards_are_by_the_protocol(monkeypatch, tmp_path):
    monkeypatch.setattr(protocol, "cells", lambda game: [protocol.Cell("random", 4, 2), protocol.Cell("house", 4, 2)])
    monkeypatch.setattr("saleroom.lab.evaluation.running.cells", protocol.cells)
    whole, some, other = (
        command.evaluate(PITCH, "house", against, None, seed, None, 1, lambda names: None)["by_protocol"]
        for against, seed in (([], None), (["random"], None), ([], 7))
    )
    assert (whole, some, other) == (True, True, False)
    assert not command.evaluate(PITCH, "easy", ["random"], None, None, None, 1, lambda names: None)["by_protocol"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--policy", "nobody"], "there is no player 'nobody'"),
        (
            ["--policy", "house", "--against", "me"],
            "--against 'me': the protocol has random-4, house-4, trained-4, hard-4",
        ),
        (["--policy", "house", "--against", "house"], "house is not measured against itself"),
    ],
)
def test_what_cannot_be_evaluated_is_said_in_a_line(evaluate, given, why):
    status, told, said = evaluate(*given)
    assert status == 2 and not told and said.startswith(f"saleroom: {why}") and len(said.splitlines()) == 1
