"""Functions that determine from the events of a deal which fields of a game's state have a value.

Tests compare the results with the declarations of the fields.

A game's `story.py` defines `values(story, seat)`. This function returns, by field, whether the field has a value after
the events so far. For a list, it returns one flag for each element. Fields that are not in the result have a value
throughout a deal. The module can also define three sets of field names. `ALWAYS`: fields that also have a value between
deals. `PAST`: fields about the previous deal, in addition to fields that begin with ``last_``. `GIVEN`: fields that no
event mentions, so that only the state shows whether they have a value.
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
    """Events of the current deal, with the number of settled deals and other facts that events do not show."""

    terms: Terms
    settled: int = 0
    opens_with: str = ""
    """Phase of the first action of this deal."""
    given: dict[str, bool] = field(default_factory=dict)
    """Whether the field has a value, for each field that no event mentions."""
    events: list[tuple[int, str]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return self.terms.seats

    def said(self, *verbs: str) -> list[tuple[int, str]]:
        """Return the events with one of the given verbs, in order."""
        return [event for event in self.events if event[1].split(" ")[0] in verbs]

    def by_seat(self, events: Sequence[tuple[int, str]]) -> list[Set]:
        """Return, for each seat, whether it is the actor of one of `events`."""
        return [seat in {who for who, _ in events} for seat in range(self.seats)]


def tricks(story: Story) -> dict[str, Set]:
    """Return which fields of the current trick have a value. A trick is on the table from its first card until its last
    card is played.
    """
    plays = story.said("play")
    lying = plays[len(plays) - len(plays) % story.seats :]
    one = bool(lying)
    return {"led": one, "winning": one, "winning_seat": one, "on_table": story.by_seat(lying)}


def has_value(story: Story, name: str, seat: int, dealt: bool, won: bool) -> Set:
    """Return whether the field `name`, which `seat` sees, has a value. For a list, return one flag for each element."""
    game = story.terms.game.name
    if name == "phase":
        return not won
    if name in ALWAYS or name in story.terms.options or name in part_or(game, "story", "ALWAYS", ()):
        return True
    if name.startswith("last_") or name in part_or(game, "story", "PAST", ()):
        return story.settled > 0
    return dealt and of_game(game, "story").values(story, seat).get(name, True)
