"""Storage of a study in a folder; each block is one file, written atomically. Tables are built from the blocks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.runs import folders
from saleroom.lab.runs.version import version
from saleroom.lab.study.measures import columns
from saleroom.lab.study.plan import Study, Table
from saleroom.match.errors import BadRecord
from saleroom.renamed import earlier_names

PLAN, BLOCKS, PARQUET, SUMMARY, REPORT = "study.json", "blocks", "results.parquet", "summary.json", "report.html"


__getattr__ = earlier_names(__name__, Played="BlockStore")


class BlockStore:
    """Played blocks of a study, in memory and, if given, in a folder."""

    def __init__(self, study: Study, out: Path | None = None) -> None:
        """Read the blocks in the folder. Raise `BadRecord` if a file is not a block of this study."""
        self.study, self._out = study, out
        self._blocks: dict[Table, dict[int, NDArray[np.float64]]] = {table: {} for table in study.tables}
        if out is not None:
            (out / BLOCKS).mkdir(exist_ok=True)
            for table in study.tables:
                self._read(out / BLOCKS, table)

    def add(self, table: Table, numbers: range, rows: NDArray[np.float64]) -> None:
        """Add a block; if there is a folder, also write the block there."""
        if self._out is not None:
            folders.write(self._path(self._out / BLOCKS, table, numbers), lambda file: np.save(file, rows))
        self._blocks[table][numbers.start] = rows

    def has(self, table: Table, numbers: range) -> bool:
        """Return whether a table's block `numbers` of matches, or a longer block with the same start, is played."""
        return len(self._blocks[table].get(numbers.start, ())) >= len(numbers)

    def rows(self, table: Table, most: int | None = None) -> NDArray[np.float64]:
        """Return at most `most` rows of a table, up to the first missing match."""
        blocks, start = [], 0
        while start in self._blocks[table]:
            blocks.append(self._blocks[table][start])
            start += len(blocks[-1])
        empty = np.zeros((0, len(columns(table.seats, table.compares_players))))
        return np.concatenate([empty, *blocks])[:most]

    @property
    def matches(self) -> int:
        """Total number of rows."""
        return sum(len(block) for blocks in self._blocks.values() for block in blocks.values())

    def _path(self, folder: Path, table: Table, numbers: range) -> Path:
        return folder / f"{self.study.tables.index(table):03}-{numbers.start:07}-{numbers.stop:07}.npy"

    def _read(self, folder: Path, table: Table) -> None:
        """Read the blocks of one table from the folder."""
        wide = len(columns(table.seats, table.compares_players))
        for path in sorted(folder.glob(f"{self.study.tables.index(table):03}-*.npy")):
            try:
                start, stop = map(int, path.stem.split("-")[1:])
                rows = np.load(path, allow_pickle=False)
            except (ValueError, OSError, EOFError):
                start, stop, rows = 0, -1, np.zeros(0)
            if rows.shape != (stop - start, wide) or rows.dtype != np.float64:
                raise BadRecord(f"{path} is no block of this study; remove it, and it is played again")
            if len(rows) > len(self._blocks[table].get(start, ())):
                self._blocks[table][start] = rows


@contextmanager
def opened(study: Study, out: Path | None) -> Iterator[BlockStore]:
    """Open the results of a study, and lock its folder against other studies."""
    if out is None:
        yield BlockStore(study)
        return
    with folders.claimed(out / PLAN, "study") as file:
        file.seek(0)
        text = file.read()
        if text:
            _check(study, out / PLAN, text)
        else:
            file.write(json.dumps(header(study)) + "\n")
            file.flush()
        yield BlockStore(study, out)


def header(study: Study) -> dict[str, Any]:
    """Return the properties by which a stored study is recognised.

    Only a study with the same properties can continue it.
    """
    return {**study.header(), "version": version()}


def _check(study: Study, path: Path, text: str) -> None:
    try:
        stored = json.loads(text)
    except ValueError:
        stored = None
    wanted = json.loads(json.dumps(header(study)))
    if not isinstance(stored, dict) or stored.get("format") != wanted["format"]:
        raise BadRecord(f"{path} is no plan of a study; name another folder or remove the file")
    for name, value in wanted.items():
        if stored.get(name) != value:
            raise BadRecord(f"{path} is of a study with another {name}; name another folder, or repeat its command")


def as_parquet(study: Study, blocks: BlockStore, counts: dict[Table, int]) -> folders.Put:
    """Return a function that writes a Parquet file with a row for each match and a column for each statistic.

    If players are compared, the file has a row for each set of cards.
    """
    import pyarrow as pa

    parts = [_arrow(study, table, blocks.rows(table, counts[table])) for table in study.tables]
    table = pa.concat_tables(parts, promote_options="default")
    return folders.parquet(table, json.dumps(header(study)), "zstd")


def _arrow(study: Study, table: Table, rows: NDArray[np.float64]) -> Any:
    import pyarrow as pa

    count = len(rows)
    texts = {name: _text(value) for name, value in table.variant._asdict().items()} | {"players": table.level}
    data: dict[str, Any] = {
        name: pa.array([value] * count, pa.string()).dictionary_encode() for name, value in texts.items()
    }
    data |= {"seats": pa.array(np.full(count, table.seats, np.int8)), "match": pa.array(np.arange(count))}
    names = columns(table.seats, table.compares_players)
    return pa.table(data | {name: pa.array(rows[:, at]) for at, name in enumerate(names)})


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
