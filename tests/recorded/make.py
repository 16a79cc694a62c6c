"""Make the recorded matches: one for each way in which a deal or a match can end.

Run it from the root of the repository, for all games or for those named; it takes a minute or two:

    .venv/bin/python -m tests.recorded.make
    .venv/bin/python -m tests.recorded.make auction-hearts auction-draw

Each case below names what its record shows, the table, and perhaps the hands of the first deal and the first events.
The rest is played at random, from one seed after the other, until a match shows it; the shortest of a few is kept. The
same rules give the same files everywhere. What a name means stands in `endings.py`.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from saleroom.games import FOLDERS, load
from saleroom.match.fair import combine, commitment
from saleroom.match.match import Match
from saleroom.match.record import to_line
from tests.recorded.endings import SHOWS
from tests.recorded.story import Story

GAMES = Path(__file__).parent.parent / "games"
TRIES = 20_000
KEPT = 3  # so many matches that show it are compared; the shortest stays


def path(game: str) -> Path:
    """Where the recorded matches of a game are kept."""
    return GAMES / FOLDERS[game] / "recorded.jsonl"


@dataclass(frozen=True)
class Case:
    """A record to make."""

    shows: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: int = 4
    hands: tuple[str, ...] = ()
    """The first deal, where it is made by hand; seat 0 then deals (or leads)."""
    opening: tuple[str, ...] = ()
    """The first events after it."""
    likes: dict[str, float] = field(default_factory=dict)
    """How much the players like some verbs; a verb at 0 is a last resort."""
    stop: bool = False
    """Whether the match is left unfinished, as soon as it shows what it should."""
    fair: bool = False


class Dice:
    """Chance that is the same for every Python: of its generator only `random` is sure to stay as it is."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def value(self) -> float:
        return self._rng.random()

    def pick(self, choices: Sequence[str], weights: Sequence[float] = ()) -> str:
        """One of the choices; each as likely as its weight."""
        weights = weights or [1.0] * len(choices)
        left = self._rng.random() * sum(weights)
        for choice, weight in zip(choices, weights, strict=True):
            left -= weight
            if left < 0:
                return choice
        return choices[-1]


class Mood:
    """A random way to act: likes some verbs more than others, and bids low or high."""

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
    """The match of a case from one of its seeds, its opening played."""
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
            match.feed(f"table deal {seat} {hand}")
        for event in case.opening:
            match.feed(event)
    return match.start()


def played(game: str, case: Case, number: int) -> Iterator[dict[str, Any]]:
    """The record of a match once it is over; of one that is to be left unfinished, the record after every action."""
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
    """The line of a case."""
    found: list[str] = []
    for number in range(TRIES):
        for record in played(game, case, number):
            if SHOWS[game][case.shows](Story(record)):
                found.append(to_line({"shows": case.shows, **record}))
                break
        if len(found) == KEPT or (found and number > 200):
            break
    if not found:
        sys.exit(f"{game}: no match shows {case.shows!r}")
    return min(found, key=len)


def rounds(count: int, **options: Any) -> dict[str, Any]:
    return {"rounds": count, **options}


def deals(count: int, **options: Any) -> dict[str, Any]:
    return {"deals": count, **options}


HOUSE = [
    Case("kitty won", rounds(1)),
    Case("kitty carried, then won", rounds(2)),
    Case("kitty carried twice, then won", rounds(3)),
    Case("last round tied, kitty lost", rounds(2)),
    Case("tied winners", rounds(2)),
    Case("no auction in the whole match", rounds(2), likes={"offer": 0}),
    Case("trump turned before the auction", rounds(2, reveal="before-auction")),
    Case("forced trade", rounds(1)),
    Case("free trade", rounds(1)),
    Case("all twelve trump cards turned", rounds(13)),
    Case("unfinished", rounds(3), stop=True, likes={"pass": 0}),
    Case("unfinished, some cards laid", rounds(2), stop=True),
    Case("unfinished, some cards in the kitty", rounds(1), stop=True),
]

