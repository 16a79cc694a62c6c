"""Tests of the compressed form of events: nothing is lost, and damage is noticed."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from saleroom.server.storage.archive_format import StoredEvent, UnknownFormat, decode, encode

TEXT = some.text(max_size=20)
EVENTS = some.builds(
    StoredEvent,
    kind=TEXT,
    seat=some.none() | some.integers(-1, 9),
    data=TEXT,
    command=some.none() | TEXT,
    holder=some.none() | TEXT,
    at=some.floats(allow_nan=False),
)
MATCH = [
    StoredEvent("sit", 0, '{"name":"Ann","word":"K\u00e4se \u2660"}', "command-1", "a" * 64, 1_795_791_346.4088335),
    StoredEvent("move", 3, '{"action": "bid 2", "by_house": false}', None, None, 1_795_791_346.4089),
    StoredEvent("move", 0, '{"action":"pass","by_house":false}', "command-2", "a" * 64, 1_795_791_346.4093332),
]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(some.lists(EVENTS, max_size=12))
def test_every_event_comes_back_as_it_was(events: list[StoredEvent]) -> None:
    assert list(map(repr, decode(encode(events)))) == list(map(repr, events))  # -0.0 equals 0.0


def test_every_damaged_byte_is_noticed() -> None:
    content = encode(MATCH)
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 0x10
        with contextlib.suppress(UnknownFormat):
            assert decode(bytes(damaged)) == MATCH, f"byte {place} changed the events silently"


@pytest.mark.parametrize("content", [b"", b"\x02later", encode(MATCH)[:-1], encode(MATCH) + b"\0"])
def test_other_content_is_refused(content: bytes) -> None:
    with pytest.raises(UnknownFormat):
        decode(content)
