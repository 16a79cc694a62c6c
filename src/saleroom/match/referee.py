"""Referee: reads a record event by event, replays it as a match, and objects to every fault."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from saleroom.games import ALL, load
from saleroom.kernel.options import BadOptions, shown
from saleroom.match.errors import BadRecord
from saleroom.match.match import Match
from saleroom.match.record import Record, is_hidden, option_faults, shape_faults
from saleroom.match.seeds import Seed, seed_bytes


def faults(record: Any) -> list[str]:
    """Return all faults of a record; the list is empty if the record is valid. No value of `record` raises an error."""
    return list(Referee(record).objections())


def replay(record: Any, seed: Seed = None) -> Match:
    """Return the match of a record, ready to continue; raise `BadRecord` if a referee objects.

    Cards that an unfinished record does not name come from `seed`. Without `seed`, these cards come from the record's
    own seed if that seed produces every recorded card; otherwise they are random.
    """
    referee = Referee(record, seed)
    for objection in referee.objections():
        raise BadRecord(objection)
    match = referee.match
    if seed is None and not referee.from_seed and not match.over:
        again = Referee(record, seed_bytes(None))
        list(again.objections())
        match = again.match
        match.seed_text = None
    elif not referee.from_seed:
        match.seed_text = record["seed"] if match.over else None
    elif seed is None:
        match.seed_text = record["seed"]
    match.fair = record.get("fair")
    return match.run_table()


def own_seed(record: Record) -> bytes | None:
    """Return the seed in a record; None if it has no seed in a format of Saleroom."""
    try:
        return None if record["seed"] is None else seed_bytes(record["seed"])
    except ValueError:
        return None


class Referee:
    """Referee of one record. After `objections` has yielded all faults, `match` is at the end of the record."""

    match: Match

    def __init__(self, record: Any, seed: Seed = None) -> None:
        """Prepare to judge a record; cards that it does not name come from `seed`, by default the record's own seed."""
        self.record = record
        self.seed = seed
        self.from_seed = True
        """Whether the seed produces every card in the record."""

    def objections(self) -> Iterator[str]:
        """Yield the faults in order; stop after a fault that keeps the match from continuing."""
        wrong = shape_faults(self.record, ALL)
        if not wrong and is_hidden(self.record):
            wrong = ["the record hides pieces (??) that a seat did not see; it cannot be verified"]
        if wrong:
            yield from wrong
            return
        try:
            self.match = self._set_up()
        except ValueError as error:
            yield str(error)
            return
        yield from self._judge_deals()

    def _set_up(self) -> Match:
        game, given = load(self.record["game"]), self.record["options"]
        seats, first = len(self.record["players"]), self.record["deals"][0]["dealer"]
        version = self.record.get("rules_version", 1)
        missing = option_faults(game.options_in(version), given)
        if missing:
            raise BadOptions(missing[0])
        if any(value is None for value in given.values()):
            raise BadOptions("an option is null")
        options = game.settle_options(given, seats, version)
        if not 0 <= first < seats:
            raise BadRecord(f"deal 1: there is no seat {shown(first)}")
        seed = self.seed if self.seed is not None else own_seed(self.record)
        self.from_seed = seed is not None
        return Match(game, options, self.record["players"], seed, first, version)

    def _judge_deals(self) -> Iterator[str]:
        for number, deal in enumerate(self.record["deals"], 1):
            if self.match.over:
                yield f"deal {number}: the match is over before it"
                return
            self.match.table_due()
            if deal["dealer"] != self.match.dealer:
                yield f"deal {number}: the dealer is seat {self.match.dealer}, not {shown(deal['dealer'])}"
            for place, event in enumerate(deal["events"], 1):
                objection = self._event(number, event)
                if objection:
                    yield f"deal {number}, event {place}: {objection}"
                    return
            stop = yield from self._judge_score(number, deal)
            if stop:
                return
        yield from self._judge_end()

    def _event(self, number: int, event: str) -> str:
        """Play one event; return the objection to it, or an empty text."""
        match = self.match
        if len(match.deals) >= number and match.deals[number - 1].score is not None:
            return "the deal is over before it"
        try:
            self.from_seed &= match.apply_event(event, in_order=True)
        except ValueError as error:
            return f"{event[:60]!r}: {error}"
        return ""

    def _judge_score(self, number: int, deal: dict[str, Any]) -> Generator[str, None, bool]:
        """Yield the faults in the deal's result; return whether the replay must stop there."""
        last = number == len(self.record["deals"])
        settled = self.match.deals[number - 1]
        if settled.score is None:
            if not last or "score" in deal or "carry" in deal or "scores" in self.record or "winners" in self.record:
                yield f"deal {number}: events are missing; the deal is not over"
            return True
        for name, truth in (("score", settled.score), ("carry", settled.carry)):
            if name not in deal:
                yield f"deal {number}: {name} is missing"
            elif deal[name] != truth:
                yield f"deal {number}: {name} is {truth}, not {shown(deal[name])}"
        return False

    def _judge_end(self) -> Iterator[str]:
        if not self.match.over:
            yield "a deal is missing: a settled deal is followed at once by the next"
            return
        for name, truth in (("scores", self.match.scores), ("winners", self.match.winners)):
            if name not in self.record:
                yield f"{name} are missing"
            elif self.record[name] != truth:
                yield f"{name} are {truth}, not {shown(self.record[name])}"
