"""Review of a match as text: the decisions that had a cost, deal by deal, and a summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from saleroom.kernel.game import Game
from saleroom.terminal.action_text import Wording, sentence, worlds
from saleroom.terminal.layout import table
from saleroom.terminal.screen import Screen
from saleroom.toolkit.text import phrases
from saleroom.toolkit.text.board import Text
from saleroom.toolkit.text.counts import DECISIONS, counted
from saleroom.toolkit.text.ink import ink, join
from saleroom.toolkit.text.voice import Voice

INDENT = "     "
MOST_BEFORE = 4  # maximum number of other players' actions shown before a decision
WORST = 3
LEAST_WINS = 0.05  # minimum loss that is mentioned, in wins per 100 matches


class Judged(Protocol):
    """Decision and its cost, from a review."""

    @property
    def deal(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def before(self) -> tuple[str, ...]: ...
    @property
    def played(self) -> str: ...
    @property
    def best(self) -> str: ...
    @property
    def cost(self) -> float: ...
    @property
    def unsure(self) -> float: ...
    @property
    def wins_cost(self) -> float: ...
    @property
    def reasons(self) -> tuple[str, ...]: ...


def tell(
    game: Game,
    seat: int,
    judge: str,
    deals: int,
    decisions: Sequence[Judged],
    plain: bool,
    every: bool,
    over: bool = True,
) -> None:
    """Print a review of `deals` deals. If `every`, include the decisions without a cost."""
    screen = Screen(plain)
    screen.say(ink(game.title, "strong") + f", the decisions of seat {seat}, judged by {judge}.")
    if not over:
        screen.say("The match is not finished; this is about what has been played so far.")
    if any("worlds" in reason for one in decisions for reason in one.reasons):
        explained = worlds(game)
        screen.say(sentence(ink(explained)) if screen.plain else ink(explained, "quiet"))
    for line in Reader(Voice(screen.plain, seat), game, every).told(deals, decisions):
        screen.say(line)


class Reader:
    """Formatter of a review, addressed to the player in the reviewed seat."""

    def __init__(self, voice: Voice, game: Game, every: bool) -> None:
        """Store the voice and the game. If `every`, include decisions without a cost."""
        self.voice, self.unit, self.every = voice, game.unit, every
        self.says = Wording(game, voice)

    def told(self, deals: int, decisions: Sequence[Judged]) -> Iterator[Text]:
        """Yield the lines on the decisions in `deals` deals, then the summary."""
        for deal in range(1, deals + 1):
            judged = [one for one in decisions if one.deal == deal]
            shown = [one for one in judged if self.every or one.cost or one.wins_cost]
            yield from phrases.rule(f"Deal {deal}", self.voice)
            if not shown:
                yield f"Nothing better in {counted(len(judged), DECISIONS)}." if judged else "No decision to make."
            for one in shown:
                yield from self._decision(one)
        yield from phrases.rule("Summary", self.voice)
        yield from self._summary(decisions)

    def _decision(self, one: Judged) -> Iterator[Text]:
        """Yield the lines on one decision, after the other players' last actions."""
        voice, says, indent = self.voice, self.says, "" if self.voice.plain else INDENT
        number = ink(f"Event {one.number}: " if voice.plain else f"{one.number:>3}  ", "quiet")
        before = [says.event(words) for words in one.before[-MOST_BEFORE:]]
        if before:
            yield number + join("; ", before) + "."
        did = (ink(indent) if before else number) + says.event(f"{voice.you} {one.played}")
        best = says.action(one.best)
        if not (one.cost or one.wins_cost):
            same = one.best == one.played
            better = "nothing is better" if same else says.doing(one.best) + " is not clearly better"
            yield did + "; " + better + "."
            return
        yield did + ". Better: " + best + "."
        yield indent + self._price(one)
        for reason in one.reasons:
            clause = says.clause(reason)
            yield sentence(clause) if voice.plain else indent + clause

    def _price(self, one: Judged) -> Text:
        """Return the cost of a decision and its uncertainty as text."""
        if not one.cost:
            words = f"{100 * one.wins_cost:.0f} wins in 100 given away"
            return (
                f"{words}, and nothing of the score."
                if self.voice.plain
                else (ink(words, "strong") + ", and nothing of the score")
            )
        lost, wins = f"{one.cost:.2f} {self.unit} given away", 100 * one.wins_cost
        sure = f", give or take {one.unsure:.2f}"
        more = f", and {wins:.1f} wins in 100" if wins >= LEAST_WINS else ""
        return f"{lost}{sure}{more}." if self.voice.plain else ink(lost, "strong") + sure + more

    def _summary(self, decisions: Sequence[Judged]) -> Iterator[Text]:
        if not decisions:
            yield "There was no decision to make."
            return
        faults = sorted((one for one in decisions if one.cost), key=lambda one: -one.cost)
        chances = [one for one in decisions if one.wins_cost and not one.cost]
        sound = len(decisions) - len(faults) - len(chances)
        yield f"{counted(len(decisions), DECISIONS)}; in {sound} nothing was surely better."
        if chances:
            percent = 100 * max(one.wins_cost for one in chances)
            yield f"{counted(len(chances), DECISIONS)} gave away chances to win alone, at most {percent:.0f} in 100."
        if not faults:
            return
        total = sum(one.cost for one in faults)
        yield f"{counted(len(faults), DECISIONS)} gave away {total:.2f} {self.unit}."
        yield "The worst:" if len(faults) > 1 else "It was:"
        yield from self._worst(faults[:WORST])

    def _worst(self, faults: Sequence[Judged]) -> Iterator[Text]:
        voice, says = self.voice, self.says
        pairs = [(says.action(one.played), says.action(one.best)) for one in faults]
        if voice.plain:
            for one, (played, best) in zip(faults, pairs, strict=True):
                yield (
                    f"Deal {one.deal}, event {one.number}: {one.cost:.2f} {self.unit}, to "
                    + played
                    + ", not "
                    + best
                    + "."
                )
            return
        names = [f"deal {one.deal}" for one in faults]
        rows: list[list[Text]] = [
            [str(one.number), played, best, f"{one.cost:.2f}"]
            for one, (played, best) in zip(faults, pairs, strict=True)
        ]
        for line in table(["event", "you chose", "better", self.unit], names, rows):
            yield INDENT + line
