"""What the lobby tells of a table."""

from __future__ import annotations

from saleroom.server.store import Summary
from saleroom.server.table import Table


def summary_of(table: Table) -> Summary:
    """What the lobby tells of a table now."""
    match, places = table.match, table.seating.places
    return Summary(
        status=table.status,
        names=table.seating.names(),
        scores=match.scores if match else [0] * len(places),
        winners=match.winners if match else [],
        holders={holder: seat for seat, place in enumerate(places) for holder in place.holders},
        last_at=table.last.at if table.last else table.header.made_at,
    )
