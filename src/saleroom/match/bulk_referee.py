"""Bulk verification of records, with compiled code for valid records and the referee for all other records.

Compiled code accepts a record if its seed produces every card in it and each action and score is correct. The referee
checks every other record, so that all faults are reported in the same words.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from saleroom.games import ALL, load
from saleroom.kernel import readiness
from saleroom.kernel.compile import COMPILED
from saleroom.match.bulk_replay import Replays
from saleroom.match.errors import BadRecord
from saleroom.match.fair_deals import fair_faults
from saleroom.match.record import from_line, shape_faults
from saleroom.match.referee import faults

PATIENCE = 1 << 22
"""Number of bytes of a game's records that the referee checks before machine code is compiled.

Checking this many bytes takes the referee about as long as the compilation takes.
"""
MARK = "replay-ready"


class BulkReferee:
    """Referee that verifies the lines of files, one after another."""

    def __init__(self, patience: int = PATIENCE, expected: int = 0) -> None:
        """Create a referee; `expected` is the known number of bytes of records to come.

        If `expected` is less than `patience`, the referee checks all records and nothing is compiled.
        """
        self._patience, self._expected = patience, expected
        self._replays: dict[str, Replays] = {}
        self._seen: Counter[str] = Counter()
        self._marked: set[str] = set()

    def line_faults(self, line: bytes, fair: bool = False) -> tuple[Any, list[str]]:
        """Return the record on a line, and all its faults."""
        try:
            record = from_line(line)
        except BadRecord as error:
            return None, [str(error)]
        return record, self.faults(record, fair, len(line))

    def faults(self, record: Any, fair: bool = False, size: int = 0) -> list[str]:
        """Return all faults of a record of `size` bytes; `record` can be any value."""
        wrong = shape_faults(record, ALL)
        if wrong:
            return wrong
        drawn = self._drawn(record, size)
        wrong = faults(record) if drawn is None else []
        return wrong or (fair_faults(record, drawn) if fair else [])

    def _drawn(self, record: dict[str, Any], size: int) -> bool | None:
        """Return whether the record's first dealer was drawn from its seed; None if compiled code did not accept it."""
        name = record["game"]
        if name not in self._replays:
            self._seen[name] += size
            if max(self._seen[name], self._expected) < self._patience and not _on_disk(name):
                return None
            self._replays[name] = Replays(load(name))
        drawn = self._replays[name].drawn(record)
        if drawn is not None and name not in self._marked:
            self._marked.add(name)
            _note_on_disk(name)
        return drawn


def _on_disk(name: str) -> bool:
    mark = readiness.mark(load(name).record.fields[0].name, MARK)
    return COMPILED and mark is not None and mark.exists()


def _note_on_disk(name: str) -> None:
    """Mark the machine code as complete on disk, so that the next process uses it immediately."""
    mark = readiness.mark(load(name).record.fields[0].name, MARK)
    try:
        if COMPILED and mark is not None:
            mark.touch()
    except OSError:  # if this fails, the only harm is that the next process waits again
        pass
