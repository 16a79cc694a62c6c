"""Checks of a match against every independent source about it.

Random matches seldom use a rare rule, but the tests of a game's articles use every rule. `tests/games/conftest.py`
therefore checks each match of these tests against the game's second implementation (the twin), its declared bounds, and
the ranges of its fields. It also checks the game's `decided`, the settlement on the board, and the notes on the score
sheet. The referees are not used, because the twin finds every fault that they find (`tests/contract/test_records.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

from saleroom.kernel.fields import BEFORE_DEAL, SEATS
from saleroom.match import boards, deal_history
from saleroom.match.events import TABLE, Deal
from saleroom.match.match import Match
from saleroom.server.core.project import score_sheet
from saleroom.toolkit.display.scenes import SeenDeal
from tests.games import part_or
from tests.games.twins import Twin
from tests.twin.registry import TWINS

WAYS_TO_PLAY_ON = 4


# The matches


@contextmanager
def every_match() -> Iterator[list[Match]]:
    """Collect the matches that are created within the context, including copies."""
    made: list[Match] = []
    begin, copy = Match.__init__, Match.copy

    def begun(self: Match, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        made.append(self)

    def copied(self: Match) -> Match:
        made.append(copy(self))
        return made[-1]

    with patch.object(Match, "__init__", begun), patch.object(Match, "copy", copied):
        yield made


def distinct(matches: Iterable[Match]) -> list[Match]:
    """Drop each match that is the beginning of another match, and all but one of those in which no seat has acted."""
    longest: dict[Any, list[Match]] = {}
    for match in sorted(matches, key=lambda match: -len(match.history)):
        rest = longest.setdefault((match.game.name, match.seats, *match.options.items()), [])
        history = match.history
        only_dealt = all(event.startswith(TABLE) for event in history)
        if not any(only_dealt or longer.history[: len(history)] == history for longer in rest) and history:
            rest.append(match)
    return [match for rest in longest.values() for match in rest]


# The whole of a match


def hold_against_all(match: Match) -> None:
    """Replay a match event by event; raise AssertionError if any source contradicts it."""
    again = Match(match.game, match.options, match.players, seed=1, first=match.deals[0].dealer)
    again.seed_text = None
    twin = TWINS[match.game.name](match.options, match.seats, match.deals[0].dealer)
    boards_of_deals: list[SeenDeal] = []
    outcome: list[int] | None = None
    carried = 0
    for event in match.history:
        deal = twin.deal_number
        again.apply_event(event)
        twin.apply(event)
        again.table_due()
        agree(again, twin)
        assert out_of_range(again.game.record, again.state, again.seats) == []
        assert again.state.phase != BEFORE_DEAL or not again.to_act, "a seat acts before the deal has begun"
        if twin.over or twin.deal_number != deal:
            settlement_agrees(again, twin, deal, carried)
            assert outcome in (None, twin.last_score), "decided (display/scene.py) was shown, yet the score changed"
            outcome, carried = None, twin.last_carry
        elif again.to_act:
            deal_history.update_seen_deals(again, "public", boards_of_deals)
            decided = boards.public_board(boards.Position(again), boards_of_deals)["decided"]
            assert decided == part_or(again.game.name, "settled", "decided", never)(twin)
            outcome = decided_outcome(again) if decided and outcome is None else outcome
    assert beyond_bounds(again) == []


# The twin


def agree(match: Match, twin: Twin) -> None:
    """Check that the rules and the twin agree."""
    found = disagreements(match, twin)
    assert not found, (
        f"the rules and the twin (twin.py of the game's tests) differ, as (rules, twin): {found}, after "
        f"{match.options}, first dealer {match.deals[0].dealer}: {match.history}"
    )


def disagreements(match: Match, twin: Twin) -> dict[str, tuple[object, object]]:
    """Return the differences between a match and its twin, as (rules, twin)."""
    both: dict[str, tuple[object, object]] = {
        "to act": (list(match.to_act), twin.to_act()),
        "over": (match.over, twin.over),
        "winners": (match.winners, twin.winners),
        "scores": (match.scores, twin.scores),
        "carry": (0 if match.over else int(match.state.carry), 0 if match.over else twin.pot),
    }
    for seat in match.to_act:
        both[f"legal {seat}"] = (sorted(match.legal(seat)), sorted(twin.legal(seat)))
    if not match.over:
        both["deal"] = (len(match.deals), twin.deal_number)
        both["dealer"] = (match.dealer, twin.dealer)
    settled = [deal for deal in match.deals if deal.score is not None]
    if settled:
        both["last score"] = (settled[-1].score, twin.last_score)
        both["last carry"] = (settled[-1].carry, twin.last_carry)
    return {what: pair for what, pair in both.items() if pair[0] != pair[1]}


# Boards and the score sheet


def settlement_agrees(match: Match, twin: Twin, number: int, carried: int) -> None:
    """Check that the board shows the twin's settlement, and that the score sheet notes what the board shows."""
    name = match.game.name
    board = boards.settled_board(match, number, deal_history.seen_deals(match, "public"))
    common = {"deal": number, "score": twin.last_score, "carry": twin.last_carry}
    expected = common | part_or(name, "settled", "display", lambda twin, carried: {})(twin, carried)
    assert board["last"] == expected, f"the settlement on the board and settled.py of the game's tests: {match.history}"
    assert board["tie_break"] == part_or(name, "settled", "tie_break", lambda twin: None)(twin)
    note = score_sheet.lines(match, number - 1)[0]["note"]
    noted = part_or(name, "notes", "noted", lambda last, shown: None)(board["last"], board)
    assert note == noted, f"the note of the score sheet and notes.py of the game's tests: {match.history}"


