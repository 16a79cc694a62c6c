"""Story of a recorded match: its events, replayed on the game's slow second implementation (the twin)."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from tests.games.twins import Twin
from tests.twin.registry import TWINS

Record = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """Event, with the state of the twin before the event."""

    deal: int
    actor: str
    words: list[str]
    before: Twin

    @property
    def verb(self) -> str:
        return self.words[0]


class Story:
    """Valid record, replayed on the game's twin (its slow second implementation).

    `steps` are the events in the order of the record. `ends` has the state of the twin at the settlement of each deal.
    At that moment, all payments of the deal have been made, but no leftover pot has been shared.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.options: dict[str, Any] = record["options"]
        self.twin: Any = TWINS[record["game"]](self.options, len(record["players"]), record["deals"][0]["dealer"])
        self.seats: int = self.twin.seats
        self.ends: list[Any] = []
        self.awards: list[tuple[int, list[int], int]] = []  # shared pots: number of the deal, seats, chips
        self.steps: list[Step] = []
        self._listen()
        for deal in record["deals"]:
            for event in deal["events"]:
                actor, *words = event.split(" ")
                self.steps.append(Step(self.twin.deal_number, actor, words, snapshot(self.twin)))
                self.twin.apply(event)

    def _listen(self) -> None:
        """Record each settlement of a deal and each shared pot while the twin replays the match."""
        close = self.twin.close_deal
        award = getattr(self.twin, "award", None)

        def closing(*given: Any, **named: Any) -> None:
            self.ends.append(snapshot(self.twin))
            close(*given, **named)

        def awarding(tied: list[int], chips: int) -> None:
            self.awards.append((self.twin.deal_number, tied, chips))
            award(tied, chips)  # type: ignore[misc]

        self.twin.close_deal = closing
        self.twin.award = awarding

    @property
    def over(self) -> bool:
        return self.twin.over

    def of_deal(self, number: int) -> list[Step]:
        """Return the steps of the deal numbered `number` (from 1), except those that deal its hands."""
        return [step for step in self.steps if step.deal == number and step.verb != "deal"]

    def did(self, *verbs: str) -> list[Step]:
        """Return the steps with one of the given verbs."""
        return [step for step in self.steps if step.verb in verbs]

    def pairs(self) -> list[tuple[Any, Any, list[Step]]]:
        """Return a triple for each settled deal.

        The triple has the twin at this settlement, the twin at the next settlement (or None), and the steps of the next
        deal.
        """
        following = [*self.ends[1:], None]
        return [
            (end, after, self.of_deal(end.deal_number + 1)) for end, after in zip(self.ends, following, strict=True)
        ]


def snapshot(twin: Any) -> Any:
    """Return a copy of the twin, deep enough that later steps do not change it."""
    still = copy.copy(twin)
    still.standing = list(twin.standing)
    still.held = [list(hand) for hand in twin.held]
    return still
