"""Non-interference check: when something that a seat cannot know changes, what the seat receives must not change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from saleroom.testing.adapters import table_of
from saleroom.testing.comparing import Difference, differences
from saleroom.testing.report import Moment, Report
from saleroom.testing.resampling import kept_hidden, look_at_resampled
from saleroom.testing.tables import NoRedeal, Seat, Table, World

Redeal = Callable[[World, Seat, Random], World | None]
"""Function that returns another world that the seat cannot distinguish by the rules; None if there is none.

It receives a copy of the world, which it can change and return. If the library stores values that depend on the changed
parts (infos, masks, rewards), the function must recompute them. Otherwise, both worlds have the same copied values, and
the check cannot find leaks through them.
"""
Knows = Callable[[World, Seat], Any]
"""Function that returns what a seat may know by the rules, in comparable form; it is used to check redeals."""

KEPT_SHARE = 0.2
"""Share of the pairs of worlds that are resampled many times, which is slow."""


def leak_check(
    env_or_game: Any,
    redeal: Redeal | None = None,
    *,
    knows: Knows | None = None,
    episodes: int = 20,
    seed: int = 0,
    share: float = 1.0,
    most_moves: int = 1000,
    worlds: int = 1,
    resamples: int = 4,
    render: bool = False,
) -> Report:
    """Play random moves; at each decision, compare what a seat receives in worlds (deals) that it cannot distinguish.

    Args:
        env_or_game: a PettingZoo AEC environment, an OpenSpiel game or an RLCard environment.
        redeal: changes what a seat cannot know, and recomputes everything that the environment stores about what it has
            changed. By default, the redeal is the environment's own (`env.unwrapped.redeal(agent, rng)`) or that of
            `saleroom.testing.redeals`; for any other OpenSpiel game, the redeal keeps the text that the game shows the
            seat.
        knows: returns what a seat may know by the rules. If the result differs between two worlds, the redeal is wrong,
            and the worlds are not compared.
        episodes: number of episodes, with the seeds `seed`, `seed` + 1, …
        seed: seed of the first episode.
        share: share of all decisions that are checked.
        most_moves: maximum number of moves in an episode.
        worlds: number of other worlds for each seat at each decision.
        resamples: number of worlds from `resample_from_infostate` for each seat at each decision, if a game provides
        it.
        render: also compare `render()`; only sensible if the picture is for one seat.

    Raises:
        NoRedeal: there is no redeal for this environment, and none was given.
        TypeError: unsupported kind of object, a game with simultaneous moves, or unknown legal actions.
        ValueError: `render` is set, but the environment draws no picture.
    """
    table = table_of(env_or_game, render)
    check = _Check(table, redeal, knows, worlds, resamples)
    if redeal is None and getattr(table, "caution", ""):
        check.report.note(table.caution)  # type: ignore
    for episode in range(episodes):
        check.episode(episode, seed + episode, share, most_moves)
    check.note_idle_seats()
    return check.report


class _Check:
    def __init__(self, table: Table, redeal: Redeal | None, knows: Knows | None, worlds: int, resamples: int):
        self.table = table
        self.redeal = redeal
        self.knows = knows
        self.worlds = worlds
        self.resamples = resamples
        self.report = Report(table.name)
        self.compared: set[Seat] = set()
        self.varied: set[Seat] = set()
        """`compared` has the seats for which worlds were compared.

        `varied` has those of them for which some of the worlds differed.
        """

    def episode(self, number: int, seed: int, share: float, most_moves: int) -> None:
        rng = Random(f"play {seed}")
        world = self.table.begin(seed)
        self.report.episodes += 1
        for move in range(most_moves):
            mover = self.table.mover(world)
            if mover is None:
                return
            if rng.random() < share:
                self.report.moments += 1
                for seat in self.table.seats:
                    self.look(world, Moment(number, seed, move, seat, seat != mover))
            world = self.table.act(world, rng.choice(self.table.choices(world)), rng)

    def look(self, world: World, moment: Moment) -> None:
        rng = Random(f"look {moment}")
        if self.resamples and not look_at_resampled(self.table, world, moment, self.resamples, rng, self.report):
            self.resamples = 0
        for _ in range(self.worlds):
            other = self.another(world, moment.seat, rng)
            if other is None:
                self.report.alone += 1
            elif not self.allowed(world, other, moment.seat):
                self.report.refused += 1
            else:
                self.report.pairs += 1
                self.compared.add(moment.seat)
                self.compare(world, other, moment, rng)

    def another(self, world: World, seat: Seat, rng: Random) -> World | None:
        if self.redeal is None:
            return self.table.redeal(world, seat, rng)
        return self.redeal(self.table.copy(world), seat, rng)

    def allowed(self, world: World, other: World, seat: Seat) -> bool:
        """Return whether the seat may know the same in both worlds, according to `knows`; true if `knows` is None."""
        return self.knows is None or not any(differences(self.knows(world, seat), self.knows(other, seat)))

    def differing(self, world: World, other: World, seat: Seat) -> Iterator[Difference]:
        return differences(self.table.given(world, seat), self.table.given(other, seat))

    def compare(self, world: World, other: World, moment: Moment, rng: Random) -> None:
        found = list(self.differing(world, other, moment.seat))
        if self.resamples and rng.random() < KEPT_SHARE:
            found += kept_hidden(self.table, world, other, moment, rng, self.report)
        if found or moment.seat not in self.varied:
            apart = self.unlike(world, other, moment.seat)
            if apart:
                self.varied.add(moment.seat)
            self.report.add(found, moment, apart or "nothing that another seat is given")

    def note_idle_seats(self) -> None:
        """Note the seats whose compared worlds never differed, except in single-seat games.

        The check proves nothing about these seats.
        """
        idle = [repr(seat) for seat in self.table.seats if seat in self.compared - self.varied]
        if idle and len(self.table.seats) > 1:
            self.report.idle = True
            nothing = "the worlds differ in nothing that another seat is given: does the redeal vary anything?"
            self.report.note(f"for {', '.join(idle)} {nothing}")

    def unlike(self, world: World, other: World, seat: Seat) -> str:
        """Return how two worlds differ, according to the table adapter or to what another seat receives.

        The text is empty if they are equal.
        """
        told = self.table.unlike(world, other)
        if told:
            return told
        for rival in self.table.seats:
            if rival != seat:
                for difference in self.differing(world, other, rival):
                    return f"{difference.what}, given to {rival!r}: {difference.one} → {difference.other}"
        return ""


__all__ = ["Knows", "NoRedeal", "Redeal", "leak_check"]
