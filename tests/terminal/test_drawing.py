"""Tests of the terminal's drawing: colours, lines of dominoes, hands in rows, and new events since the last display."""

from __future__ import annotations

import pytest

from saleroom.kernel.tiles import NAMES as TILES
from saleroom.terminal.layout import hand_lines, table
from saleroom.terminal.screen import _broken
from saleroom.terminal.watchers import new_events
from saleroom.toolkit.display.events import EventLog
from saleroom.toolkit.text.board import Hand
from saleroom.toolkit.text.dominoes import draw_line
from saleroom.toolkit.text.ink import STYLES, Ink, ink, join, listed
from saleroom.toolkit.text.voice import Voice


def lightness(colour: str) -> float:
    """Return the relative luminance, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("suit", ["clubs", "diamonds", "hearts"])
def test_suits_are_readable_on_white_and_on_black(suit):
    light = lightness(STYLES[suit])
    assert 1.05 / (light + 0.05) > 4
    assert (light + 0.05) / 0.05 > 4


def test_ink_keeps_its_styles_when_it_is_cut():
    line = ink("two ", "strong") + ink("words", "quiet")
    assert line.cut(2, 6) == Ink((("o ", "strong"), ("wo", "quiet")))
    assert [part.text for part in _broken(ink("a line of several words"), 10)] == ["a line of", "several", "words"]
    assert len(ink("")) == 0 and join(", ", ["a", "b"]).text == "a, b"
    assert listed(["a", "b", "c"]).text == "a, b and c"


def test_the_voice_agrees_with_whom_it_speaks_of():
    voice = Voice(plain=True, you=0)
    assert voice.does(0, "pass|passes").text == "You pass" and voice.does(1, "pass|passes").text == "Ben passes"
    assert voice.do([1, 0], "are|is").text == "Ben and you are"
    assert voice.card(0).text == "two of clubs"
    assert Voice(plain=False).face(51).text == "[A♠]"


def test_doubles_lie_across_and_both_ends_show():
    assert draw_line(["3-6", "6-6", "6-1"]) == ["     ╭6╮", "[3|6]│─│[6|1]", "     ╰6╯"]


def test_a_long_line_shows_every_tile_in_few_rows():
    names = [name for name in TILES if name.split("-")[0] != name.split("-")[1]]
    doubles = [name for name in TILES if name not in names]
    drawn = draw_line(names + doubles)
    assert len(drawn) <= 9
    assert all(len(row) <= 76 for row in drawn)
    assert "".join(drawn).count("|") == len(names)
    assert drawn[0].startswith("[1|0]") and drawn[-1].endswith("⟨12⟩")


def test_a_hand_goes_on_below_and_numbers_stand_under_what_may_be_used():
    voice = Voice(plain=False)
    names = ("AS", "KS", "2D")
    hand = Hand("Hand", names, tuple(voice.face(card) for card in (51, 50, 13)), ("AS", "2D"))
    assert [line.text.rstrip() for line in hand_lines(hand, 80)] == ["Hand     [A♠] [K♠] [2♦]", "          1    ·    2"]
    assert len(list(hand_lines(hand, 20))) == 4


def test_empty_columns_are_left_out():
    rows = [["5", "", "x"], ["12", "", ""]]
    drawn = [line.text.rstrip() for line in table(["chips", "said", ""], ["You", "Ben"], rows)]
    assert drawn == ["     chips", "You      5  x", "Ben     12"]


def new(old: list[str], events: list[str]) -> list[str]:
    fresh, _ = new_events(EventLog(old), EventLog(events))
    return [f"{event.seat} {event.words}" for event in fresh]


def test_the_difference_between_two_sights_of_a_deal():
    old = ["0 pass", "2 lay ??"]
    assert new(old, ["0 pass", "1 lay ??", "2 lay ??"]) == ["1 lay ??"]
    assert new(old, ["0 pass", "1 lay 9H", "2 lay TD", "3 trade 1"]) == ["1 lay 9H", "3 trade 1"]
    assert new([], ["0 pass"]) == ["0 pass"]
    assert new(["1 pass", "1 pass"], ["1 pass", "1 pass", "1 pass"]) == ["1 pass"]


def test_events_whose_pieces_have_come_to_light_are_not_new():
    before, now = EventLog(["0 lay ??", "1 lay TD"]), EventLog(["0 lay 9H", "1 lay TD", "2 lay 2C"])
    fresh, opened = new_events(before, now)
    assert [event.words for event in fresh] == ["lay 2C"]
    assert [event.words for event in opened] == ["lay 9H"]
