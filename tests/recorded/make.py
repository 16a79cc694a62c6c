"""Make the recorded matches: one for each way in which a deal or a match can end.

Run it from the root of the repository, for all games or for those named; it takes a minute or two:

    .venv/bin/python -m tests.recorded.make
    .venv/bin/python -m tests.recorded.make auction-hearts auction-draw

Each case specifies what its record must show, the table to use and, if necessary, the first hands and events. The rest
is random: seeds are tried until a few matches show what is required, and the shortest match is stored. The same rules
give the same files on every machine. The cases and their meaning are in `endings.py` of each game's tests.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from saleroom.games import ALL, load
from saleroom.match.fair_deals import combine, commitment
from saleroom.match.match import Match
from saleroom.match.record import to_line
from tests.games import file_of, has_part, of_game
from tests.recorded.cases import Case
from tests.recorded.story import Story

TRIES = 20_000
KEPT = 3  # number of suitable matches, of which the shortest is kept


def path(game: str) -> Path:
    """Return the file of a game's recorded matches."""
    return file_of(game, "recorded.jsonl")


def lines(game: str) -> list[str]:
    """Return the recorded matches of a game, one per line; empty for a new game."""
    return path(game).read_text("utf-8").splitlines(keepends=True) if has_part(game, path(game).name) else []


class Dice:
    """Random number generator that gives the same numbers in every Python version.

    Python guarantees this only for the method `random` of its own generator.
    """

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def value(self) -> float:
        return self._rng.random()

    def pick(self, choices: Sequence[str], weights: Sequence[float] = ()) -> str:
        """Choose one of the choices, with probabilities in proportion to the weights."""
        weights = weights or [1.0] * len(choices)
        left = self._rng.random() * sum(weights)
        for choice, weight in zip(choices, weights, strict=True):
            left -= weight
            if left < 0:
                return choice
        return choices[-1]


class Mood:
    """Random playing style, with a preference for some verbs and for low or high bids."""

    def __init__(self, dice: Dice, likes: dict[str, float]) -> None:
        self.dice = dice
        self.liking = dict(likes)
        self.modesty = dice.value()

    def choose(self, legal: list[str]) -> str:
        verbs = sorted({words.split(" ")[0] for words in legal})
        for verb in verbs:
            self.liking.setdefault(verb, self.dice.value() ** 2 + 0.01)
        verb = self.dice.pick(verbs, [self.liking[verb] + 1e-9 for verb in verbs])
        of_verb = [words for words in legal if words.split(" ")[0] == verb]
        return of_verb[0] if verb == "bid" and self.dice.value() < self.modesty else self.dice.pick(of_verb)


def set_up(game: str, case: Case, number: int) -> Match:
    """Return the match of a case with the seed numbered `number`, after the events that the case gives."""
    spec = load(game)
    options = spec.settle_options(case.options, case.seats)
    players = [f"player {seat}" for seat in range(case.seats)]
    server_seed = hashlib.sha256(f"{game} {case.shows} {number}".encode()).digest()
    words = [f"word {seat}" for seat in range(case.seats)]
    seed = combine(server_seed, words)
    match = Match(spec, options, players, seed, first=0 if case.hands else None)
    if case.fair:
        match.fair = {"commit": commitment(server_seed), "server_seed": server_seed.hex(), "words": words}
    if case.hands:
        match.seed_text = None
        for seat, hand in enumerate(case.hands):
            match.apply_event(f"table deal {seat} {hand}")
        for event in case.opening:
            match.apply_event(event)
    return match.run_table()


def played(game: str, case: Case, number: int) -> Iterator[dict[str, Any]]:
    """Play a case at random.

    Yield the record of the finished match or, for a case with `stop`, the record before each action.
    """
    match = set_up(game, case, number)
    dice = Dice(f"{game} {case.shows} {number}")
    mood = Mood(dice, case.likes)
    while not match.over:
        if case.stop:
            yield match.record()
        seat = int(dice.pick([str(seat) for seat in match.to_act]))
        match.act(seat, mood.choose(match.legal(seat)))
    if not case.stop:
        yield match.record()


def make(game: str, case: Case) -> str:
    """Return the shortest record found for a case, as a line of JSON."""
    found: list[str] = []
    shows = of_game(game, "endings").SHOWS[case.shows]
    for number in range(TRIES):
        for record in played(game, case, number):
            if shows(Story(record)):
                found.append(to_line({"shows": case.shows, **record}))
                break
        if len(found) == KEPT or (found and number > 200):
            break
    if not found:
        sys.exit(f"{game}: no match shows {case.shows!r}")
    return min(found, key=len)


def main(games: Sequence[str]) -> None:
    """Write the files of the given games, or of all games."""
    for game in games or ALL:
        made = [make(game, case) for case in of_game(game, "endings").CASES]
        path(game).write_text("".join(made), encoding="utf-8", newline="\n")
        print(f"{game}: {len(made)} records", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
