"""Server processes for the crowd: `python -m benchmarks.workers.worker PORT DATA [BUS [PROCESSES]]`.

The environment variable `SALEROOM_MACHINE` names the machine, as for `saleroom serve`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.tables.server import LENIENCY
from saleroom.server.ops import logs
from saleroom.server.ops.settings import BusUrl, DatabaseUrl, Settings, machine_name
from saleroom.server.serve import serve
from saleroom.server.supervisor import serve_many

if __name__ == "__main__":
    port, data, *bus = sys.argv[1:]
    place = DatabaseUrl(data) if "://" in data else Path(data)
    logs.configure = lambda: None  # type: ignore
    url = BusUrl(bus[0]) if bus else None
    settings = Settings(place, port=int(port), leniency=LENIENCY, bus=url, machine=machine_name(None))
    if len(bus) > 1:
        serve_many(settings, browse=False, workers=int(bus[1]))
    else:
        serve(settings, browse=False)
