"""Compressed form of a table's events. Decoding returns every event exactly as it was stored.

Equal fields compress best when they follow each other, so each kind of field forms a section: the events without ids
and times, the ids of commands, and the times. Ids and times are nearly random; in one section with the rest, they would
spoil its compression.

Format 1 is the byte 1, and then for each section its length (4 bytes, big-endian) and its content in zlib's format,
which includes a checksum. Later formats begin with another byte. Decoders of earlier formats stay, because stored
archives are never converted.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import orjson

FORMAT = 1
_LENGTH = struct.Struct(">I")
_DOUBLE, _BITS = struct.Struct(">d"), struct.Struct(">q")
TIME_BYTES = 8


class StoredEvent(NamedTuple):
    """An event as it is stored; `data` is the stored JSON text. The number of an event is its position, from 1."""

    kind: str
    seat: int | None
    data: str
    command: str | None
    holder: str | None
    at: float


class UnknownFormat(ValueError):
    """Error: a newer version of Saleroom wrote an archive, or the archive is damaged."""


def encode(events: Sequence[StoredEvent]) -> bytes:
    """Return the compressed form of a table's events."""
    commands = "".join(event.command or "" for event in events).encode()
    sections = (_encode_plain(events), commands, _encode_times(events))
    compressed = [zlib.compress(section, 9) for section in sections]
    return bytes([FORMAT]) + b"".join(_LENGTH.pack(len(section)) + section for section in compressed)


def decode(content: bytes) -> list[StoredEvent]:
    """Return the events of a table; raise `UnknownFormat` if the content is damaged or has a newer format."""
    if content[:1] != bytes([FORMAT]):
        raise UnknownFormat(f"the archive has the format {content[:1].hex() or 'of an empty file'}")
    try:
        plain, commands, times = map(zlib.decompress, _sections(content))
        events = orjson.loads(plain)
        holders = events["holders"]
        return [
            StoredEvent(kind, seat, data, command, None if holder is None else holders[holder], at)
            for kind, seat, data, holder, command, at in zip(
                *(events[name] for name in ("kinds", "seats", "data", "senders")),
                _decode_commands(events["commands"], commands.decode()),
                _decode_times(times),
                strict=True,
            )
        ]
    except (zlib.error, struct.error, ValueError, LookupError, TypeError) as error:
        raise UnknownFormat(f"the archive is damaged: {error}") from None


def _sections(content: bytes) -> Iterator[bytes]:
    offset = 1
    while offset < len(content):
        (length,) = _LENGTH.unpack_from(content, offset)
        offset += _LENGTH.size + length
        yield content[offset - length : offset]


def _encode_plain(events: Sequence[StoredEvent]) -> bytes:
    """Return kinds, seats, data, senders and the lengths of commands. A sender is an index of the list of all
    holders.
    """
    holders = list(dict.fromkeys(event.holder for event in events if event.holder is not None))
    indices = {None: None, **{holder: index for index, holder in enumerate(holders)}}
    columns: dict[str, Any] = {
        "holders": holders,
        "kinds": [event.kind for event in events],
        "seats": [event.seat for event in events],
        "senders": [indices[event.holder] for event in events],
        "data": [event.data for event in events],
        "commands": [None if event.command is None else len(event.command) for event in events],
    }
    return orjson.dumps(columns)


def _decode_commands(lengths: Sequence[int | None], text: str) -> Iterator[str | None]:
    """Yield commands, which the section contains without separators; raise `ValueError` if the text has another
    length.
    """
    if sum(length or 0 for length in lengths) != len(text):
        raise ValueError("the commands have a wrong length")
    offset = 0
    for length in lengths:
        yield None if length is None else text[offset : offset + length]
        offset += length or 0


def _encode_times(events: Sequence[StoredEvent]) -> bytes:
    """Return the differences between the times' bit patterns, as 8-byte integers: first all highest bytes, which are
    nearly always equal, then all second bytes, and so on.
    """
    bits = [0, *(_BITS.unpack(_DOUBLE.pack(event.at))[0] for event in events)]
    packed = [((after - before) % 2**64).to_bytes(TIME_BYTES, "big") for before, after in pairwise(bits)]
    return b"".join(bytes(each[place] for each in packed) for place in range(TIME_BYTES))


def _decode_times(section: bytes) -> list[float]:
    count = len(section) // TIME_BYTES
    packed = (bytes(section[place] for place in range(index, len(section), count)) for index in range(count))
    bits = accumulate(int.from_bytes(each, "big") for each in packed)
    return [_DOUBLE.unpack((total % 2**64).to_bytes(TIME_BYTES, "big"))[0] for total in bits]
