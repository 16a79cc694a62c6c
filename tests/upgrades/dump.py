"""Write a small data file of the newest schema as SQL: `python -m tests.upgrades.dump`.

Run it once with the migration that creates the schema, and keep its output, because tests of later versions use it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from saleroom.server.storage.datafile import NEWEST
from tests.server.live_tables import Guest, make_table, open_hub, until

DUMPS = Path(__file__).parents[1] / "fixtures" / "schemas"


async def play_a_little(folder: Path) -> None:
    """Create two tables: one that waits for players, and one at which Ann has made a move."""
    async with open_hub(folder) as hub:
        await make_table(hub, "auction-pitch", "me", "open", "open", "open")
        live = await make_table(hub, "auction-pitch", "me", "bot", "bot", "bot", start=True, deals=1)
        ann = Guest(hub, live, "Ann")
        ann.seat = 0
        await until(lambda: ann.asked is not None)
        await ann.act()
        await until(lambda: ann.asked is not None)


def write(path: Path) -> None:
    """Write the SQL dump."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play_a_little(Path(folder)))
        with closing(sqlite3.connect(Path(folder) / "house.db")) as connection:
            path.write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(DUMPS / f"{NEWEST}.sql")
