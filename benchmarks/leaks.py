"""`python -m benchmarks.leaks`: search third-party card games for leaks of hidden information, and write the table in
`docs/research/leaks.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from saleroom.testing import Report, leak_check

PAGE = Path(__file__).parents[1] / "docs" / "research" / "leaks.md"
MARKS = ("<!-- table: python -m benchmarks.leaks -->\n", "<!-- end of table -->")


@dataclass(frozen=True)
class Subject:
    """A third-party game to check."""

    library: str
    name: str
    varied: str
    episodes: int
    limits: dict[str, Any] = field(default_factory=dict)
    """Further arguments for `leak_check`, for example to check long games only at some positions."""

    @property
    def title(self) -> str:
        """The library and the game."""
        return f"{self.library} {self.name}"


LONG = {"share": 0.3}
LIMIT_HOLDEM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=50 100,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=200 200 400 400,maxRaises=3 4 4 4)"
)
SUBJECTS = (
    Subject("open-spiel", "blackjack", "the dealer's card that lies face down", 400),
    Subject("open-spiel", "bridge", "others' hands (auction only)", 2, {"share": 0.1, "resamples": 0}),
    Subject("open-spiel", "bridge(use_double_dummy_result=false)", "others' hands; not dummy's", 60, LONG),
    Subject("open-spiel", "crazy_eights(players=2)", "the other's hand and draws", 40, LONG),
    Subject("open-spiel", "crazy_eights(players=5)", "others' hands and draws", 40, LONG),
    Subject("open-spiel", "cribbage", "the other's hand and what it laid into the crib", 30, {"share": 0.2}),
    Subject("open-spiel", "dou_dizhu", "others' hands; the three cards left over until they are taken up", 40, LONG),
    Subject("open-spiel", "euchre", "others' hands, the dealer's discard", 100),
    Subject("open-spiel", "first_sealed_auction", "others' values and sealed bids", 200),
    Subject("open-spiel", "gin_rummy", "the other's hand and draws, until a knock", 20, {"share": 0.2}),
    Subject("open-spiel", "hanabi", "one's own hand", 100),
    Subject("open-spiel", "hearts", "others' hands and passes", 20, {"share": 0.3, "resamples": 2}),
    Subject("open-spiel", "kuhn_poker(players=3)", "others' cards", 200),
    Subject("open-spiel", "leduc_poker(players=3)", "others' cards", 200),
    Subject("open-spiel", "liars_dice(numdice=2)", "the other's dice", 100),
    Subject("open-spiel", "oh_hell", "others' hands", 40, {"share": 0.5}),
    Subject("open-spiel", "python_block_dominoes", "by the game's own text", 20, LONG),
    Subject("open-spiel", "python_kuhn_poker", "by the game's own text", 100),
    Subject("open-spiel", "python_team_dominoes", "by the game's own text", 10, LONG),
    Subject("open-spiel", "skat", "others' hands, the skat, what is laid away", 100),
    Subject("open-spiel", "spades", "others' hands", 40, LONG),
    Subject("open-spiel", "tiny_bridge_2p", "the partner's hand", 100),
    Subject("open-spiel", "tiny_bridge_4p", "others' hands", 100),
    Subject("open-spiel", "tiny_hanabi", "the other's piece", 100),
    Subject("open-spiel", "universal_poker", "others' hole cards", 200),
    Subject("open-spiel", LIMIT_HOLDEM, "others' hole cards", 60, {"resamples": 0}),
    Subject("rlcard", "blackjack", "the dealer's card that lies face down, the deck", 400),
    Subject("rlcard", "bridge", "others' hands; not dummy's after the first lead", 20, LONG),
    Subject("rlcard", "doudizhu", "others' hands, but for the landlord's three open cards", 10, {"share": 0.2}),
    Subject("rlcard", "gin-rummy", "the stock and the other's hand, but for what was taken up openly", 20, LONG),
    Subject("rlcard", "leduc-holdem", "the other's card, the deck", 400),
    Subject("rlcard", "limit-holdem", "the other's hole cards, the deck", 400),
    Subject("rlcard", "mahjong", "others' hands, the wall", 10, LONG),
    Subject("rlcard", "no-limit-holdem", "the other's hole cards, the deck", 400),
    Subject("rlcard", "uno", "others' hands, the deck", 20, LONG),
    Subject("pettingzoo", "hanabi_v5", "one's own hand", 60),
    Subject("pettingzoo", "leduc_holdem_v4", "the other's card, the deck", 400),
    Subject("pettingzoo", "texas_holdem_v4", "the other's hole cards, the deck", 400),
    Subject("pettingzoo", "texas_holdem_no_limit_v6", "the other's hole cards, the deck", 400),
)


def _open_spiel(name: str) -> Any:
    import_module("open_spiel.python.games")  # registers the games that are written in Python
    return import_module("pyspiel").load_game(name)


def _rlcard(name: str) -> Any:
    return import_module("rlcard").make(name)


def _pettingzoo(name: str) -> Any:
    return import_module(f"pettingzoo.classic.{name}").env()


MAKE: dict[str, Callable[[str], Any]] = {"open-spiel": _open_spiel, "rlcard": _rlcard, "pettingzoo": _pettingzoo}
CALLED = {"open-spiel": "OpenSpiel", "rlcard": "RLCard", "pettingzoo": "PettingZoo"}


def look_at(subject: Subject, seed: int = 0) -> Report:
    """Check one game, and return the report."""
    return leak_check(MAKE[subject.library](subject.name), episodes=subject.episodes, seed=seed, **subject.limits)


def row(subject: Subject, report: Report) -> str:
    """Return the table row of a game: what differed, for whom, and how often."""
    found: dict[str, list[str]] = {}
    for finding in report.findings:
        who = "waits" if finding.moment.waits else "moves"
        found.setdefault(f"`{finding.what}`", []).append(f"{who} {finding.times}×")
    differed = "; ".join(f"{what} ({', '.join(sorted(times))})" for what, times in sorted(found.items()))
    name = "universal_poker, as limit hold'em" if subject.name == LIMIT_HOLDEM else subject.name
    resampled = str(report.resampled) if report.resampled else "–"
    cells = [CALLED[subject.library], f"`{name}`", subject.varied, str(report.episodes), str(report.pairs), resampled]
    return f"| {' | '.join([*cells, differed or 'nothing'])} |\n"


def table(lines: Sequence[str]) -> str:
    """Return the table, after a line with the versions of the checked libraries."""
    versions = ", ".join(f"{CALLED[library]} {version(library)}" for library in MAKE)
    head = "| library | game | varied | episodes | pairs | resampled | differed |\n"
    return f"{versions}.\n\n{head}| --- | --- | --- | --- | --- | --- | --- |\n{''.join(lines)}"


def rows(seed: int) -> list[str]:
    """Return all rows of the table, and print each row as soon as it is known."""
    found = []
    for subject in SUBJECTS:
        found.append(row(subject, look_at(subject, seed)))
        print(found[-1], flush=True)
    return found


def around_table() -> tuple[str, str]:
    """Return the text of `docs/research/leaks.md` before the table and after it."""
    before, begin, rest = PAGE.read_text("utf-8").partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not (begin and end):
        sys.exit(f"{PAGE} has no place for the table")
    return before, after


def main(given: Sequence[str] | None = None) -> None:
    """Check the requested games; write the page if all games were checked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.leaks", description="Look for leaks in others' games.")
    parser.add_argument("--only", metavar="TEXT", help="games whose name holds this; their reports, and no table")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(given)
    if asked.only is None:
        before, after = around_table()
        PAGE.write_text(f"{before}{MARKS[0]}\n{table(rows(asked.seed))}\n{MARKS[1]}{after}", "utf-8")
        return
    chosen = [subject for subject in SUBJECTS if asked.only in subject.title]
    if not chosen:
        sys.exit(f"no game's name holds {asked.only!r}; there are {', '.join(subject.title for subject in SUBJECTS)}")
    for subject in chosen:
        print(look_at(subject, asked.seed), flush=True)


if __name__ == "__main__":
    main()
