"""Tests of `make new-game` in a copy of the project.

The generated skeleton of a game names the next step. Complete games that are copied over the skeleton can be played.
"""

from __future__ import annotations

import os
import re
import sys

import pytest

from tests.children import finished
from tests.new_game.copies import BLIND, GOOFSPIEL, HERE, ROOT, Copy
from tools.new_game import LIST, BadName, check

CONTRACT = ("tests/contract", "tests/test_articles_complete.py", "tests/test_states.py", "tests/test_twins_agree.py")
SHARED = (
    "tests/envs/test_episode.py",
    "tests/envs/test_open_spiel.py",
    "tests/envs/test_words.py",
    "tests/lab/test_arena_playing.py",
    "tests/server/test_between.py",
    "tests/server/test_generic_scene.py",
    "tests/server/test_scenes.py",
    "tests/server/test_stories.py",
    "tests/server/test_table_moves.py",
    "tests/terminal/test_matches.py",
    "tests/terminal/test_shared.py",
    "tests/test_chance.py",
    "tests/test_events_decoded.py",
    "tests/test_recorded.py",
    "tests/twin/test_records.py",
)
"""Tests that run for every game, and find a game's own parts in the folder of the game's tests."""

pytestmark = [pytest.mark.integration, pytest.mark.skipif(os.name == "nt", reason="the copy is run by POSIX paths")]


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Copy:
    """Return a copy of the project with the skeleton of auction-blind."""
    return Copy(tmp_path_factory.mktemp("skeleton") / "saleroom", BLIND)


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Copy:
    """Return a copy of the project in which auction-blind is written except for the last steps."""
    made = Copy(tmp_path_factory.mktemp("written") / "saleroom", BLIND)
    made.put()
    made.declare()
    return made


@pytest.fixture(
    scope="module",
    params=[pytest.param(BLIND, marks=pytest.mark.soak), GOOFSPIEL],
    ids=lambda example: example.folder,
)
def game(request, tmp_path_factory) -> Copy:
    """Return a copy of the project with a complete game in place of the skeleton."""
    made = Copy(tmp_path_factory.mktemp(request.param.folder) / "saleroom", request.param)
    made.complete()
    return made


def test_the_tests_of_a_skeleton_say_what_to_do_next(copy):
    where = f"({BLIND.package.as_posix()}, tests in {BLIND.tests.as_posix()})"
    assert copy.next_step().startswith(f"Step 1 of 14 {where}: write the articles of RULES.md")
    copy.put("RULES.md", "record.py")
    copy.declare()
    assert copy.next_step().startswith(f"Step 4 of 14 {where}: write `chance` in rules/rules.py")
    copy.put()
    assert copy.next_step().startswith(
        f"Step 13 of 14 {where}: record them: python -m tests.recorded.make auction-blind"
    )
    copy.run("-m", "tests.recorded.make", "auction-blind")
    assert copy.next_step().startswith(f"Step 14 of 14 {where}: the game is complete: delete test_next_step.py")


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("tests/worlds.py", "NAMES[first(", "NAMES[0 * first(", r"Step 9 .+worlds.py writes it: deal 1, event \d"),
        ("rules/record.py", '"deck"', '"row"', r"Step 1 .+ValueError: field row: .+ \(src/.+/record.py:\d+\)$"),
        ("rules/rules.py", "s.acting = bit(", "s.acting = 1 / 0 * bit(", r"Step 6 .+ZeroDivisionError: .+rules.py:\d+"),
        (
            "__init__.py",
            'Auction("bid", "bid"',
            'Auction("bid", "offer"',
            r"Step 6 .+: `auction` in `GAME`: 'bid 1' is legal, but `bid` is 'offer'",
        ),
        (
            "__init__.py",
            'winner="bidder"',
            'winner="hand"',
            r"Step 1 .+ValueError: auction of auction-blind: 'hand' is no",
        ),
        ("tests/story.py", '"bidder": bool', '"bidder": not bool', r"Step 12 .+story.py.+bidder"),
    ],
)
def test_whatever_goes_wrong_is_one_next_step(written, file, old, new, says):
    folder, _, name = file.rpartition("/")
    path = written.root / (BLIND.tests if folder == "tests" else BLIND.package / folder) / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    try:
        assert re.match(says, written.next_step())
    finally:
        path.write_text(text, "utf-8")


