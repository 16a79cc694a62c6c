"""Tests of third-party players. They are found by name, each answer is checked, and each failure is reported in one
line.
"""

from __future__ import annotations

import sys

import numpy as np
import pytest
import typer

import saleroom
from saleroom.bots import Decision, PlayerFailed, UnknownPlayer, external_players, legal, players
from saleroom.cli import app, guarded
from saleroom.games import load
from saleroom.kernel.compile import COMPILED
from saleroom.terminal import seating

GAME = load("auction-pitch")
GOOD = """
from pathlib import Path
from saleroom.bots import legal

class First:
    def __init__(self, game, seed):
        self.game = game
    def choose(self, views, seat):
        return list(legal(self.game, views, seat))[0]

class Sulks(First):
    def choose(self, views, seat):
        if views[0].phase == 1 and Path("mood").read_text() == "bad":
            raise RuntimeError("I do not\\nfeel like it")
        return super().choose(views, seat)

class NoMethod: pass
class Picky(First):
    def __init__(self, game, seed):
        raise KeyError("bridge")
def maker(game, seed): return First(game, seed)
def nothing(game, seed): return 7
number = 3
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Create a folder with modules that define players, and make it the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "theirs.py").write_text(GOOD)
    (tmp_path / "mood").write_text("good")
    (tmp_path / "broken.py").write_text("1 / 0")
    (tmp_path / "leaves.py").write_text("import sys; sys.exit('bye')")
    (tmp_path / "lacks.py").write_text("import no_such_thing")
    external_players.factory.cache_clear()
    yield tmp_path
    for name in ("theirs", "broken", "leaves", "lacks"):
        sys.modules.pop(name, None)
    external_players.factory.cache_clear()
    external_players.names.cache_clear()


def turn():
    """Return a match, the views of the seat to act, and that seat."""
    match = saleroom.game("pitch").match(seats=4, seed=7)
    (seat,) = match.to_act
    return match, match.views(seat), seat


# Names


@pytest.mark.parametrize("name", ["theirs:First", "theirs:maker"])
def test_a_class_or_a_function_of_a_module_here_is_a_player(here, name):
    match, views, seat = turn()
    player = saleroom.player(name, GAME, bytes(32))
    assert player.name == name
    assert GAME.format_action(views[0], seat, player.choose(views, seat)) == match.legal(seat)[0] == "pass"
    assert player.decide(views, seat) == Decision(player.choose(views, seat))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("theirs:Nobody", "theirs has no Nobody"),
        ("theirs:number", "number of theirs is no class and no function"),
        ("theirs:NoMethod", r"the class has no method choose\(views, seat\)"),
        ("nowhere:First", "there is no module nowhere here or among what is installed"),
        ("theirs.deeper:First", "there is no module theirs.deeper here or among what is installed"),
        ("broken:First", "importing broken failed: ZeroDivisionError: division by zero"),
        ("leaves:First", "importing leaves failed: SystemExit: bye"),
        ("lacks:First", "importing lacks failed: ModuleNotFoundError: No module named 'no_such_thing'"),
    ],
)
def test_who_cannot_be_had_is_known_before_anything_is_played(here, name, why):
    with pytest.raises(UnknownPlayer, match=f"^player {name}: (?:{why})$"):
        players.check(name)


def test_what_makes_no_player_says_so(here):
    with pytest.raises(
        PlayerFailed, match=r"^player theirs:Picky could not be made for auction-pitch: KeyError: 'bridge'$"
    ):
        saleroom.player("theirs:Picky", GAME)
    with pytest.raises(UnknownPlayer, match="what it makes has no method choose"):
        saleroom.player("theirs:nothing", GAME)


@pytest.mark.parametrize("name", ["search:fast", "nobody", "a:", ":b", "1:b", "a:b:c", "a b:c"])
def test_other_names_are_nobodys(here, name):
    assert not players.is_outside(name)
    with pytest.raises(UnknownPlayer):
        players.check(name)


def test_packages_name_players_by_entry_points(here, monkeypatch):
    info = here / "theirs-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[saleroom.players]\nsulky = theirs:Sulks\nhouse = theirs:Sulks\n")
    monkeypatch.syspath_prepend(here)
    external_players.names.cache_clear()
    assert saleroom.player("sulky", GAME).name == "sulky"
    assert players.is_known_player("sulky") and not players.any_searches(["sulky"])
    assert not players.is_outside("house") and not isinstance(
        saleroom.player("house", GAME), external_players.ExternalPlayer
    )


# Answers


class Answering:
    """Player that always gives a preset answer."""

    said: object = None

    def __init__(self, game, seed):
        pass

    def choose(self, views, seat):
        views[0].scores[:] = 99
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


def answering(said: object) -> external_players.ExternalPlayer:
    Answering.said = said
    return external_players.ExternalPlayer(f"{__name__}:Answering", GAME, b"")


@pytest.mark.parametrize("said", ["bid 2", np.int64(54)])
def test_an_answer_is_words_or_an_id(said):
    _, views, seat = turn()
    before = views.tobytes()
    assert answering(said).choose(views, seat) == legal(GAME, views, seat)["bid 2"] == 54
    assert views.tobytes() == before


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("bid 9", "answered 'bid 9'"),
        ("play 3C", "answered 'play 3C', which is not legal"),
        (10**30, r"answered 10+, which is not legal"),
        (-1, "answered -1, which is not legal"),
        (None, "answered None: "),
        (ValueError("no\nidea"), "ValueError: no idea"),
    ],
)
def test_whatever_else_it_does_is_told_in_one_line(said, why):
    _, views, seat = turn()
    with pytest.raises(PlayerFailed, match=rf"^player {__name__}:Answering in seat {seat}: {why}[^\n]*$"):
        answering(said).choose(views, seat)


# In use


def run_here(*arguments: object) -> int:
    return guarded(typer.main.get_command(app), list(map(str, arguments)))


@pytest.mark.skipif(not COMPILED, reason="the program runs compiled")
@pytest.mark.parametrize(
    ("command", "file"), [(["arena", "--deals"], "results.jsonl"), (["simulate", "--matches"], "")]
)
def test_what_was_played_before_a_failure_is_kept_and_the_same_command_goes_on(here, command, file, capsys):
    names = "theirs:Sulks,house,house,house"
    given = [command[0], "pitch", "--players", names, "--seed", 5, "--out", here / "out", "--jobs", 1, command[1]]
    assert run_here(*given, 2) == 0
    kept = (here / "out" / file).read_text()
    (here / "mood").write_text("bad")
    assert run_here(*given, 4) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("saleroom: player theirs:Sulks in seat ") and "RuntimeError: I do not feel like it" in told
    assert "stopped after 2 of 4" in told and f"continues there: {here / 'out'}" in told
    assert (here / "out" / file).read_text() == kept
    (here / "mood").write_text("good")
    assert run_here(*given, 4) == 0
    assert (here / "out" / file).read_text().startswith(kept)


def test_at_the_screen_the_house_goes_on_in_its_place(here):
    told: list[str] = []
    match, views, seat = turn()
    assert seating.line_up("theirs:Sulks", 4)[1:] == ["theirs:Sulks"] * 3
    assert seating.people(["you", "theirs:Sulks", "gone:Away", "house"]) == (0,)
    bot = seating.bots_for(GAME, ["theirs:Sulks"] * 4, 1, told.append)[seat]
    while match.state.phase == 0:
        (other,) = match.to_act
        match.act(other, "pass" if "pass" in match.legal(other) else match.legal(other)[0])
    assert bot.choose(views, seat) in legal(GAME, views, seat).values() and not told
    (here / "mood").write_text("bad")
    (mover,) = match.to_act
    for _ in range(2):
        assert bot.choose(match.views(mover), mover) in match.legal_ids(mover)
    assert len(told) == 1 and told[0].endswith("I do not feel like it; the house plays on in its place.")
