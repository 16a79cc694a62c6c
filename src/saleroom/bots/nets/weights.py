"""Integer weights of a net, and the file format in which they are stored.

A file begins with a line of JSON that describes the contents and the game. The little-endian arrays follow, in the
order of `Weights`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.bots.compiled.nets import FIRST_WIDTH, GROUP, LIMIT, SECOND_WIDTH, VALUE_BITS, WEIGHT_BITS, Net
from saleroom.kernel.aligned import aligned
from saleroom.toolkit.package import NetFeatures
from saleroom.toolkit.player.features import NOTES

FORMAT = "saleroom-net/1"
LONGEST_HEADER = 16384  # bytes


class Weights(NamedTuple):
    """Learned arrays of a `Net`, without its rows of zeroes; see `Net` for shapes and units."""

    first: NDArray[np.int16]
    first_bias: NDArray[np.int32]
    second: NDArray[np.int16]
    second_bias: NDArray[np.int32]
    last: NDArray[np.int16]
    last_bias: NDArray[np.int32]


class Learned(NamedTuple):
    """The contents of a net's file."""

    weights: Weights
    scale: float
    """Points or chips of the game that correspond to 1.0 in a part's value."""
    about: Mapping[str, Any]
    """How the net was trained, as JSON values."""


_BITS = (WEIGHT_BITS, WEIGHT_BITS, WEIGHT_BITS, VALUE_BITS, WEIGHT_BITS, VALUE_BITS)
_KINDS = ("<i2", "<i4", "<i2", "<i4", "<i2", "<i4")


def shapes(features: NetFeatures) -> dict[str, tuple[int, ...]]:
    """Return the shape of each array of a game's `Weights`."""
    return {
        "first": (features.FEATURES, FIRST_WIDTH),
        "first_bias": (FIRST_WIDTH,),
        "second": (SECOND_WIDTH, FIRST_WIDTH),
        "second_bias": (SECOND_WIDTH,),
        "last": (features.PARTS, SECOND_WIDTH),
        "last_bias": (features.PARTS,),
    }


def quantised(learned: Mapping[str, Any]) -> Weights:
    """Return integer weights from arrays of floats that have the same names and shapes."""
    return Weights(
        *(
            np.round(np.clip(np.asarray(learned[name], np.float64), -LIMIT, LIMIT) * 2**bits).astype(kind)
            for name, bits, kind in zip(Weights._fields, _BITS, _KINDS, strict=True)
        )
    )


def fractions(weights: Weights) -> dict[str, NDArray[np.float64]]:
    """Return the weights as floats."""
    arrays = zip(Weights._fields, weights, _BITS, strict=True)
    return {name: np.asarray(array, np.float64) / 2**bits for name, array, bits in arrays}


def blank(features: NetFeatures) -> Weights:
    """Return the weights of a net that gives all actions the same value."""
    return quantised({name: np.zeros(shape) for name, shape in shapes(features).items()})


def with_room(weights: Weights, features: NetFeatures) -> Net:
    """Return a net with buffers for one thread.

    The buffers are aligned to cache lines, because unaligned vectors take a quarter more time.
    """
    return Net(
        first=_with_zeroes(weights.first),
        first_bias=_copied(weights.first_bias),
        second=_copied(weights.second),
        second_bias=_copied(weights.second_bias),
        last=_with_zeroes(weights.last),
        last_bias=_with_zeroes(weights.last_bias),
        ids=aligned((features.MOST_ACTIVE + GROUP,), np.int64),
        notes=aligned((NOTES,), np.int64),
        sums=aligned((FIRST_WIDTH,), np.int32),
        first_output=aligned((FIRST_WIDTH,), np.int16),
        second_output=aligned((SECOND_WIDTH,), np.int16),
        part_ids=aligned((features.MOST_PARTS + GROUP,), np.int64),
        options=aligned((features.MOST_OPTIONS,), np.int64),
        values=aligned((features.MOST_OPTIONS,), np.int64),
    )


def _copied(array: NDArray[Any]) -> NDArray[Any]:
    return aligned(array.shape, array.dtype, array)


def _with_zeroes(rows: NDArray[Any]) -> NDArray[Any]:
    """Return a copy of `rows` with an added row of zeroes at the end, which is used to pad groups."""
    return _copied(np.concatenate([rows, np.zeros_like(rows[:1])]))


def write(path: Path, game: str, features: NetFeatures, learned: Learned) -> None:
    """Write the net to a file, atomically."""
    body = _bytes(learned.weights)
    identity = {"scale": learned.scale, "digest": digest(learned.weights)}
    header = {**_header(game, features), **identity, "about": dict(learned.about)}
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(json.dumps(header).encode() + b"\n" + body)
    part.replace(path)


def digest(weights: Weights) -> str:
    """Return the SHA-256 of the weights, which identifies a net."""
    return hashlib.sha256(_bytes(weights)).hexdigest()


def _bytes(weights: Weights) -> bytes:
    return b"".join(array.astype(kind).tobytes() for array, kind in zip(weights, _KINDS, strict=True))


def read(path: Traversable, game: str, features: NetFeatures) -> Learned:
    """Return the net in a file; raise a `ValueError` that says what is wrong with the file."""
    with path.open("rb") as file:
        line, body = file.readline(LONGEST_HEADER), file.read()
    try:
        header = json.loads(line)
        properties = {name: header[name] for name in _header(game, features)}
        written, scale, about = header["digest"], float(header["scale"]), dict(header["about"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"{path} is no net") from None
    for name, wanted in _header(game, features).items():
        if properties[name] != wanted:
            raise ValueError(f"{path} has another {name}")
    if hashlib.sha256(body).hexdigest() != written:
        raise ValueError(f"{path} is damaged")
    return Learned(_arrays(body, features), scale, about)


def _header(game: str, features: NetFeatures) -> dict[str, Any]:
    """Return the header entries that a net's file must have to fit the game and its features."""
    sizes = {name: list(shape) for name, shape in shapes(features).items()}
    return {"format": FORMAT, "game": game, "version": features.VERSION, "shapes": sizes}


def _arrays(body: bytes, features: NetFeatures) -> Weights:
    """Return the arrays from the body of a file, whose digest was checked before."""
    arrays, offset = [], 0
    for shape, kind in zip(shapes(features).values(), _KINDS, strict=True):
        array = np.frombuffer(body, kind, int(np.prod(shape)), offset).reshape(shape)
        arrays.append(array.astype(array.dtype.newbyteorder("=")))
        offset += array.nbytes
    return Weights(*arrays)
