"""Tests that each deprecated name works as long as docs/reference/versions.md promises, by a clock of versions."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

import saleroom
from tools.release.deprecations import (
    DEPRECATIONS,
    MINORS,
    MONTHS,
    REMOVED,
    Version,
    months_between,
    release_dates,
    removable,
)

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src/saleroom"
RELEASES = release_dates((ROOT / "CHANGELOG.md").read_text("utf-8"))
"""Release dates, from the changelog."""


def modules_with_earlier_names() -> set[str]:
    modules = set()
    for path in SOURCES.rglob("*.py"):
        if path.name != "renamed.py" and re.search(r"= (earlier_names|EarlierMember)\(", path.read_text("utf-8")):
            module = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)
            modules.add(module.removesuffix(".__init__"))
    return modules


def test_each_module_with_earlier_names_has_the_version_that_announced_them():
    assert set(DEPRECATIONS) == modules_with_earlier_names() | {"modules"}


def test_no_version_announces_what_a_later_one_will():
    now = Version.parse(saleroom.__version__)
    assert all(Version.parse(announced) <= now for announced in DEPRECATIONS.values())


def test_what_this_version_may_remove_is_gone():
    """Remove what this test names: the earlier names, their tests, and their row in `DEPRECATIONS`."""
    due = [name for name, since in DEPRECATIONS.items() if removable(since, saleroom.__version__, RELEASES)]
    assert not due


def test_nothing_was_removed_too_early():
    early = [name for name, (since, removed) in REMOVED.items() if not removable(since, removed, RELEASES)]
    assert not early and not set(REMOVED) & set(DEPRECATIONS)


def test_dates_come_from_the_headings_of_the_changelog():
    assert release_dates("## Unreleased\n\n## 1.2.0 (2030-02-01)\n\n## 1.1.0\n") == {"1.2.0": date(2030, 2, 1)}


@pytest.mark.parametrize(
    ("version", "day", "may"),
    [
        ("0.2.1", "2031-01-01", False),
        ("0.3.0", "2031-01-01", False),
        ("0.4.0", "2030-06-30", False),
        ("0.4.0", "2030-07-01", True),
        ("0.5.3", "2030-07-01", True),
        ("1.0.0", "2030-06-30", False),
        ("1.0.0", "2030-07-01", True),
        ("0.1.0", "2029-01-01", False),
    ],
)
def test_the_clock_needs_two_minor_versions_and_six_months(version, day, may):
    released = {"0.2.0": date(2030, 1, 1), version: date.fromisoformat(day)}
    assert removable("0.2.0", version, released) == may


def test_a_version_without_a_date_removes_nothing():
    assert not removable("0.2.0", "0.9.0.dev0", {"0.2.0": date(2030, 1, 1)})
    assert not removable("0.2.0", "0.9.0", {"0.9.0": date(2040, 1, 1)})


def test_whole_months_are_counted():
    assert months_between(date(2030, 1, 31), date(2030, 7, 30)) == 5
    assert months_between(date(2030, 1, 31), date(2030, 7, 31)) == 6
    assert months_between(date(2029, 12, 1), date(2030, 6, 1)) == 6


def test_the_page_promises_what_the_clock_counts():
    page = (ROOT / "docs/reference/versions.md").read_text("utf-8")
    numbers = {2: "two", 6: "six"}
    assert f"at least {numbers[MINORS]} minor versions and at least {numbers[MONTHS]} months" in page
