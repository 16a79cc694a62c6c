"""Results at the end of a match: each is stored once for each person, and changes the ratings and the ladder."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select, update

from saleroom.server.core.create_table import rematch_table
from saleroom.server.core.project import results
from saleroom.server.core.state.events import TableEvent
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage import columns, ratings
from saleroom.server.storage.columns import table_summaries
from saleroom.server.storage.ratings import RatedPlayer, Strength, after, fold, newcomer, recompute
from tests.games.pitch.test_articles import honestly, penalised
from tests.server.live_tables import Guest, holder, make_table, open_hub
from tests.server.test_scenes import few_and_many
from tests.server.test_stories import finished, told
from tests.tables import bids
from tests.tables import deal as dealt
from tests.tables import play as play_events

pytestmark = pytest.mark.usefixtures("store_kind")

PEOPLE = ("Ann", "Bob", "Cay", "Dan")


async def stored(hub: Hub) -> Sequence[Any]:
    """Wait until pending results are written, and return all stored results."""
    await hub.results.wait_until_written()
    return await hub.store.database.read(
        lambda connection: connection.execute(select(columns.results).order_by(columns.results.c.seat)).all()
    )


async def together(hub: Hub, game: str = "auction-draw", people: int = 2, **more) -> tuple:
    """Return a table whose people are seated and whose match has not started, and the people."""
    live = await make_table(hub, game, "me", *["open"] * (people - 1), **{"deals": 1, **more})
    guests = [Guest(hub, live, name) for name in PEOPLE[:people]]
    for seat, guest in enumerate(guests[1:], 1):
        assert (await guest.do("sit", seat=seat, name=guest.name))["type"] == "done"
    for seat, guest in enumerate(guests):
        guest.seat = seat
    return live, guests


async def rated_table(hub: Hub, people: int = 2) -> tuple:
    """Return a rated table whose people are seated and whose match has not started, and the people."""
    return await together(hub, people=people, rated=True)


async def play(guests: list[Guest]) -> None:
    """Start the match, and play it to the end."""
    assert (await guests[0].do("start"))["type"] == "done"
    live = guests[0].live
    while not live.state.over:
        for guest in guests:
            if guest.asked is not None:
                await guest.act()


# One result for each person


async def test_a_match_leaves_one_result_for_each_person(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, guests = await together(hub)
        await play(guests)
        rows = await stored(hub)
        match = live.state.match
        assert [(row.seat, row.identity) for row in rows] == [(0, holder("Ann")), (1, holder("Bob"))]
        for row in rows:
            assert (row.score, row.won) == (match.scores[row.seat], row.seat in match.winners)
            assert (row.place == 1) == row.won and row.whole and row.stayed and not row.rated
            assert (row.people, row.level, row.hints, row.undone) == (2, "", False, False)


async def test_a_match_against_the_house_counts_for_its_level(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        rows: Sequence[Any] = []
        while sum(row.won for row in rows) < 2:
            live = await make_table(hub, "auction-draw", "me", "house", "house", start=True, deals=1)
            ann = Guest(hub, live, "Ann")
            ann.seat = 0
            await ann.play_on()
            rows = await stored(hub)
        (rung,) = await hub.store.results.ladder(holder("Ann"))
        assert (rung.level, rung.matches, rung.won) == ("house", len(rows), sum(row.won for row in rows))
        assert rung.fair == pytest.approx(len(rows) / 3)
        (standing,) = await hub.store.results.standings(holder("Ann"))
        assert (standing.game, standing.matches, standing.won) == ("auction-draw", len(rows), rung.won)


async def test_whoever_left_has_the_last_place_and_whoever_came_played_a_part(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, (ann, bob) = await together(hub)
        await ann.do("start")
        assert (await bob.do("leave"))["type"] == "done"
        assert (await ann.do("reseat", seat=1, to=None))["type"] == "done"
        cay = Guest(hub, live, "Cay")
        assert (await cay.do("sit", seat=1, name="Cay"))["type"] == "done"
        cay.seat = 1
        while not live.state.over:
            for guest in (ann, cay):
                if guest.asked is not None:
                    await guest.act()
        rows = {row.identity: row for row in await stored(hub)}
        assert rows[holder("Ann")].whole and not rows[holder("Bob")].stayed and not rows[holder("Cay")].whole
        assert rows[holder("Cay")].stayed
        assert rows[holder("Bob")].place == 2 and not rows[holder("Bob")].won


def test_whoever_comes_back_is_one_person():
    def event(number: int, kind: str, seat: int, who: str, **data) -> TableEvent:
        return TableEvent(number, kind, seat, data, None, who)

    events = [
        event(1, "sit", 0, "ann"),
        event(2, "sit", 1, "bob"),
        event(3, "device", 1, "bobs-phone"),
        event(4, "leave", 0, "ann"),
        event(5, "sit", 0, "cay"),
        event(6, "start", 0, "cay"),
        event(7, "leave", 1, "bob", name="Eve"),
        event(8, "reseat", 1, "cay", to=None, name=""),
        event(9, "sit", 1, "bobs-phone"),
    ]
    found = results.stays(events)
    assert [(stay.seat, stay.holders, stay.first, stay.there) for stay in found] == [
        (0, ["cay"], True, True),
        (1, ["bob", "bobs-phone"], True, True),
    ]


async def test_hints_and_undo_are_noted(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live = await make_table(hub, "auction-pitch", "me", "open", "open", "open", start=False, deals=1)
        guests = [Guest(hub, live, name) for name in PEOPLE]
        for seat, guest in enumerate(guests):
            guest.seat = seat
            if seat:
                await guest.do("sit", seat=seat, name=guest.name)
        await guests[0].do("start")
        first = next(guest for guest in guests if guest.asked is not None)
        assert (await first.do("hint"))["type"] == "hinted"
        assert (await first.do("hint"))["type"] == "hinted"
        await first.act()
        for other in guests:
            if other is not first:
                other.leave()  # Ben leaves, so that undo needs no consent
        live.presence.update()
        await asyncio.sleep(0)
        undo = await first.do("undo")
        if undo["type"] == "done" and live.state.undo_request is not None:
            for other in guests:
                if other is not first:
                    await other.do("consent", yes=True)
        assert live.state.progress.undo_count == 1
        while not live.state.over:
            for guest in guests:
                if guest.asked is not None:
                    await guest.act()
        for row in await stored(hub):
            assert row.hints == row.undone == (row.seat == first.seat)


# Bids


@few_and_many
def test_who_bought_is_who_the_board_said(name: str, seats: int):
    """Compare `buyers` with the boards that the match's step-by-step story shows.

    On these boards, an auction that closes after a bid or an offer counts as a sale.
    """

    match = finished(name, seats, "bids")
    for story, deal in zip(told(match), match.deals, strict=True):
        sold, last = [], None
        for step in story.steps:
            words = step.event.split()
            if words[0] != "table" and words[1] in ("bid", "offer"):
                last = int(words[0])
            board = cast("Any", step.board)
            if last is not None and not (board["auction"]["open"] if "auction" in board else board["phase"] == "bid"):
                sold.append(last)
                last = None
        assert match.game.auction is not None
        assert list(results.buyers(match.game.auction, deal.events)) == sold


def test_a_bid_is_made_when_the_deal_brought_more_than_it_cost():
    match = finished("auction-pitch", 4, "made")
    made, set_back = results.bids(match)
    assert sum(made) + sum(set_back) > 0
    for seat in range(4):
        notes = [line["note"].split() for line in told_notes(match)]
        assert made[seat] == sum(note[:2] == ["made", str(seat)] for note in notes)
        assert set_back[seat] == sum(note[:2] == ["set-back", str(seat)] for note in notes)


def test_the_bid_of_a_pitcher_who_is_spared_is_made_even_without_a_point():
    hands = dealt("5C 2S 3D 4D 5D 6S", "AC 6D 7D 8D 2H 3H", "2C JC 4H 5H 6H 7H", "3C TD KS 3S 4S 5S")
    match = bids(penalised(hands, first=0), "pass", "pass", "pass", "bid 2")
    play_events(match, "0 play 5C", "1 play 2H", "2 play 2C", "3 play 3C")
    assert honestly(match)[:2] == [0, -2]
    assert results.bids(match) == ([1, 0, 0, 0], [0, 0, 0, 0])


def told_notes(match):
    from saleroom.server.core.project import score_sheet

    return score_sheet.lines(match)


# Written once


async def test_results_are_written_once_and_also_after_a_crash(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        _, guests = await together(hub)
        await play(guests)
        rows = await stored(hub)
        assert len(rows) == 2
    await forget_results(tmp_path, "over")
    async with open_hub(tmp_path) as hub:
        await hub.results.catch_up()
        assert await stored(hub) == rows
        await hub.results.catch_up()
        assert await stored(hub) == rows and await hub.store.results.due() == []


async def test_a_last_move_that_the_summary_does_not_know_of_is_found(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        _, guests = await together(hub)
        await play(guests)
        rows = await stored(hub)
        assert len(rows) == 2
    await forget_results(tmp_path, "playing")
    async with open_hub(tmp_path) as hub:
        assert len(await hub.store.results.due()) == 1
        await hub.results.catch_up()
        assert await stored(hub) == rows
    async with open_hub(tmp_path) as hub:
        assert await hub.store.results.due() == []


async def test_results_are_written_when_a_table_is_looked_at(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, guests = await together(hub)
        await play(guests)
        rows = await stored(hub)
        assert len(rows) == 2
    await forget_results(tmp_path, "over")
    async with open_hub(tmp_path) as hub:
        assert await hub.find(live.id) is not None
        assert await stored(hub) == rows


async def forget_results(folder: Path, status: str) -> None:
    """Simulate a server that was killed after the last move, before it stored results.

    With status ``playing``, the stored summary is also outdated.
    """
    async with open_hub(folder) as hub:

        def change(connection) -> None:
            connection.execute(columns.results.delete())
            lag = {"last_at": 1.0} if status == "playing" else {}
            connection.execute(update(table_summaries).values(results_kept=False, status=status, **lag))

        await hub.store.database.write(change)


async def test_results_of_a_table_that_was_rewritten_meanwhile_lead_to_nobody(tmp_path: Path):
    """Erase a person in another process after a match is read and before the match's results are written."""
    async with open_hub(tmp_path) as hub:

        async def erase_first(state: Any, events: Any, edition: int) -> None:
            if edition == 0:
                await hub.store.erasure.erase(state.header.id, [holder("Ann")], holder("Ann"))

        hub.results.writers.append(erase_first)
        live, guests = await together(hub)
        await play(guests)
        rows = await stored(hub)
        assert await hub.store.results.are_kept(live.id)
        assert len(rows) == 2 and holder("Ann") not in {row.identity for row in rows}


