"""Deprecated names and the versions that announced them; `removable` says when a name may be removed.

docs/reference/versions.md promises that a deprecated name works for at least two minor versions and six months.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

MINORS, MONTHS = 2, 6
"""Minimum time that a deprecated name works: in minor versions, and in months since the release that announced it."""


class Version(NamedTuple):
    """Release, without its patch number."""

    major: int
    minor: int

    @classmethod
    def parse(cls, text: str) -> Version:
        """Return the version of a text such as `0.2.0` or `0.2.0.dev0`."""
        major, minor = text.split(".")[:2]
        return cls(int(major), int(minor))


DEPRECATIONS: Mapping[str, str] = {
    "modules": "0.2.0",
    "saleroom.bots.external_players": "0.2.0",
    "saleroom.bots.fallback": "0.2.0",
    "saleroom.bots": "0.2.0",
    "saleroom.bots.nets.human_errors": "0.2.0",
    "saleroom.envs.batch_state": "0.2.0",
    "saleroom.envs.text_episode": "0.2.0",
    "saleroom.envs.vector_opponents": "0.2.0",
    "saleroom.envs.vector_players": "0.2.0",
    "saleroom.lab.protocol_errors": "0.2.0",
    "saleroom.lab.study.result": "0.2.0",
    "saleroom.lab.study.storage": "0.2.0",
    "saleroom.match.deal_history": "0.2.0",
    "saleroom.match.match": "0.2.0",
    "saleroom.match.move_requests": "0.2.0",
}
"""Version that announced earlier names, by the module that still has them; `modules` for `renamed.RENAMED`."""


REMOVED: Mapping[str, tuple[str, str]] = {}
"""Versions that announced and that removed the earlier names of a module which are gone."""


def removable(announced: str, version: str, released: Mapping[str, date]) -> bool:
    """Return whether `version` may remove what `announced` deprecated.

    `released` contains the release date of each version so far, and the planned date of `version`. A development
    version may remove nothing, because it has no date.
    """
    if announced not in released or version not in released:
        return False
    first, now = Version.parse(announced), Version.parse(version)
    minors = now.minor - first.minor if now.major == first.major else MINORS
    if now <= first or minors < MINORS:
        return False
    return months_between(released[announced], released[version]) >= MONTHS


def release_dates(changelog: str) -> dict[str, date]:
    """Return the date of each version in the changelog that has one."""
    headings = re.findall(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", changelog, re.MULTILINE)
    return {version: date.fromisoformat(day) for version, day in headings}


def months_between(first: date, last: date) -> int:
    """Return the number of whole months between two dates."""
    return (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
