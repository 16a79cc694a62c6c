"""Tests of `saleroom study`: its files, the continuation of an interrupted study, and errors of one line."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import typer

from saleroom.cli import app, guarded
from saleroom.cli.studying import _repeated
from saleroom.games import NAMES, load
from saleroom.lab.study import command, narration, shipped_effects, storage
from saleroom.lab.study.command import RunSettings, parse_vary, study
from saleroom.lab.study.narration import text_table
from saleroom.lab.study.plan import Study
from saleroom.lab.study.report import report
from saleroom.match import effects
from saleroom.match.house_rules import house_rules
from tests.children import child

LARGEST = 60_000
"""Maximum size in bytes of a game's effects in the package."""
FILES = ["blocks", "report.html", "results.parquet", "study.json", "summary.json"]


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    """Run a command, and return its exit status, standard output and standard error."""
    status = guarded(typer.main.get_command(app), ["study", *map(str, arguments)])
    said = capsys.readouterr()
    return status, said.out, said.err


def measure(plan, out, how):
    return command.measure(plan, out, how, lambda: None)


def small(out: Path | None = None, **change) -> Study:
    """Return a study that takes about a second."""
    return Study("pitch", bytes(32), **{"matches": 300, "vary": {"low": ["taken"], "deals": [300]}, **change})


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file in a folder, by name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_study_leaves_its_results_and_the_same_command_finds_nothing_left(capsys, tmp_path):
    asked = ("pitch", "--vary", "low=taken", "--matches", 300, "--seed", 4, "--jobs", 1, "--out", tmp_path / "new/x")
    status, out, err = run(capsys, *asked)
    assert status == 0 and "low = taken  (4 seats, house, 300 matches)" in out
    assert out.endswith(f"The report: {tmp_path}/new/x/report.html\n")
    assert sorted(path.name for path in (tmp_path / "new/x").iterdir()) == FILES
    before = contents(tmp_path / "new/x")
    status, again, err = run(capsys, *asked)
    assert status == 0 and again == out and "holds 600 matches; continuing" in err
    assert contents(tmp_path / "new/x") == before


@pytest.mark.integration
def test_results_do_not_depend_on_processes_or_on_a_stop_on_the_way(tmp_path):
    done = tmp_path / "done"
    measure(small(), done, RunSettings(jobs=1))
    first = small(matches=100)
    part = tmp_path / "part"
    measure(first, part, RunSettings(jobs=1))
    for path in sorted((part / "blocks").iterdir())[1:]:
        path.unlink()
    (part / "blocks/000-0000000-0000300.npy.part").write_bytes(b"cut off")
    measure(small(), part, RunSettings(jobs=2))
    for name in ("results.parquet", "summary.json", "report.html"):
        assert (part / name).read_bytes() == (done / name).read_bytes(), name


def test_until_stops_when_enough_is_known():
    played = study("pitch", {"cards_tie": ["nobody"]}, matches=100_000, until=0.05, seed=1)
    (row,) = [row for row in played.summary["tables"] if "differences" in row]
    assert row["matches"] == 1024
    assert all((one["high"] - one["low"]) / 2 <= 0.05 for n, one in row["differences"].items() if n.startswith("win_"))


