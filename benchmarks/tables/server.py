"""Saleroom's server for the crowd: `python -m benchmarks.tables.server PORT FILE`. With `none` as FILE, it stores no
data.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.tables.cores import SERVER, keep_to
from saleroom.server.ops import logs
from saleroom.server.ops.settings import Settings
from saleroom.server.serve import serve
from saleroom.server.storage.store import Store

LENIENCY = 1e6  # the whole crowd comes from one address


async def _keep_nothing(*_: object) -> None:
    """Store no data, to simulate a store that confirms every write at once."""


if __name__ == "__main__":
    keep_to(SERVER)
    port, data = int(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        if data == "none":
            data = f"{folder}/none.sqlite3"
            Store.append = _keep_nothing  # type: ignore
            Store.note_summary = lambda *_: None  # type: ignore
        logs.configure = lambda: None  # type: ignore
        serve(Settings(Path(data), port=port, leniency=LENIENCY), browse=False)
