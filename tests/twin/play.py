"""Random matches that are played only with the independent implementations (twins), and written as records."""

from __future__ import annotations

import random

from tests.games.draw.twin import Draw
from tests.games.flop.twin import FlopPoker
from tests.games.house.twin import House
from tests.games.mini_flop.twin import MiniFlop
from tests.games.twins import Twin
from tests.twin.registry import TWINS

Record = dict[str, object]


class Scribe:
    """Object that applies events to a twin, and records them in the form that docs/reference/record.md describes."""

    def __init__(self, twin: Twin) -> None:
        self.twin = twin
        self.deals: list[Record] = []
        self.events: list[str] = []
        self.secret: dict[int, str] = {}  # sealed choices of the current phase, by seat
        self.open_deal()

    def open_deal(self) -> None:
        self.events = []
        self.deals.append({"dealer": self.twin.dealer, "events": self.events})

    def apply(self, event: str) -> None:
        number, order = self.twin.deal_number, self.twin.sealed()
        self.twin.apply(event)
        if order:
            self.secret[int(event[0])] = event
            if len(self.secret) == len(order):
                self.write_sealed(order)
        else:
            self.events.append(event)
        if self.twin.over or self.twin.deal_number != number:
            self.deals[-1].update(score=list(self.twin.last_score), carry=self.twin.last_carry)
            if not self.twin.over:
                self.open_deal()

    def write_sealed(self, order: list[int]) -> None:
        """Write the sealed choices in the order of the record, which can differ from the order in which seats chose."""
        self.events += [self.secret[seat] for seat in order if seat in self.secret]
        self.secret = {}


def table_event(twin: Twin, rng: random.Random) -> str:
    """Return the table's next event. Draw its cards or tiles with `rng`."""
    needs = twin.table_needs()
    if needs == "deal":
        cards = rng.sample(twin.stock, twin.hand_size())
        return " ".join(["table deal", str(twin.next_dealt), *cards])
    if needs == "trump" and isinstance(twin, House):
        return f"table trump {rng.choice(twin.courts)}"
    if needs == "draw" and isinstance(twin, Draw):
        return " ".join(["table draw", *rng.sample(twin.stock, twin.awaited)])
    if needs == "flop" and isinstance(twin, FlopPoker):
        rest = rng.sample(twin.stock, 3 - len(twin.old_stock))
        return " ".join(["table flop", *twin.old_stock, *rest])
    if needs == "flop" and isinstance(twin, MiniFlop):
        return f"table flop {rng.choice(twin.stock)}"
    return " ".join([f"table {needs}", *twin.turned_over(rng)])


class Mood:
    """Random playing style, with a preference for some verbs and for low or high bids."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.liking: dict[str, float] = {}
        self.timid = rng.random()

    def choose(self, legal: list[str]) -> str:
        verbs = sorted({text.split(" ")[0] for text in legal})
        for verb in verbs:
            self.liking.setdefault(verb, self.rng.random() ** 2 + 0.01)
        verb = self.rng.choices(verbs, [self.liking[verb] for verb in verbs])[0]
        texts = [text for text in legal if text.split(" ")[0] == verb]
        return texts[0] if verb == "bid" and self.rng.random() < self.timid else self.rng.choice(texts)


def play_on(scribe: Scribe, mood: Mood, rng: random.Random, events: int | None = None) -> None:
    """Play until the match is over, or for `events` events."""
    twin = scribe.twin
    done = 0
    while not twin.over and (events is None or done < events):
        done += 1
        if twin.table_needs():
            scribe.apply(table_event(twin, rng))
        else:
            seat = rng.choice(twin.to_act())
            scribe.apply(f"{seat} {mood.choose(twin.legal(seat))}")


def record_of(game: str, scribe: Scribe) -> Record:
    """Return the record of the match so far. The record of an unfinished match has no scores."""
    twin = scribe.twin
    if scribe.secret:
        scribe.write_sealed(twin.sealed())
    record: Record = {
        "format": "saleroom/1",
        "game": game,
        "rules_version": max(rule.since for rule in twin.option_rules(twin.seats)),
        "options": dict(twin.options),
        "players": [f"random {seat}" for seat in range(twin.seats)],
        "seed": None,
        "deals": scribe.deals,
    }
    if twin.over:
        record.update(scores=twin.scores, winners=list(twin.winners))
    return record


def random_match(game: str, options: dict, seats: int, rng: random.Random, events: int | None = None) -> Record:
    """Return the record of a random match, or of its first `events` events."""
    twin = TWINS[game](options, seats, rng.randrange(seats))
    scribe = Scribe(twin)
    play_on(scribe, Mood(rng), rng, events)
    return record_of(game, scribe)
