"""The pages of the games are what the games declare now, and a change of behaviour is a new version."""

from __future__ import annotations

import doctest
import json
import re

import pytest

from docs import actions, behaviour, pages
from saleroom.envs.terms import VERSION, Terms
from saleroom.games import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_game_declares_now(name):
    written = (pages.FOLDER / f"{name}.md").read_text("utf-8")
    assert written == pages.page(name), f"the page of {name} is out of date: run `make pages`"


def test_there_is_a_page_for_every_game_and_no_other():
    assert {path.stem for path in pages.FOLDER.glob("*.md")} == set(NAMES)


def test_every_version_is_told_without_a_gap():
    assert [entry["version"] for entry in behaviour.versions()] == list(range(VERSION + 1))
    assert all(entry["changed"] and set(entry["behaviour"]) <= set(NAMES) for entry in behaviour.versions())


@pytest.mark.parametrize("name", NAMES)
def test_the_same_version_behaves_the_same(name):
    assert behaviour.versions()[-1]["behaviour"][name] == behaviour.digest(name), (
        f"{name} no longer behaves as in version {VERSION}. If that is meant: raise VERSION in saleroom/envs/terms.py, "
        "say in docs/environments/versions.json what changed, and run `make pages`."
    )


def test_a_digest_that_stands_is_never_written_over(tmp_path, monkeypatch):
    monkeypatch.setattr(behaviour, "VERSIONS", tmp_path / "versions.json")
    monkeypatch.setattr(behaviour, "digest", lambda name: "new")
    first = {"version": VERSION, "changed": "all", "behaviour": {NAMES[0]: "old"}}
    behaviour.VERSIONS.write_text(json.dumps([first]))
    pages.write_digests()
    assert behaviour.versions()[0]["behaviour"] == dict.fromkeys(NAMES, "new") | {NAMES[0]: "old"}
    behaviour.VERSIONS.write_text(json.dumps([{**first, "version": VERSION - 1}]))
    with pytest.raises(SystemExit, match="say in versions"):
        pages.write_digests()


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
