"""Law: a game's auction works as `Game.auction` declares."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from saleroom.games import load
from saleroom.kernel.auctions import AUCTION, Auction
from saleroom.match.match import Match
from tests.contract.chance import every_table, random_moments

FIELDS = {field.name for field in AUCTION}


def fault(match: Match, legal: dict[int, list[int]]) -> str:
    """Return one line that says how the position contradicts the declared auction; an empty text if it does not.

    `legal` has, for each seat to act, the ids of its legal actions.
    """
    game, auction = match.game, match.game.auction
    if auction is None:
        bids = set(game.record.dtype.names or ()) >= FIELDS and not game.sealed
        return "the record has the fields of an auction, and no `auction` is declared" if bids else ""
    phase = game.phases[match.state.phase]
    for seat, ids in legal.items():
        for action in ids:
            wrong = _wrong_action(auction, phase, game.format_action(match.view(seat), seat, action))
            if wrong:
                return wrong
    return "" if match.over else _wrong_winner(match, auction, phase)


def _wrong_action(auction: Auction, phase: str, words: str) -> str:
    verb, *arguments = words.split(" ")
    if phase != auction.phase:
        return f"{words!r} is legal in the phase {phase!r}, but `phase` is {auction.phase!r}" * (verb == auction.bid)
    if verb != auction.bid:
        wrong = words != auction.passing
        return f"{words!r} is legal, but `bid` is {auction.bid!r} and `passing` is {auction.passing!r}" * wrong
    is_price = len(arguments) == 1 and arguments[0].isdecimal()
    return f"the argument of {words!r} is no price, but `price` is {auction.price!r}" * (
        bool(auction.price) and not is_price
    )


def _wrong_winner(match: Match, auction: Auction, phase: str) -> str:
    """Return what is wrong with the state's fields for the standing bid and its bidder; an empty text if nothing is.

    If a seat has done anything but pass since the last bid, check nothing.
    """
    for event in reversed(match.deals[-1].events):
        price = auction.price_of(event.words)
        if price is not None:
            winner = int(auction.bidders(match.state))
            if winner != int(event.actor):
                return f"after {event.text()!r} the field {auction.winner!r} is {winner}"
            if auction.price and match.state[auction.price] != price:
                return f"after {event.text()!r} the field {auction.price!r} is {match.state[auction.price]}"
            if phase == auction.won_phase and match.to_act != (winner,):
                return f"seat {winner} has won the auction and does not act in the phase {phase!r}, the `won_phase`"
            return ""
        if event.actor != "table" and event.words != auction.passing:
            return ""
    return ""


@every_table
def test_an_auction_is_as_it_is_declared(name, seats):
    for match, _ in random_moments(name, seats, 4, "auctions"):
        assert fault(match, {seat: match.legal_ids(seat) for seat in match.to_act}) == ""


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"bid": "raise"}, "'bid 1' is legal, but `bid` is 'raise' and `passing` is 'pass'"),
        ({"passing": "fold"}, "'pass' is legal, but `bid` is 'bid' and `passing` is 'fold'"),
        ({"phase": "play"}, "'bid 1' is legal in the phase 'bid', but `phase` is 'play'"),
        ({"winner": "dealer"}, r"after '\d bid \d' the field 'dealer' is \d"),
        ({"price": "carry"}, r"after '\d bid \d' the field 'carry' is 0"),
        ({"won_phase": "bid"}, r"seat \d has won the auction and does not act in the phase 'bid', the `won_phase`"),
        (None, "the record has the fields of an auction, and no `auction` is declared"),
    ],
)
def test_a_wrong_declaration_is_named_in_a_line(changes, line):
    name = "auction-pitch"
    game = load(name)
    wrong = replace(game, auction=changes and replace(game.auction, **changes))
    for match, _ in random_moments(name, 4, 6, "wrong"):
        match.game = wrong
        said = fault(match, {seat: match.legal_ids(seat) for seat in match.to_act})
        if said:
            assert re.fullmatch(line, said)
            return
    pytest.fail("no fault was found")


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"phase": "bids"}, "there is no phase 'bids'; the phases are deal, bid, pitch, play"),
        ({"won_phase": "lead"}, "there is no phase 'lead'; the phases are deal, bid, pitch, play"),
        ({"winner": "pitcher"}, "'pitcher' is no public number of the record"),
        ({"price": "said"}, "'said' is no public number of the record"),
    ],
)
def test_an_auction_of_phases_or_fields_that_a_game_lacks_is_refused(changes, line):
    game = load("auction-pitch")
    with pytest.raises(ValueError) as refused:
        replace(game, auction=replace(game.auction, **changes))
    assert str(refused.value) == f"auction of auction-pitch: {line}"
