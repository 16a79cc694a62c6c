"""When the fields of a game have a value, told from the events of a deal alone: a slow twin of the declarations.

`story.py` among the tests of each game has `values(story, seat)`, what a story so far says: by field, whether it has a
value, or for a list one flag for each element. Fields that it does not name have a value throughout a deal. It may have
three sets of names besides: `ALWAYS`, fields that have a value between deals too; `PAST`, fields that tell of the deal
before, as all do that begin with ``last_``; and `GIVEN`, of which no event tells: those alone come from the record.
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
    """The deal under way: who said what, first of all."""

    terms: Terms
    settled: int = 0
    opens_with: str = ""
    """The phase in which the first action of this deal is."""
    given: dict[str, bool] = field(default_factory=dict)
    """Of the fields of which no event tells, whether they are set."""
    events: list[tuple[int, str]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return self.terms.seats

    def said(self, *verbs: str) -> list[tuple[int, str]]:
        """The events of these verbs, in order."""
        return [event for event in self.events if event[1].split(" ")[0] in verbs]

    def by_seat(self, events: Sequence[tuple[int, str]]) -> list[Set]:
        """For each seat, whether it is among those of these events."""
        return [seat in {who for who, _ in events} for seat in range(self.seats)]


def tricks(story: Story) -> dict[str, Set]:
    """A trick lies on the table from its first card to its last but one."""
    plays = story.said("play")
    lying = plays[len(plays) - len(plays) % story.seats :]
    one = bool(lying)
    return {"led": one, "winning": one, "winning_seat": one, "on_table": story.by_seat(lying)}


def has_value(story: Story, name: str, seat: int, dealt: bool, won: bool) -> Set:
    """Whether a field that `seat` sees has a value, or which of its elements have."""
    game = story.terms.game.name
    if name == "phase":
        return not won
    if name in ALWAYS or name in story.terms.options or name in part_or(game, "story", "ALWAYS", ()):
        return True
    if name.startswith("last_") or name in part_or(game, "story", "PAST", ()):
        return story.settled > 0
    return dealt and of_game(game, "story").values(story, seat).get(name, True)
