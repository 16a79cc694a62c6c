"""Independent referee of `saleroom/1` records. It uses the independent implementations of the games (twins).

The function `faults` accepts any JSON value and never raises. Its messages contain no number from a record, because
such a number can be too long to print.
"""

from __future__ import annotations

from tests.games.twins import Fault, Option, Twin, shown
from tests.twin.registry import TWINS

UNFINISHED_MISSING = ("scores", "winners")


def faults(record: object) -> list[str]:
    """Return the faults of a record, or an empty list if it is valid."""
    if not isinstance(record, dict):
        return ["the record is not an object"]
    found = head_faults(record) + shape_faults(record)
    if found:
        return found
    if any_hidden(record):
        return ["seen from a seat: a record with ?? cannot be verified"]
    twin, reason = start(record)
    if twin is None:
        return [reason]
    return Referee(record, twin).judge()


# Checks of types and texts, before any rule is checked


def is_int(value: object) -> bool:
    return type(value) is int  # True and 1.0 are not allowed


def is_ints(value: object) -> bool:
    return isinstance(value, list) and all(is_int(item) for item in value)


def is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def head_faults(record: dict) -> list[str]:
    found = []
    if record.get("format") != "saleroom/1":
        found.append("the format is not saleroom/1")
    game = record.get("game")
    if not isinstance(game, str) or game not in TWINS:
        found.append(f"unknown game: {shown(game)}")
    if not isinstance(record.get("options"), dict):
        found.append("options are not an object")
    if not is_texts(record.get("players")):
        found.append("players are not a list of texts")
    if not is_int(record.get("rules_version", 1)):
        found.append("rules_version is not a number")
    seed = record.get("seed", False)
    if not (seed is None or isinstance(seed, str) or is_int(seed)):
        found.append("the seed is missing or has a wrong type")
    if "fair" in record:
        found += fair_faults(record["fair"])
    return found


def fair_faults(fair: object) -> list[str]:
    """Return faults in the types of the fairness proof. Do not check whether the cards follow from the seed."""
    if not isinstance(fair, dict):
        return ["fair is not an object"]
    found = [
        f"fair: {name} is not a text"
        for name in ("commit", "server_seed")
        if name in fair and not isinstance(fair[name], str)
    ]
    if "words" in fair and not is_texts(fair["words"]):
        found.append("fair: words are not a list of texts")
    return found


def shape_faults(record: dict) -> list[str]:
    found = []
    for name in ("scores", "winners"):
        if name in record and not is_ints(record[name]):
            found.append(f"{name} are not a list of whole numbers")
    deals = record.get("deals")
    if not isinstance(deals, list) or not deals:
        return [*found, "deals are not a list, or an empty one"]
    for number, deal in enumerate(deals, 1):
        found += [f"deal {number}: {what}" for what in deal_shape_faults(deal)]
    return found


def deal_shape_faults(deal: object) -> list[str]:
    if not isinstance(deal, dict):
        return ["not an object"]
    found = []
    if not is_int(deal.get("dealer")):
        found.append("the dealer is not a whole number")
    if not is_texts(deal.get("events")):
        found.append("events are not a list of texts")
    if "score" in deal and not is_ints(deal["score"]):
        found.append("the score is not a list of whole numbers")
    if "carry" in deal and not is_int(deal["carry"]):
        found.append("the carry is not a whole number")
    return found


def any_hidden(record: dict) -> bool:
    events = [event for deal in record["deals"] for event in deal["events"]]
    return any("??" in event.split(" ") for event in events)


def values_before(rules: list[Option], rules_version: int) -> dict[str, int | str | None]:
    """Return the options that were added after `rules_version`, with the values that keep the earlier behaviour."""
    if rules_version not in range(1, 1 + max(rule.since for rule in rules)):
        raise ValueError("the rules have no such version")
    return {rule.name: rule.before for rule in rules if rule.since > rules_version}


def start(record: dict) -> tuple[Twin | None, str]:
    """Return the twin at the start of the match. If the record cannot be replayed, return `None` and the reason."""
    game, options = TWINS[record["game"]], record["options"]
    table = len(record["players"]), record["deals"][0]["dealer"]
    try:
        rules = game({}, *table).option_rules(table[0])
        older = values_before(rules, record.get("rules_version", 1))
        if options.keys() & older.keys():
            raise ValueError("an option is newer than the rules")
        options = {**options, **older}
        twin = game(options, *table)
    except ValueError as error:
        return None, str(error)
    missing = [name for name in twin.options if name not in options]
    if missing:
        return None, f"missing options: {', '.join(missing)}"
    return twin, ""


class Referee:
    """Object that replays a well-formed record with a twin, and collects faults."""

    def __init__(self, record: dict, twin: Twin) -> None:
        self.record = record
        self.twin = twin
        self.found: list[str] = []
        self.sealed_at = -1  # index, in the order of the sealed phase, of the seat that chose last

    def judge(self) -> list[str]:
        deals = self.record["deals"]
        for index, deal in enumerate(deals):
            self.number = index + 1
            if self.twin.over:
                self.deal_fault("surplus deal: the match is over")
                return self.found
            if not self.judge_deal(deal, last=index == len(deals) - 1):
                return self.found
        return self.found + self.end_faults()

    def deal_fault(self, what: str) -> None:
        self.found.append(f"deal {self.number}: {what}")

    def judge_deal(self, deal: dict, last: bool) -> bool:
        """Check one deal. Return `False` if the later deals cannot be checked."""
        if deal["dealer"] != self.twin.dealer:
            self.deal_fault(f"the dealer is seat {self.twin.dealer}")
        for event_number, event in enumerate(deal["events"], 1):
            reason = self.event_fault(event)
            if reason:
                self.found.append(f"deal {self.number}, event {event_number}: {reason}")
                return False
        if not self.settled():
            if not last or self.finished() or "score" in deal or "carry" in deal:
                self.deal_fault("events are missing: the deal is not over")
                return False
            return True
        self.judge_settlement(deal)
        return True

    def settled(self) -> bool:
        return self.twin.over or self.twin.deal_number > self.number

    def finished(self) -> bool:
        return any(name in self.record for name in UNFINISHED_MISSING)

    def event_fault(self, event: str) -> str | None:
        if self.settled():
            return "surplus event: the deal is over"
        order = self.twin.sealed()
        begins = len(self.twin.sealed_waiting()) == len(order) if order else False
        try:
            self.twin.apply(event)
        except Fault as fault:
            return fault.reason
        if not order:
            return None
        before = -1 if begins else self.sealed_at  # a new sealed round can begin directly after another
        self.sealed_at = order.index(int(event[0]))
        return None if self.sealed_at > before else "a sealed act is out of order"

    def judge_settlement(self, deal: dict) -> None:
        if "score" not in deal or "carry" not in deal:
            self.deal_fault("the deal is over, its score or carry is missing")
        if "score" in deal and deal["score"] != self.twin.last_score:
            self.deal_fault(f"the score is {self.twin.last_score}")
        if "carry" in deal and deal["carry"] != self.twin.last_carry:
            self.deal_fault(f"the carry is {self.twin.last_carry}")

    def end_faults(self) -> list[str]:
        if not self.twin.over:
            if self.finished():
                return ["the match is not over, yet it has scores or winners"]
            if self.settled():
                return ["a deal is missing: a settled deal is followed at once by the next"]
            return []
        found = []
        for name, truth in (("scores", self.twin.scores), ("winners", self.twin.winners)):
            if name not in self.record:
                found.append(f"{name} are missing: the match is over")
            elif self.record[name] != truth:
                found.append(f"the {name} are {truth}")
        return found
