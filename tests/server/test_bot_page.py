"""Tests that the page about the Bot API names all games, built-in bots, clocks, and keys of a state."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

from saleroom.bots.players import at_tables
from saleroom.games import NAMES, load
from saleroom.match.bot_messages import GameState, Own
from saleroom.server.protocol.bot_bodies import BotTableRequest
from saleroom.server.protocol.common import Clock, Pace

PAGE = (Path(__file__).parents[2] / "docs/reference/bot-api.md").read_text("utf-8")


def words(pattern: str) -> set[str]:
    """Return the words in backquotes in the page's only passage that matches the pattern."""
    (place,) = re.findall(pattern, PAGE, re.DOTALL)
    return set(re.findall(r"`([^`]+)`", place))


def test_every_game_is_named_with_its_seats():
    listed = dict(re.findall(r"^\| `(auction-\S+)` \| (.+) \|$", PAGE, re.MULTILINE))
    counts = {name: [int(number) for number in re.findall(r"\d+", text)] for name, text in listed.items()}
    expected = {name: sorted({min(load(name).seats), max(load(name).seats)}) for name in NAMES}
    assert counts == expected


def test_every_player_clock_and_pace_is_named():
    assert words(r"a bot of the server: (.*?) \|") == set(at_tables())
    assert words(r"move: (`quick`.*?)\. With") == set(get_args(Pace))
    (clocks,) = re.findall(r"`clock` is\s+the time for a move in seconds: (.*?)\.", PAGE, re.DOTALL)
    assert {int(number) for number in re.findall(r"\b\d+\b", clocks)} == set(get_args(get_args(Clock)[0]))


def test_a_table_as_the_page_asks_for_it_can_be_made():
    (body,) = re.findall(r"--json '(\{\"game\".*?\})'\n", PAGE, re.DOTALL)
    asked = BotTableRequest.model_validate(json.loads(body))
    assert len(asked.chairs) in load(asked.game).seats


def test_the_state_has_the_keys_that_states_have():
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    state = json.loads(block)
    assert set(state) == set(GameState.__annotations__)
    assert set(state["mine"]) == set(Own.__annotations__)
