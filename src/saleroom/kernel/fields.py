"""Fields of a game's state. The state is one flat record, and each field is declared once.

A declaration gives the field's type, range, unit, meaning and who may see it: everyone (`public`), the seat that
indexes its first axis (`own`), or no seat (`secret`). The record's dtype and a byte mask for each seat are derived from
the declarations. A view is the bitwise AND of record and mask, so hidden bytes need no check at run time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.field_names import check_names

SEATS = 8  # maximum number of seats in any game
NO_SEAT = -1  # value that means "no seat" in fields that hold a seat
PUBLIC = SEATS  # index of a spectator's row in the masks
WORD = 8  # bytes
BLOCK = 8 * WORD  # the size of eight words, which are compared at once
FILLER = "filler"  # prefix of the names of padding fields
BEFORE_DEAL = 0  # phase at the start of every deal

See = Literal["public", "own", "secret"]
Clause = Mapping[str, Collection[int]]
"""Condition on public single-number fields: each field name with the values that fulfil it.

The condition holds if every named field has one of the values given for it.
"""


@dataclass(frozen=True)
class Field:
    """Field of a record."""

    name: str
    kind: str
    """NumPy type of an element, such as ``u1``."""
    shape: tuple[int, ...]
    see: See
    low: int
    high: int
    """Least and greatest value of an element."""
    unit: str
    tells: str
    """Meaning, without the special meanings of single values."""
    nothing: tuple[int, str] | None = None
    """Value that means "nothing", and when it applies, such as ``(-1, "while none stands")``."""
    senses: Mapping[int, str] = dataclasses.field(default_factory=dict, hash=False)
    """Values with special meanings, such as ``{-1: "a pass"}``."""
    ring: tuple[str, str] | None = None
    """Names of two fields that hold the start and the length of this ring buffer; None if this field is no ring buffer.
    """
    past: bool = False
    """Whether the field describes the previous deal; such a field is zero until the first deal is settled."""
    unset: tuple[Clause, ...] = dataclasses.field(default=(), hash=False)
    """Clauses under which the field has no value. While any of them holds, the field's bytes have no meaning."""
    dead: tuple[Clause, ...] = dataclasses.field(default=(), hash=False)
    """Clauses on options or the number of seats; while any of them holds, the field never changes."""
    since: int = 0
    """First version of the game's environments whose rows can include the field."""

    @property
    def by_seat(self) -> bool:
        """Whether the field's first axis is indexed by seat."""
        return self.shape[:1] == (SEATS,)

    @property
    def start(self) -> int:
        """Value before the first deal."""
        return self.nothing[0] if self.nothing and not self.past else 0

    def is_set(self, record: Any) -> bool:
        """Return whether the field has a value in a state or a view."""
        return not any(all(int(record[name]) in values for name, values in clause.items()) for clause in self.unset)

    @property
    def unset_as(self) -> int:
        """Placeholder in a row for each element of an unset field; outside the value range where possible.

        A set without a value is written as empty. If every number is a valid value, the placeholder is zero; the fields
        that `unset` names show whether this zero is a real value.
        """
        if self.kind == "u8":
            return 0
        if self.nothing and not self.past:
            return self.nothing[0]
        return self.low - 1 if self.low > np.iinfo(self.kind).min else 0

    @property
    def meaning(self) -> str:
        """Full meaning, including special values, as text for documentation."""
        told = [self.tells, *(f"{value} for {sense}" for value, sense in self.senses.items())]
        if self.nothing:
            told.append(f"{'no members' if self.kind == 'u8' else self.nothing[0]} {self.nothing[1]}")
        if self.ring:
            told.append(f"`{self.ring[1]}` places of a ring, from `{self.ring[0]}` on")
        return ", ".join(told)


NO_DEAL_YET: Clause = {"deal": (1,), "winners": (0,)}
"""Clause that holds until the first deal of a match is settled."""


def unset_while(*fields: Field, **clause: Collection[int]) -> tuple[Field, ...]:
    """Return the given fields with an additional clause. While the clause holds, the fields have no value."""
    return tuple(_also(field, clause) for field in fields)


def of_deal(*fields: Field) -> tuple[Field, ...]:
    """Return the given fields, marked as fields that describe the current deal.

    Such fields have no value between two deals, or after the last deal.
    """
    return unset_while(*fields, phase=(BEFORE_DEAL,))


def also_unset(fields: tuple[Field, ...], **clauses: Clause) -> tuple[Field, ...]:
    """Return the given fields. Each field named in `clauses` has no value while the clause of this name holds."""
    return tuple(_also(field, clauses[field.name]) if field.name in clauses else field for field in fields)


