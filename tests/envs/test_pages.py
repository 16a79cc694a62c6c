"""Tests that the documentation pages of environments match the declarations, and that changed behaviour requires a new
version.
"""

from __future__ import annotations

import doctest
import re
from dataclasses import replace
from typing import Any

import pytest

import saleroom
from docs import actions, behaviour, pages
from saleroom.envs.terms import Terms
from saleroom.games import ALL, NAMES, load
from saleroom.kernel.environments import EnvironmentVersion


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_game_declares_now(name):
    written = (pages.FOLDER / f"{name}.md").read_text("utf-8")
    assert written == pages.page(name), f"the page of {name} is out of date: run `make pages`"


def test_there_is_a_page_for_every_game_and_no_other():
    assert {path.stem for path in pages.FOLDER.glob("*.md")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_version_of_a_games_environments_has_its_digest(name):
    assert len(behaviour.known()[name]) == len(load(name).environments), "run `make pages`"


def test_digests_are_of_the_games_that_there_are():
    assert list(behaviour.known()) == list(NAMES)


OPEN = "Run `make pages`: an open version takes up every change."
FIXED = """Its rows, masks, rewards and words stay as they are. A field that came with an option is in `dead_while`
under the values for which there was none; another new field has `since`, the newest version. If the newest version is
fixed too, add one to `environments` of the game's GAME (CONTRIBUTING.md, "Versions of environments")."""


@pytest.mark.parametrize(
    ("name", "version"), [(name, version) for name in NAMES for version in load(name).environment_ids]
)
def test_the_same_version_behaves_the_same(name, version):
    advice = OPEN if behaviour.is_open(load(name).environments[version]) else FIXED
    assert behaviour.known()[name][version] == behaviour.digest(name, version), (
        f"The environments {load(name).environment_ids[version]} no longer behave as they did. {advice}"
    )


@pytest.mark.parametrize("name", ALL)
def test_only_the_newest_version_may_be_open_and_it_plays_the_newest_rules(name):
    *earlier, newest = load(name).environments
    assert not any(map(behaviour.is_open, earlier))
    assert newest.rules_version == load(name).rules_version, (
        f"the newest environments of {name} play rules version {newest.rules_version}, the game has version "
        f"{load(name).rules_version}: say so in the open one of its `environments`, or add one if the newest is fixed"
    )


def versions(*several: EnvironmentVersion) -> Any:
    """Return a function that loads a game and gives it the environment versions `several`."""
    return lambda name: replace(load(name), environments=several)


@pytest.mark.parametrize(
    ("until", "program", "written"),
    [
        ("0.2.0", "0.2.0.dev0", ["first", "new"]),  # the digest of an open version is replaced
        ("0.2.0", "0.2.0", ["first", "old"]),  # a release has fixed the version, so the digest of the version stays
        ("0.2.0", "0.3.0.dev0", ["first", "old"]),
        ("", "0.2.0.dev0", ["first", "old"]),
    ],
)
def test_digests_are_written_again_until_the_release_that_fixes_the_version(until, program, written, monkeypatch):
    several = EnvironmentVersion("the first"), EnvironmentVersion("the second", open_until=until)
    monkeypatch.setattr(behaviour, "load", versions(*several))
    monkeypatch.setattr(behaviour, "digest", lambda name, version: "new")
    monkeypatch.setattr(saleroom, "__version__", program)
    assert behaviour.extended(NAMES[0], ["first", "old"]) == written
    assert behaviour.extended(NAMES[0], ["first"]) == ["first", "new"]


def test_digests_that_do_not_fit_the_versions_are_refused(monkeypatch):
    monkeypatch.setattr(behaviour, "load", versions(EnvironmentVersion("the first")))
    with pytest.raises(SystemExit, match="has 2 versions"):
        behaviour.extended(NAMES[0], ["old", "older"])


@pytest.mark.parametrize("path", pages.NAMING, ids=lambda path: path.name)
def test_environments_are_named_with_their_newest_versions(path):
    text = path.read_text("utf-8")
    assert "saleroom/auction-pitch-v" in text or "Saleroom-auction-pitch-v" in text
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
    """Return the range of ids that a text such as ``3–7`` names."""
    low, _, high = ids.partition("–")
    return range(int(low), int(high or low) + 1)


def test_the_examples_of_the_guide():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    page = (pages.FOLDER.parent / "research" / "environments.md").read_text("utf-8")
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "environments.md", "environments.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.tries > 30
    assert runner.failures == 0
