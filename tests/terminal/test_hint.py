"""Tests of `hint`, which shows the search's action and reasons, in colour or plain words, from the player's view."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import numpy as np
import pytest

from saleroom import game, games
from saleroom.bots.search.explain import Explanation, Weighed, reasons
from saleroom.games import load
from saleroom.kernel.cards import SUIT_WORDS
from saleroom.kernel.compile import MODE
from saleroom.match import languages
from saleroom.terminal import hinting, seating
from saleroom.terminal.action_text import Wording, verbs
from saleroom.terminal.hinting import drawn, spoken
from saleroom.terminal.screen import Screen
from saleroom.terminal.session import Session
from saleroom.toolkit.player.facts import Fact
from saleroom.toolkit.text.ink import ink
from saleroom.toolkit.text.voice import Voice
from tests.contract.chance import new_match

thinks = pytest.mark.skipif(MODE != "compiled", reason="interpreted trials take minutes")
STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a search that takes little time."""
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
    assert len([line for line in shown[head + 1 :] if re.search(r" \d+ %  +\d+ to \d+  +\d+$", line)]) == 5


@thinks
def test_a_hint_in_plain_words_is_sentences(sit):
    out = sit("pitch", "hint", "quit").out
    assert out.isascii()
    told = out[out.index("Hint: ") :].splitlines()
    assert all(line.endswith((".", "?", ":")) for line in told[:-1])
    assert re.search(r"^Pass: .*\d points in this deal; wins \d+ %, from \d+ to \d+; tried in", out, re.M)


@thinks
@pytest.mark.parametrize(("name", "word"), [("draw", r"play \d+-\d+"), ("house", r"(offer|pass|lay)")])
def test_a_hint_speaks_of_what_the_game_has(sit, name, word):
    assert re.search(f"^Hint: {word}", sit(name, "hint", "quit").out, re.M)


def test_few_options_are_listed_and_the_rest_is_counted():
    many = found(*(weighed(bid, f"bid {bid}") for bid in range(1, 16)))
    lines = [ink(line).text for line in drawn(many, "chips", Wording(load("flop"), Voice(False, 0)), 80)]
    assert sum("bid " in line and "40 to 60" in line for line in lines) == 6
    assert lines[-1].strip() == "and 9 more"
    assert list(spoken(many, "chips", Wording(load("flop"), Voice(True, 0)), 80))[-1] == "And 9 more."
    one = found(weighed(1, "play JD"))
    assert [ink(line).text for line in spoken(one, "chips", Wording(load("flop"), Voice(True, 0)), 80)] == [
        "Hint: play jack of diamonds.",
        "It is the only thing you can do.",
    ]


def test_an_interval_stays_between_none_and_all():
    lines = list(
        spoken(
            found(weighed(1, "pass", low=-0.1, high=1.2), weighed(2, "bid 2")),
            "points",
            Wording(load("flop"), Voice(True, 0)),
            80,
        )
    )
    assert any("from 0 to 100" in ink(line).text for line in lines)


def test_the_options_stand_by_their_chance_to_win_as_precise_as_it_is_known():
    four = found(
        weighed(1, "bid 1", value=0.6, wins=0.6),
        weighed(2, "bid 2", value=0.41, wins=0.41, visits=40),
        weighed(3, "bid 3", value=0.47, wins=0.47, visits=20),
        weighed(4, "pass", value=0.4512, wins=0.4512, low=0.45, high=0.4524),
    )
    told = [ink(line).text for line in spoken(four, "points", Wording(load("flop"), Voice(True, 0)), 80)]
    at = told.index("What was weighed, the best chance to win the match first:")
    assert [line.split(":")[0] for line in told[at + 1 :]] == ["Bid 1", "Bid 3", "Pass", "Bid 2"]
    assert "wins 47 %, from 40 to 60;" in told[at + 2]
    assert "wins 45.1 %, from 45.0 to 45.2;" in told[at + 3]


def trump(*shares: tuple[float, ...], tied: tuple[float, ...] = (0.3, 0.3)) -> Explanation:
    facts = [dict(zip(SUIT_WORDS, each, strict=True)) | {"tied": tie} for each, tie in zip(shares, tied, strict=True)]
    options = [replace(weighed(at, f"lay {at}C"), facts=each) for at, each in enumerate(facts, 2)]
    declared = [Fact("tied", "share", "shared in {} % of worlds")]
    declared += [Fact(suit, "share", "trump in {} %", guess=f"trump is likely {suit} ({{}} %)") for suit in SUIT_WORDS]
    return Explanation("match", "wins", 40, 80, tuple(options), tuple(declared))


def test_the_likeliest_trump_is_a_reason_while_it_is_not_turned():
    likely = (0.2, 0.2, 0.41, 0.19)
    assert reasons(trump(likely, likely))[0] == "trump is likely hearts (41 %)"
    for told in ((0.3, 0.2, 0.34, 0.16), (0.0, 0.0, 1.0, 0.0)):
        assert not [line for line in reasons(trump(told, told)) if "trump" in line]


