"""Tests of `saleroom evaluate`: its fixed protocol, and the files that it writes for a paper."""

from __future__ import annotations

import io
import json
import sys
from hashlib import sha256

import pytest
import typer

from saleroom.bots.prepare import prepare
from saleroom.bots.sealed import processes
from saleroom.cli import app, guarded
from saleroom.games import NAMES, load
from saleroom.kernel.compile import COMPILED
from saleroom.lab.arena import run
from saleroom.lab.arena.differences import plain
from saleroom.lab.evaluation import command, formatting, protocol, running
from saleroom.lab.evaluation.policy_digest import policy_digest
from saleroom.lab.evaluation.running import chosen, digest
from saleroom.lab.evaluation.season import Season
from tests.lab.odd_programs import ODD, programs_end

__all__ = ["programs_end"]

pytestmark = pytest.mark.skipif(not COMPILED, reason="the program runs compiled")
PITCH = load("auction-pitch")
OPEN = protocol.Cards()


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
    assert len({cell.name for cell in cells}) == len({OPEN.seed_of(game, cell) for cell in cells}) == len(cells)
    assert protocol.plan_of(game, "house", cells[0]).seed == OPEN.seed_of(game, cells[0])
    assert protocol.plan_of(game, "house", cells[0], protocol.Cards(b"own")).seed != OPEN.seed_of(game, cells[0])


def test_the_cards_of_the_protocol_are_always_the_same():
    (cell,) = (cell for cell in protocol.cells(PITCH) if cell.name == "house-4")
    assert OPEN.seed_of(PITCH, cell).hex().startswith("37af567b078b6e65")


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
        _evaluated("house", against=against, seed=seed)["by_protocol"]
        for against, seed in (([], None), (["random"], None), ([], 7))
    )
    assert (whole, some, other) == (True, True, False)
    assert not _evaluated("easy", against=["random"])["by_protocol"]


@pytest.mark.parametrize(("habit", "by_protocol"), [("first", True), ("dies", False)])
def test_a_program_that_the_house_replaces_is_not_by_the_protocol(monkeypatch, programs_end, habit, by_protocol):
    monkeypatch.setattr(protocol, "cells", lambda game: [protocol.Cell("random", 4, 2)])
    monkeypatch.setattr("saleroom.lab.evaluation.running.cells", protocol.cells)
    assert _evaluated(f"{ODD} {habit}")["by_protocol"] is by_protocol


def _evaluated(policy, **options):
    return command.evaluate(PITCH, command.Request(policy, jobs=1, **options), lambda names: None)


LOWEST = """
from saleroom.bots import legal
class Lowest:
    def __init__(self, game, seed):
        self.game = game
    def choose(self, views, seat):
        return min(legal(self.game, views, seat).values())
"""
SECRET = "0f" * 32


@pytest.fixture
def lowest(tmp_path, monkeypatch):
    """Write a policy into the current folder, and return its name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lowest.py").write_text(LOWEST)
    yield "lowest:Lowest"
    processes.end_all()


def test_a_policy_of_others_is_sealed_and_never_imported(evaluate, lowest, tmp_path):
    status, _, said = evaluate("--policy", lowest, "--against", "random-4", "--deals", 2, "--out", tmp_path / "out")
    evaluation = json.loads((tmp_path / "out" / command.JSON).read_text())
    assert (status, said) == (0, "") and "lowest" not in sys.modules
    assert evaluation["sealed"][0] == "process" and evaluation["time_class"] in running.TIME_CLASSES | {"very slow": 0}
    assert evaluation["season"] is None
    assert "process of its own in each deal" in (tmp_path / "out" / command.MARKDOWN).read_text()
    status, _, said = evaluate("--policy", "lowest:Highest", "--against", "random-4", "--deals", 2)
    assert status == 2 and "lowest has no Highest" in said and len(said.splitlines()) == 1


def test_a_season_deals_cards_that_no_file_and_no_argument_shows(evaluate, lowest, tmp_path, monkeypatch):
    given = ("--policy", lowest, "--against", "random-4", "--deals", 2, "--out", tmp_path / "out")
    for _ in range(2):  # the second time, the results are read
        monkeypatch.setattr(sys, "stdin", io.StringIO(SECRET + "\n"))
        assert evaluate(*given, "--season", "winter")[0] == 0
    evaluation = json.loads((tmp_path / "out" / command.JSON).read_text())
    season = Season("winter", bytes.fromhex(SECRET))
    assert evaluation["season"] == {"name": "winter", "commitment": season.commitment}
    seed = season.seed("auction-pitch random-4", evaluation["policy_digest"])
    (cell,) = evaluation["cells"]
    assert cell["seed"] == f"sha256:{sha256(seed).hexdigest()}"
    assert not any(
        SECRET in path.read_text() or seed.hex() in path.read_text() for path in tmp_path.rglob("*") if path.is_file()
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO("1f" * 32))
    status, _, said = evaluate(*given, "--season", "winter")
    assert status == 2 and "results with another seed" in said


def test_the_cards_of_a_season_follow_from_the_policy(lowest, tmp_path):
    before = policy_digest(lowest)
    assert before == policy_digest(lowest)
    (tmp_path / "weights.bin").write_bytes(b"1")
    with_weights = policy_digest(lowest, [tmp_path / "weights.bin"])
    (tmp_path / "weights.bin").write_bytes(b"2")
    other_weights = policy_digest(lowest, [tmp_path / "weights.bin"])
    (tmp_path / "lowest.py").write_text(LOWEST + "# another comment\n")
    digests = [before, with_weights, other_weights, *map(policy_digest, (lowest, "house", "hard"))]
    assert len(set(digests)) == len(digests)
    season = Season("winter", bytes(32))
    assert len({season.seed("auction-pitch house-4", digest) for digest in digests}) == len(digests)
    program = f"cmd:{sys.executable} lowest.py"
    assert policy_digest(program) != policy_digest(program.replace("lowest", "weights").replace(".py", ".bin"))


@pytest.mark.parametrize(
    ("secret", "options", "why"),
    [
        ("abc", (), "--season winter: the secret on standard input has 64 hex digits"),
        (SECRET, ("--seed", 7), "--season and --seed: a season has cards of its own"),
        (SECRET, ("--file", "nowhere.bin"), "--file nowhere.bin: there is no such file or folder"),
    ],
)
def test_wrong_options_of_a_season_are_reported_in_a_line(evaluate, lowest, monkeypatch, secret, options, why):
    monkeypatch.setattr(sys, "stdin", io.StringIO(secret))
    status, _, said = evaluate("--policy", lowest, "--season", "winter", *options)
    assert status == 2 and said.startswith(f"saleroom: {why}") and len(said.splitlines()) == 1


@pytest.mark.parametrize(("seconds", "name"), [(0.001, "instant"), (0.02, "fast"), (0.5, "slow"), (3.0, "very slow")])
def test_the_time_class_follows_from_elapsed_time(seconds, name):
    assert running.time_class([{"times": [{"decisions": 10, "wall": 10 * seconds}]}]) == name


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
