"""Fields: a game's state is one flat record, and each field is declared once.

A declaration gives the field's type, range, unit, what it tells and who may see it: everyone (`public`), the seat that
its first axis is indexed by (`own`), or nobody (`secret`). From these come the record's dtype and, for every seat, a
mask of bytes; a view is the record AND the mask, with no decision at run time that could be forgotten.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.field_names import check_names

SEATS = 8  # no game has more seats
NO_SEAT = -1  # stands for nobody, wherever a seat could stand
PUBLIC = SEATS  # the row of the masks that a spectator looks through
WORD = 8  # bytes
BLOCK = 8 * WORD  # eight words, which are compared at once
FILLER = "filler"  # how the names of fields begin that only fill a place
BEFORE_DEAL = 0  # the phase in which every deal begins

See = Literal["public", "own", "secret"]
Clause = Mapping[str, Collection[int]]
"""Public fields, each a single number, and some of their values: it holds while each field has one of its values."""


@dataclass(frozen=True)
class Field:
    """One field of a record."""

    name: str
    kind: str
    """The NumPy type of an element, such as ``u1``."""
    shape: tuple[int, ...]
    see: See
    low: int
    high: int
    """The least and the greatest value that an element takes."""
    unit: str
    tells: str
    """What it tells, without the numbers that stand for something else."""
    nothing: tuple[int, str] | None = None
    """The value that says that there is nothing, and when: ``(-1, "while none stands")``."""
    senses: Mapping[int, str] = dataclasses.field(default_factory=dict, hash=False)
    """The values that stand for something of their own: ``{-1: "a pass"}``."""
    ring: tuple[str, str] | None = None
    """Where the values lie in a ring: the fields that say where it begins and how long it is."""
    past: bool = False
    """Whether it tells of the deal before; it is zero until one is settled."""
    unset: tuple[Clause, ...] = dataclasses.field(default=(), hash=False)
    """When it has no value, whatever its bytes are: while any of these clauses holds."""
    dead: tuple[Clause, ...] = dataclasses.field(default=(), hash=False)
    """Under which options, or numbers of seats, it never changes: while any of these clauses holds."""
    since: int = 0
    """The first version of the game's environments whose rows may hold it."""

    @property
    def by_seat(self) -> bool:
        """Whether its first axis counts seats."""
        return self.shape[:1] == (SEATS,)

    @property
    def start(self) -> int:
        """Its value before the first deal."""
        return self.nothing[0] if self.nothing and not self.past else 0

    def is_set(self, record: Any) -> bool:
        """Whether it has a value in a state or a view."""
        return not any(all(int(record[name]) in values for name, values in clause.items()) for clause in self.unset)

    @property
    def unset_as(self) -> int:
        """What stands for no value in a row of numbers, in every element: one that nothing else has, if there is one.

        Without values of its own a set has no members. Where every number may be a value it is zero, and whether that
        is one follows from the fields that `unset` names.
        """
        if self.kind == "u8":
            return 0
        if self.nothing and not self.past:
            return self.nothing[0]
        return self.low - 1 if self.low > np.iinfo(self.kind).min else 0

    @property
    def meaning(self) -> str:
        """What it tells, for somebody who sees its numbers."""
        told = [self.tells, *(f"{value} for {sense}" for value, sense in self.senses.items())]
        if self.nothing:
            told.append(f"{'no members' if self.kind == 'u8' else self.nothing[0]} {self.nothing[1]}")
        if self.ring:
            told.append(f"`{self.ring[1]}` places of a ring, from `{self.ring[0]}` on")
        return ", ".join(told)


NO_DEAL_YET: Clause = {"deal": (1,), "winners": (0,)}
"""Holds until the first deal of a match is settled."""


def unset_while(*fields: Field, **clause: Collection[int]) -> tuple[Field, ...]:
    """These fields, which have no value either while every field named has one of the values given for it."""
    return tuple(_also(field, clause) for field in fields)


def of_deal(*fields: Field) -> tuple[Field, ...]:
    """These fields, which tell of the deal under way: between two deals, and after the last, they have no value."""
    return unset_while(*fields, phase=(BEFORE_DEAL,))


def also_unset(fields: tuple[Field, ...], **clauses: Clause) -> tuple[Field, ...]:
    """These fields; each that is named has no value either while the clause given for it holds."""
    return tuple(_also(field, clauses[field.name]) if field.name in clauses else field for field in fields)


ALWAYS: Clause = {}
"""Holds under all options."""


def dead_while(*fields: Field, **clause: Collection[int]) -> tuple[Field, ...]:
    """Return these fields, which never change in a match while each option named has one of the values given for it."""
    return tuple(dataclasses.replace(field, dead=(*field.dead, clause)) for field in fields)


