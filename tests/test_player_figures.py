"""Tests of the list of figures that new players make stale."""

from __future__ import annotations

import sys

import pytest

from saleroom.games import NAMES
from tools import player_figures
from tools.player_figures import ROOT, FigureFile, __main__, figure_files

UNMEASURED = {"docs/levels.json"}


def test_every_file_exists_and_every_game_has_effects_and_an_entry():
    files = list(figure_files())
    assert all((ROOT / file.path).exists() for file in files if file.path not in UNMEASURED)
    for name in NAMES:
        assert sum(name in file.games and "trained" in file.players for file in files) >= 4, name


def test_every_file_with_figures_of_players_is_listed():
    patterns = "docs/leaderboard/*/auction-*.json", "docs/studies/*.html", "src/saleroom/games/*/effects.json"
    single = {"docs/leaderboard/cross-play.json", "docs/strength.json", "docs/exploitability.json", "docs/levels.json"}
    paths = {str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern)}
    assert {file.path for file in figure_files()} == paths | single


def test_a_study_is_made_again_by_the_command_on_its_page():
    files = {file.path: file for file in figure_files()}
    assert files["docs/studies/pitch.html"].commands == (
        "rm -rf build/studies/pitch",
        "saleroom study pitch --vary dealer_match=any --matches 40000 --seed 2 --out build/studies/pitch",
        "cp build/studies/pitch/report.html docs/studies/pitch.html",
    )
    assert files["docs/studies/house.html"].players == ("house", "trained")


def test_the_stored_digests_belong_to_listed_files_and_players():
    files = {
        file.path: {f"{game} {player}" for game in file.games for player in file.players} for file in figure_files()
    }
    stored = player_figures.read()
    assert stored and stored.keys() <= files.keys()
    assert all(digests.keys() <= files[path] for path, digests in stored.items())


def test_players_that_play_differently_have_different_digests():
    digests = [player_figures.digest("auction-pitch", name) for name in ("house", "medium", "trained", "hard")]
    assert len(set(digests)) == len(digests)
    again = player_figures.digest.__wrapped__("auction-pitch", "hard")
    assert again == digests[-1]


@pytest.fixture
def figures(tmp_path, monkeypatch):
    made = tmp_path / "figures.json"
    line = f"{sys.executable} -c \"open('{made}', 'w').write('made')\""
    file = FigureFile("figures.json", ("auction-pitch",), ("house", "trained"), (line,))
    monkeypatch.setattr(player_figures, "figure_files", lambda: iter([file]))
    play = {"house": "1", "trained": "1"}
    monkeypatch.setattr(player_figures, "digest", lambda game, player: play[player])
    return made, play, lambda *options: __main__.main([*options, "--store", str(tmp_path / "made_with.json")])


def test_a_new_player_makes_its_figures_stale_until_they_are_made_again(figures, capsys):
    made, play, command = figures
    assert command("--made") == command() == 0
    play["trained"] = "2"
    assert command() == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "figures.json is stale. New: auction-pitch trained"
    assert str(made) in lines[1]
    assert not made.exists()
    (made.parent / "made_with.json").write_text('{"figures.json": {"auction-pitch trained": "1"}}')
    assert command() == 1
    assert capsys.readouterr().out.splitlines()[0] == (
        "figures.json is stale. New: auction-pitch trained. Unknown: auction-pitch house"
    )
    assert command("--remake") == command() == 0
    assert made.read_text() == "made"


def test_figures_stay_stale_if_a_command_fails(figures, monkeypatch):
    _made, _play, command = figures
    failing = FigureFile("figures.json", ("auction-pitch",), ("house",), ("false",))
    monkeypatch.setattr(player_figures, "figure_files", lambda: iter([failing]))
    assert command("--remake") == command() == 1


def test_an_unknown_file_is_refused(figures):
    with pytest.raises(SystemExit):
        figures[2]("docs/index.md")
