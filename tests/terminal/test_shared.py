"""Tests with several people at one screen: no person sees another person's hand, and all output comes from views."""

from __future__ import annotations

import json
import re
import sys

import pytest

from saleroom import GAMES, Match, game
from saleroom.kernel.cards import NAMES as CARDS
from saleroom.toolkit.text.voice import NAMES, Voice
from tests.games import short

from .conftest import ANYTHING

HAND_OVER = ", it is your turn. Press Enter when no one else is looking:"
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def sittings(out: str) -> list[tuple[str, str]]:
    """Return pairs of a person at the screen and the output shown until the next person."""
    parts = out.split(HAND_OVER)
    owners = [part.rsplit("\n", 1)[-1].strip() for part in parts[:-1]]
    return list(zip(owners, parts[1:], strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_every_change_of_hands_is_asked_for(sit, name):
    seats = game(name).usual_seats
    seen = sit(name, endless=("", *ANYTHING), players=",".join(["you"] * seats), **short.deals(name, 1))
    assert seen.status == 0
    assert {owner for owner, _ in sittings(seen.out)} == set(NAMES[:seats])
    assert all(f"{owner}, your " in shown or "Press Enter" in shown for owner, shown in sittings(seen.out))


@pytest.mark.parametrize("colour", [False, True])
def test_no_sitting_shows_a_card_that_its_owner_may_not_know(sit, tmp_path, colour):
    """Check that every named card is in the person's own hand or, after the bidding, has been played."""
    typed = ["", "p"] * 4 + ["", "1"] * 7
    out = sit("hearts", *typed, players="you,you,you,you", colour=colour).out
    (path,) = tmp_path.glob("*.jsonl")
    hands, played = [set(), set(), set(), set()], set()
    for event in json.loads(path.read_text())["deals"][0]["events"]:
        words = event.split()
        if words[1] == "deal":
            hands[int(words[2])] |= set(words[3:])
        elif words[1] == "play":
            played.add(words[2])
    shown = sittings(STYLE.sub("", out))
    assert len(shown) > 9
    seen = set()
    for at, (owner, text) in enumerate(shown):
        named = {name for number, name in enumerate(CARDS) if Voice(not colour).card(number).text in text}
        assert named <= hands[NAMES.index(owner)] | (played if at >= 4 else set())
        seen |= named
    assert not colour or len(seen) > 40


def test_sealed_choices_stay_sealed_at_a_shared_screen(sit):
    typed = ["", "p"] * 4 + ["", "kitty 1"] * 3 + ["", "quit"]
    out = sit("house", *typed, players="you,you,you,you").out
    assert out.count("puts a card into the kitty, sealed.") > 2
    assert " of spades into the kitty" not in out


def test_undo_is_refused_with_the_reason(sit):
    out = sit("pitch", "undo", "", "undo", "quit", players="you,you,you,you").out
    assert out.count("With several people at the table nothing is taken back.") == 2


def test_the_prompt_between_two_people_takes_commands(sit):
    out = sit("pitch", "score", "?", "rules", "last", "nonsense", "quit", players="you,you,random,you").out
    assert "Ada: 0 points." in out and "Your hand" not in out
    assert "Press Enter, or type ? for help." in out


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_draws_sees_a_state(sit, monkeypatch, name):
    """Check that drawing code gets only views, because the full state is only for referees."""
    whole = Match.state.fget
    assert whole is not None

    def guarded(match):
        caller = sys._getframe(1).f_globals["__name__"]
        assert not caller.startswith("saleroom.terminal"), caller
        return whole(match)

    monkeypatch.setattr(Match, "state", property(guarded))
    assert sit(name, endless=ANYTHING, **short.deals(name, 1)).status == 0