SPADES = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
)
NEARLY_SPADES = (
    "2S 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2C 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    *SPADES[2:],
)
NAMES_SPADES = ("1 bid 2", "2 pass", "3 pass", "0 pass", "1 name S")
LEADS_SPADES = (
    *NAMES_SPADES, "1 play AS", "2 play 2D", "3 play 2H", "0 play 2S",
    *(
        f"{seat} play {rank}{suit}"
        for low, high in zip("3456789TJQK", "KQJT9876543", strict=True)
        for seat, rank, suit in ((1, high, "S"), (2, low, "D"), (3, low, "H"), (0, low, "C"))
    ),
)  # fmt: skip

HEARTS = [
    Case("one clear", deals(1)),
    Case("two clear, pot halved", deals(1)),
    Case("two clear, odd chip stays", deals(2)),
    Case("none clear, same player names again", deals(2)),
    Case(
        "all thirteen pain cards to one player", deals(2, pain_limits="off"), hands=NEARLY_SPADES, opening=LEADS_SPADES
    ),
    Case("four passes, hearts is pain", deals(1), likes={"bid": 0}),
    Case("four passes, pot stays, auction follows", deals(2), likes={"pass": 9, "bid": 1}),
    Case("four passes, redeal", deals(2, all_pass="redeal"), likes={"pass": 9, "bid": 1}),
    Case("redeal over an odd chip", deals(3, all_pass="redeal"), likes={"pass": 4, "bid": 1}),
    Case("ends with a redeal", deals(2, all_pass="redeal"), likes={"pass": 3, "bid": 1}),
    Case("moon wins the match", deals(3), hands=SPADES, opening=NAMES_SPADES),
    Case("moon takes the pot", deals(2, moon="pot"), hands=SPADES, opening=NAMES_SPADES),
    Case("moon earns nothing", deals(2, moon="off"), hands=SPADES, opening=NAMES_SPADES),
    Case("broke player ends it", deals(9, chips=12)),
    Case("ends at the cap of deals", deals(2, chips=200)),
    Case("tied winners", deals(1)),
    Case("leftover pot shared, odd chips void", deals(1)),
    Case("unfinished", deals(2), stop=True),
    Case("unfinished, pain to be named again", deals(3), stop=True),
]

PITCH = [
    Case("target reached by the pitcher alone", deals(9, target=2)),
    Case("several there, the pitcher wins", deals(9, target=2)),
    Case("several there, high wins", deals(3, target=1)),
    Case("several there, low wins", deals(3, target=1)),
    Case("several there, jack wins", deals(3, target=1)),
    Case("target reached by cards alone", deals(3, target=1)),
    Case("set back below zero", deals(1), likes={"bid": 3, "pass": 1}),
    Case("nobody bids", deals(1), likes={"bid": 0}),
    Case("cards tied with the pitcher, the other scores", deals(1)),
    Case("cards tied with the pitcher, nobody scores", deals(1, cards_tie="nobody")),
    Case("cards tied between two others", deals(1)),
    Case("cards tied between the pitcher and two others", deals(1), seats=5),
    Case("low taken from the player dealt it", deals(1, low="taken")),
    Case("dealer equals four", deals(1)),
    Case("dealer equals less than four", deals(1, dealer_match="any")),
    Case("cap reached, one winner", deals(2)),
    Case("cap reached, tied winners", deals(1)),
    Case("four seats", deals(9, target=3)),
    Case("five seats", deals(9, target=3), seats=5),
    Case("six seats", deals(9, target=3), seats=6),
    Case("seven seats", deals(9, target=3), seats=7),
    Case("unfinished", deals(3), stop=True),
    Case("a fair deal", deals(2), fair=True),
]

