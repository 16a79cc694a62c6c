"""Tests that the documentation page about nets matches the nets' files."""

from __future__ import annotations

from docs import nets


def test_the_page_is_of_the_nets_that_came_with_the_games():
    assert nets.PAGE.read_text("utf-8") == nets.page(), "docs/research/nets.md is out of date: run `make pages`"
