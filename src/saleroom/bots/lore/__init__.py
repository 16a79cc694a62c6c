"""What a player knows of a game beyond its rules: a module for each game, named like the game's folder.

Each answers five questions of the search by compiled rules, found by the type of the record:

* `plausible(s, seat)`: how likely, from 0 (never) to 1, the others would have bid, shown and thrown away what they did
  if they held what the whole state `s`, imagined by `seat`, gives them;
* `options(s, seat, ids)`: writes the legal actions worth weighing into `ids`, an `int64` array with room for all, and
  returns their number; they are in ascending order;
* `prospects(s, shares)`: writes each seat's chance of winning the match into the `float64` array `shares`, when a deal
  has just been settled and the match goes on;
* `notes(s, seat, facts)`: writes what became of the settled deal for `seat` into `facts`, one number for each of the
  module's `FACTS`;
* `stir(s, dice)`: shuffles what nobody has touched yet of the whole state `s`: a stock, a boneyard.

Where too few worlds would be plausible, a module may also have `lean(s, seat, dice)`: it changes the world `s`,
imagined by `seat`, so that the others would have done in it what they did; it is not put to `plausible` again.
And `skill(price, seats)`, plain Python: what a search that bids makes of the deal beyond the mean of its trials.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from numba.extending import overload

from saleroom.games import FOLDERS
from saleroom.kernel.compile import COMPILED

MOST_FACTS = 8

_modules: dict[str, Any] = {}


@dataclass(frozen=True)
class Fact:
    """Something that a player may want to know of how a deal ends for him."""

    name: str
    kind: Literal["share", "mean"]
    """A share is 1 in the deals in which it is so, else 0; a mean is any number."""
    words: str
    """A clause with a place ``{}`` for the percentage or the mean, such as ``wins the kitty in {} % of worlds``."""
    good: int = 0
    """Whether more of it is good for the player: 1, bad: -1, or neither: 0."""
    guess: str = ""
    """A clause for the likeliest of several shares of which one comes true, such as ``trump is likely hearts ({} %)``.

    A game has one such set at most; its other facts leave this empty.
    """


def load(game: str) -> tuple[Fact, ...]:
    """Make the lore of a game (by its full name) known to the rules below; the facts that it notes."""
    module = import_module(f"saleroom.bots.lore.{FOLDERS[game]}")
    _modules[game.replace("-", "_")] = module
    return module.FACTS


def skill(game: str, price: int, seats: int) -> float:
    """What a search that bids so much makes beyond the mean of its trials, as far as the game's lore knows."""
    module = _modules[game.replace("-", "_")]
    return module.skill(price, seats) if hasattr(module, "skill") else 0.0


def _answer(s: Any, question: str) -> Any:
    """The rule for a record, or, while Numba types a call, for a record's type."""
    return getattr(_modules[next(iter(s.fields)) if COMPILED else s.dtype.names[0]], question)


def _lean(s: Any) -> Any:
    """The rule `lean` of a record, or of its type, where the lore has one."""
    module = _modules[next(iter(s.fields)) if COMPILED else s.dtype.names[0]]
    return getattr(module, "lean", None)


def plausible(s, seat):
    """How likely the others would have done what they did, with what `s` gives them."""
    return _answer(s, "plausible")(s, seat)


def options(s, seat, ids):
    """Write the actions worth weighing into `ids`; how many there are."""
    return _answer(s, "options")(s, seat, ids)


def prospects(s, shares):
    """Write each seat's chance of winning a match that goes on into `shares`."""
    _answer(s, "prospects")(s, shares)


def notes(s, seat, facts):
    """Write what became of a settled deal for `seat` into `facts`."""
    _answer(s, "notes")(s, seat, facts)


def stir(s, dice):
    """Shuffle what nobody has touched yet."""
    _answer(s, "stir")(s, dice)


def lean(s, seat, dice):
    """Change an imagined world so that the others would have done in it what they did; whether the game's lore can."""
    rule = _lean(s)
    if rule is None:
        return False
    rule(s, seat, dice)
    return True


if COMPILED:

    @overload(plausible)
    def _plausible(s, seat):
        rule = _answer(s, "plausible")
        return lambda s, seat: rule(s, seat)

    @overload(options)
    def _options(s, seat, ids):
        rule = _answer(s, "options")
        return lambda s, seat, ids: rule(s, seat, ids)

    @overload(prospects)
    def _prospects(s, shares):
        rule = _answer(s, "prospects")
        return lambda s, shares: rule(s, shares)

    @overload(notes)
    def _notes(s, seat, facts):
        rule = _answer(s, "notes")
        return lambda s, seat, facts: rule(s, seat, facts)

    @overload(stir)
    def _stir(s, dice):
        rule = _answer(s, "stir")
        return lambda s, dice: rule(s, dice)

    @overload(lean)
    def _overload_lean(s, seat, dice):
        rule = _lean(s)
        if rule is None:
            return lambda s, seat, dice: False

        def leaning(s, seat, dice):
            rule(s, seat, dice)
            return True

        return leaning