def also_dead(fields: tuple[Field, ...], **clauses: Clause) -> tuple[Field, ...]:
    """Return these fields; each that is named never changes in a match while the clause given for it holds."""
    return tuple(dead_while(field, **clauses[field.name])[0] if field.name in clauses else field for field in fields)


def _also(field: Field, clause: Clause) -> Field:
    """This field with one more clause; one about a single number is made part of another about the same."""
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
    """The fields with the widest first and the rest filled: every byte is some field's, and words come in eights.

    NumPy copies records field by field, so that bytes between fields would be left to chance. No word has numbers of
    two widths for the same eyes, for plans write a word's numbers together (`saleroom.kernel.plans`).
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
"""Units of sets of pieces."""


class Record:
    """A game's state: its fields in order, their dtype and the masks of its views."""

    def __init__(self, game: str, *fields: Field) -> None:
        """Declare the record of `game`.

        The first field bears the game's name, so that no two games' records are ever the same type to the compiler.
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
        """The fields in which each seat sees an element of its own."""

    def _check_clauses(self) -> None:
        """Raise `ValueError` if a clause names anything but a public number: everybody may know what it decides."""
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
        """The field with the pieces that each seat holds, the first of its own sets of them; None where it has none."""
        own = (field.name for field in self.fields if field.see == "own" and field.unit in PIECE_SETS)
        return next(own, None)

    def blank(self, count: int) -> NDArray[np.void]:
        """`count` records of zeroes, as a record array."""
        return np.zeros(count, self.dtype)

    def begin(self, states: NDArray[np.void], seats: int) -> None:
        """Give blank records the values with which their fields begin; empty chairs hold zeroes."""
        for field in self.fields:
            if field.start:
                values = states[field.name]
                (values[:, :seats] if field.by_seat else values)[...] = field.start

    def view(self, states: NDArray[np.void], seat: int | NDArray[np.integer]) -> NDArray[np.void]:
        """What a seat (or each state's own, or `PUBLIC`) may know of each state: the same dtype, the rest zero."""
        # new arrays on the same memory: `ndarray.view` looks through all fields of a record, which takes longer
        words = np.ndarray((states.size, self._words.shape[1]), np.uint64, np.ascontiguousarray(states))
        return np.ndarray(states.shape, self.dtype, words & self._words[seat])

    def views(self, states: NDArray[np.void]) -> NDArray[np.void]:
        """The views of one state by every seat and, at `PUBLIC`, by everybody: an array of records."""
        words = np.ndarray((1, self._words.shape[1]), np.uint64, np.ascontiguousarray(states))
        return np.ndarray(len(self._words), self.dtype, words & self._words)


SEAT = (0, SEATS - 1)  # the span of a seat's number
SEAT_OR_NONE = (NO_SEAT, SEATS - 1)
SEAT_SET = (0, 2**SEATS - 1)
POINTS = (-(2**31), 2**31 - 1)

CHANCE = (
    secret("seed", "u4", (0, 2**32 - 1), "32-bit words", "the key of all chance", (8,)),
    secret("stream", "u4", (0, 2**32 - 1), "32-bit words", "the block of the stream last read", (16,)),
)
"""The fields that `saleroom.kernel.chance` works on."""

MATCH = (
    *dead_while(public("seats", "i1", (2, SEATS), "seats", "how many play"), seats=range(2, SEATS + 1)),
    public("deal", "i4", (1, 10_000), "deals", "the number of this deal"),
    public(
        "dealer",
        "i1",
        (-1, SEATS - 1),
        "seat",
        "who deals, or leads where nobody does",
        nothing=(-1, "before the first is drawn"),
    ),
    public(
        "phase", "i1", (0, 15), "phase", "which phase the deal is in", unset=({"winners": range(1, SEAT_SET[1] + 1)},)
    ),
    public(
        "acting", "u8", SEAT_SET, "seat set", "who may act now; none when it is the table's turn or the match is over"
    ),
    public("winners", "u8", SEAT_SET, "seat set", "who has won; none while the match lasts"),
    public("scores", "i4", POINTS, "points or chips", "where each seat stands", (SEATS,)),
    public(
        "last_score",
        "i4",
        POINTS,
        "points or chips",
        "what the last deal changed for each seat",
        (SEATS,),
        past=True,
    ),
    public("carry", "i4", (0, 2**31 - 1), "points or chips", "what lies in the pot, or was carried over to the kitty"),
    public(
        "last_carry", "i4", (0, 2**31 - 1), "points or chips", "what the last deal left in the pot or kitty", past=True
    ),
)
"""The fields that every game has."""
