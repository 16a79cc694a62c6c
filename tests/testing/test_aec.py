"""Tests of the leak check on PettingZoo's AEC environments, and of the objects that it refuses."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from saleroom.testing import NoRedeal, leak_check
from tests.testing.toys import Acquainted, Changing, HighCard, Knockout, Offering, redeal


def found(env, **limits) -> set[str]:
    return {finding.what for finding in leak_check(env, **{"episodes": 8, **limits}).findings}


def test_environment_offers_its_own_redeal():
    assert leak_check(Offering(), episodes=3).ok
    assert found(Offering("mask of who waits")) == {"observe.action_mask"}
    with pytest.raises(NoRedeal, match="high-card has no redeal of its own"):
        leak_check(HighCard(), episodes=1)


def test_an_environments_own_redeal_is_handed_a_copy():
    assert found(Changing("mask of who waits")) == {"observe.action_mask"}
    env = Changing()
    env.reset(seed=0)
    cards = dict(env.cards)
    assert leak_check(env, episodes=1).ok
    assert env.cards == cards


def test_the_others_play_on_when_one_is_out():
    report = leak_check(Knockout(), episodes=4)
    assert {finding.what for finding in report.findings} == {"observe.observation", "last.observation"}
    assert (report.moments, report.pairs, report.alone) == (12, 28, 8)  # a seat that is out has no other world


def test_pictures_are_compared_if_asked():
    assert found(HighCard("render"), redeal=redeal, render=True) == {"render"}
    assert found(HighCard("render"), redeal=redeal) == set()


@pytest.mark.parametrize("mode", [None, "human"])
def test_no_picture_to_compare(mode):
    env = HighCard("render")
    env.render_mode = mode
    with pytest.raises(ValueError, match="there is no picture to compare"):
        leak_check(env, redeal, render=True)


def test_environments_that_know_each_other():
    env, friend = Acquainted("mask of who waits"), Acquainted()
    env.friend, friend.friend = friend, env
    friend.reset()
    assert found(env, redeal=redeal) == {"observe.action_mask"}


def test_wrong_thing():
    with pytest.raises(TypeError, match="int is no PettingZoo AEC environment"):
        leak_check(7)
    with pytest.raises(TypeError, match="SimpleNamespace is no PettingZoo AEC environment"):
        # these are attributes of a parallel environment
        leak_check(SimpleNamespace(possible_agents=["a"], observation_space=None))


def test_actions_that_cannot_be_counted():
    env = HighCard()
    env.observe = lambda agent: 0
    env.action_space = lambda agent: "MultiDiscrete([2 2])"
    with pytest.raises(TypeError, match=r"north has no action mask, .* is no Discrete: MultiDiscrete\(\[2 2\]\)"):
        leak_check(env, redeal)
