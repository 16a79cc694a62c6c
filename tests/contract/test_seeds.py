"""Law: the seed and the moves determine a match, and the cards of a deal depend only on the seed and the deal's
number.
"""

from __future__ import annotations

import random

from saleroom.games import load
from saleroom.match.match import Match
from tests.contract.chance import LENGTHS, every_table, moments, new_match, random_matches, raw, times


def twin_of(match: Match) -> Match:
    """Return a new match with the same options and the same seed."""
    return Match(match.game, match.options, match.players, seed=match.seed_text).run_table()


@every_table
def test_same_seed_and_moves_give_the_same_bytes(name, seats):
    for match, rng in random_matches(name, seats, 2, "same seed"):
        twin, moves = twin_of(match), rng.random()
        assert raw(match.state) == raw(twin.state)
        together = zip(moments(match, random.Random(moves)), moments(twin, random.Random(moves)), strict=True)
        for _ in together:
            assert raw(match.state) == raw(twin.state)
        assert match.deals == twin.deals


@every_table
def test_another_seed_gives_other_cards(name, seats):
    game, dealt, dealers = load(name), set(), set()
    for number in range(12):
        match = Match(game, game.settle_options({}, seats), ["test"] * seats, seed=number).run_table()
        dealt.add(match.state.deck.tobytes())
        dealers.add(match.dealer)
    assert len(dealt) >= 10, "small packs may come in the same order twice"
    assert len(dealers) > 1


def dealt_cards(match: Match) -> list[list[str]]:
    """Return the deal events of each deal, which name the cards or tiles dealt."""
    return [[event.text() for event in deal.events if event.words.startswith("deal ")] for deal in match.deals]


@every_table
def test_how_one_deal_was_played_does_not_change_the_cards_of_the_next(name, seats):
    length = {option.name: 3 for option in load(name).options if option.name in LENGTHS}
    compared = 0
    for number in range(40):
        rng = random.Random(f"next deal {name} {seats} {number}")
        match = new_match(name, seats, rng, **length)
        twin = twin_of(match)
        for game in (match, twin):
            for _ in moments(game, random.Random(rng.random())):
                pass
        common = min(len(match.deals), len(twin.deals))
        assert dealt_cards(match)[:common] == dealt_cards(twin)[:common]
        assert [deal.dealer for deal in match.deals][:common] == [deal.dealer for deal in twin.deals][:common]
        compared += common > 1 and match.deals[0].events != twin.deals[0].events
        if compared == times(4):
            break
    assert compared > 0


@every_table
def test_looking_changes_nothing(name, seats):
    """Check that methods that only read a match do not change it."""
    match, rng = next(random_matches(name, seats, 1, "looking"))
    twin = twin_of(match)
    moves = rng.random()
    for _ in zip(moments(match, random.Random(moves)), moments(twin, random.Random(moves)), strict=True):
        for seat in range(seats):
            assert twin.legal(seat) == match.legal(seat)
            assert raw(twin.view(seat)) == raw(match.view(seat))
            assert twin.table_due() == []
        assert raw(match.state) == raw(twin.state)
