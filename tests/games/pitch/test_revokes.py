"""Tests that in Auction Pitch, no seat learns from a card that a hand lacks a suit if a revoke is penalised, and that
bots never revoke.
"""

from __future__ import annotations

import pytest

from saleroom.bots.compiled import game_models
from saleroom.bots.players import player
from saleroom.games import load
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, PACK, SUITS
from saleroom.match.boards import Position, public_board
from saleroom.match.deal_history import seen_deals
from saleroom.server.workers import hints
from tests.bots.game_models import judged, weighed_ids
from tests.bots.nets import description
from tests.contract.chance import new_match, random_matches, random_moments, times
from tests.contract.twins import dealt_anew, dealt_otherwise, imagined
from tests.games.pitch.test_articles import penalised
from tests.tables import bids, play

GAME = load("auction-pitch")
game_models.load(GAME.name)
every_number_of_seats = pytest.mark.parametrize("seats", GAME.seats)


def following(match, seat):
    """Return the legal cards that are no revoke, from the text of articles 4.1, 4.2 and 4.3."""
    cards = match.legal(seat)
    if not match.state.in_trick:
        return cards
    led = SUITS[match.state.led]
    held = [card for card in cards if card[-1] == led]
    return [card for card in cards if card[-1] in (led, SUITS[match.state.trump])] if held else cards


def planted(match):
    """Return the seats that have revoked in the current deal and still hold a card that would show it."""
    state = match.state
    return [seat for seat in range(match.seats) if int(state.renounced[seat]) & int(state.hand[seat])]


def inferred(match, seat):
    """Return all that `seat` sees or can infer of hidden cards, and all on which a bot's choice depends."""
    views = match.views(seat)
    found = {
        "holdings": GAME.holdings(match.view(seat), seat),
        "board": public_board(Position(match), seen_deals(match, seat)),
        "view": match.state.renounced.tolist(),
    }
    if seat in match.to_act:
        found["weighed"] = weighed_ids(match, seat)
        found["net"] = description("auction-pitch", views, seat)
        found["reasons"] = [hints.rule_reasons(GAME, views[0], seat, action) for action in following(match, seat)]
    return found


@every_number_of_seats
def test_a_hidden_revoke_changes_nothing_for_other_seats(seats):
    compared = 0
    for match, rng in random_moments("auction-pitch", seats, 6, "planted revokes", revoke="penalised"):
        revoking, seat = planted(match), rng.randrange(seats)
        if revoking and seat not in revoking and rng.random() < 0.3:
            twin = dealt_otherwise(match, seat, rng) or dealt_anew(match, seat, rng)
            compared += planted(twin) != revoking
            assert inferred(twin, seat) == inferred(match, seat)
    assert compared > 0


@every_number_of_seats
def test_every_hand_may_hold_every_unseen_card(seats):
    for match, rng in random_moments("auction-pitch", seats, 6, "no voids", revoke="penalised"):
        seat = rng.randrange(seats)
        seen = int(match.state.hand[seat]) | sum(int(cards) for cards in match.state.played[:seats])
        known = GAME.holdings(match.view(seat), seat)
        assert [holding.may for holding in known] == [(1 << PACK) - 1 & ~seen] * (seats - 1)


def test_a_revoke_that_another_seat_made_is_imagined():
    match = bids(penalised(), "bid 1", "pass", "pass", "pass")
    play(match, "1 play QC", "2 play 6D")  # seat 2 has no clubs, but no other seat knows it
    revoked, worlds = 0, times(60)
    rng = next(random_matches("auction-pitch", 4, 1, "imagined revokes"))[1]
    likely = {float(judged(world, 3)) for world in (imagined(match, 3, rng) for _ in range(worlds))}
    assert min(likely) > 0
    for _ in range(worlds):
        world = imagined(match, 3, rng)[0]
        revoked += any(NAMES[card][1] == "C" for card in members(int(world.hand[2])))
    assert 0 < revoked < worlds


def test_only_the_seat_that_could_revoke_gets_a_hint_about_it():
    match = bids(penalised(), "bid 1", "pass", "pass", "pass")
    play(match, "1 play QC")
    reasons = {seat: [] for seat in (2, 3)}
    for seat, action in ((2, "play 2S"), (3, "play 9C")):
        reasons[seat] = [reason["key"] for reason in hints.rule_reasons(GAME, match.views(seat)[0], seat, action)]
        play(match, f"{seat} {action}")
    assert "hints.no_revoke" not in reasons[2]  # seat 2 has no clubs: no card of its hand is a revoke
    assert reasons[3][0] == "hints.no_revoke"


@pytest.mark.parametrize("name", ["easy", "house", "trained", "search:40"])
def test_bots_never_revoke(name):
    plays = 0
    for number, (_, rng) in enumerate(random_matches("auction-pitch", 4, 3, "honest bots")):
        match = new_match("auction-pitch", GAME.seats[number % len(GAME.seats)], rng, revoke="penalised")
        bots = {seat: player(name, GAME, bytes([seat])) for seat in range(match.seats)}
        while not match.over:
            seat = match.to_act[0]
            action = bots[seat].choose(match.views(seat), seat)
            if match.state.in_trick:
                assert GAME.format_action(match.view(seat), seat, action) in following(match, seat)
                plays += len(match.legal(seat)) > len(following(match, seat))
            match.act(seat, action)
    assert plays > times(10)
