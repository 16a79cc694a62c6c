"""Tests that imagined worlds (deals) of Auction Flop Poker are complete, consistent, and do not reveal future cards."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from saleroom.games import load
from saleroom.kernel import loops
from saleroom.match.match import Match
from tests.contract.chance import times
from tests.games.flop.worlds import complete, places

GAME = load("auction-flop-poker")


def choose(match: Match, seat: int, dice: random.Random, greed: float) -> str:
    """Choose a random action.

    With a low value of `greed`, players discard many cards and keep one card at a time, so that the stock runs out
    often.
    """
    words = match.legal(seat)
    if words[0].startswith("keep") and dice.random() > greed:
        words = [text for text in words if len(text.split(" ")) == 2]
    if words[0].startswith("discard") and dice.random() > greed:
        words = words[-1:]
    return dice.choice(words)


def imagined(match: Match, seat: int, dice: np.ndarray):
    worlds = match.views(seat).copy()
    loops.imagine(worlds, 0, seat, dice)
    return worlds


def seen_by(match: Match, seat: int, deal: int) -> list[str]:
    return [event.seen_from(seat, False) for event in match.deals[deal].events]


def replayed(match: Match, seat: int, world, options: dict[str, object]) -> Match:
    """Return a new match with the same earlier deals, and with the current deal as in `world`."""
    spec = GAME.settle_options(options, match.seats)
    again = Match(GAME, spec, match.players, seed=99, first=match.deals[0].dealer)
    for deal in match.deals[:-1]:
        for event in deal.events:
            again.apply_event(event.text())
    for event in complete(seen_by(match, seat, -1), world, seat):
        again.apply_event(event)
    again.table_due()
    return again


def check_world(match: Match, seat: int, options: dict[str, object], dice: np.ndarray, replay: bool) -> None:
    view = match.views(seat)
    worlds = imagined(match, seat, dice)
    world = worlds[0]
    assert GAME.record.view(worlds, seat).tobytes() == view.tobytes()
    assert world.seed.tobytes() != match.state.seed.tobytes()
    where = places(world)
    assert sum(where) == (1 << 52) - 1
    assert sum(place.bit_count() for place in where) == 52
    check_holdings(match, seat, match.state)
    check_holdings(match, seat, world)
    if replay:
        again = replayed(match, seat, world, options)
        assert again.views(seat).tobytes() == view.tobytes()
        assert places(again.state)[1:] == where[1:]


def check_holdings(match: Match, seat: int, truth) -> None:
    """Check that the holdings known to `seat` allow the true hidden cards, and have the true numbers of cards."""
    allowed: dict[tuple[int, str], int] = {}
    sizes: Counter[tuple[int, str]] = Counter()
    for holding in GAME.holdings(match.view(seat), seat):
        key = holding.owner, holding.kind
        allowed[key] = allowed.get(key, 0) | holding.may
        sizes[key] += holding.size
        assert holding.may.bit_count() >= holding.size
        if holding.kind == "keep":
            assert (GAME.held(truth, holding.owner, "keep") & holding.may).bit_count() == holding.size
    for other in range(match.seats):
        for kind in ("hand", "discards", "keep"):
            held = GAME.held(truth, other, kind) if other != seat else 0
            assert held & ~allowed.get((other, kind), 0) == 0
            assert held.bit_count() == sizes[other, kind]


def play_and_check(number: int, rare: float) -> int:
    """Play a random match, check worlds imagined at some positions, and return the most reshuffles in one deal."""
    dice = random.Random(number)
    seats, greed = dice.randint(2, 8), dice.choice((0.0, 0.2, 0.7))
    options = {
        "chips": dice.choice((10, 40, 400)),
        "deals": 2,
        "first_voice": dice.choice(("fixed", "rotates")),
    }
    match = Match(GAME, GAME.settle_options(options, seats), ["x"] * seats, seed=number).run_table()
    rolls = np.array([number], np.uint64)
    reshuffles = 0
    while not match.over:
        if dice.random() < rare:
            check_world(match, dice.randrange(seats), options, rolls, replay=dice.random() < 0.3)
        actor = match.to_act[0]
        match.act(actor, choose(match, actor, dice, greed))
        reshuffles = max(reshuffles, int(match.state.reshuffles))
    return reshuffles


def test_worlds_fit_what_a_seat_saw():
    reshuffles = [play_and_check(number, 0.04) for number in range(times(19))]
    assert max(reshuffles) >= 3


@pytest.mark.soak
def test_worlds_fit_what_a_seat_saw_in_many_matches():
    for number in range(1000, 1300):
        play_and_check(number, 0.1)


def exhausted(seed: int, seats: int = 8, pat: int | None = None) -> Match:
    """Return a match in which all seats except `pat` have discarded all their cards, soon after the first reshuffle.

    Players keep one card from each flop.
    """
    match = Match(GAME, GAME.settle_options({"chips": 1000}, seats), ["x"] * seats, seed=seed).run_table()
    while match.state.reshuffles < 1 or match.state.stock > 9:
        seat = match.to_act[0]
        words = match.legal(seat)
        match.act(seat, words[-1] if words[0].startswith("discard") and seat != pat else words[0])
    return match


def test_a_card_that_turns_up_again_was_not_kept():
    match = exhausted(4)
    state = match.state
    narrowed = [
        (int(may), int(size))
        for seat in range(8)
        for may, size in zip(state.keep_may[seat], state.keep_size[seat], strict=True)
        if size and int(may).bit_count() < 3
    ]
    assert narrowed
    assert all(may.bit_count() >= size for may, size in narrowed)


def test_nothing_else_was_discarded_once_all_discards_have_come_back():
    match = exhausted(5, seats=7, pat=3)
    state = match.state
    assert state.mixed_old > 0  # this flop has the last cards of the first stock, and discards
    while sum(int(cards) for cards in state.thrown[1:7]) & ~int(state.seen):
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    seen, own = int(state.seen), int(state.thrown[0])
    holdings = GAME.holdings(match.view(0), 0)
    assert [holding.may & seen for holding in holdings if holding.kind == "hand"] == [0]  # seat 3 has shown no card
    known = [holding.may for holding in holdings if holding.kind == "discards"]
    assert known == [seen & ~own & ~int(state.undealt)] * 5


def test_cards_first_seen_after_a_reshuffle_are_somebodys_discards():
    match = exhausted(5)
    dice = np.array([1], np.uint64)
    back = int(match.state.seen) & ~int(match.state.undealt) & ~int(match.state.mixed)
    owners: dict[int, set[int]] = {}
    for _ in range(200):
        world = imagined(match, 0, dice)[0]
        thrown = [int(cards) for cards in world.thrown]
        assert back & ~sum(thrown) == 0
        for card in range(52):
            if back >> card & 1:
                owners.setdefault(card, set()).update(seat for seat in range(8) if thrown[seat] >> card & 1)
    assert any(len(found) == 7 for found in owners.values())


def test_no_seat_is_likelier_than_another_to_have_thrown_a_card_that_came_back():
    match = exhausted(5)
    dice = np.array([1], np.uint64)
    back = int(match.state.seen) & ~int(match.state.undealt | match.state.mixed | match.state.thrown[0])
    assert set(match.state.discarded[1:8].tolist()) == {5}
    thrown = [imagined(match, 0, dice)[0].thrown for _ in range(200)]
    shares = [sum((int(world[seat]) & back).bit_count() for world in thrown) / 200 for seat in range(1, 8)]
    assert max(abs(share - back.bit_count() / 7) for share in shares) < 0.3


def test_worlds_differ_in_all_that_is_hidden():
    match = Match(GAME, GAME.settle_options({}, 4), ["x"] * 4, seed=1).run_table()
    for _ in range(4):
        match.act(match.to_act[0], 1)
    dice = np.array([1], np.uint64)
    worlds = [imagined(match, 0, dice)[0] for _ in range(300)]
    for field in ("hand", "thrown"):
        held = [sum(int(getattr(world, field)[1]) >> card & 1 for world in worlds) for card in range(52)]
        may = next(
            h.may for h in GAME.holdings(match.view(0), 0) if h.kind == ("hand" if field == "hand" else "discards")
        )
        assert [card for card in range(52) if held[card]] == [card for card in range(52) if may >> card & 1]
    assert len({tuple(world.deck.tolist()) for world in worlds}) == 300