@pytest.mark.integration
def test_parquet_holds_every_match(tmp_path):
    from pyarrow import parquet

    measure(small(better=("trained", "house")), tmp_path, RunSettings(jobs=1))
    table = parquet.read_table(tmp_path / "results.parquet")
    assert table.num_rows == 3 * 300 + 3 * 75
    assert json.loads(table.schema.metadata[b"saleroom"])["game"] == "auction-pitch"
    rows = table.to_pylist()
    assert rows[0]["option"] is None and rows[0]["won_place_0"] in (0, 1) and rows[0]["better"] is None
    assert {(row["option"], row["value"]) for row in rows} == {(None, None), ("low", "taken"), ("deals", "300")}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["pitch", "--vary", "high=1"], "has no option 'high'; it has target, "),
        (["pitch", "--vary", "low"], "--vary 'low': write it as option=a,b"),
        (["pitch", "--vary", "target=99"], "target is 99; it must be a number from 1 to 50"),
        (["pitch", "--vary", "low=taken", "--vary", "low=dealt"], "names low twice"),
        (["pitch", "--seats", "3"], "4 to 7 seats, not 3"),
        (["pitch", "--seats", "four"], "write one number or several"),
        (["pitch", "--players", "search:50ms"], "name a budget of tries"),
        (["pitch", "--better", "house"], "write two levels"),
        (["pitch", "--until", "2"], "--until is a share"),
        (["pitch", "--seconds", "0"], "--seconds is a number"),
        (["chess"], "is no game"),
        ([], "name a game"),
        (["pitch", "--all"], "--all needs --out DIR"),
        (["pitch", "--on", "slurm"], "write ray for this machine's cluster"),
        (["pitch", "--on", "ray://127.0.0.1:9", "--matches", "1"], "no Ray cluster answers at ray://127.0.0.1:9"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys, tmp_path, asked, words):
    if "--on" in asked:
        pytest.importorskip("ray", reason="NO RAY, so an unreachable cluster is not tested: make .venv/.ray")
    status, out, err = run(capsys, *asked)
    assert status == 2 and out == "" and err.count("\n") == 1 and words in err


def test_a_missing_library_is_named(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    status, _, err = run(capsys, "pitch", "--matches", "1", "--on", "ray")
    assert status == 2 and 'pip install "saleroom[ray]"' in err


def test_a_folder_of_another_study_is_left_alone(capsys, tmp_path):
    measure(small(), tmp_path, RunSettings(jobs=1))
    before = contents(tmp_path)
    for change, words in (
        (["--vary", "low=taken"], "of a study with another vary"),
        (["--vary", "low=taken", "--vary", "deals=300", "--seed", "8"], "of a study with another seed"),
    ):
        status, _, err = run(capsys, "pitch", *change, "--out", tmp_path)
        assert status == 2 and words in err
    (tmp_path / "blocks/000-0000000-0000300.npy").write_bytes(b"no block")
    status, _, err = run(capsys, "pitch", "--vary", "low=taken", "--vary", "deals=300", "--out", tmp_path)
    assert status == 2 and "is no block of this study; remove it, and it is played again" in err
    assert {**before, "blocks/000-0000000-0000300.npy": b"no block"} == contents(tmp_path)


def test_a_file_in_the_place_of_the_folder_is_refused(capsys, tmp_path):
    (tmp_path / "x").write_text("mine")
    status, _, err = run(capsys, "pitch", "--out", tmp_path / "x")
    assert status == 2 and "is a file, not a folder" in err and (tmp_path / "x").read_text() == "mine"


def test_a_full_disk_costs_the_block_under_way(monkeypatch, tmp_path):
    whole = tmp_path / "whole"
    measure(small(), whole, RunSettings(jobs=1))
    real, out = np.save, tmp_path / "full"

    def full(file, rows):
        if Path(file.name).name.startswith("001"):
            file.write(b"half a bl")
            raise OSError(28, "No space left on device", file.name)
        real(file, rows)

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(OSError, match="No space"):
        measure(small(), out, RunSettings(jobs=1))
    assert [path.name for path in (out / "blocks").iterdir()] == ["000-0000000-0000300.npy"]
    monkeypatch.setattr(np, "save", real)
    measure(small(), out, RunSettings(jobs=1))
    assert contents(out) == contents(whole)


def test_one_study_at_a_time_writes_to_a_folder(tmp_path):
    pytest.importorskip("fcntl")
    with storage.opened(small(), tmp_path), pytest.raises(ValueError, match="another study is writing to"):
        measure(small(), tmp_path, RunSettings(jobs=1))


@pytest.mark.integration
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_study_that_was_killed_goes_on(how, tmp_path):
    asked = ["study", "pitch", "--matches", "6000", "--seed", "1", "--jobs", "2", "--vary", "low=taken"]
    with child([sys.executable, "-m", "saleroom", *asked, "--out", str(tmp_path)]) as process:
        while not list((tmp_path / "blocks").glob("*.npy")):
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, how)
        process.communicate()
    kept = {path.name: path.read_bytes() for path in (tmp_path / "blocks").glob("*.npy")}
    assert kept
    plan = Study("auction-pitch", (1).to_bytes(32, "big"), 6_000, {"low": ["taken"]})
    measure(plan, tmp_path, RunSettings(jobs=2))
    whole = tmp_path / "whole"
    measure(plan, whole, RunSettings(jobs=1))
    assert all((whole / "blocks" / name).read_bytes() == found for name, found in kept.items())
    assert (whole / "results.parquet").read_bytes() == (tmp_path / "results.parquet").read_bytes()


