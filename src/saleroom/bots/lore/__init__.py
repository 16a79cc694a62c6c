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
imagined by `seat`, so that the others would have done in it what they did, and returns True; such a world is not put
to `plausible` again.
And `skill(price, seats)`, plain Python: what a search that bids makes of the deal beyond the mean of its trials.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from saleroom.games import FOLDERS
from saleroom.kernel.compile import ByRecord, rule

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


@rule
def _leave(s, seat, dice):
    """The `lean` of a game whose lore has none."""
    return False


def _question(name: str, doc: str, default: Any = None) -> Any:
    return ByRecord(lambda record: getattr(_modules[record], name, default), doc)


plausible = _question("plausible", "How likely the others would have done what they did, with what `s` gives them.")
options = _question("options", "Write the actions worth weighing into `ids`; how many there are.")
prospects = _question("prospects", "Write each seat's chance of winning a match that goes on into `shares`.")
notes = _question("notes", "Write what became of a settled deal for `seat` into `facts`.")
stir = _question("stir", "Shuffle what nobody has touched yet.")
lean = _question("lean", "Change a world so that the others would have done what they did; whether it did.", _leave)