ALWAYS: Clause = {}
"""Clause that holds under all options."""


def dead_while(*fields: Field, **clause: Collection[int]) -> tuple[Field, ...]:
    """Return the given fields with an additional clause. If the clause holds, the fields never change in a match."""
    return tuple(dataclasses.replace(field, dead=(*field.dead, clause)) for field in fields)


def also_dead(fields: tuple[Field, ...], **clauses: Clause) -> tuple[Field, ...]:
    """Return the given fields. Each field named in `clauses` never changes if the clause of this name holds."""
    return tuple(dead_while(field, **clauses[field.name])[0] if field.name in clauses else field for field in fields)


def _also(field: Field, clause: Clause) -> Field:
    """Return `field` with an additional clause. While the clause holds, the field has no value.

    A clause on a single number is merged with an existing clause on the same number.
    """
    about = list(clause)
    alike = next((known for known in field.unset if len(about) == 1 and list(known) == about), {})
    values = {name: sorted({*given, *alike.get(name, ())}) for name, given in clause.items()}
    return dataclasses.replace(field, unset=(*(known for known in field.unset if known is not alike), values))


def _field(see: See):
    def declare(name, kind, span, unit, tells, shape=(), **more) -> Field:
        low, high = span
        room = np.iinfo(kind)
        if not room.min <= low <= high <= room.max:
            raise ValueError(f"field {name}: {low}..{high} does not fit {kind}")
        if ("set" in unit.split() and kind != "u8") or (kind == "u8" and "set" not in unit.split()):
            raise ValueError(f"field {name}: sets are u8, and only sets")
        if see == "own" and not shape:
            raise ValueError(f"field {name}: an own field is indexed by seat")
        field = Field(name, kind, shape, see, low, high, unit, tells, **more)
        if field.past:
            field = _also(field, NO_DEAL_YET)
        for value in (*field.senses, *(field.nothing or ())[:1]):
            if not low <= value <= high:
                raise ValueError(f"field {name}: {value} stands for something, but is not within {low}..{high}")
        return field

    return declare


public, own, secret = _field("public"), _field("own"), _field("secret")


