"""Integer nets with two layers, which compute a value for each part of an action from the features of a view.

The first layer is a sum of rows, one for each active feature (as in Nasu, "Efficiently updatable neural-network-based
evaluation functions for computer shogi", 2018); the second layer is dense. Both layers clip their output to the range 0
to 1. The value of an action is the sum of its parts' values. The value of a part is the product of the second layer's
output with the part's weights, plus a bias.

Weights are in units of 1 / 2^WEIGHT_BITS, activations in units of 1 / 2^ACTIVE_BITS. If all weights are within `LIMIT`,
no sum overflows, so results are the same on every processor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from saleroom.bots.compiled import net_features
from saleroom.bots.compiled.playing import mask_view as see
from saleroom.kernel.compile import entry, in_compiled_code, rule, watched

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

FIRST_WIDTH, SECOND_WIDTH = 128, 32
"""The width of each layer."""
WEIGHT_BITS, ACTIVE_BITS = 11, 8
VALUE_BITS = WEIGHT_BITS + ACTIVE_BITS
LIMIT = 8.0
"""Maximum absolute value of a weight."""
GROUP = 4
"""Number of rows added to the sums at a time; larger groups save reads and writes of the sums.

Ids are padded to a full group with the index of a row of zeroes.
"""

ONE = np.int32(1 << ACTIVE_BITS)
FIRST_SHIFT, SECOND_SHIFT = WEIGHT_BITS - ACTIVE_BITS, WEIGHT_BITS


class Net(NamedTuple):
    """Weights and buffers of a net. Each thread needs its own buffers."""

    first: Any
    """(features + 1, FIRST_WIDTH) int16: a row for each feature, and a row of zeroes."""
    first_bias: Any
    """(FIRST_WIDTH,) int32: in units of a weight."""
    second: Any
    """(SECOND_WIDTH, FIRST_WIDTH) int16."""
    second_bias: Any
    """(SECOND_WIDTH,) int32: in units of a weight times an activation, like the values of parts."""
    last: Any
    """(parts + 1, SECOND_WIDTH) int16: a row for each part, and a row of zeroes."""
    last_bias: Any
    """(parts + 1,) int32."""

    ids: Any
    """(maximum active + GROUP,) int64: the ids of the active features."""
    notes: Any
    """(NOTES,) int64: scratch memory for the game's feature functions."""
    sums: Any
    """(FIRST_WIDTH,) int32."""
    first_output: Any
    """(FIRST_WIDTH,) int16."""
    second_output: Any
    """(SECOND_WIDTH,) int16."""
    part_ids: Any
    """(maximum parts + GROUP,) int64: the ids of the parts of an action."""
    options: Any
    """(maximum options,) int64: the actions to choose from."""
    values: Any
    """(maximum options,) int64: the value of each of these actions."""


@rule
def fill_up(ids, count, spare):
    """Pad the last group of ids with the index of the row of zeroes; return the number of ids with the padding."""
    while count % GROUP != 0:
        ids[count] = spare
        count += 1
    return count


# The arithmetic. Interpreted code works on whole arrays. Compiled code uses the loops below, which become vector
# instructions.


def first_layer(net, count):
    """Compute the first layer from the features; `count` is a multiple of `GROUP`."""
    net.sums[:] = net.first_bias + net.first[net.ids[:count]].sum(0, dtype=np.int32)
    net.first_output[:] = clipped_all(net.sums, FIRST_SHIFT)


def second_layer(net):
    """Compute the second layer from the output of the first."""
    net.second_output[:] = clipped_all(net.second.astype(np.int32) @ net.first_output + net.second_bias, SECOND_SHIFT)


def value_of_parts(net, count):
    """Return the sum of the values of parts; `count` is a multiple of `GROUP`."""
    parts = net.part_ids[:count]
    return int((net.last[parts].astype(np.int64) @ net.second_output + net.last_bias[parts]).sum())


def clipped_all(totals, shift):
    """Return the sums of products `totals` as activations, which are rounded and clipped."""
    return np.clip((totals + (1 << (shift - 1))) >> shift, 0, ONE)


@rule
def clipped(total, shift):
    """Return the sum of products `total` as an activation, which is rounded and clipped."""
    return max(np.int32(0), min(ONE, np.int32((total + (1 << (shift - 1))) >> shift)))


