"""Tests that boards in the browser have the right format, hide secrets, and agree with the match."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter

from saleroom.kernel.game import Game
from saleroom.match import boards
from saleroom.match.deal_history import seen_deals, update_seen_deals
from saleroom.match.match import Match
from saleroom.server.protocol.messages import Board
from saleroom.toolkit.display.scenes import Mine
from tests.contract.chance import Mood, moments, new_match, own_tables, some_moments, tables
from tests.contract.twins import dealt_anew, dealt_otherwise, go_on_together
from tests.games import short

BOARD: TypeAdapter[Any] = TypeAdapter(Board)
MINE: TypeAdapter[Any] = TypeAdapter(Mine)


def fewest_usual_most(game: Game) -> list[int]:
    return sorted({game.seats[0], game.usual_seats, game.seats[-1]})


few_and_many = pytest.mark.parametrize(("name", "seats"), tables(fewest_usual_most))
own_few_and_many = pytest.mark.parametrize(("name", "seats"), own_tables(fewest_usual_most))
"""Test parameters: every game that has its own scene, with its fewest, usual, and most seats."""


def board(match: Match) -> Any:
    return boards.public_board(boards.Position(match), seen_deals(match, "public"))


def mine(match: Match, seat: int) -> Any:
    return boards.own_part(boards.Position(match), seat, seen_deals(match, seat))


def matches(name: str, seats: int, count: int, law: str, **fixed: Any) -> Iterator[tuple[Match, random.Random]]:
    """Yield short matches, each with its random generator. Their random options ensure that auctions occur."""
    for number in range(count):
        rng = random.Random(f"{law} {name} {seats} {number}")
        yield new_match(name, seats, rng, **short.lively(name, seats, random.Random(number)), **fixed), rng


# Checks of complete matches


@few_and_many
def test_everything_is_of_its_declared_type_and_plain(name, seats):
    for match, rng in matches(name, seats, 2, "types"):
        deals = {watcher: seen_deals(match, watcher) for watcher in (*range(seats), "public")}
        for _ in moments(match, rng):
            for watcher, seen in deals.items():
                update_seen_deals(match, watcher, seen)
            shown = boards.public_board(boards.Position(match), deals["public"])
            parts = [boards.own_part(boards.Position(match), seat, deals[seat]) for seat in range(seats)]
            assert BOARD.validate_python(shown, strict=True) == json.loads(json.dumps(shown)) == shown
            assert all(MINE.validate_python(part, strict=True) == json.loads(json.dumps(part)) for part in parts)


@few_and_many
def test_what_may_be_done_is_what_is_legal(name, seats):
    for match, rng in matches(name, seats, 2, "legal"):
        for _ in moments(match, rng):
            for seat in range(seats):
                part = mine(match, seat)
                run = part["bids"]
                amounts = [f"bid {amount}" for amount in range(run["low"], run["high"] + 1)] if run else []
                assert sorted(part["legal"] + amounts) == sorted(match.legal(seat))
                assert run is None or len(amounts) > 3


@own_few_and_many
def test_each_seat_holds_as_many_as_everybody_is_told(name, seats):
    for match, rng in matches(name, seats, 2, "held"):
        for _ in moments(match, rng):
            assert board(match)["held"] == [len(mine(match, seat)["hand"]) for seat in range(seats)]


@few_and_many
def test_deals_brought_up_to_date_are_the_deals_of_the_record(name, seats):
    for match, rng in matches(name, seats, 2, "seen"):
        watchers: list[Any] = [*range(seats), "public"]
        deals = {watcher: seen_deals(match, watcher) for watcher in watchers}
        for _ in moments(match, rng):
            record = {watcher: match.record(seat=watcher)["deals"] for watcher in watchers}
            for watcher in watchers:
                told = update_seen_deals(match, watcher, deals[watcher])
                if match.over:  # the record of a finished match hides nothing
                    assert deals[watcher] == seen_deals(match, watcher)
                    continue
                assert [deal.events for deal in deals[watcher]] == [deal["events"] for deal in record[watcher]]
                assert [deal.score for deal in deals[watcher]] == [deal.get("score") for deal in record[watcher]]
                assert set(told) <= {event for deal in record[watcher] for event in deal["events"]}


@own_few_and_many
def test_whoever_speaks_was_said_to_be_able_to(name, seats):
    for match, rng in matches(name, seats, 2, "speak"):
        before = board(match)
        for _ in moments(match, rng):
            now = board(match)
            if now["auction"]["open"]:
                assert now["auction"]["to_speak"][0] == now["acting"][0]
                same = before["auction"]["open"] and before["deal"] == now["deal"]
                if same and now["auction"]["said"] != [None] * seats:
                    assert set(now["auction"]["to_speak"]) <= set(before["auction"]["to_speak"])
            before = now


@own_few_and_many
def test_what_each_seat_said_last_is_told_and_nothing_else(name, seats):
    for match, rng in matches(name, seats, 5, "said"):
        bidding, happened, calls = False, 0, []
        for _ in moments(match, rng):
            fresh = match.history[happened:]
            happened += len(fresh)
            auction = board(match)["auction"]
            if not bidding or any(event.startswith(("table deal", "table flop")) for event in fresh):
                calls = []
            else:
                calls += [event for event in fresh if not event.startswith("table")]
            bidding = auction["open"]
            if bidding:
                last = {int(call[0]): call[2:] for call in calls}
                assert auction["said"] == [last.get(seat) for seat in range(seats)]
                assert auction["calls"] == len(calls)
                assert match.history[len(match.history) - len(calls) :] == calls


@few_and_many
def test_the_last_trick_and_the_settlement_stay_in_sight(name, seats):
    for match, rng in matches(name, seats, 2, "last"):
        for _ in moments(match, rng):
            shown = board(match)
            settled = [deal for deal in match.deals if deal.score is not None]
            assert (shown["last"] is None) == (not settled)
            if settled:
                assert (shown["last"]["score"], shown["last"]["carry"]) == (settled[-1].score, settled[-1].carry)
                assert shown["last"]["deal"] == len(settled)
            if "trick" in shown:
                whole = [tuple(event.text() for event in trick) for trick in whole_tricks(match)]
                last = shown["last_trick"]
                told = last and tuple(f"{one['seat']} play {one['card']}" for one in last["plays"])
                assert told == (whole[-1] if whole else None)


def whole_tricks(match: Match) -> Iterator[list[Any]]:
    for one in match.deals:
        plays = [event for event in one.events if event.verb == "play"]
        yield from (plays[at : at + match.seats] for at in range(0, len(plays) - match.seats + 1, match.seats))


@few_and_many
def test_the_winner_of_a_trick_leads_the_next(name, seats):
    for match, rng in matches(name, seats, 2, "winner"):
        for _ in moments(match, rng):
            shown = board(match)
            if shown.get("last_trick") and any(shown["tricks_won"]) and not match.over:
                leader = shown["trick"]["plays"][0]["seat"] if shown["trick"]["plays"] else match.to_act[0]
                assert shown["last_trick"]["winner"] == leader


# Secrecy


@few_and_many
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_shown(name, seats):
    compared = 0
    for match, rng in some_moments(name, seats, 12, "scenes"):
        seat = rng.randrange(seats)
        twin = (dealt_otherwise(match, seat, rng) if rng.random() < 0.5 else None) or dealt_anew(match, seat, rng)
        compared += watched(match.copy(), twin, seat, Mood(rng))
    assert compared > 0


def watched(match: Match, twin: Match, seat: int, mood: Mood, steps: int = 8) -> int:
    """Continue both matches while `seat` sees no difference; return the number of compared positions."""
    for step in range(steps):
        for watcher in (seat, "public"):
            assert seen_deals(match, watcher) == seen_deals(twin, watcher)
        assert board(match) == board(twin)
        assert mine(match, seat) == mine(twin, seat)
        if not go_on_together(match, twin, seat, mood):
            return step + 1
    return steps
