"""Report of a leak check, which can be printed or used in `assert`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from saleroom.testing.comparing import Difference


class Leak(AssertionError):
    """Error if a seat receives something that depends on what that seat cannot know."""


@dataclass(frozen=True)
class Moment:
    """Moment of an episode at which two worlds were compared for a seat."""

    episode: int
    seed: int
    move: int
    seat: Any
    waits: bool
    """Whether the seat was waiting, because it was another seat's turn."""

    def __str__(self) -> str:
        return f"seat {self.seat!r} at move {self.move} of episode {self.episode} (seed {self.seed})"


@dataclass
class Finding:
    """One kind of leak, with its first occurrence and the number of occurrences."""

    what: str
    moment: Moment
    one: str
    other: str
    worlds: str
    """Difference between the two worlds, according to the `Table` or to what another seat receives."""
    times: int = 0
    seats: set[Any] = field(default_factory=set)

    def __str__(self) -> str:
        who = "a seat that waits" if self.moment.waits else "the seat to move"
        seats = ", ".join(sorted(map(repr, self.seats)))
        lines = [f"{self.what}, to {who}, {self.times} times; seats: {seats}", f"  first for {self.moment}"]
        lines += [
            f"  in this world    {self.one}",
            f"  in another one   {self.other}",
            f"  they differ in   {self.worlds}",
        ]
        return "\n".join(lines)


@dataclass
class Report:
    """Result of `leak_check`.

    `ok` is also False if no worlds were compared, or if the compared worlds did not differ: the check then proves
    nothing.
    """

    name: str
    episodes: int = 0
    moments: int = 0
    pairs: int = 0
    resampled: int = 0
    alone: int = 0
    """Number of times that no other world existed for a seat."""
    refused: int = 0
    """Number of times that the redeal changed what the seat may know; these worlds were not compared."""
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    idle: bool = False
    """Whether, for some seat, the redeal changed nothing that any other seat receives."""

    @property
    def ok(self) -> bool:
        """Whether differing worlds were compared and no leak was found."""
        return not self.findings and self.pairs > 0 and not self.idle

    def __bool__(self) -> bool:
        return self.ok

    def expect_none(self) -> None:
        """Raise `Leak`, with the complete report as its message, unless `ok`."""
        if not self.ok:
            raise Leak(str(self))

    def add(self, differences: Iterable[Difference], moment: Moment, worlds: str) -> None:
        """Record differences; each kind is stored once, with the number of occurrences."""
        for difference in differences:
            known = next((old for old in self.findings if _alike(old, difference, moment)), None)
            if known is None:
                known = Finding(difference.what, moment, difference.one, difference.other, worlds)
                self.findings.append(known)
            known.times += 1
            known.seats.add(moment.seat)

    def note(self, text: str) -> None:
        """Record a note about the check itself, unless the report already contains it."""
        if text not in self.notes:
            self.notes.append(text)

    def __str__(self) -> str:
        counts = f"{self.episodes} episodes, {self.moments} moments, {self.pairs} pairs of worlds compared"
        lines = [f"{self.name}: {counts}, {self.resampled} resampled worlds looked at"]
        if self.alone or self.refused:
            lines.append(f"no other world {self.alone} times, refused {self.refused} times")
        lines += [f"note: {text}" for text in self.notes]
        if not self.pairs:
            lines.append("NOTHING WAS COMPARED")
        if self.pairs or self.findings:
            lines.append(f"{len(self.findings)} findings" if self.findings else "nothing found")
        return "\n".join([*lines, *map(str, self.findings)])


def _alike(old: Finding, difference: Difference, moment: Moment) -> bool:
    return old.what == difference.what and old.moment.waits == moment.waits