def test_a_small_game_is_small_and_touches_only_its_folders_and_the_list(game):
    example = game.game
    itself = example.lines("game") + len((HERE / example.folder / "declaration.py").read_text("utf-8").splitlines())
    assert itself <= example.most_lines
    assert itself + example.lines("tests") <= example.most_with_tests
    assert example.lines("game/rules") <= 250
    after = game.files()
    changed = {name for name in after if after[name] != game.before.get(name)}
    own = (f"{example.package.as_posix()}/", f"{example.tests.as_posix()}/")
    assert {name for name in changed if not name.startswith(own)} == {LIST.as_posix()}
    assert set(game.before) <= set(after)
    added = set(after[LIST.as_posix()].splitlines()) - set(game.before[LIST.as_posix()].splitlines())
    assert added == {f'    "{example.name}": "{example.folder}",'.encode()}


def test_it_keeps_the_laws_that_every_game_keeps(game):
    said = game.pytest(*CONTRACT, game.game.tests, "-k", game.game.folder)
    assert int(re.search(r"(\d+) passed", said)[1]) > 100
    assert "failed" not in said


def test_it_passes_the_tests_of_every_game_by_the_files_of_its_folder(game):
    said = game.pytest(*SHARED, "-k", f"{game.game.folder} or displays")
    assert int(re.search(r"(\d+) passed", said)[1]) > 50
    assert "failed" not in said


def test_a_missing_file_is_named_in_a_line_with_what_it_holds(game):
    path = game.root / game.game.tests / "endings.py"
    text = path.read_text("utf-8")
    path.unlink()
    try:
        said = game.pytest("tests/test_recorded.py", "-k", f"ending_is_recorded and {game.game.folder}", status=1)
    finally:
        path.write_text(text, "utf-8")
    assert f"write {game.game.tests.as_posix()}/endings.py: `SHOWS` and `CASES`" in said


def test_it_is_played_in_the_terminal_by_a_pipe(game):
    said = game.saleroom("play", game.game.name, "--plain", "--seed", "1", "--players", "random", input=game.game.typed)
    for words in game.game.says:
        assert words in said
    assert "??" not in said


def test_it_is_simulated_and_verified(game, tmp_path):
    game.saleroom("simulate", game.game.name, "--matches", "5", "--out", tmp_path / "matches.jsonl")
    assert "5" in game.saleroom("verify", tmp_path / "matches.jsonl")


def test_it_is_measured_in_the_arena(game):
    more = ("--deals", "8", "--jobs", "1", "--seed", "1")
    said = game.saleroom("arena", game.game.name, "--players", "random,house", *more)
    assert "random" in said
    assert "house" in said


def test_the_vector_environment_steps_it_compiled(game):
    assert game.run(HERE / "step.py", game.game.name, mode="compiled") == "ended True\n"


def test_it_is_played_at_a_web_table(game, tmp_path):
    said = game.run(HERE / "visit.py", game.game.name, tmp_path)
    assert re.fullmatch(r"deal (\d+) of \1, won by \[.+\]\n", said)


def test_what_a_seat_cannot_see_changes_nothing_that_it_is_sent(game):
    assert game.run(HERE / "wire.py", game.game.name) == "the same\n"


# Names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "name the game"),
        ("Blind", "is no name for a game"),
        ("blind game", "is no name for a game"),
        ("../blind", "is no name for a game"),
        ("auction--blind", "is no name for a game"),
        ("auction-" + "x" * 40, "is no name for a game"),
        ("auction-2", "cannot be imported"),
        ("auction-class", "cannot be imported"),
        ("auction-pitch", "there is a game 'auction-pitch' already"),
        ("pitch", "the folder 'pitch' of 'pitch' is taken"),
        ("auction-pitch-two", "contain each other"),
        ("auction", "contain each other"),
    ],
)
def test_a_bad_name_gets_one_clear_line(name, words):
    with pytest.raises(BadName, match=words) as refused:
        check(name, ROOT)
    assert "\n" not in str(refused.value)


def test_the_command_says_it_in_a_line_and_writes_nothing(copy):
    before = copy.files()
    ran = finished([sys.executable, "-m", "tools.new_game", "auction-blind"], cwd=copy.root, text=True)
    assert (ran.returncode, ran.stderr) == (2, "there is a game 'auction-blind' already\n")
    assert copy.files() == before
