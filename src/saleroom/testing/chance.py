"""Alternative deals for an OpenSpiel state: change hidden parts of its history, and replay the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from saleroom.testing.tables import Seat, World

Past = list[tuple[int, int]]
"""History of a state, as pairs of actor and action. An actor below 0 is chance."""
Hidden = Callable[[World, Seat], Sequence[int]]
"""Function that returns the indexes in a state's history at which the seat cannot know the outcome or action."""
Alike = Callable[[World, World, Seat], bool]
TRIES = 60


def another_deal(world: World, seat: Seat, rng: Random, hidden: Hidden, alike: Alike | None = None) -> World | None:
    """Return a state whose history differs only in parts hidden from the seat; None if no such state was found.

    Up to three changes are made. Each change replaces one hidden outcome by a new outcome. If the new outcome already
    occurs elsewhere, the two are swapped everywhere in the hidden part of the history, including hidden actions. A
    change is accepted if all actions are legal, the turns are unchanged and `alike`, if given, accepts the states.
    """
    if world.is_terminal():
        return None
    places = hidden(world, seat)
    if not any(world.full_history()[place].player < 0 for place in places):
        return None
    past, changes, found = past_of(world), rng.randint(1, 3), None
    for _ in range(TRIES):
        other = _replayed(world, _changed(world, past, places, rng), frozenset(places), rng)
        if other is None or past_of(other) == past_of(world) or not (alike is None or alike(world, other, seat)):
            continue
        found, past, changes = other, past_of(other), changes - 1
        if not changes:
            break
    return found


def another_deal_by_text(world: World, seat: Seat, rng: Random) -> World | None:
    """Return another deal for which the game shows the seat the same text.

    The text is the information state or, if the game has none, the observation. The leak check then finds everything
    else that depends on hidden parts, but not a leak in the text itself. If the text omits earlier information,
    everything else that shows this information counts as a leak.
    """
    return another_deal(world, seat, rng, chance_places, _same_text)


def past_of(world: World) -> Past:
    """Return the history of a state as pairs of player and action."""
    return [(played.player, played.action) for played in world.full_history()]


def chance_places(world: World, seat: Seat) -> list[int]:
    """Return the indexes of all chance outcomes in the history."""
    return [place for place, played in enumerate(world.full_history()) if played.player < 0]


def _same_text(world: World, other: World, seat: Seat) -> bool:
    kind = world.get_game().get_type()
    if kind.provides_information_state_string:
        return world.information_state_string(seat) == other.information_state_string(seat)
    if kind.provides_observation_string:
        return world.observation_string(seat) == other.observation_string(seat)
    if kind.provides_information_state_tensor:
        return world.information_state_tensor(seat) == other.information_state_tensor(seat)
    return world.observation_tensor(seat) == other.observation_tensor(seat)


def _changed(world: World, past: Past, places: Sequence[int], rng: Random) -> Past:
    """Return a history with one hidden outcome changed. The new history can be illegal."""
    fallen = [place for place in places if past[place][0] < 0]
    chosen = rng.choice(fallen)
    old = past[chosen][1]
    new = past[rng.choice(fallen)][1] if rng.random() < 0.5 else rng.choice(_outcomes(world, past, chosen))
    swap = {old: new, new: old} if any(past[place][1] == new for place in fallen) else {old: new}
    other = list(past)
    other[chosen] = (past[chosen][0], new)
    if len(swap) == 2:
        for place in places:
            other[place] = (past[place][0], swap.get(past[place][1], past[place][1]))
    return other


def _outcomes(world: World, past: Past, place: int) -> list[int]:
    """Return the possible outcomes at an index of the history."""
    state = world.get_game().new_initial_state()
    for _, action in past[:place]:
        state.apply_action(action)
    return state.legal_actions()


def _replayed(world: World, past: Past, places: frozenset[int], rng: Random) -> World | None:
    """Return the state after a history, or None if the history is impossible.

    A history is impossible if an action that the seat has seen is illegal, or if the turns differ from those in
    `world`.

    An illegal hidden action is replaced by a random legal action.
    """
    state = world.get_game().new_initial_state()
    for place, (player, action) in enumerate(past):
        if state.is_terminal() or state.current_player() != player:
            return None
        legal = state.legal_actions()
        if action not in legal:
            if player < 0 or place not in places:
                return None
            action = rng.choice(legal)
        state.apply_action(action)
    return None if state.is_terminal() or state.current_player() != world.current_player() else state
