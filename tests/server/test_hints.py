"""Tests of the reasons in hints.

Every action has at least one reason. All reasons are true, and use only the seat's view.
"""

from __future__ import annotations

import random
import re

import pytest

import saleroom
from saleroom import games
from saleroom.bots.players import player
from saleroom.server.workers.hints import MAX_REASONS, rule_reasons
from saleroom.toolkit.display import generic_hints
from tests.contract.chance import Mood, every_table, new_match, tables, times
from tests.contract.twins import dealt_anew
from tests.games import of_game
from tests.messages import text_of

MOVES = 60
RARE = {"pass_good", "stops_moon"}
"""Reasons that are rare in random play; the last tests below produce them in prepared positions."""


def moments(name, seats, count, law):
    """Yield moments of random matches.

    Each has the match, a seat to act, the seat's action, and the RNG. The action is random or chosen by the `house`
    bot.
    """
    for number in range(times(count)):
        rng = random.Random(f"{law} {name} {seats} {number}")
        match = new_match(name, seats, rng)
        house = [player("house", match.game, rng.randbytes(8)) for _ in range(seats)]
        for _ in range(MOVES):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            action = house[seat].choose(match.views(seat), seat)
            words = match.game.format_action(match.view(seat), seat, action)
            if rng.random() < 0.4:
                words = Mood(rng).choose(match.legal(seat))
            yield match, seat, words, rng
            match.act(seat, words)


def own_hints(found):
    """Return only the tables of games that have their own hints."""
    return [table for table in found if games.package(table.values[0]).hints() is not generic_hints]


@pytest.mark.parametrize(("name", "seats"), own_hints(tables()))
def test_every_action_has_reasons_that_are_true(name, seats):
    claims = of_game(name, "claims").CLAIMS
    for match, seat, words, _ in moments(name, seats, 6, "true hints"):
        found = rule_reasons(match.game, match.view(seat), seat, words)
        assert 1 <= len(found) <= MAX_REASONS
        for reason in found:
            assert reason["key"] != "hints.custom", words
            claim = claims[reason["key"].removeprefix("hints.")]
            assert claim(match, seat, words, **reason["values"]), (words, reason)


@every_table
def test_reasons_have_texts_whose_places_are_filled(name, seats):
    for match, seat, words, _ in moments(name, seats, 2, "texts of hints"):
        for reason in rule_reasons(match.game, match.view(seat), seat, words):
            text = text_of(name, reason["key"])
            forms = [text] if isinstance(text, str) else list(text.values())
            places = {place for form in forms for place in re.findall(r"\{(\w+)\}", form)}
            assert places <= set(reason["values"]), reason
            assert isinstance(text, str) or "count" in reason["values"]


@every_table
def test_reasons_depend_on_the_view_alone(name, seats):
    for match, seat, words, rng in moments(name, seats, 2, "hints keep secrets"):
        if rng.random() < 0.1:
            twin = dealt_anew(match, seat, rng)
            assert rule_reasons(match.game, match.view(seat), seat, words) == rule_reasons(
                twin.game, twin.view(seat), seat, words
            )


@pytest.mark.parametrize(("name", "seats"), own_hints(tables(lambda game: [game.usual_seats])))
def test_every_claim_is_made_somewhere(name, seats):
    claims = of_game(name, "claims").CLAIMS
    made = set()
    for match, seat, words, _ in moments(name, seats, 150, "all hints"):
        made |= {
            reason["key"].removeprefix("hints.") for reason in rule_reasons(match.game, match.view(seat), seat, words)
        }
        if made | RARE >= set(claims):
            return
    assert set(claims) - made - RARE == set()


def keys(match, seat, words):
    """Return the keys of the reasons for an action."""
    return [reason["key"] for reason in rule_reasons(match.game, match.view(seat), seat, words)]


def deal(hands):
    """Return the events that deal the given hands."""
    return [f"table deal {seat} {' '.join(cards)}" for seat, cards in enumerate(hands)]


def test_a_hand_of_high_cards_is_not_broken_up_for_an_offer():
    high = ["TC", "9C", "8C", "TD", "9D", "8D", "TH", "9H", "TS", "9S"]
    rest = [rank + suit for suit in "CDHS" for rank in "A23456789T" if rank + suit not in high]
    hands = [high, rest[:10], rest[10:20], rest[20:]]
    match = saleroom.game("auction-house").match(first=3, events=deal(hands))
    assert keys(match, 0, "pass") == ["hints.pass_good"]


def test_a_trick_is_taken_from_one_who_has_all_so_far():
    suits = {suit: [rank + suit for rank in "23456789TJQKA"] for suit in "CDHS"}
    shooter = [*suits["C"][6:], "2D", "3D", "4D", "2H", "3H", "2S"]
    rest = [card for cards in suits.values() for card in cards if card not in shooter]
    match = saleroom.game("auction-hearts").match(first=3, events=deal([shooter, rest[::3], rest[1::3], rest[2::3]]))
    for seat in (0, 1, 2, 3):
        match.act(seat, "pass")
    for card in reversed(suits["C"][6:]):
        match.act(0, f"play {card}")
        for seat in (1, 2, 3):
            match.act(seat, match.legal(seat)[0])
    match.act(0, "play 2S")
    found = rule_reasons(match.game, match.view(1), 1, match.legal(1)[0])
    assert {"key": "hints.stops_moon", "values": {"seat": 0, "count": 7}} in found
