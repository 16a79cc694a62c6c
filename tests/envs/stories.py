"""Rules for when the fields of a game have a value, computed only from the events of a deal.

They are a slow, independent check of the declarations.

A game's `story.py` defines `values(story, seat)`. It returns, by field, whether the field has a value in the story so
far; for a list, one flag per element. Fields that it does not return have a value throughout a deal. The module can
also define three sets of field names. `ALWAYS`: fields that also have a value between deals. `PAST`: fields about the
previous deal, in addition to fields that begin with ``last_``. `GIVEN`: fields that no event mentions; whether they
have a value comes from the state itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from saleroom.envs.terms import Terms
from tests.games import of_game, part_or

Set = bool | list["Set"]
ALWAYS = {"seats", "deal", "acting", "winners", "scores", "carry", "dealer"}


@dataclass
class Story:
    """Story of the current deal, mainly its events."""

    terms: Terms
    settled: int = 0
    opens_with: str = ""
    """Phase in which the first action of this deal takes place."""
    given: dict[str, bool] = field(default_factory=dict)
    """Whether each field that no event mentions is set."""
    events: list[tuple[int, str]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return self.terms.seats

    def said(self, *verbs: str) -> list[tuple[int, str]]:
        """Return the events with these verbs, in order."""
        return [event for event in self.events if event[1].split(" ")[0] in verbs]

    def by_seat(self, events: Sequence[tuple[int, str]]) -> list[Set]:
        """Return, for each seat, whether it is among the actors of these events."""
        return [seat in {who for who, _ in events} for seat in range(self.seats)]


def tricks(story: Story) -> dict[str, Set]:
    """Return the state of the trick's fields. A trick is on the table from its first card until its last card is
    played.
    """
    plays = story.said("play")
    lying = plays[len(plays) - len(plays) % story.seats :]
    one = bool(lying)
    return {"led": one, "winning": one, "winning_seat": one, "on_table": story.by_seat(lying)}


def has_value(story: Story, name: str, seat: int, dealt: bool, won: bool) -> Set:
    """Return whether a field that `seat` sees has a value; for a list, return one flag for each element."""
    game = story.terms.game.name
    if name == "phase":
        return not won
    if name in ALWAYS or name in story.terms.options or name in part_or(game, "story", "ALWAYS", ()):
        return True
    if name.startswith("last_") or name in part_or(game, "story", "PAST", ()):
        return story.settled > 0
    return dealt and of_game(game, "story").values(story, seat).get(name, True)
