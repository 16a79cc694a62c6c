"""Tests of the leak check on the games of RLCard and PettingZoo. It must find the leaks of RLCard 1.2.0."""

from __future__ import annotations

import importlib

import pytest

from saleroom.testing import leak_check
from tests.testing.toys import Offering

pytestmark = pytest.mark.integration  # third-party games change only with their releases


def look_at(name: str, **limits):
    rlcard = pytest.importorskip("rlcard")
    return leak_check(rlcard.make(name), **{"episodes": 2, "share": 0.1, **limits})


@pytest.mark.parametrize("name", ["leduc-holdem", "limit-holdem", "no-limit-holdem", "blackjack"])
def test_nothing_found(name):
    look_at(name, episodes=20, share=1.0).expect_none()


@pytest.mark.parametrize("name", ["uno", "mahjong", "gin-rummy"])
def test_seat_that_waits_is_given_the_movers_actions(name):
    found = {(finding.what, finding.moment.waits) for finding in look_at(name).findings}
    assert all(waits for _, waits in found)
    assert ("state.legal_actions keys", True) in found


def test_bridge_shows_dummy_before_the_lead():
    """Check that dummy's cards leak before the first card is played.

    Compare only observations of the current player.
    """
    rlcard = pytest.importorskip("rlcard")
    from saleroom.testing.redeals.rlcard import bridge

    def before_the_lead(env, seat, rng):
        return None if env.game.round.play_card_count or seat != env.get_player_id() else bridge(env, seat, rng)

    report = leak_check(rlcard.make("bridge"), before_the_lead, episodes=5, most_moves=60)
    assert {(finding.what, finding.times) for finding in report.findings} == {("state.obs", 5), ("state.raw_obs", 5)}


def pettingzoo(name: str):
    for needed in ("pettingzoo", "pygame", "rlcard", "shimmy"):
        pytest.importorskip(needed)
    return importlib.import_module(f"pettingzoo.classic.{name}").env()


@pytest.mark.parametrize("name", ["leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5"])
def test_pettingzoo(name):
    leak_check(pettingzoo(name), episodes=6).expect_none()


def test_pettingzoo_keeps_the_mask_which_is_made_anew(monkeypatch):
    env = pettingzoo("leduc_holdem_v4")
    from rlcard.games.leducholdem import Game

    honest = Game.get_legal_actions

    def nosy(game):
        """Return the legal actions, but without a raise if the next player holds a king. This leaks a hidden card."""
        king = game.players[(game.game_pointer + 1) % 2].hand.rank == "K"
        return [action for action in honest(game) if not (king and action == "raise")]

    monkeypatch.setattr(Game, "get_legal_actions", nosy)
    report = leak_check(env, episodes=10)
    assert {finding.what for finding in report.findings} == {"observe.action_mask", "last.action_mask"}


def test_wrappers_are_put_around_an_environments_own_redeal():
    wrapper = pytest.importorskip("pettingzoo.utils").wrappers.OrderEnforcingWrapper
    env = type("Real", (Offering, pytest.importorskip("pettingzoo").AECEnv), {})
    report = leak_check(wrapper(env("mask of who waits")), episodes=8)
    assert {finding.what for finding in report.findings} == {"observe.action_mask"}
    leak_check(wrapper(env()), episodes=3).expect_none()