def test_the_first_screen_claims_what_the_intervals_carry_and_nothing_else():
    found = study("pitch", {"low": ["taken"], "deals": [300]}, matches=600, seed=1)
    page, told = report(found.summary), text_table(found.summary)
    assert "no player used it" in told and "Price of what is bought" in told
    for row in found.summary["tables"]:
        for one in row.get("differences", {}).values():
            clear = one["verdict"] in ("more", "less")
            assert not clear or one["low"] > 0 or one["high"] < 0
    assert told.splitlines()[0].replace("’", "'") in page.replace("&#x27;", "'") and "<script" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert "bid 4" in page


def a_row(**differences):
    """Return the row of a variant with these differences, each (mean, low, high, verdict)."""
    names = ("mean", "low", "high", "verdict")
    told = {measure: dict(zip(names, one, strict=True)) for measure, one in differences.items()}
    values = {measure: {"mean": 2.0} for measure in differences}
    return {"matches": 4000, "changed": 1.0, "differences": told, "values": values}


def told_of(row):
    return narration.sentences({"seconds": 4.0}, row, a_row(**dict.fromkeys(row["values"], (0.0, 0.0, 0.0, ""))))


def test_every_changed_measure_has_its_number_and_the_clearest_comes_first():
    measures = ["price", "gain", "leads", "score_seat_1", "score_seat_2", "score_place_0"]
    row = a_row(**{name: (1.0, 1 - 0.1 * at, 1 + 0.1 * at, "more") for at, name in enumerate(measures, 1)})
    *first, rest = told_of(row)
    assert [text.split(":")[0] for text in first] == [
        "Price of what is bought",
        "What the buyer scores more than the others in the deal",
        "Changes of the lead in a match",
        "What a deal brings seat 1",
    ]
    assert rest == (
        "Also changed: what a deal brings seat 2 (+1.00 ± 0.50) and what a deal brings the dealer (+1.00 ± 0.60)."
    )


def test_luck_and_skill_are_compared_though_they_have_not_changed():
    row = a_row(
        price=(1.0, 0.9, 1.1, "more"),
        luck=(0.01, -0.02, 0.04, "not told apart"),
        skill=(0.0, None, None, "too few deals"),
        decisions=(0.0, 0.0, 0.0, "the same in every match"),
    )
    assert told_of(row)[1:] == [
        "The same: decisions in a match without exception and share of the outcome due to the cards to within 4.0 %.",
        "Too few matches to compare: matches that the better player wins.",
    ]
    assert told_of(a_row(skill=(0.1, -0.3, 0.5, "not told apart")))[1:] == [
        "Not clear: matches that the better player wins (+10.0 ± 40.0)."
    ]
    assert told_of(a_row(skill=(0.0, -0.03, 0.02, "not told apart"))) == [
        "No difference was found in 4,000 matches.",
        "The same: matches that the better player wins to within 3.0 %.",
    ]


def test_levels_of_play_that_disagree_are_said_to():
    found = study("pitch", {"low": ["taken"]}, players=("house", "random"), matches=400, seed=1)
    assert {one["holds"] for one in found.summary["levels"]} == {"at some levels", "reversed"}
    told = text_table(found.summary)
    assert "Not shown at every level of play" in told
    assert "It depends on how well people play: the sign changes for" in told