DRAW = [
    Case("domino", deals(1)),
    Case("domino whose last tile locks the line", deals(1, hand=7), seats=3),
    Case("blocked by a locked line", deals(1), seats=3),
    Case("blocked by quiet turns", deals(1)),
    Case("tie, remainder goes into the next round", deals(2), seats=3),
    Case("tie in the last round, remainder is void", deals(1), seats=3),
    Case("auction sold", deals(1), seats=3, likes={"buy": 2, "bid": 1}),
    Case("auction sold for a check", deals(1), seats=3, likes={"buy": 2, "pass": 4, "bid": 1}),
    Case("auction in which a bidder raises himself", deals(1), seats=2, likes={"buy": 2, "bid": 2}),
    Case("auction without a bid", deals(1), seats=3, likes={"buy": 2, "bid": 0}),
    Case("two tiles left, but the round ends", deals(1), seats=3, likes={"buy": 2}),
    Case("last two left out", deals(1, last_two="left"), seats=3, likes={"buy": 2}),
    Case("buys although able to play", deals(1, buy_when_able="yes"), seats=3),
    Case("ends by deals", deals(3), seats=3),
    Case("ends because a stake cannot be paid", {"chips": 8}, seats=3),
    Case("tied winners", deals(2), seats=3),
    Case("double-six", deals(1), seats=2),
    Case("double-nine", deals(1), seats=5),
    Case("double-twelve", deals(1, set=12), seats=6),
    Case("two seats", {}, seats=2),
    Case("eight seats", deals(2), seats=8),
    Case("unfinished", deals(2), stop=True),
    Case("unfinished, in the auction", deals(2), seats=3, stop=True, likes={"buy": 2}),
]

STAND_PAT = ("1 discard", "2 discard", "3 discard", "0 discard")

FLOP = [
    Case("nobody short", deals(1), likes={"discard": 1}, seats=2),
    Case("flop bought", deals(1), seats=3),
    Case("flop bought after a second bid by the same player", deals(1), seats=3),
    Case("flop taken free", deals(1), seats=3, likes={"bid": 0}),
    Case("flop taken after refusals", deals(1), seats=3, likes={"bid": 0}),
    Case("refused round and round", deals(1), seats=3, likes={"bid": 0, "refuse": 3}),
    Case("who cannot pay must take", deals(2, chips=10), seats=3, likes={"bid": 0, "refuse": 5}),
    Case("only one is short", deals(1), seats=3),
    Case("reshuffle with an old stock", deals(1), seats=7),
    Case("reshuffle without an old stock", deals(1), seats=8),
    Case("keeps one", deals(1), seats=3),
    Case("keeps two", deals(1), seats=3),
    Case("keeps three", deals(1), seats=3),
    Case(
        "tie for first, odd chips",
        deals(1, ante=4),
        hands=("AC KC QC JC 9D", "AD KD QD JD 9C", "2C 3C 4C 5D 7D", "2D 3H 4H 6H 8H"),
        opening=STAND_PAT,
    ),
    Case(
        "tie for second, odd chips",
        deals(1, ante=4),
        hands=("AC AH QC JC 9D", "KD QD JD 9C 4D", "KC QS JS 9S 4C", "2D 3H 4H 6H 8H"),
        opening=STAND_PAT,
    ),
    Case(
        "tie for third, odd chips",
        deals(1, ante=4),
        hands=("AC AH QC JC 9D", "KD KH JD 9C 4D", "QS TC 8S 6S 4C", "QH TD 8H 6H 4H"),
        opening=STAND_PAT,
    ),
    Case("first voice moves", deals(1, first_voice="rotates"), seats=3),
    Case("a player without chips wins a prize", deals(2, chips=10), seats=3),
    Case("a straight or better", deals(1), seats=3),
    Case("ends by deals", deals(3), seats=3),
    Case("ends because an ante cannot be paid", {"chips": 20, "ante": 5}, seats=3),
    Case("tied winners", deals(1), seats=3),
    Case("two seats", {}, seats=2),
    Case("eight seats", deals(1), seats=8),
    Case("unfinished", deals(2), stop=True),
    Case("unfinished, a flop is refused", deals(2), seats=3, stop=True, likes={"bid": 0}),
]

CASES = {
    "auction-house": HOUSE,
    "auction-hearts": HEARTS,
    "auction-pitch": PITCH,
    "auction-draw": DRAW,
    "auction-flop-poker": FLOP,
}


def main(games: Sequence[str]) -> None:
    """Write the files of these games, or of all."""
    for game in games or CASES:
        lines = [make(game, case) for case in CASES[game]]
        path(game).write_text("".join(lines), encoding="utf-8", newline="\n")
        print(f"{game}: {len(lines)} records", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