def _without_gaps(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """Return the fields sorted by width, widest first, with padding fields that fill whole blocks of eight words.

    NumPy copies records field by field, so bytes between fields would be undefined. In a word, numbers with the same
    visibility have the same width, because plans write a word's numbers together (`saleroom.kernel.plans`).
    """
    ordered: list[Field] = []
    fields = tuple(field for field in fields if not field.name.startswith(FILLER))
    size, last = 0, {"public": (-1, 0), "own": (-1, 0)}
    for field in sorted(fields, key=lambda field: -_width(field)):
        word, width = last.get(field.see, (-1, 0))
        if word == size // WORD and width != _width(field):
            ordered.append(_filler(f"{FILLER}_{len(ordered)}", -size % WORD))
            size += ordered[-1].shape[0]
        ordered.append(field)
        size += np.dtype((field.kind, field.shape)).itemsize
        last[field.see] = (size - 1) // WORD, _width(field)
    return (*ordered, *([_filler(FILLER, -size % BLOCK)] if size % BLOCK else []))


def _width(field: Field) -> int:
    return np.dtype(field.kind).itemsize


def _filler(name: str, size: int) -> Field:
    return secret(name, "i1", (0, 0), "nothing", "fills a word or the last block", (size,))


PIECE_SETS = ("card set", "tile set")
"""Units of fields that hold sets of pieces."""


class Record:
    """Declaration of a game's state: its fields in order, their dtype and the masks for views."""

    def __init__(self, game: str, *fields: Field) -> None:
        """Declare the record of `game`.

        The first field has the game's name, so that Numba never confuses the record types of two games.
        """
        version = Field(game, "u8", (), "public", 1, 1, "version", "the layout of this record")
        self.fields = _without_gaps((version, *fields))
        check_names([field.name for field in self.fields])
        self._check_clauses()
        layout = np.dtype([(f.name, f.kind, f.shape) for f in self.fields], align=True)
        self.dtype: np.dtype[np.void] = np.dtype((np.record, layout))  # type: ignore - NumPy's stubs know no such pair
        self.masks = self._masks()
        self._words = self.masks.view(np.uint64)
        self.own = tuple(field.name for field in self.fields if field.see == "own")
        """Fields in which each seat sees only its own element."""

    def _check_clauses(self) -> None:
        """Raise `ValueError` if a clause names a field that is not a public number.

        Every seat must be able to evaluate a clause, so clauses use only public numbers.
        """
        plain = {field.name for field in self.fields if field.see == "public" and not field.shape}
        for field in self.fields:
            for about, clauses in (("unset", field.unset), ("dead", field.dead)):
                for name in {name for clause in clauses for name in clause} - plain:
                    raise ValueError(
                        f"field {field.name}: {name} is no public number, so it cannot say what is {about}"
                    )

    def _masks(self) -> NDArray[np.uint8]:
        masks = np.zeros(SEATS + 1, self.dtype)
        raw = masks.view(np.uint8).reshape(SEATS + 1, -1)
        for field in self.fields:
            at = self.dtype.fields[field.name][1]  # type: ignore
            size = self.dtype[field.name].itemsize
            if field.see == "public":
                raw[:, at : at + size] = 0xFF
            elif field.see == "own":
                each = size // field.shape[0]
                for seat in range(field.shape[0]):
                    raw[seat, at + seat * each : at + (seat + 1) * each] = 0xFF
        raw.flags.writeable = False
        return raw

    @property
    def hand(self) -> str | None:
        """Name of the field with each seat's pieces: the first `own` field that is a set of pieces; None if there is
        none.
        """
        own = (field.name for field in self.fields if field.see == "own" and field.unit in PIECE_SETS)
        return next(own, None)

    def blank(self, count: int) -> NDArray[np.void]:
        """Return `count` records of zeroes, as a record array."""
        return np.zeros(count, self.dtype)

    def begin(self, states: NDArray[np.void], seats: int) -> None:
        """Set the fields of blank records to their initial values; elements for seats that do not exist stay zero."""
        for field in self.fields:
            if field.start:
                values = states[field.name]
                (values[:, :seats] if field.by_seat else values)[...] = field.start

    def view(self, states: NDArray[np.void], seat: int | NDArray[np.integer]) -> NDArray[np.void]:
        """Return each state as `seat` may see it; `seat` is one seat for all states, one seat per state, or `PUBLIC`.

        The views have the dtype of the states; hidden bytes are zero.
        """
        # this makes new arrays on the same memory, because `ndarray.view` inspects all fields of a record and takes
        # longer
        words = np.ndarray((states.size, self._words.shape[1]), np.uint64, np.ascontiguousarray(states))
        return np.ndarray(states.shape, self.dtype, words & self._words[seat])

    def views(self, states: NDArray[np.void]) -> NDArray[np.void]:
        """Return all views of one state as an array of records: a view for each seat and, at index `PUBLIC`, the
        spectator's view.
        """
        words = np.ndarray((1, self._words.shape[1]), np.uint64, np.ascontiguousarray(states))
        return np.ndarray(len(self._words), self.dtype, words & self._words)


SEAT = (0, SEATS - 1)  # range of a seat's number
SEAT_OR_NONE = (NO_SEAT, SEATS - 1)
SEAT_SET = (0, 2**SEATS - 1)
POINTS = (-(2**31), 2**31 - 1)

CHANCE = (
    secret("seed", "u4", (0, 2**32 - 1), "32-bit words", "the key of all random draws", (8,)),
    secret("stream", "u4", (0, 2**32 - 1), "32-bit words", "the block of the stream last read", (16,)),
)
"""Fields that `saleroom.kernel.chance` works on."""

MATCH = (
    *dead_while(public("seats", "i1", (2, SEATS), "seats", "number of seats"), seats=range(2, SEATS + 1)),
    public("deal", "i4", (1, 10_000), "deals", "the number of this deal"),
    public(
        "dealer",
        "i1",
        (-1, SEATS - 1),
        "seat",
        "who deals, or leads in games without a dealer",
        nothing=(-1, "before the first dealer is drawn"),
    ),
    public("phase", "i1", (0, 15), "phase", "phase of the deal", unset=({"winners": range(1, SEAT_SET[1] + 1)},)),
    public(
        "acting", "u8", SEAT_SET, "seat set", "who may act now; none if it is the table's turn or the match is over"
    ),
    public("winners", "u8", SEAT_SET, "seat set", "who has won; none while the match lasts"),
    public("scores", "i4", POINTS, "points or chips", "each seat's score", (SEATS,)),
    public(
        "last_score",
        "i4",
        POINTS,
        "points or chips",
        "what the last deal changed for each seat",
        (SEATS,),
        past=True,
    ),
    public("carry", "i4", (0, 2**31 - 1), "points or chips", "what is in the pot, or was carried over to the kitty"),
    public(
        "last_carry", "i4", (0, 2**31 - 1), "points or chips", "what the last deal left in the pot or kitty", past=True
    ),
)
"""Fields that every game has."""
