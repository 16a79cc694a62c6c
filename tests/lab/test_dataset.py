"""Tests of `saleroom dataset`: every record replays, the same command makes the same bytes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
import typer

import saleroom
from saleroom.cli import app, guarded
from saleroom.games import NAMES, load
from saleroom.lab.dataset.plan import ALL_LEVELS, planned
from saleroom.lab.dataset.writing import make
from saleroom.match.errors import BadRecord

SMALL = ("--levels", "random,house", "--matches", 6)


def run(capsys, *arguments: object) -> tuple[int, str, str]:
    """Run a command, and return its exit status, standard output and standard error."""
    status = guarded(typer.main.get_command(app), ["dataset", *map(str, arguments)])
    output = capsys.readouterr()
    return status, output.out, output.err


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rows(folder: Path) -> list[dict]:
    from pyarrow import parquet

    return parquet.read_table(folder / "matches.parquet").to_pylist()


def test_every_record_replays_and_every_column_follows_from_it(capsys, tmp_path):
    status, out, _ = run(capsys, "pitch", "draw", *SMALL, "--out", tmp_path)
    assert status == 0 and "24 matches" in out and "each record verified" in out
    found = rows(tmp_path)
    assert len(found) == 24 == len({row["id"] for row in found})
    for row in found:
        record = json.loads(row["record"])
        assert saleroom.verify(record) == []
        assert saleroom.replay(record).record() == record
        assert (row["game"], [row["level"]] * row["seats"]) == (record["game"], record["players"])
        assert (row["scores"], row["winners"], row["deals"]) == (
            record["scores"], record["winners"], len(record["deals"]),
        )  # fmt: skip
        events = [event for deal in record["deals"] for event in deal["events"]]
        assert row["decisions"] == sum(event[0].isdigit() for event in events)


def test_all_levels_play_the_same_cards(capsys, tmp_path):
    run(capsys, "pitch", *SMALL, "--out", tmp_path)
    seeds = {}
    for row in rows(tmp_path):
        seeds.setdefault(row["number"], set()).add(json.loads(row["record"])["seed"])
    assert all(len(some) == 1 for some in seeds.values()) and len(set.union(*seeds.values())) == 6


def test_the_same_command_makes_the_same_bytes_on_any_number_of_processes(capsys, tmp_path):
    for folder, jobs in (("a", 1), ("b", 2)):
        assert run(capsys, "pitch", *SMALL, "--jobs", jobs, "--out", tmp_path / folder)[0] == 0
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    run(capsys, "pitch", *SMALL, "--seed", 2, "--out", tmp_path / "c")
    assert contents(tmp_path / "c")["matches.parquet"] != contents(tmp_path / "a")["matches.parquet"]


def test_a_dataset_continues_after_a_stop(capsys, tmp_path):
    run(capsys, "pitch", *SMALL, "--out", tmp_path / "whole")
    run(capsys, "pitch", *SMALL, "--out", tmp_path / "part")
    path = tmp_path / "part/records/auction-pitch-house.jsonl"
    path.write_bytes(path.read_bytes()[:-300])
    for name in ("matches.parquet", "croissant.json"):
        (tmp_path / "part" / name).unlink()
    assert run(capsys, "pitch", *SMALL, "--out", tmp_path / "part")[0] == 0
    assert contents(tmp_path / "part") == contents(tmp_path / "whole")


def test_a_wrong_record_stops_the_dataset(tmp_path):
    plan = planned(["pitch"], ["random"], 2, bytes(32))
    make(plan, tmp_path, 1, lambda game, players: None)
    path = tmp_path / "records/auction-pitch-random.jsonl"
    first, second = path.read_text().splitlines()
    record = json.loads(first)
    record["scores"][0] += 1
    path.write_text(json.dumps(record, separators=(",", ":")) + "\n" + second + "\n")
    with pytest.raises(BadRecord, match=r"auction-pitch-random\.jsonl:1: "):
        make(plan, tmp_path, 1, lambda game, players: None)


def test_the_description_is_of_the_file(capsys, tmp_path):
    web = ("--url", "https://example.org/matches", "--published", "2026-12-01")
    assert run(capsys, "pitch", *SMALL, *web, "--out", tmp_path)[0] == 0
    said = json.loads((tmp_path / "croissant.json").read_text())
    assert (said["url"], said["datePublished"]) == ("https://example.org/matches", "2026-12-01")
    assert said["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    (file,), (records,) = said["distribution"], said["recordSet"]
    data = (tmp_path / file["contentUrl"]).read_bytes()
    assert file["sha256"] == hashlib.sha256(data).hexdigest() and file["contentSize"] == f"{len(data)} B"
    columns = [field["source"]["extract"]["column"] for field in records["field"]]
    assert columns == list(rows(tmp_path)[0])
    lists = {field["name"] for field in records["field"] if field.get("repeated")}
    assert lists == {name for name, value in rows(tmp_path)[0].items() if isinstance(value, list)}


REQUIRED = {
    "sc:Dataset": ("@context", "conformsTo", "name", "description", "license", "url", "creator", "datePublished"),
    "cr:FileObject": ("@id", "name", "contentUrl", "encodingFormat", "sha256"),
    "cr:RecordSet": ("@id", "name", "field"),
    "cr:Field": ("@id", "name", "description", "dataType", "source"),
}
"""Properties that Croissant 1.0 requires of each type, and those that a reader of the data needs."""


def nodes(value):
    """Yield every object in a description that has a type of `REQUIRED`."""
    if isinstance(value, dict):
        if value.get("@type") in REQUIRED:
            yield value
        for part in value.values():
            yield from nodes(part)
    elif isinstance(value, list):
        for part in value:
            yield from nodes(part)


def described(capsys, folder):
    """Make a small dataset in a folder; return its description."""
    web = ("--url", "https://example.org/matches", "--published", "2026-12-01")
    assert run(capsys, "pitch", *SMALL, *web, "--out", folder)[0] == 0
    return json.loads((folder / "croissant.json").read_text())


def test_the_description_has_what_croissant_requires(capsys, tmp_path):
    said = described(capsys, tmp_path)
    found = list(nodes(said))
    assert {node["@type"] for node in found} == set(REQUIRED)
    for node in found:
        assert [name for name in REQUIRED[node["@type"]] if not node.get(name)] == []
    ids = [node["@id"] for node in found if "@id" in node]
    assert len(set(ids)) == len(ids)
    (records,) = said["recordSet"]
    names = {node["@id"] for node in found if node["@type"] == "cr:Field"}
    assert records["key"]["@id"] in names
    assert {field["source"]["fileObject"]["@id"] for field in records["field"]} == {said["distribution"][0]["@id"]}
    known = set(said["@context"]) | {"@context", "@type", "@id", "name", "description", "license", "version", "creator"}
    known |= {"keywords", "url", "datePublished", "contentUrl", "contentSize", "encodingFormat", "sha256"}
    known |= {"distribution", "fileObject"}
    assert {key for node in found for key in node} <= known


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the reader's own requirements
def test_the_reader_of_croissant_accepts_the_dataset(capsys, tmp_path):
    reader = pytest.importorskip("mlcroissant", reason="mlcroissant validates the description: pip install mlcroissant")
    described(capsys, tmp_path)
    dataset = reader.Dataset(tmp_path / "croissant.json")
    issues = dataset.metadata.ctx.issues
    assert not issues.errors and not issues.warnings
    (first, *_) = dataset.records("matches")
    assert first["matches/id"].decode() == rows(tmp_path)[0]["id"]


@pytest.mark.parametrize("text", ["20261201", "2026-W49-2"])
def test_the_date_of_publication_has_one_form(capsys, tmp_path, text):
    assert run(capsys, "pitch", *SMALL, "--published", text, "--out", tmp_path)[0] == 0
    assert json.loads((tmp_path / "croissant.json").read_text())["datePublished"] == "2026-12-01"


def test_levels_of_a_search_have_files_of_their_own(capsys, tmp_path):
    levels = ("search:2", "search:2/house")
    asked = ("pitch", "--levels", ",".join(levels), "--matches", 1, "--out", tmp_path)
    status, out, _ = run(capsys, *asked)
    assert status == 0 and "2 matches" in out
    assert [row["level"] for row in rows(tmp_path)] == list(levels)
    names = {path.name for path in (tmp_path / "records").iterdir()}
    assert names == {"auction-pitch-search-2.jsonl", "auction-pitch-search-2_house.jsonl"}


def test_all_games_and_levels_are_the_default():
    plan = planned([], [], 100, bytes(32))
    assert plan.games == NAMES and plan.levels == ALL_LEVELS
    assert ALL_LEVELS == ("random", "house", "easy", "medium", "trained", "hard", "master")
    assert all(part.options == load(part.game).settle_options({}, len(part.players)) for _, part in plan.parts())


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["pitch"], "name a folder for the dataset: --out DIR"),
        (["chess", "--out", "x"], "is no game"),
        (["pitch", "--levels", "wizard", "--out", "x"], "there is no player"),
        (["pitch", "--levels", "search:50ms", "--out", "x"], "name a budget of tries"),
        (["pitch", "--levels", "cmd:true", "--out", "x"], "cmd:true"),
        (["pitch", "--levels", "json:loads", "--out", "x"], "json:loads"),
        (["pitch", "--published", "soon", "--out", "x"], "write a date, such as 2026-12-01"),
        (["pitch", "--seed", "-1", "--out", "x"], "a seed is a number"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys, tmp_path, monkeypatch, asked, words):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, *asked)
    assert status == 2 and out == "" and err.count("\n") == 1 and words in err
    assert not list(tmp_path.iterdir())


def test_a_folder_of_another_dataset_is_left_alone(capsys, tmp_path):
    run(capsys, "pitch", *SMALL, "--out", tmp_path)
    before = contents(tmp_path)
    status, _, err = run(capsys, "pitch", *SMALL, "--seed", 9, "--out", tmp_path)
    assert status == 2 and "is of another dataset" in err and contents(tmp_path) == before
