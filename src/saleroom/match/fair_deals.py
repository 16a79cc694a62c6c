"""Fair deals: a seed that no party could choose on its own, and the proof in the record."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from saleroom.match.referee import Referee, own_seed


def commitment(server_seed: bytes) -> str:
    """Return what the server publishes before the first deal: SHA-256 of the server's seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def combine(server_seed: bytes, words: Sequence[str]) -> bytes:
    """Return the seed of the match: SHA-256 of the server's seed and every word.

    Each word is preceded by its length (4 bytes, big-endian).
    """
    digest = hashlib.sha256(server_seed)
    for word in words:
        text = word.encode("utf-8")
        digest.update(len(text).to_bytes(4, "big") + text)
    return digest.digest()


def fair_faults(record: dict[str, Any], drawn: bool | None = None) -> list[str]:
    """Return all faults in the proof of fairness of a record that is otherwise valid.

    `drawn` is the result of an earlier replay: whether the cards and the first dealer came from the seed.
    """
    if "fair" not in record:
        return ["fair: the record has no proof"]
    if "scores" not in record:
        return ["fair: the match is unfinished"]
    seed, fair = own_seed(record), record["fair"]
    if seed is None:
        return ["fair: the record has no seed"]
    try:
        server_seed = bytes.fromhex(fair["server_seed"])
        mixed = combine(server_seed, fair["words"])
    except ValueError:
        return ["fair: server_seed is not hexadecimal, or a word is no text"]
    faults = []
    if commitment(server_seed) != fair["commit"].lower():
        faults.append("fair: commit is not the SHA-256 of server_seed")
    if mixed != seed:
        faults.append("fair: seed is not the SHA-256 of server_seed and the words")
    if not (_drawn(record) if drawn is None else drawn):
        faults.append("fair: the cards, or the first dealer, did not come from the seed")
    return faults


def _drawn(record: dict[str, Any]) -> bool:
    """Return whether the seed of a valid record produces its cards and its first dealer."""
    referee = Referee(record)
    return not any(referee.objections()) and referee.from_seed and referee.match.first_was_drawn
