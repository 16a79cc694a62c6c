"""`hint`: what a search would do and why, in colour and in plain words, from the player's view alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

from saleroom import game
from saleroom.bots.search.explain import Explanation, Weighed
from saleroom.kernel.compile import MODE
from saleroom.terminal import hinting, seating
from saleroom.terminal.hinting import drawn, spoken
from saleroom.terminal.ink import ink
from saleroom.terminal.screen import Screen
from saleroom.terminal.session import Session
from saleroom.terminal.voice import Voice
from saleroom.terminal.wording import action, clause, event

thinks = pytest.mark.skipif(MODE != "compiled", reason="interpreted trials take minutes")
STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints by a search that takes no time."""
    monkeypatch.setattr(hinting, "LEVEL", "search:120")


def weighed(number: int, words: str, **more: object) -> Weighed:
    given = {
        "value": 0.5,
        "low": 0.4,
        "high": 0.6,
        "visits": 40,
        "deal": 1.25,
        "wins": 0.5,
        "behind": 0.1,
        "unsure": 0.02,
    }
    return Weighed(action=number, words=words, **{**given, **more}, facts={})


def found(*options: Weighed) -> Explanation:
    return Explanation("match", "wins", 40, 200, options, ())


@thinks
def test_a_hint_in_colour_is_a_table_with_the_best_first(sit):
    out = STYLE.sub("", sit("pitch", "hint", "quit", colour=True).out)
    shown = out[out.index(" Hint: ") :].splitlines()
    assert re.match(r" Hint: (bid \d|pass)\.$", shown[0])
    head = next(at for at, line in enumerate(shown) if "points, this deal" in line)
    assert "wins" in shown[head] and "worlds" in shown[head]
    best = shown[0].removeprefix(" Hint: ").rstrip(".")
    assert shown[head + 1].split("  ")[1].strip() == best
    assert len([line for line in shown[head + 1 :] if re.search(r" \d+\.\d %  +\d+\.\d to \d+\.\d  +\d+$", line)]) == 5


@thinks
def test_a_hint_in_plain_words_is_sentences(sit):
    out = sit("pitch", "hint", "quit").out
    assert out.isascii()
    told = out[out.index("Hint: ") :].splitlines()
    assert all(line.endswith((".", "?", ":")) for line in told[:-1])
    assert re.search(r"^Pass: .*\d points in this deal; wins \d+\.\d %, from \d+\.\d to \d+\.\d; tried in", out, re.M)


@thinks
@pytest.mark.parametrize(("name", "word"), [("draw", r"play \d+-\d+"), ("house", r"(offer|pass|lay)")])
def test_a_hint_speaks_of_what_the_game_has(sit, name, word):
    assert re.search(f"^Hint: {word}", sit(name, "hint", "quit").out, re.M)


def test_few_options_are_listed_and_the_rest_is_counted():
    many = found(*(weighed(bid, f"bid {bid}") for bid in range(1, 16)))
    lines = [ink(line).text for line in drawn(many, "chips", Voice(False, 0), 80)]
    assert sum("bid " in line and "40.0" in line for line in lines) == 6
    assert lines[-1].strip() == "and 9 more"
    assert list(spoken(many, "chips", Voice(True, 0), 80))[-1] == "And 9 more."
    one = found(weighed(1, "play JD"))
    assert [ink(line).text for line in spoken(one, "chips", Voice(True, 0), 80)] == [
        "Hint: play jack of diamonds.",
        "It is the only thing you can do.",
    ]


def test_an_interval_stays_between_none_and_all():
    lines = list(
        spoken(found(weighed(1, "pass", low=-0.1, high=1.2), weighed(2, "bid 2")), "points", Voice(True, 0), 80)
    )
    assert any("from 0.0 to 100.0" in ink(line).text for line in lines)


@thinks
def test_a_hint_is_the_same_whatever_is_hidden(capsys, monkeypatch):
    """The hidden hands are dealt anew to fit what the player has seen: he is told the same."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    match = game("pitch").match(seed=9, players=["you", "house", "house", "house"])
    bots = seating.bots_for(match.game, match.players, 1)
    while match.to_act[0] != 0:
        match.act(match.to_act[0], bots[match.to_act[0]].choose(match.views(match.to_act[0]), match.to_act[0]))
    session = Session(match, Screen(plain=True), (0,), bots)
    said, hands = [], []
    for number in range(3):
        menu = session._show()
        capsys.readouterr()
        assert session._command("hint", menu)
        said.append(capsys.readouterr().out)
        hands.append(np.array(match.state.hand[1:4]).tolist())
        match._states[0] = match.imagine(0, number)
    assert hands[0] != hands[1] != hands[2]
    assert said[0] == said[1] == said[2]
    assert "Hint: " in said[0]


def test_where_there_is_nothing_to_decide_there_is_no_hint(sit):
    out = sit("pitch", "hint", "quit", players="you,you,you,you").out
    assert "There is nothing to decide just now." in out
    assert "Hint" not in out


def test_help_tells_of_it(sit):
    assert "hint: what a good player would do here" in sit("pitch", "?", "quit").out


@pytest.mark.parametrize(
    ("words", "drawn_so", "said_so"),
    [
        ("play JD", "play J♦", "play jack of diamonds"),
        ("play 6-4 L", "play [6|4] on the left", "play 6-4 on the left"),
        ("bid 12", "bid 12", "bid 12"),
        ("bid 0", "check", "check"),
        ("pass", "pass", "pass"),
        ("offer 9H C", "offer 9♥, calling ♣ clubs", "offer nine of hearts, calling clubs"),
        ("lay 2C", "lay 2♣", "lay two of clubs"),
        ("trade 2", "trade with Cleo", "trade with Cleo"),
        ("kitty AS", "put A♠ into the kitty", "put ace of spades into the kitty"),
        ("name S", "name ♠ spades", "name spades"),
        ("discard", "stand pat", "stand pat"),
        ("discard 2C 9D", "discard 2♣ and 9♦", "discard two of clubs and nine of diamonds"),
        ("keep KS", "keep K♠", "keep king of spades"),
        ("take", "take the flop", "take the flop"),
        ("refuse", "refuse the flop", "refuse the flop"),
        ("buy", "buy a tile", "buy a tile"),
    ],
)
def test_every_action_has_its_words(words, drawn_so, said_so):
    assert action(Voice(plain=False, you=0), words).text == drawn_so
    assert action(Voice(plain=True, you=0), words).text == said_so


def test_actions_in_a_reason_and_in_an_event():
    said = "is worth 0.4 points more than “play JD”"
    assert clause(Voice(plain=False), said).text == "is worth 0.4 points more than “play J♦”"
    assert clause(Voice(plain=True), said).text == 'is worth 0.4 points more than "play jack of diamonds"'
    assert event(Voice(False, 0), "0 pass").text == "You pass"
    assert event(Voice(False, 0), "1 pass").text == "Ben passes"
    assert event(Voice(False, 0), "2 buy").text == "Cleo buys a tile"
    assert event(Voice(False, 0), "0 play JD").text == "You play J♦"
