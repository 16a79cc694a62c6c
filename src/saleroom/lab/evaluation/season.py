"""Seasons: cards that follow from a secret and from the policy, so that they can be neither chosen nor learnt.

The maintainers publish the commitment of a season's secret before the season, and the secret after it. Then everyone
can compute the cards of all entries and play them again.
"""

from __future__ import annotations

import hmac
import sys
from getpass import getpass
from hashlib import sha256
from typing import NamedTuple

LENGTH = 64
"""Number of hex digits of a secret."""


class Season(NamedTuple):
    """A season, with its secret."""

    name: str
    secret: bytes

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret in hex, which is public from the beginning."""
        return sha256(self.secret).hexdigest()

    def seed(self, cell: str, policy_digest: str) -> bytes:
        """Return the seed of a cell's cards for a policy."""
        return hmac.digest(self.secret, f"{self.name} {cell} {policy_digest}".encode(), "sha256")


def read_season(name: str) -> Season:
    """Read the secret of a season from the terminal, without an echo, or from the first line of the standard input.

    The secret is no option, because every process of the machine can read the options of a command.
    """
    line = getpass(f"Secret of the season {name}: ") if sys.stdin.isatty() else sys.stdin.readline()
    text = line.strip().lower()
    if len(text) != LENGTH or not set(text) <= set("0123456789abcdef"):
        raise ValueError(f"--season {name}: the secret on standard input has {LENGTH} hex digits")
    return Season(name, bytes.fromhex(text))
