"""Tests of the leak check on OpenSpiel's games: games without leaks, and two leaks that the check must find."""

from __future__ import annotations

from importlib.metadata import version
from random import Random

import pytest

from saleroom.testing import leak_check

pytestmark = pytest.mark.integration  # third-party games change only with their releases

pyspiel = pytest.importorskip("pyspiel")

KNOWN = pytest.mark.skipif(version("open-spiel") != "2.0.2", reason="this was found in OpenSpiel 2.0.2")
QUIET = (
    "blackjack",
    "bridge(use_double_dummy_result=false)",
    "crazy_eights(players=2)",
    "crazy_eights(players=5)",
    "cribbage",
    "dou_dizhu",
    "first_sealed_auction",
    "hanabi",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "liars_dice(numdice=2)",
    "skat",
    "spades",
    "tiny_bridge_2p",
    "tiny_bridge_4p",
    "tiny_hanabi",
    "universal_poker",
)


@pytest.mark.parametrize("name", QUIET)
def test_nothing_found(name):
    """Check that the leak check reports nothing. It would also report a redeal that changes what the seat knows."""
    report = leak_check(pyspiel.load_game(name), episodes=6, share=0.3, resamples=1)
    report.expect_none()


def test_unknown_game_is_varied_by_its_own_text():
    game = pyspiel.load_game("repeated_leduc_poker")
    report = leak_check(game, episodes=5)
    assert report.pairs > 20
    assert "note: varied by the game's own text: what that text gives away is not seen" in str(report)
    assert not leak_check(game, lambda state, seat, rng: None, episodes=1, resamples=0).notes
    assert {finding.what for finding in report.findings} <= {"returns"}  # the game's text omits earlier hands


@KNOWN
def test_hearts_shows_what_will_be_received():
    report = leak_check(pyspiel.load_game("hearts"), episodes=12, most_moves=12, resamples=0)
    assert {finding.what for finding in report.findings} == {"to_observation_struct.received_cards"}


@KNOWN
def test_euchre_resampling_keeps_the_kitty():
    report = leak_check(pyspiel.load_game("euchre"), episodes=15, share=0.5, resamples=1)
    found = {finding.what for finding in report.findings}
    assert "truth kept in resampled worlds: chance outcomes" in found
    assert all(what.startswith("truth kept in resampled worlds") for what in found)


def kuhn(name, method):
    """Return the report of the leak check on Kuhn poker, with one method of its table replaced."""
    from saleroom.testing.openspiel import OpenSpielTable

    kind = type("Table", (OpenSpielTable,), {name: method})
    return leak_check(kind(pyspiel.load_game("kuhn_poker")), episodes=40)


def test_what_one_is_given_depends_on_the_others_card():
    def given(self, world, seat):
        return {"card": world.history()[seat], "sum": sum(world.history()[:2])}

    report = kuhn("given", given)
    assert {(finding.what, finding.moment.waits) for finding in report.findings} >= {("sum", True), ("sum", False)}
    assert not {finding.what for finding in report.findings} & {"card", "resampled world.card"}


def test_resampling_that_returns_the_truth():
    report = kuhn("resample", lambda self, world, seat, rng: world.clone())
    assert {finding.what for finding in report.findings} == {
        "truth kept in resampled worlds: chance outcomes",
        "truth kept in resampled worlds: history",
        "truth kept in resampled worlds: information_state_tensor",
        "truth kept in resampled worlds: observation_tensor",
    }


def test_resampling_that_changes_what_is_known():
    from saleroom.testing.chance import another_deal, chance_places

    def resample(self, world, seat, rng):
        return another_deal(world, seat, rng, chance_places)

    found = {finding.what for finding in kuhn("resample", resample).findings}
    assert "resampled world.information_state_string" in found
    assert not {what for what in found if what.startswith("truth kept")}


def test_resampling_alone_compares_no_pairs():
    report = leak_check(pyspiel.load_game("kuhn_poker"), lambda *_: None, episodes=2)
    assert report.resampled
    assert not report.ok
    assert "NOTHING WAS COMPARED" in str(report)


def test_facts_that_cannot_be_told_are_noted():
    def facts(self, world, seat):
        raise KeyError(seat)

    (note,) = {note[:-1] for note in kuhn("facts", facts).notes}  # there is one note for each seat
    assert note == "what resampling keeps was not compared everywhere: KeyError: "


def test_simultaneous_moves_are_refused():
    with pytest.raises(TypeError, match="convert_to_turn_based"):
        leak_check(pyspiel.load_game("goofspiel(imp_info=true)"))


def moments(game, count):
    rng = Random(1)
    while count:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and rng.random() < 0.1 and count:
                count -= 1
                yield state.clone(), rng
            state.apply_action(rng.choice(state.legal_actions()))


def test_another_deal_changes_hidden_places_only():
    from saleroom.testing.chance import another_deal, past_of
    from saleroom.testing.redeals.openspiel import HIDDEN

    for name in ("hearts", "euchre", "skat"):
        game = pyspiel.load_game(name)
        for state, rng in moments(game, 20):
            seat = rng.randrange(game.num_players())
            places = HIDDEN[name](state, seat)
            twin = another_deal(state, seat, rng, HIDDEN[name])
            if twin is not None:
                changed = [
                    i for i, both in enumerate(zip(past_of(state), past_of(twin), strict=True)) if len({*both}) > 1
                ]
                assert changed
                assert set(changed) <= set(places)