def test_notebooks_get_a_table():
    found = study("pitch", {"low": ["taken"]}, matches=20, seed=1)
    table = found.table()
    assert table.num_rows == 26 and "measure" in table.schema.names and "base" in table.schema.names


def test_what_ships_is_what_the_reader_takes(tmp_path, monkeypatch):
    game = load("pitch")
    plan = shipped_effects.study_of_all(game, bytes(32), 300, ("house",), (4,))
    summary = measure(plan, None, RunSettings(jobs=1)).summary
    path = tmp_path / "effects.json"
    shipped_effects.write(game, summary, path)
    found = effects.read(game, json.loads(path.read_text()))
    assert found.levels == ("house",) and found.seats == (4,)
    table = found.table(4, "house")
    assert table and table.options == game.settle_options({}, 4)
    variant = table.variant("low", "taken")
    assert variant and variant.effects["price"].is_clear and "price" in variant.notable
    assert set(variant.holds) == set(variant.notable)
    assert table.variant("low", "dealt") is None
    assert {preset.name for preset in found.presets} == set(house_rules(game).presets)
    assert all(preset.luck and preset.skill for preset in found.presets)


@pytest.mark.integration
def test_all_studies_a_game_and_puts_what_pages_use_into_the_package(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(shipped_effects, "path_of", lambda game: tmp_path / f"{game.name}.json")
    monkeypatch.setattr("saleroom.lab.study.result.report", lambda summary: "drawn elsewhere")
    asked = ("house", "--all", "--matches", 300, "--players", "house,random", "--jobs", 1, "--out", tmp_path / "kept")
    status, out, _ = run(capsys, *asked)
    path, game = tmp_path / "auction-house.json", load("house")
    assert status == 0 and out == f"Auction House: {path}\n"
    assert sorted(one.name for one in (tmp_path / "kept/auction-house").iterdir()) == FILES
    found = effects.read(game, json.loads(path.read_text()))
    weaker, strongest = found.tables
    assert (weaker.level, weaker.variants, strongest.level) == ("house", (), "random")
    assert {one.option for one in strongest.variants} == {option.name for option in game.options}
    for one in strongest.variants:
        notable = {name for other in strongest.variants if other.option == one.option for name in other.notable}
        clear = {name for name, effect in one.effects.items() if effect.is_clear}
        assert notable <= set(one.effects) <= notable | clear | {"decisions", "luck"}
    before = path.read_bytes()
    path.unlink()
    status, again, err = run(capsys, *asked)
    assert (status, again) == (0, out) and "matches; continuing" in err
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_the_package_has_the_effects_of_every_option(name):
    game = load(name)
    found, named = effects.effects(game), house_rules(game)
    if not named.presets:  # operators cannot choose the options of this game
        assert found is None
        return
    assert found is not None and set(found.seats) == set(named.seats)
    assert shipped_effects.path_of(game).stat().st_size < LARGEST
    table = found.table(game.usual_seats)
    measured = game.options_in(found.rules_version)
    assert table and {one.option for one in table.variants} == {option.name for option in measured}
    for preset in named.presets.values():
        game.settle_options(preset.options, preset.seats or game.usual_seats)


def test_effects_of_newer_rules_or_of_another_format_are_refused():
    game = load("pitch")
    data = json.loads(shipped_effects.path_of(game).read_text("utf-8"))
    with pytest.raises(ValueError, match="newer than this Saleroom"):
        effects.read(game, {**data, "rules_version": game.rules_version + 1})
    with pytest.raises(ValueError, match="in the format 'another'"):
        effects.read(game, {**data, "format": "another"})


def test_the_command_to_repeat_says_nothing_of_the_machine():
    asked = ["study", "pitch", "--vary", "low=taken", "--out", "/home/x", "--jobs=2", "--on", "ray", "--seed", "1"]
    assert _repeated(asked) == "saleroom study pitch --vary low=taken --seed 1"


def test_vary_is_read_as_values():
    assert parse_vary(load("pitch"), ["target=5,10", "low=taken"]) == {"target": [5, 10], "low": ["taken"]}
    assert command.seed_for(3, None) == (3).to_bytes(32, "big")
