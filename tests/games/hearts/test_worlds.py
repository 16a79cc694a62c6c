"""Tests that a referee accepts every imagined world of Auction Hearts, and that the true hands are always among the
possible hands.
"""

from __future__ import annotations

import random

import numpy as np

from saleroom.games import load
from saleroom.kernel import loops
from saleroom.match.match import Match
from tests.games.hearts.worlds import complete

GAME = load("auction-hearts")


def random_match(rng: random.Random) -> Match:
    """Return a match with random options, before its first deal."""
    given = {option.name: rng.choice(option.values) for option in GAME.options if option.name not in ("chips", "deals")}
    options = GAME.settle_options({**given, "chips": rng.randrange(10, 60), "deals": 4}, 4)
    return Match(GAME, options, ["x"] * 4, seed=rng.randrange(1 << 60), first=rng.randrange(4))


def deal_sorted(match: Match, rng: random.Random) -> None:
    """Deal each seat almost a whole suit, so that some hands contain only pain cards."""
    pack = list(range(52))
    for _ in range(rng.randrange(6)):
        a, b = rng.sample(range(52), 2)
        pack[a], pack[b] = pack[b], pack[a]
    for seat in range(4):
        cards = " ".join(GAME.pieces[card] for card in pack[13 * seat : 13 * seat + 13])
        match.apply_event(f"table deal {seat} {cards}")


def act_at_random(match: Match, rng: random.Random) -> None:
    """Start the next deal if it is due, and play one random action."""
    if match.table_due():
        if rng.random() < 0.5:
            deal_sorted(match, rng)
        match.run_table()
    seat = match.to_act[0]
    ids = match.legal_ids(seat)
    cheap = [action for action in ids if action < 62]
    match.apply_event(f"{seat} {GAME.format_action(match.view(seat), seat, rng.choice(cheap))}")
    match.table_due()


def replayed(match: Match, current: list[str]) -> Match:
    """Return a match with the finished deals of `match`, followed by the events `current`."""
    copy = Match(GAME, match.options, match.players, seed=99, first=match.deals[0].dealer)
    for deal in match.deals[:-1]:
        for event in deal.events:
            copy.apply_event(event.text())
    for text in current:
        copy.apply_event(text)
    return copy


def check_world(match: Match, seat: int, dice) -> None:
    """Imagine a world for `seat`. Check that its events are legal and show `seat` exactly what it has seen."""
    views = match.views(seat)
    before = views.tobytes()
    loops.imagine(views, 0, seat, dice)
    assert GAME.record.view(views, seat).tobytes() == before
    seen = [event.seen_from(seat, False) for event in match.deals[-1].events]
    whole = complete(seen, views[0], seat)
    copy = replayed(match, whole)
    assert copy.view(seat).tobytes() == before
    for other in range(4):
        assert copy.state.hand[other] == views[0].hand[other]


def test_worlds_are_legal_and_the_truth_is_possible():
    rng, dice = random.Random(5), np.array([7], np.uint64)
    for _ in range(8):
        match = random_match(rng)
        match.table_due()
        while not match.over:
            act_at_random(match, rng)
            if match.over or match.table_due():
                continue
            for seat in range(4):
                for holding in GAME.holdings(match.view(seat), seat):
                    truth = GAME.held(match.state, holding.owner, holding.kind)
                    assert truth & ~holding.may == 0
                    assert truth.bit_count() == holding.size
            if rng.random() < 0.05:
                for seat in range(4):
                    check_world(match, seat, dice)
