"""Twins of a match: matches that look the same to one seat, but have other hidden pieces."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import Any

import numpy as np

from saleroom.kernel import loops
from saleroom.kernel.bits import members
from saleroom.match.errors import BadRecord, IllegalAction
from saleroom.match.events import HIDDEN, TABLE, Event, still_sealed
from saleroom.match.match import Match
from saleroom.match.referee import replay
from tests.contract.chance import Mood, states_of
from tests.contract.places import pack_of
from tests.contract.truth import misfits
from tests.games import of_game


def dice_of(rng: random.Random) -> np.ndarray:
    """Return a random state, drawn with `rng`, for the random generator of compiled code."""
    return np.array([rng.getrandbits(64)], np.uint64)


def imagined(match: Match, seat: int, rng: random.Random) -> Any:
    """Return an imagined world that fits the view of `seat`, as an array with one state."""
    world = match.views(seat).copy()
    loops.imagine(world, 0, seat, dice_of(rng))
    return world


def completed_record(match: Match, seat: int, world: Any) -> dict[str, Any]:
    """Return the record of a match that has the hidden pieces of `world` in its current deal."""
    complete = of_game(match.game.name, "worlds").complete
    record, seen = match.record(), match.record(seat=seat)
    shown = seen["deals"][-1]["events"]
    events = complete(list(shown), world, seat)
    for text, before in zip(events, shown, strict=True):
        assert text == before if HIDDEN not in before else HIDDEN not in text
    record["deals"][-1]["events"] = events
    return {**record, "seed": None}


def dealt_anew(match: Match, seat: int, rng: random.Random) -> Match:
    """Return a match that `seat` cannot distinguish from `match`. Create it with the function `imagine`."""
    return replay(completed_record(match, seat, imagined(match, seat, rng)[0]), seed=rng.randbytes(32))


def dealt_otherwise(match: Match, seat: int, rng: random.Random) -> Match | None:
    """Return a match that `seat` cannot distinguish from `match`, or `None` if no such match was found.

    Instead of calling the function `imagine`, exchange random hidden pieces.
    """
    known = match.game.holdings(match.view(seat), seat)
    world, changed = states_of(match), False
    hidden = [piece for at in known for piece in members(match.game.held(match.state, at.owner, at.kind))]
    for _ in range(30 if hidden else 0):
        piece, other = rng.choice(hidden), rng.choice(members(pack_of(match)))
        tried = exchanged(match.game.record, world, seat, piece, other)
        if tried.tobytes() != world.tobytes() and not misfits(match.game, tried[0], known):
            world, changed = tried, True
    if not changed:
        return None
    try:
        return replay(completed_record(match, seat, world[0]), seed=rng.randbytes(32))
    except BadRecord:
        return None


def exchanged(record: Any, states: Any, seat: int, piece: int, other: int) -> Any:
    """Return a copy of a state in which the two given pieces are exchanged wherever `seat` does not see them."""
    world = states.copy()
    for field in record.fields:
        if field.see != "public" and field.unit.split()[0] in ("card", "tile"):
            values = world[field.name]
            mine = values[0, seat].copy() if field.see == "own" else None
            if field.kind == "u8":
                _exchange_members(values, field.unit, piece, other)
            else:
                at, there = values == piece, values == other
                values[at], values[there] = other, piece
            if mine is not None:
                values[0, seat] = mine
    return world


def _exchange_members(values: Any, unit: str, piece: int, other: int) -> None:
    words = values.reshape(-1, 2 if unit.startswith("tile") else 1)
    for row in words:
        bits = sum(int(word) << 64 * at for at, word in enumerate(row))
        if (bits >> piece ^ bits >> other) & 1:
            bits ^= 1 << piece | 1 << other
        for at in range(len(row)):
            row[at] = bits >> 64 * at & 2**64 - 1


def go_on_together(match: Match, twin: Match, seat: int, mood: Mood) -> bool:
    """Play a random action in `match`, and in `twin` an action that looks the same to `seat`.

    Return False if the deal ended or `twin` has no such action.
    """
    actor = mood.rng.choice(match.to_act)
    deals, before = len(match.deals), len(match.history)
    match.act(actor, mood.choose(match.legal(actor)))
    if match.over or len(match.deals) != deals:
        return False
    return all(follow(twin, event, seat) for event in events_since(match, before)) and opened(match) == opened(twin)


def opened(match: Match) -> list[str]:
    """Return the sealed choices of the current deal that are now open.

    A match and its twin can look different as soon as such choices differ.
    """
    deal = match.deals[-1]
    sealed = still_sealed(match.game, match.state, deal)
    choices = ((place, e) for place, e in enumerate(deal.events) if e.verb in match.game.sealed)
    return [e.text() for place, e in choices if place not in sealed]


def events_since(match: Match, count: int) -> list[Event]:
    """Return the events of the current deal that happened after the first `count` events of the match, in order."""
    written = {event.text(): event for event in match.deals[-1].events}
    return [written[text] for text in match.history[count:]]


def follow(twin: Match, event: Event, seat: int) -> bool:
    """Apply an event to `twin` that looks to `seat` like `event`. Return whether that was possible."""
    hidden = HIDDEN in event.seen_from(seat, sealed=False)
    try:
        if hidden and event.actor == TABLE:
            twin.turn_over()
        elif hidden and not twin.is_legal(int(event.actor), event.text().partition(" ")[2]):
            return act_alike(twin, event)
        else:
            twin.apply_event(event.text())
    except (IllegalAction, ValueError):
        return False
    return True


def act_alike(twin: Match, event: Event) -> bool:
    """Play an action in `twin` with the same verb and number of pieces as `event`, but with different hidden pieces.
    Return whether such an action was legal.
    """
    actor = int(event.actor)
    alike = [words for words in twin.legal(actor) if words.split(" ")[0] == event.verb]
    alike = [words for words in alike if len(words.split(" ")) == 1 + len(event.pieces)]
    if alike:
        twin.apply_event(f"{actor} {alike[0]}")
    return bool(alike)


def unmasked(match: Match, field: str) -> Match:
    """Return a copy of `match` whose record declares the hidden field `field` public."""
    twin, scratch = match.copy(), copy.copy(match.game.record)
    scratch.fields = tuple(replace(f, see="public") if f.name == field else f for f in scratch.fields)
    scratch.masks = scratch._masks()
    scratch._words = scratch.masks.view(np.uint64)
    twin.game = replace(match.game, record=scratch)
    return twin
