"""Play a dataset, verify it, and write it as Parquet with its description."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from saleroom import extras
from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.lab.dataset.croissant import FIELDS, FILE, description
from saleroom.lab.dataset.plan import DatasetPlan
from saleroom.lab.runs import folders
from saleroom.lab.runs.progress import explained, progress
from saleroom.lab.runs.workers import ending_by_signal
from saleroom.lab.simulate import Plan, play, resume_point
from saleroom.lab.verification import verify
from saleroom.match.errors import BadRecord

PARQUET, RECORDS, PLAN = "matches.parquet", "records", "dataset.json"


def make(
    plan: DatasetPlan,
    out: Path,
    jobs: int,
    get_ready: Callable[[Game, tuple[str, ...]], None],
    url: str | None = None,
    published: str | None = None,
) -> str:
    """Play the matches that the folder does not contain yet, verify all records, and write the dataset.

    `get_ready` compiles a game for its players. Return what was written, with its digest.
    """
    extras.need_lab()
    folders.check(out, (PARQUET, FILE, PLAN))
    folders.check_writable(out)
    with folders.claimed(out / PLAN, "dataset") as file, ending_by_signal():
        _claim(plan, file, out / PLAN)
        (out / RECORDS).mkdir(exist_ok=True)
        total, done = plan.matches * len(plan.games) * len(plan.levels), 0
        with (
            explained(lambda: f"stopped after {done:,} of {total:,} matches{folders.continues(out)}"),
            progress("matches", 0, total) as show,
        ):
            for name, part in plan.parts():
                for _ in _played(part, _path(out, name), jobs, get_ready):
                    done += 1
                    show(done, total)
        _verify(plan, out, jobs)
        folders.write_results(out, {PARQUET: _parquet(plan, out)}, out / RECORDS)
        size, digest = (out / PARQUET).stat().st_size, _digest(out / PARQUET)
        text = folders.pretty(description(plan, PARQUET, size, digest, url, published))
        folders.write_results(out, {FILE: text}, out / RECORDS)
    return f"{total:,} matches, {size:,} bytes, each record verified: {out / PARQUET}\nSHA-256 {digest}"


def _claim(plan: DatasetPlan, file: Any, path: Path) -> None:
    """Write the plan to its file, or compare it with the plan in the file."""
    wanted = json.dumps(plan.header()) + "\n"
    file.seek(0)
    text = file.read()
    if not text:
        file.write(wanted)
        file.flush()
    elif text != wanted:
        raise BadRecord(f"{path} is of another dataset; name another folder, or repeat its command")


def _path(out: Path, name: str) -> Path:
    """Return the file of a part. Levels such as ``search:200/house`` have characters that file names cannot have."""
    return out / RECORDS / f"{name.replace(':', '-').replace('/', '_')}.jsonl"


def _played(part: Plan, path: Path, jobs: int, get_ready: Callable[[Game, tuple[str, ...]], None]) -> Iterator[None]:
    """Yield once for each match of a part, after its record is in the file."""
    start = resume_point(part, path)
    yield from [None] * start
    if start == part.matches:
        return
    get_ready(load(part.game), part.players)
    with path.open("a", encoding="utf-8", newline="\n") as file:
        for line in play(part, start, jobs):
            file.write(line)
            file.flush()
            yield


def _verify(plan: DatasetPlan, out: Path, jobs: int) -> None:
    """Raise `BadRecord` if a record is not correct."""
    faults: list[str] = []
    paths = [_path(out, name) for name, _ in plan.parts()]
    for _ in verify(
        paths, False, jobs, lambda path, line, fault: faults.append(f"{path}:{line}: {fault}"), lambda size: None
    ):
        pass
    if faults:
        raise BadRecord(faults[0])


def _parquet(plan: DatasetPlan, out: Path) -> folders.Put:
    """Return a function that writes all records as one table, with a row group for each part."""
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema(
        {
            "id": pa.string(), "game": pa.dictionary(pa.int32(), pa.string()),
            "level": pa.dictionary(pa.int32(), pa.string()), "number": pa.int32(), "seats": pa.int8(),
            "deals": pa.int32(), "decisions": pa.int32(), "scores": pa.list_(pa.int32()),
            "winners": pa.list_(pa.int8()), "record": pa.string(),
        },
        metadata={"saleroom": json.dumps(plan.header())},
    )  # fmt: skip
    assert schema.names == list(FIELDS)

    def put(file: Any) -> None:
        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            for name, part in plan.parts():
                with _path(out, name).open(encoding="utf-8") as lines:
                    rows = [_row(part, number, line) for number, line in enumerate(lines)]
                writer.write_table(pa.Table.from_pylist(rows, schema))

    return put


def _row(part: Plan, number: int, line: str) -> dict[str, Any]:
    record, level = json.loads(line), part.players[0]
    events = [event for deal in record["deals"] for event in deal["events"]]
    return {
        "id": f"{part.game}/{level}/{number}",
        "game": part.game,
        "level": level,
        "number": number,
        "seats": len(part.players),
        "deals": len(record["deals"]),
        "decisions": sum(not event.startswith("table ") for event in events),
        "scores": record["scores"],
        "winners": record["winners"],
        "record": line.rstrip("\n"),
    }


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
