"""Cost of the page of a tournament with as many people as there can be."""

from __future__ import annotations

import random

import pytest

from saleroom.server.contests.seating import draw
from saleroom.server.storage.tournament_rows import RoundTable
from tests.server.event_people import Club, open_club

pytestmark = pytest.mark.usefixtures("store_kind")

ROUNDS, DEALS = 3, 4
PAGE_BYTES = 170_000


async def played(club: Club, people: int) -> None:
    """Store the results of all rounds of a tournament."""
    store, rng, before = club.hub.store.contests.tournaments, random.Random(1), []
    await club.make([f"P{number}" for number in range(people - 1)], rounds=ROUNDS)
    for number in range(1, ROUNDS + 1):
        before.append(draw(range(1, people + 1), 4, 4, before, bytes([number])))
        tables = [
            RoundTable(club.event, number, table, f"table-{number}-{table}", seats)
            for table, seats in enumerate(before[-1], 1)
        ]
        await store.begin_round(club.event, number, tables, 0.0)
        for table in tables:
            scores = [[rng.randrange(-4, 5) for _ in range(4)] for _ in range(DEALS)]
            await store.note_result(table.table_id, scores, [[20, 1]] * 4, [])


async def reads_of_page(club: Club) -> int:
    """Return how many times the page of the tournament reads the store."""
    read, reads = club.hub.store.database.read, []

    async def counted(transaction):
        reads.append(transaction)
        return await read(transaction)

    club.hub.store.database.read = counted
    await club.page()
    club.hub.store.database.read = read
    return len(reads)


async def test_a_page_reads_the_store_as_often_for_many_people_as_for_few(tmp_path):
    async with open_club(tmp_path) as club:
        await played(club, 8)
        few = await reads_of_page(club)
        await played(club, 80)
        assert await reads_of_page(club) == few <= 6
        found = await club.page()
        assert len(found.model_dump_json()) * 500 / 80 < PAGE_BYTES