async def test_a_summary_of_a_table_that_was_rewritten_meanwhile_leads_to_nobody(tmp_path: Path):
    """Erase a person while missing summaries are written: after the match is read, before its summary is written."""
    async with open_hub(tmp_path) as hub:
        live, guests = await together(hub)
        await play(guests)
        await stored(hub)
    await forget_results(tmp_path, "over")
    async with open_hub(tmp_path) as hub:
        load = hub.store.load

        async def load_before_erasing(table_id: str) -> Any:
            found = await load(table_id)
            if await hub.store.leases.edition(table_id) == 0:
                await hub.store.erasure.erase(table_id, [holder("Ann")], holder("Ann"))
            return found

        hub.store.load = load_before_erasing  # type: ignore[method-assign]
        await hub.results.catch_up()
    async with open_hub(tmp_path) as hub:
        found = await hub.store.summary(live.id)
        assert found is not None and found[1].names == ["player 1", "Bob"]
        assert holder("Bob") in found[1].holders and holder("Ann") not in found[1].holders


async def test_hints_of_old_matches_are_not_known(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, guests = await together(hub)
        await hub.store.results.note_hint(live.id, -1)
        await play(guests)
        assert [row.hints for row in await stored(hub)] == [None, None]


# Rated tables


async def test_a_rated_table_is_between_people_without_help(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, (ann, bob) = await rated_table(hub)
        refused = [
            await ann.do("reseat", seat=1, to="house"),
            await ann.do("settle", hints=True),
            await ann.do("start"),
            await ann.do("remove", seat=1),
            await ann.do("reseat", seat=1, to=None),
        ]
        assert [answer["type"] for answer in refused] == ["refused", "refused", "done", "refused", "refused"]
        mover = next(guest for guest in (ann, bob) if guest.asked is not None)
        await mover.act()
        undo = await mover.do("undo")
        assert undo["type"] == "refused" and "rated" in undo["text"]
        assert not live.state.may_undo(mover.seat)


async def test_ratings_follow_from_the_results_alone(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        for people in (2, 3, 2, 4):
            live, guests = await rated_table(hub, people)
            await play(guests)
            await hub.results.wait_until_written()
            for guest in guests:
                guest.leave()
        counted = {name: (await hub.store.results.ratings(holder(name)))["auction-draw"] for name in PEOPLE}
        assert [count for _, count in counted.values()] == [4, 4, 2, 1]
        assert all(strength != newcomer() for strength, _ in counted.values())
        before = await all_ratings(hub)
        found = results.results(live.state, await hub.store.events_after(live.id, 0))
        await hub.store.results.keep(live.id, found, live.edition)
        assert await all_ratings(hub) == before  # a match counts only once
        made = await hub.store.database.read(lambda connection: fold(connection, "auction-draw"))
        assert {who: strength for who, (strength, _) in made.now.items()} == {
            who: strength for who, _, strength in before
        }
        await hub.store.database.write(lambda connection: connection.execute(columns.ratings.delete()))
        await recompute(hub.store.database, "auction-draw")
        assert await all_ratings(hub) == before


async def all_ratings(hub: Hub) -> list[tuple[str, str, Strength]]:
    rows = await hub.store.database.read(
        lambda connection: connection.execute(select(columns.ratings).order_by(columns.ratings.c.identity)).all()
    )
    return [(row.identity, row.game, Strength(row.mu, row.sigma)) for row in rows]


def test_whoever_leaves_counts_as_last():
    before = [newcomer()] * 3
    stayed = [RatedPlayer("t", seat, f"p{seat}", place, True, None) for seat, place in enumerate((1, 2, 3))]
    left = [replace(stayed[0], stayed=False), *stayed[1:]]
    mu = [strength.mu for strength in after(left, before)]
    assert mu[1] > mu[2] > mu[0]
    assert after(stayed[:1], before[:1]) == before[:1]
    twice = [stayed[0], replace(stayed[1], identity="p0")]
    assert after(twice, before[:2]) == before[:2] and not ratings.teaches(twice)


async def test_a_rated_rematch_leaves_the_seat_of_whoever_left_open(tmp_path: Path):
    async with open_hub(tmp_path) as hub:
        live, (ann, bob) = await rated_table(hub)
        await ann.do("start")
        await bob.do("leave")
        while not live.state.over:
            await asyncio.sleep(0)
            if ann.asked is not None:
                await ann.act()
        header, events = rematch_table(live.state, "again", holder("Ann"), random.Random(1).randbytes(32), 1.0)
        assert header.rated and [event.kind for event in events] == ["sit"]
        rows = {row.identity: row for row in await stored(hub)}
        assert rows[holder("Bob")].rated and not rows[holder("Bob")].stayed
        bobs, _ = (await hub.store.results.ratings(holder("Bob")))["auction-draw"]
        anns, _ = (await hub.store.results.ratings(holder("Ann")))["auction-draw"]
        assert anns.mu > newcomer().mu > bobs.mu
