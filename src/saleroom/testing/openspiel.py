"""Adapter for OpenSpiel's sequential games, with explicit or sampled chance."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np

from saleroom import extras

try:
    import pyspiel
except ImportError as error:
    raise extras.missing("open-spiel", error) from error

from saleroom.testing.chance import another_deal, another_deal_by_text
from saleroom.testing.redeals.openspiel import ALIKE, HIDDEN
from saleroom.testing.tables import Seat, World

Look = Callable[[World, Seat], Any]


class OpenSpielTable:
    """OpenSpiel game as a `Table`. Its worlds are the game's states."""

    def __init__(self, game: pyspiel.Game):
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            raise TypeError(f"{game} has simultaneous moves; check pyspiel.convert_to_turn_based(game)")
        self.game = game
        self.name = str(game)
        self.seats: tuple[Seat, ...] = tuple(range(game.num_players()))
        self._looks: dict[str, Look] | None = None
        known = game.get_type().short_name in HIDDEN
        self.caution = "" if known else "varied by the game's own text: what that text gives away is not seen"

    def begin(self, seed: int) -> World:
        return _chance_done(self.game.new_initial_state(), Random(f"chance {seed}"))

    def mover(self, world: World) -> Seat | None:
        return None if world.is_terminal() else world.current_player()

    def choices(self, world: World) -> list[Any]:
        return world.legal_actions()

    def act(self, world: World, action: Any, rng: Random) -> World:
        world.apply_action(action)
        return _chance_done(world, rng)

    def copy(self, world: World) -> World:
        return world.clone()

    def given(self, world: World, seat: Seat) -> dict[str, Any]:
        if self._looks is None:
            self._looks = dict(_looks(self.game, world))
        told: dict[str, Any] = {"current_player": world.current_player(), "is_terminal": world.is_terminal()}
        told["rewards"], told["returns"] = world.rewards()[seat], world.returns()[seat]
        legal = [] if world.is_terminal() else world.legal_actions(seat)
        told["legal_actions"] = legal
        told["action_to_string"] = [world.action_to_string(seat, action) for action in legal]
        told.update({name: look(world, seat) for name, look in self._looks.items()})
        return told

    def redeal(self, world: World, seat: Seat, rng: Random) -> World | None:
        """Return another deal, by the rules in `redeals` if they cover the game, else by the game's own text."""
        name = self.game.get_type().short_name
        if name not in HIDDEN:
            return another_deal_by_text(world, seat, rng)
        return another_deal(world, seat, rng, HIDDEN[name], ALIKE.get(name))

    def resample(self, world: World, seat: Seat, rng: Random) -> World:
        """Return a world that the game itself samples from what the seat knows."""
        return world.resample_from_infostate(seat, rng.random)

    def facts(self, world: World, seat: Seat) -> dict[str, np.ndarray]:
        """Return facts about a world, including hidden facts: history, chance outcomes and the other seats' tensors."""
        past = world.full_history()
        fallen = [played.action for played in past if played.player < 0]
        told = {"history": np.array([played.action for played in past])}
        told["chance outcomes"] = np.bincount(fallen, minlength=self.game.max_chance_outcomes())
        for rival in self.seats:
            if rival != seat:
                told.update({f"{name} of seat {rival}": values for name, values in self._tensors(world, rival)})
        return told

    def _tensors(self, world: World, seat: Seat) -> Iterator[tuple[str, np.ndarray]]:
        kind = self.game.get_type()
        for name in ("information_state_tensor", "observation_tensor"):
            if getattr(kind, f"provides_{name}"):
                yield name, np.array(getattr(world, name)(seat))

    def unlike(self, one: World, other: World) -> str:
        """Return where the histories of two states differ, as text."""
        past, others = one.full_history(), other.full_history()
        if len(past) != len(others):
            return f"{len(past)} actions and {len(others)}"
        apart = [
            f"{index}: player {mine.player} {mine.action} → player {yours.player} {yours.action}"
            for index, (mine, yours) in enumerate(zip(past, others, strict=True))
            if (mine.player, mine.action) != (yours.player, yours.action)
        ]
        return "history " + "; ".join(apart[:4]) + (" …" if len(apart) > 4 else "") if apart else ""


def _chance_done(world: World, rng: Random) -> World:
    while world.is_chance_node():
        outcomes, weights = zip(*world.chance_outcomes(), strict=True)
        world.apply_action(rng.choices(outcomes, weights)[0])
    return world


def _looks(game: pyspiel.Game, world: World) -> Iterator[tuple[str, Look]]:
    """Yield each function of a game that can show a state to a player.

    Functions that the game does not declare are tried once.
    """
    kind = game.get_type()
    for name in ("information_state", "observation"):
        for form in ("string", "tensor"):
            if getattr(kind, f"provides_{name}_{form}"):
                yield f"{name}_{form}", _method(f"{name}_{form}")
    if _works(_struct, world):
        yield "to_observation_struct", _struct
    for perfect_recall, public in product((False, True), repeat=2):
        for private in (pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE):
            yield from _observer(game, world, perfect_recall, public, private)


def _method(name: str) -> Look:
    if name.endswith("tensor"):
        return lambda world, seat: np.array(getattr(world, name)(seat))
    return lambda world, seat: getattr(world, name)(seat)


def _struct(world: World, seat: Seat) -> Any:
    return json.loads(world.to_observation_struct(seat).to_json())


def _observer(game: pyspiel.Game, world: World, recall: bool, public: bool, private: Any) -> Iterator[tuple[str, Look]]:
    from open_spiel.python.observation import make_observation

    kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
    try:
        observer = make_observation(game, kind)
    except Exception:  # games raise different errors for unsupported observers
        return
    if observer is None:
        return

    def tensor(world: World, seat: Seat) -> dict[str, Any]:
        observer.set_from(world, seat)
        return {name: values.copy() for name, values in observer.dict.items()}

    name = f"observer({'history' if recall else 'now'}, {'public' if public else 'no public'}, {private.name.lower()})"
    if _works(tensor, world):
        yield f"{name} tensor", tensor
    if _works(observer.string_from, world):
        yield f"{name} string", observer.string_from


def _works(look: Look, world: World) -> bool:
    try:
        look(world, 0)
    except Exception:  # games raise different errors, as above
        return False
    return True