def test_what_is_the_same_for_all_options_is_no_reason():
    even = (0.25,) * 4
    assert "shared in 30 % of worlds" not in reasons(trump(even, even, tied=(0.3, 0.31)))
    assert "shared in 30 % of worlds" in reasons(trump(even, even, tied=(0.3, 0.5)))


@thinks
def test_worlds_are_explained_once(sit):
    out = sit("pitch", "hint", "hint", "quit").out
    assert out.count("Hint: ") == 2
    assert out.count("Worlds: ways in which the hidden cards may lie.") == 1
    assert out.count("Wins: reckoned, by a model of the deals that follow this one.") == 1


@thinks
def test_a_hint_is_the_same_whatever_is_hidden(capsys, monkeypatch):
    """Check that the hint stays the same after the cards that the player has not seen are dealt again."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    match = game("pitch").match(seed=9, players=["you", "house", "house", "house"])
    bots = seating.bots_for(match.game, match.players, 1)
    while match.to_act[0] != 0:
        match.act(match.to_act[0], bots[match.to_act[0]].choose(match.views(match.to_act[0]), match.to_act[0]))
    session = Session(match, Screen(plain=True), (0,), bots)
    said, hands = [], []
    for number in range(3):
        menu = session._show()
        session.adviser._explained = False
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
    ("name", "words", "drawn_so", "said_so"),
    [
        ("pitch", "play JD", "play J♦", "play jack of diamonds"),
        ("draw", "play 6-4 L", "play [6|4] on the left", "play 6-4 on the left"),
        ("flop", "bid 12", "bid 12", "bid 12"),
        ("draw", "bid 0", "check", "check"),
        ("pitch", "pass", "pass", "pass"),
        ("house", "offer 9H C", "offer 9♥, calling ♣ clubs", "offer nine of hearts, calling clubs"),
        ("house", "lay 2C", "lay 2♣", "lay two of clubs"),
        ("house", "trade 2", "trade with Cleo", "trade with Cleo"),
        ("house", "kitty AS", "put A♠ into the kitty", "put ace of spades into the kitty"),
        ("hearts", "name S", "name ♠ spades", "name spades"),
        ("flop", "discard", "stand pat", "stand pat"),
        ("flop", "discard 2C 9D", "discard 2♣ and 9♦", "discard two of clubs and nine of diamonds"),
        ("flop", "keep KS", "keep K♠", "keep king of spades"),
        ("flop", "take", "take the flop", "take the flop"),
        ("flop", "refuse", "refuse the flop", "refuse the flop"),
        ("draw", "buy", "buy a tile", "buy a tile"),
    ],
)
def test_every_action_has_its_words(name, words, drawn_so, said_so):
    for plain, said in ((False, drawn_so), (True, said_so)):
        assert Wording(load(name), Voice(plain, you=0)).action(words).text == said


def test_actions_in_a_reason_and_in_an_event():
    said = "is worth 0.4 points more than “play JD”"
    drawn, plain = (Wording(load("pitch"), Voice(plain, 0)) for plain in (False, True))
    assert drawn.clause(said).text == "is worth 0.4 points more than “play J♦”"
    assert plain.clause(said).text == 'is worth 0.4 points more than "play jack of diamonds"'
    assert drawn.event("0 pass").text == "You pass"
    assert drawn.event("1 pass").text == "Ben passes"
    assert Wording(load("draw"), Voice(False, 0)).event("2 buy").text == "Cleo buys a tile"
    assert drawn.event("0 play JD").text == "You play J♦"


def test_a_game_without_messages_keeps_the_words_of_the_record(monkeypatch):
    """Check that no spelling rule forms verbs, because such a rule once produced "cuting", "runing" and "seting"."""
    monkeypatch.setattr("saleroom.terminal.action_text.texts", lambda *_: {})
    says = Wording(load("pitch"), Voice(True, 0))
    for words in ("cut", "run 3", "set 5", "play JD"):
        assert says.doing(words).text == says.action(words).text
    assert says.event("1 cut 3").text == "Ben: cut 3"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_verb_of_a_game_has_its_forms(name):
    spec = load(name)
    moves, known = languages.texts(name, "en")["moves"], verbs(spec)
    assert all(set(forms) == {"do", "does", "doing"} for forms in moves.values())
    rng = random.Random(f"verbs of {name}")
    for _ in range(8):
        match = new_match(name, spec.usual_seats, rng)
        while not match.over and len(match.history) < 150:
            seat = rng.choice(match.to_act)
            legal = match.legal(seat)
            assert {words.split(" ")[0] for words in legal} <= known
            match.act(seat, rng.choice(legal))
