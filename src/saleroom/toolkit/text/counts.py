"""Numbers with nouns in English. Each noun is given in singular and plural."""

from __future__ import annotations

CARDS = "card|cards"
CHIPS = "chip|chips"
DEALS = "deal|deals"
DECISIONS = "decision|decisions"
DEVICES = "device|devices"
EVENTS = "event|events"
FAULTS = "fault|faults"
LINES = "line|lines"
MATCHES = "match|matches"
MOVES = "move|moves"
PARTS = "part|parts"
PIPS = "pip|pips"
POINTS = "point|points"
RECORDS = "record|records"
SEATINGS = "seating|seatings"
TABLES = "table|tables"
TILES = "tile|tiles"
TRICKS = "trick|tricks"
WORLDS = "world|worlds"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, such as "1 chip" or "3 chips". `noun` has two forms, such as ``chip|chips``."""
    one, many = noun.split("|")
    return f"{number} {one if number == 1 else many}"
