"""Tests that the version in an environment's name selects that version, in every library that uses such names."""

from __future__ import annotations

import pickle

import gymnasium
import pettingzoo
import pytest

import saleroom.envs.gymnasium
import saleroom.envs.pettingzoo  # noqa: F401
from saleroom.envs.terms import Terms
from saleroom.games import ALL, load

every_version = pytest.mark.parametrize(
    ("name", "version"), [(name, version) for name in ALL for version in load(name).environment_ids]
)


@every_version
def test_names_in_gymnasium(name, version):
    found = gymnasium.spec(f"saleroom/{load(name).environment_ids[version]}")
    assert found.kwargs == {"game": name, "version": version}


@pytest.mark.filterwarnings("ignore")  # there is a newer version
@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_names_in_pettingzoo(kind):
    for name in ALL:
        for version, known in load(name).environment_ids.items():
            env = pettingzoo.make(kind, f"saleroom/{known}")
            assert env.unwrapped.terms.version == version
            assert str(env).startswith(known.replace("-", "_")) or kind == "parallel"


@every_version
def test_terms_keep_their_version_and_options_in_a_pickle(name, version):
    terms = Terms.of(name, version=version)
    again = pickle.loads(pickle.dumps(terms))
    assert (again.version, again.options, again.layout.size) == (version, terms.options, terms.layout.size)
    assert again.environment_id == load(name).environment_ids[version]


def test_a_game_without_a_version_is_of_the_newest():
    for name in ALL:
        assert Terms.of(name).environment_id == load(name).environment_id
