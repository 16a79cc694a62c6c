"""Messages at the end of a deal and of a match.

They show the finished deal before the next one, and explain tie-breaks.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from pydantic import TypeAdapter

from saleroom.kernel.cards import NAMES
from saleroom.match import boards
from saleroom.match.record import to_line
from saleroom.server.core.project import match_story
from saleroom.server.protocol.messages import Update
from tests.contract.chance import every_played_game, moments
from tests.games import short
from tests.server.core_tables import CoreTable, started_table
from tests.server.test_scenes import board, matches

UPDATE: TypeAdapter[Any] = TypeAdapter(Update)


def ends(room: CoreTable, rng: random.Random) -> Iterator[dict[int | None, Any]]:
    """Play a match to its end; after each deal, yield the update for each seat and for a spectator."""
    while not room.state.over:
        room.play_on(rng, lambda state: state.over or state.progress.ended_deal is not None)
        yield {watcher: room.projection.update(watcher, False, 0.0) for watcher in (None, *range(room.header.seats))}
        if not room.state.over:
            seat = rng.choice(list(room.state.progress.turn_versions))
            room.act(seat, rng.choice(room.state.match.legal(seat)))


@every_played_game
def test_the_end_of_a_deal_is_told_as_its_story_tells_it(name, seats):
    room = started_table(name, 2, seats, **short.whole(name))
    told = list(ends(room, random.Random(f"between {name} {seats}")))
    *between, last = told
    assert between and last[None]["settled"] is None, "after the last deal there is no next one"
    for number, updates in enumerate(between, 1):
        step = match_story.deal_story(room.state.match, number).steps[-1]
        for watcher, update in updates.items():
            settled = UPDATE.validate_python(update)["settled"]
            assert settled["board"] == step.board
            assert settled["board"]["acting"] == []
            assert update["board"]["deal"] == number + 1
            if watcher is None:
                assert settled["mine"] is None
            else:
                assert settled["mine"]["hand"] == step.hands[watcher]
                assert (settled["mine"]["legal"], settled["mine"]["bids"]) == ([], None)


def test_only_the_row_that_ends_a_deal_tells_of_it():
    room = started_table("auction-pitch", 1, deals=3)
    updates = next(ends(room, random.Random(5)))
    assert updates[0]["settled"] is not None
    room.do("a" * 64, "say", text="well played")
    assert room.projection.update(0, False, 0.0)["settled"] is None


PIECE = re.compile(r"\b(?:[2-9TJQKA][CDHS]|\d+-\d+)\b")


def pieces(thing: Any) -> set[str]:
    """Return all cards and tiles that a value names."""
    found = PIECE.findall(thing if isinstance(thing, str) else json.dumps(thing))
    return {"-".join(sorted(piece.split("-"), key=int)) if "-" in piece else piece for piece in found}


def unseen(name: str, seats: int) -> set[str]:
    """Return the pieces that a watcher has not seen in play or in a settlement, but that updates after a deal name."""
    room = started_table(name, 2, seats, **short.whole(name))
    found: set[str] = set()
    for updates in ends(room, random.Random(f"unseen {name}")):
        if room.state.over:
            break
        for watcher, update in updates.items():
            seen = to_line(room.state.record(watcher))
            found |= pieces(update["settled"]) - pieces(seen) - pieces(update["board"]["last"])
    return found


@every_played_game
def test_the_end_of_a_deal_tells_nobody_of_a_piece_that_they_have_not_seen(name, seats):
    assert unseen(name, seats) == set()


def deck(match: Any) -> list[str]:
    """Return the cards that no player is allowed to see."""
    return [NAMES[card] for card in match.state["deck"]]


@pytest.mark.parametrize("part", ["settled_board", "settled_part"])
def test_a_piece_told_on_purpose_at_the_end_of_a_deal_is_found(part, monkeypatch):
    made = getattr(boards, part)
    monkeypatch.setattr(boards, part, lambda match, *more: made(match, *more) | {"deck": deck(match)})
    assert unseen("auction-pitch", 4)


# Auction Pitch


def scored(shown: Any) -> dict[str, int | None]:
    """Return the pitcher of the last deal, and the seat that scored each point."""
    last = shown["last"]
    return {"pitcher": last["pitcher"], **{point["name"]: point["seat"] for point in last["points"]}}


def test_of_several_at_the_target_the_one_who_comes_first_is_named_with_the_reason():
    reasons = set()
    for match, rng in chain.from_iterable(matches("auction-pitch", seats, 25, "ties", target=2) for seats in (4, 6)):
        for _ in moments(match, rng):
            assert match.over or board(match)["tie_break"] is None
        shown, target = board(match), match.options["target"]
        among = [seat for seat, score in enumerate(shown["scores"]) if score >= target]
        tie = shown["tie_break"]
        if len(among) < 2:
            assert tie is None
            continue
        assert tie["among"] == among and shown["winners"] == [tie["seat"]]
        order = [(why, seat) for why, seat in scored(shown).items() if seat in among]
        assert (tie["by"], tie["seat"]) == order[0]
        reasons.add(tie["by"])
    assert {"pitcher", "high"} <= reasons


def test_what_tricks_count_so_far_is_told_as_they_are_won():
    worth = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
    for match, rng in matches("auction-pitch", 5, 2, "counts"):
        counts, deal, trick = [0] * 5, 1, None
        for _ in moments(match, rng):
            shown = board(match)
            if match.over:
                break
            if shown["deal"] != deal:
                counts, deal, trick = [0] * 5, shown["deal"], None
            if shown["last_trick"] != trick and sum(shown["tricks_won"]):
                trick = shown["last_trick"]
                counts[trick["winner"]] += sum(worth.get(play["card"][0], 0) for play in trick["plays"])
            assert shown["counts"] == counts


# Auction House


def test_the_seat_with_which_the_starter_has_to_trade_is_named_and_only_then():
    seen = set()
    for match, rng in matches("auction-house", 4, 6, "trades", rounds=4):
        for _ in moments(match, rng):
            shown = board(match)
            if shown["phase"] != "trade":
                assert shown["must_trade"] is None
                continue
            legal = match.legal(shown["starter"])
            forced = shown["must_trade"]
            assert legal == [f"trade {forced}"] if forced is not None else len(legal) == 3
            seen.add(forced is None)
    assert seen == {True, False}
