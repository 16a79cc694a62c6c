"""Rows share transactions, whose spacing follows the load."""

from __future__ import annotations

import pytest

from saleroom.server.storage.writer import BUSY, SHARE, SPACING, Spacing

START = 1000.0


def spacing(rate: float, seconds: float) -> float:
    """Return the spacing after many transactions, at `rate` rows a second, each of which takes `seconds`."""
    law, now, wait, rows = Spacing(), START, 0.0, max(1, round(rate * SPACING))
    for _ in range(2000):
        wait = law.after(rows, now, seconds) - now
        now += rows / rate
    return wait


def test_a_busy_server_waits_longer_and_never_more_than_the_maximum() -> None:
    for part in (0.1, 0.5, 1.0):
        assert spacing(part * BUSY, 0.0) == pytest.approx(part * SPACING, rel=0.05)
    assert spacing(3 * BUSY, 0.0) == pytest.approx(SPACING)


def test_slow_transactions_are_made_less_often_if_rows_arrive_meanwhile() -> None:
    assert spacing(BUSY / 4, 0.004) == pytest.approx(SHARE * 0.004, rel=0.05)
    assert spacing(BUSY / 10, 1.0) == pytest.approx(SPACING)


def test_a_slow_disk_delays_no_row_that_comes_after_the_transaction() -> None:
    for seconds in (0.002, 0.003, 0.004):
        assert spacing(BUSY / 10, seconds) <= seconds


def test_rows_after_a_rest_do_not_wait_for_earlier_load() -> None:
    law = Spacing()
    for number in range(1000):
        law.after(10, number * SPACING, 0.0)
    assert law.after(1, 1000 * SPACING + 10.0, 0.0) - (1000 * SPACING + 10.0) < SPACING / 100
