"""Auction Pitch in C (`limit.c`) as a contestant, which shows the limit of speed.

It gets the same seeds as Saleroom, so that results can be compared.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.ours import SEATS, TO_THE_END

SOURCE = Path(__file__).with_name("limit.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
OPTIONS = ("target", "dealer_match", "low", "cards_tie", "deals", "revoke")
TABLE = ("deal", "dealer", "winners", "bid", "bidder", "trump", "tricks")
BY_SEAT = ("scores", "last_score", "tricks_won", "hand", "may", "played", "taken", "renounced")


def compiler() -> str | None:
    """Return the path of the system's C compiler, or None if it has none."""
    return shutil.which("gcc") or shutil.which("cc")


def _at(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class Limit:
    """The C program, compiled for a number of seats."""

    def __init__(self, folder: str | Path, seats: int = SEATS) -> None:
        """Build the program in a folder, which must exist as long as the program is used."""
        library = Path(folder) / f"limit{seats}.so"
        command = [compiler() or "cc", *FLAGS, f"-DSEATS={seats}", str(SOURCE), "-o", str(library)]
        subprocess.run(command, check=True)
        self.seats = seats
        self._c = ctypes.CDLL(str(library))
        self._c.state_size.restype = self._c.playouts.restype = ctypes.c_int64

    def open(self, states: Any) -> Any:
        """Open matches in C with the seeds and options of Saleroom's `states`, in which no deal may have begun."""
        opened = np.zeros((len(states), self._c.state_size()), np.uint8)
        seeds = np.ascontiguousarray(states["seed"])
        options = np.array([states[0][name] for name in OPTIONS], np.int32)
        self._c.open_matches(_at(opened), ctypes.c_int64(len(states)), _at(seeds), _at(options))
        return opened

    def play(self, opened: Any, dice: Any) -> int:
        """Play all matches at random; return the number of decisions."""
        return self._c.playouts(_at(opened), ctypes.c_int64(len(opened)), _at(dice), ctypes.c_int64(TO_THE_END))

    def results(self, opened: Any) -> Any:
        """Return all comparable results, one row of numbers per match."""
        rows = np.zeros((len(opened), len(TABLE) + len(BY_SEAT) * self.seats), np.int64)
        self._c.results(_at(opened), ctypes.c_int64(len(opened)), _at(rows))
        return rows


def results(states: Any) -> Any:
    """Return the results of Saleroom's matches, in the same form as `Limit.results`."""
    seats = int(states[0].seats)
    table = [states[name][:, None] for name in TABLE]
    by_seat = [states[name][:, :seats] for name in BY_SEAT]
    return np.concatenate([column.astype(np.int64) for column in table + by_seat], axis=1)


def digest(rows: Any, decisions: int, dice: Any) -> str:
    """Return a hash of the results, the number of decisions, and the final state of the random generator `dice`."""
    return blake2b(rows.tobytes() + repr((decisions, int(dice[0]))).encode(), digest_size=8).hexdigest()
