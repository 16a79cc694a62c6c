"""Law: an illegal action changes nothing, and its refusal gives the reason in one line."""

from __future__ import annotations

import random
import re

import pytest

from saleroom.match.errors import IllegalAction
from saleroom.match.refusals import templates
from tests.contract.chance import every_table, moments, random_matches, random_moments, raw

SEAT_NUMBER = re.compile(r"\bseats? \d")
NONSENSE = [
    "", " ", "  pass", "pass ", "PASS", "passs", "pass pass", "pass 0", "?", "??", "play", "play ", "play ??",
    "play XX", "play 1C", "play 10C", "play tc", "play TC TC", "play TC L", "play 6-4 l", "play 4-6",
    "play 6-4 L R", "play 13-13", "bid", "bid -1", "bid +1", "bid 01", "bid 1.0", "bid 1e3", "bid \u0661",
    "bid 1 ", "bid ²", "bid 99999999999999999999", "bid 0x1", "bid one", "offer", "offer TC", "offer TC C C",
    "offer TC X", "lay", "lay 2C 3C", "trade", "trade 9", "trade -1", "kitty", "kitty 2C 2C", "name", "name X",
    "name hearts", "buy 1", "buy buy", "take 1", "refuse 1", "keep", "keep ??", "discard ??", "discard 2C 2C",
    "discard 2C  3C", "table deal 0 2C", "0 pass", "deal", "quit", "undo", "play\tTC", "pass\n", "pass\r\n",
    "pass\x00", "\ud800", "🂡", "x" * 100_000, "play " * 1000,
]  # fmt: skip


def refused(match, seat, action) -> str:
    """Try an action that must be refused. Check that nothing has changed, and return the reason for the refusal."""
    before = match.copy()
    with pytest.raises(IllegalAction) as caught:
        match.act(seat, action)
    assert raw(match.state) == raw(before.state)
    assert (match.deals, match.history) == (before.deals, before.history)
    reason = str(caught.value)
    assert reason and reason == reason.strip() and len(reason.splitlines()) == 1
    assert len(reason) < 300, reason[:300]
    assert caught.value.key is None or caught.value.key in templates()
    if type(seat) is int and seat in range(match.seats):
        spoken = caught.value.for_people([f"Person {letter}" for letter in "ABCDEFGH"[: match.seats]])
        assert not SEAT_NUMBER.search(spoken), spoken
        assert ("Person" in spoken) == bool(SEAT_NUMBER.search(reason)), (spoken, reason)
    return reason


def wrong_words(legal: list[str], rng: random.Random) -> list[str]:
    """Return nonsense texts, and legal actions with one character replaced, left out or doubled."""
    found = rng.sample(NONSENSE, 6)
    for text in rng.choices(legal, k=4):
        at = rng.randrange(len(text))
        cut = rng.choice(["", text[at] * 2, rng.choice("0123456789ACDHSTLR -?")])
        found.append(text[:at] + cut + text[at + 1 :])
    return found


def is_legal(text: str, legal: list[str]) -> bool:
    """Return whether `text` is a legal action, with its pieces in any order."""
    verb, *rest = text.split(" ")
    return any(words.split(" ")[0] == verb and sorted(words.split(" ")[1:]) == sorted(rest) for words in legal)


@every_table
def test_ids_that_are_not_legal(name, seats):
    for match, rng in random_moments(name, seats, 1, "wrong ids"):
        bound = match.game.action_bound(match.options, seats)
        for seat in match.to_act:
            legal = set(match.legal_ids(seat))
            for action in {-1, bound, bound + 1, 10**30, -(10**30), *rng.choices(range(bound), k=4)} - legal:
                refused(match, seat, action)


@every_table
def test_words_that_are_not_legal(name, seats):
    for match, rng in random_moments(name, seats, 2, "wrong words"):
        for seat in match.to_act:
            legal = match.legal(seat)
            for text in wrong_words(legal, rng):
                if not is_legal(text, legal):
                    refused(match, seat, text)


@every_table
def test_every_nonsense_once(name, seats):
    match, _ = next(random_matches(name, seats, 1, "nonsense"))
    legal = match.legal(match.to_act[0])
    for text in NONSENSE:
        if not is_legal(text, legal):
            refused(match, match.to_act[0], text)


@every_table
def test_seats_whose_turn_it_is_not(name, seats):
    for match, rng in random_moments(name, seats, 1, "wrong seats"):
        words = match.legal(match.to_act[0]) if match.to_act else ["pass"]
        for seat in {-1, seats, 99, *range(seats)} - set(match.to_act):
            refused(match, seat, rng.choice(words))


@every_table
def test_things_that_are_neither_words_nor_ids(name, seats):
    match, _ = next(random_matches(name, seats, 1, "neither"))
    seat = match.to_act[0]
    for thing in (None, 0.5, float("nan"), b"pass", [], ("pass",), {}, object()):
        refused(match, seat, thing)
    for thing in (None, 0.0, "0", b"0", "public", []):
        refused(match, thing, match.legal(seat)[0])


@every_table
def test_nothing_after_the_end(name, seats):
    for match, rng in random_matches(name, seats, 1, "the end"):
        for _ in moments(match, rng):
            pass
        for seat in range(seats):
            assert match.legal(seat) == []
            assert "over" in refused(match, seat, "pass")