@in_compiled_code(first_layer)
def _first_layer(net, count):
    def compiled(net, count):
        for unit in range(FIRST_WIDTH):
            net.sums[unit] = net.first_bias[unit]
        for group in range(0, count, GROUP):
            a, b, c, d = net.ids[group], net.ids[group + 1], net.ids[group + 2], net.ids[group + 3]
            for unit in range(FIRST_WIDTH):
                pair = np.int32(net.first[a, unit]) + np.int32(net.first[b, unit])
                net.sums[unit] += np.int32(pair + np.int32(net.first[c, unit]) + np.int32(net.first[d, unit]))
        for unit in range(FIRST_WIDTH):
            net.first_output[unit] = clipped(net.sums[unit], FIRST_SHIFT)

    return compiled


@in_compiled_code(second_layer)
def _second_layer(net):
    def compiled(net):
        for row in range(SECOND_WIDTH):
            total = np.int32(0)
            for unit in range(FIRST_WIDTH):
                total = np.int32(total + np.int32(net.first_output[unit]) * np.int32(net.second[row, unit]))
            net.second_output[row] = clipped(total + net.second_bias[row], SECOND_SHIFT)

    return compiled


@in_compiled_code(value_of_parts)
def _value_of_parts(net, count):
    def compiled(net, count):
        value = 0
        for group in range(0, count, GROUP):
            a, b, c, d = net.part_ids[group], net.part_ids[group + 1], net.part_ids[group + 2], net.part_ids[group + 3]
            total = np.int32(0)
            for unit in range(SECOND_WIDTH):
                pair = np.int32(net.last[a, unit]) + np.int32(net.last[b, unit])
                weight = np.int32(pair + np.int32(net.last[c, unit]) + np.int32(net.last[d, unit]))
                total = np.int32(total + np.int32(net.second_output[unit]) * weight)
            value += np.int64(total) + net.last_bias[a] + net.last_bias[b] + net.last_bias[c] + net.last_bias[d]
        return value

    return compiled


@rule
def evaluate_net(net, s: MatchState, seat):
    """Compute both layers for the view `s` of `seat`; return the number of active features."""
    count = net_features.features(s, seat, net.ids, net.notes)
    first_layer(net, fill_up(net.ids, count, len(net.first) - 1))
    second_layer(net)
    return count


@rule
def value(net, s: MatchState, seat, action):
    """Return the value of an action. Call `evaluate_net` first."""
    count = net_features.parts(s, seat, action, net.part_ids, net.notes)
    return value_of_parts(net, fill_up(net.part_ids, count, len(net.last) - 1))


@rule
def weigh(net, s: MatchState, seat):
    """Write the options of `seat` and their values to `net.options` and `net.values`; return their number."""
    count = net_features.options(s, seat, net.options)
    if count > 1:
        evaluate_net(net, s, seat)
        for index in range(count):
            net.values[index] = value(net, s, seat, net.options[index])
    return count


@rule
def best(net, count):
    """Return the option with the highest value; if several are equal, return the first."""
    leader = 0
    for index in range(1, count):
        if net.values[index] > net.values[leader]:
            leader = index
    return net.options[leader]


@rule
def choose(net, s: MatchState, seat):
    """Return the net's action in `seat`, from its view `s`."""
    return best(net, weigh(net, s, seat))


@watched
def choose_one(views, i, seat, net):
    """Return the net's action in `seat`, whose view is `views[i]`."""
    return choose(net, views[i], seat)


@entry
def weigh_one(views, i, seat, net):
    """Call `weigh` for `seat`, whose view is `views[i]`; return the number of options."""
    return weigh(net, views[i], seat)


@entry
def choose_all(states, raw, masks, view, seen, movers, net, start, end, actions):
    """Write the net's action for the mover of each episode into `actions`.

    The parameters other than `net` have the same meaning as in `playing.choose_all`.
    """
    for i in range(start, end):
        seat = np.int64(movers[i])
        see(raw, i, masks, seat, seen)
        actions[i] = choose(net, view[0], seat)


@entry
def choose_often(views, i, seat, net, times):
    """Repeat the same decision `times` times for a measurement; return the sum of the actions."""
    total = 0
    for _ in range(times):
        total += choose(net, views[i], seat)
    return total
