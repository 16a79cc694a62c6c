"""The pages of the games are what the games declare now, and a change of behaviour is a new version."""

from __future__ import annotations

import doctest
import re
from dataclasses import replace

import pytest

from docs import actions, behaviour, pages
from saleroom.envs.terms import Terms
from saleroom.games import NAMES, load


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_game_declares_now(name):
    written = (pages.FOLDER / f"{name}.md").read_text("utf-8")
    assert written == pages.page(name), f"the page of {name} is out of date: run `make pages`"


def test_there_is_a_page_for_every_game_and_no_other():
    assert {path.stem for path in pages.FOLDER.glob("*.md")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_version_of_a_games_environments_has_its_digest(name):
    assert len(behaviour.known()[name]) == len(load(name).environment_changes), "run `make pages`"


def test_digests_are_of_the_games_that_there_are():
    assert list(behaviour.known()) == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_version_behaves_the_same(name):
    assert behaviour.known()[name][-1] == behaviour.digest(name), (
        f"The environments of {name} no longer behave as {load(name).environment_id} did. If that is meant: "
        "say what changed at the end of environment_changes in the game's GAME, and run `make pages`."
    )


@pytest.mark.parametrize("versions", [1, 2])
def test_a_digest_that_stands_is_never_written_over(versions, monkeypatch):
    changes = ("the first", "the second")[:versions]
    monkeypatch.setattr(behaviour, "load", lambda name: replace(load(name), environment_changes=changes))
    monkeypatch.setattr(behaviour, "digest", lambda name: "new")
    assert behaviour.extended(NAMES[0], ["old"]) == ["old", "new"][:versions]


def test_digests_that_do_not_fit_the_versions_are_refused(monkeypatch):
    monkeypatch.setattr(behaviour, "load", lambda name: replace(load(name), environment_changes=("the first",)))
    with pytest.raises(SystemExit, match="has 2 versions"):
        behaviour.extended(NAMES[0], ["old", "older"])


@pytest.mark.parametrize("path", pages.NAMING, ids=lambda path: path.name)
def test_environments_are_named_with_their_newest_versions(path):
    text = path.read_text("utf-8")
    assert "saleroom/auction-pitch-v" in text
    assert text == pages.with_newest_versions(text), "run `make pages`"


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_has_its_place_in_the_table(name):
    terms = Terms.of(name, scope="match")
    rows = {(phase, number) for phase, ids, _ in actions.table(Terms.of(name)) for number in numbers(ids)}
    for number, episode in enumerate(actions.decisions(terms, 400)):
        if number % 5 == 0:
            phase = terms.game.phases[episode.view(0).phase]
            assert {(phase, int(action)) for action in episode.mask(episode.mover).nonzero()[0]} <= rows


def numbers(ids: str) -> range:
    """The ids of a row."""
    low, _, high = ids.partition("–")
    return range(int(low), int(high or low) + 1)


def test_the_examples_of_the_guide():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    page = (pages.FOLDER.parent / "environments.md").read_text("utf-8")
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "environments.md", "environments.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.tries > 30
    assert runner.failures == 0