def never(twin: Twin) -> bool:
    """Return False: the `decided` of games that define none."""
    return False


def decided_outcome(match: Match) -> list[int]:
    """Return the score of a decided deal, after checking that several random continuations all give this score."""
    rng = random.Random(len(match.history))
    scores = [played_to_the_end(match, rng) for _ in range(WAYS_TO_PLAY_ON)]
    assert all(score == scores[0] for score in scores), (
        f"decided (display/scene.py) is shown, yet the deal can score {scores}: {match.history}"
    )
    return scores[0]


def played_to_the_end(match: Match, rng: random.Random) -> list[int]:
    """Play the current deal to its end at random, on a copy of the match, and return its score."""
    match, deal = match.copy(), len(match.deals) - 1
    while match.deals[deal].score is None:
        seat = rng.choice(match.to_act)
        match.act(seat, rng.choice(match.legal(seat)))
    return match.deals[deal].score or []


# Bounds and ranges


def beyond_bounds(match: Match) -> list[str]:
    """Return a description of each of the game's `bounds` that a match exceeds."""
    bounds, start = match.game.bounds(match.options, match.seats), int(match.options.get("chips", 0))
    changes = [score - start for score in match.scores]
    of_one_deal = [*(match.deals[0].score or ()), *(changes if len(match.deals) == 1 else ())]  # with shares of pots
    turned = max(map(turned_in, match.deals))
    within = {
        "deals": len(match.deals) <= bounds.deals,
        "moves": max(map(actions_of, match.deals)) <= bounds.moves,
        "turned": turned <= bounds.turned and (bool(match.game.upturned) or not turned),
        "match": all(bounds.match[0] <= change <= bounds.match[1] for change in changes),
        "deal": all(bounds.deal[0] <= change <= bounds.deal[1] for change in of_one_deal),
    }
    return [f"{name}: beyond {bounds}" for name, holds in within.items() if not holds]


def actions_of(deal: Deal) -> int:
    return sum(event.actor != TABLE for event in deal.events)


def turned_in(deal: Deal) -> int:
    return sum(len(event.pieces) for event in deal.events if event.actor == TABLE and event.owner is None)


def out_of_range(record: Any, state: Any, seats: int) -> list[str]:
    """Return the fields of a state whose values are outside their range. Rows of empty seats are ignored."""
    found = []
    for field in record.fields:
        values = np.atleast_1d(state[field.name])
        if field.shape and field.shape[0] == SEATS:
            values = values[:seats]
        if field.low > int(values.min()) or int(values.max()) > field.high:
            found.append(f"{field.name}: {values.min()}..{values.max()} is not within {field.low}..{field.high}")
    return found
