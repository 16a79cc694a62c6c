"""Random matches for the contract tests.

They cover every game with every number of seats, random options that give short matches, and random play.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from saleroom.games import ALL, FOLDERS, NAMES, load, package
from saleroom.kernel.compile import MODE
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Option, Value
from saleroom.match.match import Match
from saleroom.toolkit.display.generic import GenericScene

SOAK = os.environ.get("SALEROOM_SOAK") == "1"
LENGTHS = ("deals", "rounds")  # options that set the length of a match
MANY = 80  # number of positions of a match after which tests skip more and more positions
NO_SUCH_FOLDER = pytest.mark.skip(reason="this game has no folder yet")


def times(count: int) -> int:
    """Return a number of trials: `count` with compiled rules, fewer than `count` with slower rules, and 40 times
    `count` in a soak test.
    """
    if SOAK:
        return 40 * count
    return max(1, {"compiled": count, "checked": count // 2, "interpreted": count // 6}[MODE])


def is_missing(name: str) -> bool:
    """Return whether a game's folder is missing. Raise the error if the import fails for another reason."""
    try:
        load(name)
    except ModuleNotFoundError as error:
        if error.name != f"saleroom.games.{FOLDERS[name]}":
            raise
        return True
    return False


def tables(
    seats_of: Callable[[Game], Sequence[int]] = lambda game: game.seats, names: Sequence[str] = tuple(ALL)
) -> list[Any]:
    """Return test parameters: the name of each game with each number of seats that `seats_of` returns for the game."""
    found = []
    for name in names:
        if is_missing(name):
            found.append(pytest.param(name, 0, marks=NO_SUCH_FOLDER, id=name))
        else:
            found += [pytest.param(name, seats, id=f"{name}-{seats}") for seats in seats_of(load(name))]
    return found


def has_own_scene(name: str) -> bool:
    """Return whether a game defines its own scene."""
    return not is_missing(name) and not isinstance(package(name).scene(), GenericScene)


def own_tables(seats_of: Callable[[Game], Sequence[int]]) -> list[Any]:
    """Return the parameters of `tables`, but only for games that define their own scene.

    `test_generic_scene.py` tests what a generic scene shows.
    """
    return [table for table in tables(seats_of) if has_own_scene(table.values[0])]


def fewest_and_most(game: Game) -> Sequence[int]:
    """Return the smallest and the largest number of seats. In a soak test, return all numbers."""
    return game.seats if SOAK else sorted({game.seats[0], game.seats[-1]})


every_table = pytest.mark.parametrize(("name", "seats"), tables())
few_tables = pytest.mark.parametrize(("name", "seats"), tables(fewest_and_most))
"""Parameters for tests of code that works the same for any number of seats."""
every_played_game = pytest.mark.parametrize(("name", "seats"), tables(lambda game: [game.usual_seats], NAMES))
"""Games that have tables on a server. The remaining games exist only to be solved."""
every_game = pytest.mark.parametrize(("name", "seats"), tables(lambda game: [game.usual_seats]))


def random_options(game: Game, seats: int, rng: random.Random, **fixed: Value) -> dict[str, Value]:
    """Return random values for all options of a game. In combination, the values are valid and make the match short."""
    while True:
        drawn = {option.name: _value(option, rng) for option in game.options}
        try:
            return game.settle_options({**drawn, **fixed}, seats)
        except BadOptions:
            continue


def _value(option: Option, rng: random.Random) -> Value | None:
    values = option.values
    if isinstance(values, tuple):
        return rng.choice(values)
    if option.name in LENGTHS:
        return rng.randint(1, 3)
    values = values[:100]  # amounts beyond the first 100 values only make auctions longer
    return rng.choice([None, None, values[0], values[-1], rng.choice(values[:10]), rng.choice(values)])


class Mood:
    """Random playing style, with a preference for some verbs and for small or large bids."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.liking: dict[str, float] = {}
        self.modesty = rng.random()

    def choose(self, legal: list[str]) -> str:
        """Choose one of `legal`, which are the texts of the legal actions."""
        verbs = sorted({words.split(" ")[0] for words in legal})
        for verb in verbs:
            self.liking.setdefault(verb, self.rng.random() ** 2 + 0.01)
        verb = self.rng.choices(verbs, [self.liking[verb] for verb in verbs])[0]
        of_verb = [words for words in legal if words.split(" ")[0] == verb]
        return of_verb[0] if verb == "bid" and self.rng.random() < self.modesty else self.rng.choice(of_verb)


def new_match(name: str, seats: int, rng: random.Random, **fixed: Value) -> Match:
    """Return a match with random options and a random seed, after its first deal."""
    game = load(name)
    options = random_options(game, seats, rng, **fixed)
    return Match(game, options, [f"seat {seat}" for seat in range(seats)], seed=rng.randbytes(32)).run_table()


def moments(match: Match, rng: random.Random) -> Iterator[Match]:
    """Play the match at random to the end. Yield it before every action, and again when it is over."""
    mood = Mood(rng)
    while not match.over:
        yield match
        seat = rng.choice(match.to_act)
        match.act(seat, mood.choose(match.legal(seat)))
    yield match


def random_matches(
    name: str, seats: int, count: int, law: str, **fixed: Value
) -> Iterator[tuple[Match, random.Random]]:
    """Yield `count` new matches, each with its own random generator.

    Match and generator depend only on the arguments; `law` is a name that distinguishes tests.
    """
    for number in range(times(count)):
        rng = random.Random(f"{law} {name} {seats} {number}")
        yield new_match(name, seats, rng, **fixed), rng


def random_moments(
    name: str, seats: int, count: int, law: str, **fixed: Value
) -> Iterator[tuple[Match, random.Random]]:
    """Yield positions of `count` random matches.

    In a long match, yield all early positions, and skip more and more of the later positions.
    """
    for match, rng in random_matches(name, seats, count, law, **fixed):
        for number, _ in enumerate(moments(match, rng), 1):
            if match.over or rng.random() * number < MANY:
                yield match, rng


def some_moments(name: str, seats: int, count: int, law: str) -> Iterator[tuple[Match, random.Random]]:
    """Yield `count` positions of unfinished matches, from as many random matches as needed."""
    wanted = times(count)
    for number in range(100 * wanted):
        rng = random.Random(f"{law} {name} {seats} {number}")
        for match in moments(new_match(name, seats, rng), rng):
            if not match.over and rng.random() < 0.1:
                yield match, rng
                wanted -= 1
                if wanted == 0:
                    return


def states_of(match: Match) -> Any:
    """Return a copy of the whole state of a match, as an array with one element."""
    states = match.game.record.blank(1)
    states[0] = match.state
    return states


@cache
def _bytes_of_fields(dtype: np.dtype) -> NDArray[np.bool_]:
    """Return a mask that excludes the gaps between a record's fields, because copies of a record do not preserve the
    gaps.
    """
    found = np.zeros(dtype.itemsize, bool)
    for kind, at, *_ in (dtype.fields or {}).values():
        found[at : at + kind.itemsize] = True
    return found


def raw(states: Any) -> bytes:
    """Return the bytes of one record, or of an array of records, without the alignment gaps between fields."""
    data = np.frombuffer(states.tobytes(), np.uint8)
    if states.dtype.fields is None:
        return data.tobytes()
    return data.reshape(-1, states.dtype.itemsize)[:, _bytes_of_fields(states.dtype)].tobytes()
