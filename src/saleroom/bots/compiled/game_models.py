"""What the search knows of a game, found by the type of its record. See `saleroom.toolkit.package.GameModel`."""

from __future__ import annotations

from saleroom import games
from saleroom.kernel.compile import ByRecord, rule
from saleroom.toolkit.package import GameModel, Rule
from saleroom.toolkit.player.facts import Fact

_modules: dict[str, GameModel] = {}


def load(game: str) -> tuple[Fact, ...]:
    """Make the model of a game (by its full name) known to the rules below; the facts that it notes."""
    _modules[game.replace("-", "_")] = model = games.package(game).game_model()
    return model.FACTS


def skill(game: str, price: int, seats: int, won: bool, learned: bool) -> float:
    """What a search that bids so much makes beyond the mean of its trials, as far as the game's model knows.

    `won`: it has the auction already; `learned`: the game's net plays on in its trials.
    """
    own = getattr(_modules[game.replace("-", "_")], "skill", None)
    return own(price, seats, won, learned) if own else 0.0


@rule
def _leave(s, seat, rng):
    """The `lean` of a game whose model has none."""
    return False


def _question(name: str, doc: str, default: Rule = None) -> Rule:
    return ByRecord(lambda record: getattr(_modules[record], name, default), doc)


plausible = _question("plausible", "How likely the others would have done what they did, with what `s` gives them.")
options = _question("options", "Write the actions worth weighing into `ids`; how many there are.")
prospects = _question("prospects", "Write each seat's chance of winning a match that goes on into `shares`.")
prospects_with_net = ByRecord(
    lambda record: getattr(_modules[record], "prospects_with_net", _modules[record].prospects),
    "The same where the net plays on; in most games there is no difference.",
)
notes = _question("notes", "Write what became of a settled deal for `seat` into `facts`.")
stir = _question("stir", "Shuffle what nobody has touched yet.")
lean = _question("lean", "Change a world so that the others would have done what they did; whether it did.", _leave)
