"""Tests that nets give the same numbers in compiled and interpreted code and on any processor, and that damaged net
files are refused.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from saleroom.bots.compiled import nets
from saleroom.bots.compiled.nets import ACTIVE_BITS, LIMIT, VALUE_BITS, WEIGHT_BITS
from saleroom.bots.nets.weights import Learned, Weights, quantised, read, shapes, with_room, write
from saleroom.bots.search.playouts import Playouts
from saleroom.kernel.aligned import LINE
from saleroom.kernel.compile import MODE
from tests.bots.nets import a_net, description, every_game_of_nets, features_of, moments, untrained, weighed

GAME = "auction-pitch"


def some_values(name: str) -> list[dict[int, int]]:
    """Return a net's values for some views of a game."""
    net = a_net(name)
    return [weighed(net, match.views(seat), seat) for match, seat, _ in moments(name, 4, 2, "values")]


@every_game_of_nets
def test_interpreted_the_values_are_the_same(name):
    net = a_net(name)
    for match, seat, _ in moments(name, 4, 2, "interpreted"):
        views = match.views(seat)
        found = weighed(net, views, seat)
        count = nets.weigh(net, views[0], seat)
        assert dict(zip(net.options[:count].tolist(), net.values[:count].tolist(), strict=True)) == found


@pytest.mark.integration
@pytest.mark.skipif(MODE != "compiled", reason="it is about machine code")
def test_another_processor_finds_the_same_values():
    call = f"import json; from tests.bots.test_nets import some_values; print(json.dumps(some_values({GAME!r})))"
    plain = {**os.environ, "NUMBA_CPU_NAME": "generic"}
    found = json.loads(subprocess.check_output([sys.executable, "-c", call], env=plain))
    assert [{int(action): value for action, value in row.items()} for row in found] == some_values(GAME)


def test_a_net_says_what_the_same_net_in_fractions_says():
    features = features_of(GAME)
    chance = np.random.default_rng(5)
    learned = {name: chance.normal(0, 0.1, shape) for name, shape in shapes(features).items()}
    net = with_room(quantised(learned), features)
    differences = []
    for match, seat, _ in moments(GAME, 4, 2, "fractions"):
        views = match.views(seat)
        found = weighed(net, views, seat)
        assert list(found) == description(GAME, views, seat)[1]
        if len(found) == 1:  # a net does not weigh a single option
            continue
        active = features.features(views[0], seat, net.ids, net.notes)
        first = np.clip(learned["first"][net.ids[:active]].sum(0) + learned["first_bias"], 0, 1)
        second = np.clip(learned["second"] @ first + learned["second_bias"], 0, 1)
        for action, value in found.items():
            parts = net.part_ids[: features.parts(views[0], seat, action, net.part_ids, net.notes)]
            wanted = (learned["last"][parts] @ second + learned["last_bias"][parts]).sum()
            differences.append(value / 2**VALUE_BITS - wanted)
    assert len(differences) > 100
    assert np.abs(differences).max() < 0.02


def test_the_largest_weights_do_not_overflow():
    features = features_of(GAME)
    for sign in (1, -1):
        learned = {name: np.full(shape, sign * 1e9) for name, shape in shapes(features).items()}
        largest = quantised(learned)
        assert np.abs(largest.second).max() == LIMIT * 2**WEIGHT_BITS
        net = with_room(largest._replace(first=abs(largest.first), first_bias=abs(largest.first_bias)), features)
        for match, seat, _ in moments(GAME, 4, 1, "overflow"):
            views = match.views(seat)
            weighed(net, views, seat)
            assert set(net.first_output.tolist()) == {2**ACTIVE_BITS}
            assert set(net.second_output.tolist()) == {2**ACTIVE_BITS if sign > 0 else 0}


def test_arrays_begin_where_a_cache_line_does():
    for _ in range(8):
        net = a_net(GAME)
        mine, _ = Playouts(net, 1.0).for_one_thread()
        assert all(array.ctypes.data % LINE == 0 for array in (*net, *mine))
        assert not any(np.shares_memory(getattr(net, name), getattr(mine, name)) for name in ("ids", "sums", "values"))
        assert mine.first is net.first


# Files


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "net.bin"
    write(path, GAME, features_of(GAME), Learned(untrained(features_of(GAME)), 2.5, {"minutes": 3}))
    return path


def test_what_is_written_is_read(kept):
    found = read(kept, GAME, features_of(GAME))
    for mine, other in zip(found.weights, untrained(features_of(GAME)), strict=True):
        assert mine.dtype == other.dtype
        assert (mine == other).all()
    assert isinstance(found.weights, Weights)
    assert found.scale == 2.5


def changed(header: dict) -> bytes:
    return json.dumps(header).encode() + b"\n"


def spoilt(data: bytes) -> dict[str, bytes]:
    """Return damaged versions of a net's file, by the error message that each must cause."""
    line, _, body = data.partition(b"\n")
    header = json.loads(line)
    return {
        "is no net": b"",
        "is  no net": b"\0" * 100_000,
        "is no  net": line[:50],
        "is no net ": b"[" * 4000 + b"\n" + body,
        "is damaged": data[:-1],
        "is  damaged": data + b"\0",
        "is damaged ": data[:-100] + bytes(100),
        "has another format": changed(header | {"format": "saleroom-net/9"}) + body,
        "has another game": changed(header | {"game": "bridge"}) + body,
        "has another version": changed(header | {"version": header["version"] + 1}) + body,
        "has another shapes": changed(header | {"shapes": {}}) + body,
    }


def test_a_file_that_is_none_is_said_to_be_none(kept):
    for message, data in spoilt(kept.read_bytes()).items():
        kept.write_bytes(data)
        with pytest.raises(ValueError, match=" ".join(message.split())):
            read(kept, GAME, features_of(GAME))
