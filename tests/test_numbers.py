"""Tests that the public API treats whole numbers of all types alike, refuses booleans, and never recompiles for a
type.
"""

from __future__ import annotations

import numpy as np
import pytest
from numba.core import event

import saleroom
from saleroom.envs import vector
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Terms
from saleroom.kernel import readiness
from saleroom.kernel.numbers import plain, whole, whole_in
from saleroom.modes import MODE

NAME = "mini-pitch"
SEATS = saleroom.game(NAME).usual_seats
KINDS = [int, np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, np.intp, np.array]
BOOLEANS = [True, False, np.True_, np.False_]
OTHERS = [*BOOLEANS, 1.0, np.float64(1), "1", None, [1], np.array(True)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_number_of_any_type_is_plain(kind):
    assert type(whole(kind(3))) is int and whole(kind(3)) == 3 == whole_in(kind(3), range(4))
    assert whole_in(kind(3), range(3)) is None and type(plain("it", kind(3))) is int


@pytest.mark.parametrize("value", OTHERS)
def test_nothing_else_is_a_whole_number(value):
    assert whole(value) is None and whole_in(value, range(9)) is None
    with pytest.raises(TypeError, match="it is a whole number"):
        plain("it", value)


def entrances(number):
    """Return, by name, a call of each public function that takes a number.

    Each call passes its number through `number`.
    """
    match = saleroom.game(NAME).match(seed=1)
    seat, batch, env = match.to_act[0], saleroom.game(NAME).batch(2, seed=1), vector.make(NAME, 2, seed=1)
    episode = Episode(Terms.of(NAME))
    episode.begin(1)
    action = match.legal_ids(seat)[0]
    at = number(0)
    return {
        "option": lambda: saleroom.game("auction-pitch", target=number(7)).options(),
        "seats": lambda: saleroom.game("auction-pitch").match(seats=number(5), seed=1),
        "first": lambda: saleroom.game(NAME).match(first=at, seed=1),
        "seed": lambda: saleroom.game(NAME).match(seed=number(1)),
        "count": lambda: saleroom.game(NAME).batch(number(2), seed=1),
        "view": lambda: match.view(at),
        "legal": lambda: match.legal(at),
        "imagine": lambda: match.imagine(at, rng=1),
        "luck": lambda: match.imagine(0, rng=number(1)),
        "act": lambda: match.copy().act(number(seat) if seat else at, number(action)),
        "choices": lambda: batch.choices(at),
        "step_one": lambda: batch.step_one(at, number(int(batch.choices(0)[0]))),
        "playout": lambda: batch.playout(seed=number(1), decisions=number(1)),
        "num_envs": lambda: vector.make(NAME, number(2), seed=1),
        "history": lambda: vector.make(NAME, 2, seed=1, history=number(2)),
        "threads": lambda: vector.make(NAME, 2, seed=1, threads=number(1)),
        "vector seed": lambda: env.reset(seed=number(1)),
        "observe": lambda: env.observe(np.asarray(at)),
        "episode": lambda: episode.copy().act(number(int(np.flatnonzero(episode.mask(episode.mover))[0]))),
        "episode seat": lambda: episode.observe(at),
        "terms": lambda: Terms.of("auction-pitch", seats=number(5), target=number(7)),
    }


NAMES = [
    *("option", "seats", "first", "seed", "count", "view", "legal", "imagine", "luck", "act", "choices", "step_one"),
    *("playout", "num_envs", "history", "threads", "vector seed", "observe", "episode", "episode seat", "terms"),
]


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every step run as machine code, as if all machine code were already on disk."""
    monkeypatch.setattr(readiness, "is_compiled", lambda _: True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("ready")
def test_every_entrance_takes_each_type_of_whole_number_and_compiles_nothing_for_it(name):
    entrances(int)[name]()
    compiled = []

    class Listener(event.Listener):
        def on_start(self, event):
            compiled.append(str(event.data["dispatcher"]))

        def on_end(self, event):
            pass

    listener = Listener()
    event.register("numba:compile", listener)
    try:
        for kind in KINDS[1:]:
            entrances(kind)[name]()
    finally:
        event.unregister("numba:compile", listener)
    assert not compiled


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", BOOLEANS, ids=["True", "False", "np.True_", "np.False_"])
def test_every_entrance_refuses_booleans(name, value):
    with pytest.raises((ValueError, TypeError)):
        entrances(lambda _: value)[name]()


@pytest.mark.skipif(MODE != "compiled", reason="only compiled code has specialisations")
def test_an_entry_takes_a_narrow_number_as_a_plain_one():
    from saleroom.kernel import loops

    batch = saleroom.game(NAME).batch(1, seed=1)
    ids = np.empty(batch.action_bound, np.int64)
    expected = loops.choices_one(batch.states, 0, ids)
    before = len(loops.choices_one.overloads)
    assert (
        loops.choices_one(batch.states, np.uint8(0), ids)
        == expected
        == loops.choices_one(batch.states, np.int32(0), ids)
    )
    assert len(loops.choices_one.overloads) == before
