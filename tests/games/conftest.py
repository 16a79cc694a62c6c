"""Hook that checks every match of a `test_articles.py` against all oracles (`tests/oracles.py`)."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    if item.path.name != "test_articles.py":
        return (yield)
    from tests.oracles import distinct, every_match, hold_against_all

    with every_match() as matches:
        result = yield
    for match in distinct(matches):
        hold_against_all(match)
    return result
