"""Tests that observations and legal actions, as text and as JSON, depend only on the seat's view."""

from __future__ import annotations

import doctest
import json
import random
from itertools import pairwise

import numpy as np
import pytest

from saleroom.envs import text_episode, text_observations, vector
from saleroom.envs.episode import Episode
from saleroom.envs.history import decode, vocabulary
from saleroom.envs.terms import Terms
from saleroom.envs.text_episode import TextEpisode
from saleroom.games import NAMES, load
from saleroom.games.draw.rules.words import line
from saleroom.games.hearts.rules.record import ENDINGS
from saleroom.kernel.bits import members
from saleroom.match.errors import IllegalAction
from saleroom.match.events import TABLE
from saleroom.match.match import Match
from tests.contract.chance import few_tables
from tests.envs.play import any_legal, decisions, short_terms


@pytest.mark.parametrize("module", [text_observations, text_episode, vector])
def test_examples_of_the_modules(module):
    found = doctest.testmod(module)
    assert found.attempted > 4
    assert not found.failed


@few_tables
def test_what_a_seat_sees_survives_json_and_names_what_it_holds(name, seats):
    rng = random.Random(f"json {name} {seats}")
    terms = short_terms(name, seats, "match", rng)
    pieces = terms.game.pieces
    for episode in decisions(terms, rng, 60):
        seat = rng.randrange(seats)
        view = episode.view(seat)
        found = text_observations.as_json(terms, view, seat)
        assert json.loads(json.dumps(found)) == found
        assert found["options"] == terms.options
        assert found["sees"]["phase"] == terms.game.phases[view.phase]
        assert found["sees"]["scores"] == view.scores[:seats].tolist()
        if "tiles" in found["sees"]:
            held = members(int(view.tiles[seat][0]) | int(view.tiles[seat][1]) << 64)
            assert found["sees"]["tiles"] == [pieces[tile] for tile in held]
        else:
            assert found["sees"]["hand"] == [pieces[card] for card in members(int(view.hand[seat]))]
        legal = [action["id"] for action in found["legal"]]
        if seat == episode.mover:
            assert legal == np.flatnonzero(episode.mask(seat)).tolist()
        assert bool(legal) == (seat in found["sees"]["acting"])


@few_tables
def test_words_of_legal_actions_lead_back_to_their_ids_and_no_others_do(name, seats):
    rng = random.Random(f"back {name} {seats}")
    terms = short_terms(name, seats, "match", rng)
    for episode in decisions(terms, rng, 30):
        seat = episode.mover
        view = episode.view(seat)
        for action in text_observations.as_json(terms, view, seat)["legal"]:
            assert text_observations.action_of(terms, view, seat, f" {action['words']}\n") == action["id"]
        for nonsense in ("", "castle", "bid many"):
            with pytest.raises(IllegalAction):
                text_observations.action_of(terms, view, seat, nonsense)
        other = (seat + 1) % seats
        if not text_observations.legal_ids(terms, episode.view(other), other):
            assert text_observations.as_json(terms, episode.view(other), other)["legal"] == []
            assert "It is not your turn." in text_observations.text(terms, episode.view(other), other)


def test_an_action_that_is_not_legal_is_refused_with_the_reason():
    table = TextEpisode(Terms.of("pitch", 4))
    table.begin(seed=7)
    table.hear("bid 3")
    with pytest.raises(IllegalAction, match="a bid must be at least 4"):
        table.hear("bid 2")
    with pytest.raises(IllegalAction, match="not seat 0's turn"):
        text_observations.action_of(table.terms, table.episode.view(0), 0, "pass")
    assert table.seen_events(0) == ["1 bid 3"]


@few_tables
def test_what_a_seat_cannot_see_changes_no_word(name, seats):
    rng = random.Random(f"words {name} {seats}")
    terms = short_terms(name, seats, "match", rng)
    for episode in decisions(terms, rng, 30):
        seat = rng.randrange(seats)
        twin = episode.redeal(seat, rng.getrandbits(60))
        assert text_observations.text(terms, twin.view(seat), seat) == text_observations.text(
            terms, episode.view(seat), seat
        )
        assert text_observations.text(terms, twin.view(seat), None) == text_observations.text(
            terms, episode.view(0), None
        )


@few_tables
def test_a_whole_state_tells_no_more_than_the_view(name, seats):
    rng = random.Random(f"state {name} {seats}")
    terms = short_terms(name, seats, "match", rng)
    for episode in decisions(terms, rng, 12):
        state = episode._crowd.states[0]
        for seat in (*range(seats), None):
            view = episode.view(seat or 0)
            assert text_observations.text(terms, state, seat, legal=False) == text_observations.text(
                terms, view, seat, legal=False
            )


@pytest.mark.parametrize("name", NAMES)
def test_values_below_nothing_stand_for_something_declared(name):
    for field in load(name).record.fields:
        if -3 < field.low < 0:
            assert set(range(field.low, 0)) <= {*(field.nothing or ()), *field.senses}, field.name


def test_what_values_stand_for_is_said_by_itself():
    table = TextEpisode(Terms.of("pitch", 4))
    table.begin(seed=7)
    table.hear("bid 3")
    table.hear("pass")
    assert table.as_json(0)["sees"]["said"] == [None, 3, "a pass", None]
    line = "- said (what each seat said last in this auction: its bid): seat 0: none; seat 1: 3; seat 2: a pass"
    assert line in table.text(0)
    assert "- phase (phase of the deal): bid\n" in table.text(0)


@pytest.mark.parametrize("name", ["draw", "flop", "hearts", "pitch"])
def test_no_bid_is_told_before_the_first_auction(name):
    terms = Terms.of(name)
    episode = Episode(terms)
    views = [terms.game.blank(1, terms.options, terms.seats)[0]]
    if name in ("draw", "flop"):  # these games begin with other actions than bids
        episode.begin(1)
        views.append(episode.view(episode.mover))
        parts = terms.layout.split(episode.observe(episode.mover))
        assert (parts["bid"], parts["said"].tolist()) == (-1, [-2] * terms.seats)
    for view in views:
        assert not {"bid", "said", "bidder"} & text_observations.as_json(terms, view, 0)["sees"].keys()


def test_how_a_deal_ended_is_said_in_words_and_so_is_the_only_deal_of_a_match():
    terms, rng = Terms.of("hearts", scope="match", deals=1), random.Random("ending")
    table = TextEpisode(terms)
    table.begin(seed=1)
    assert "last_ending" not in table.as_json(0)["sees"]
    while not table.episode.over:
        table.act(any_legal(table.episode, rng))
    assert table.as_json(0)["sees"]["last_ending"] in ENDINGS[1:]


def test_a_ring_is_told_from_its_beginning():
    terms, rng = Terms.of("draw", 4), random.Random("ring")
    lengths = set()
    for episode in decisions(terms, rng, 200):
        view = episode.view(0)
        sees = text_observations.as_json(terms, view, 0)["sees"]
        lengths.add(len(sees["line"]))
        assert [sorted(tile.split("-")) for tile in sees["line"]] == [sorted(tile.split("-")) for tile in line(view)]
        assert "line_at" not in sees
    assert max(lengths) > 10
    assert (
        terms.layout.parts["line"].meaning
        == "the line from left to right, `length` places of a ring, from `line_at` on"
    )


# TextEpisode


def as_told(event: str) -> str:
    """Return `event` from a record in the form of `TextEpisode`. In this form, every event of the table has the verb
    `turns`.
    """
    actor, _, *pieces = event.split(" ")
    return " ".join([actor, "turns", *pieces]) if actor == TABLE else event


@few_tables
def test_every_seat_is_told_what_its_record_says(name, seats):
    rng = random.Random(f"told {name} {seats}")
    terms = short_terms(name, seats, "match", rng)
    table, seed = TextEpisode(terms), rng.getrandbits(60)
    table.begin(seed)
    match = Match(terms.game, dict(terms.options), ["x"] * seats, seed).run_table()
    for _ in range(120):
        seat = rng.randrange(seats)
        events = [event for deal in match.record(seat=seat)["deals"] for event in deal["events"]]
        shown = [as_told(e) for e in events if e.split(" ")[1] not in ("deal", "draw", "reshuffle")]
        # sort the events, because a record lists sealed choices in a different order
        assert sorted(table.seen_events(seat)) == sorted(shown)
        action = any_legal(table.episode, rng)
        match.act(table.episode.mover, action)
        table.act(action)
        if table.episode.over:
            break


def test_a_card_that_is_turned_again_in_the_next_deal_is_told_again():
    table, rng, again = TextEpisode(Terms.of("mini-flop-poker", 2, "match")), random.Random(3), 0
    for seed in range(8):
        table.begin(seed)
        while not table.episode.over:
            table.act(any_legal(table.episode, rng))
        turned = [event for event in table.seen_events(0) if " turns " in event]
        assert len(turned) == 10  # each of ten deals has one turned card
        again += sum(one == other for one, other in pairwise(turned))
    assert again


def test_what_was_told_stands_in_text_and_json():
    table = TextEpisode(Terms.of("flop", 2))
    table.begin(seed=4)
    mover = table.episode.mover
    table.act(31)  # discard all five cards
    mine, others = table.seen_events(mover)[0], table.seen_events(1 - mover)[0]
    assert others == f"{mover} discard" + 5 * " ??"
    assert mine.startswith(f"{mover} discard ") and "??" not in mine
    assert f"- {others}\n" in table.text(1 - mover)
    assert mine not in table.text(1 - mover)
    assert table.as_json(mover)["history"] == [mine]


def test_a_history_without_events_is_empty_and_one_not_asked_for_is_not_there():
    table = TextEpisode(Terms.of("flop", 2))
    table.begin(seed=4)
    assert table.as_json(0)["history"] == []
    assert "\nNothing has happened yet.\n" in table.text(0)
    view = table.episode.view(0)
    assert "history" not in text_observations.as_json(table.terms, view, 0)
    assert "happened" not in text_observations.text(table.terms, view, 0)


# Rows of the history


@pytest.mark.parametrize("name", NAMES)
def test_the_vocabulary_covers_every_symbol_that_comes(name):
    terms, rng = Terms.of(name), random.Random(f"symbols {name}")
    known = [ids for ids, _ in vocabulary(terms)]
    kinds, is_open = set(), False
    for episode in decisions(terms, rng, 150, history=8):
        assert all(any(int(symbol) in ids for ids in known) for _, symbol, _ in episode.history)
        kinds |= {entry.kind for entry in decode(terms, episode.history)}
        is_open |= terms.game.phases[episode.view(0).phase] not in {*terms.game.private, *terms.game.sealed}
    assert len(kinds) == len(known) - (not is_open), "only a game that hides every choice has no open actions"
    game = load(name)
    hides = bool(game.private or game.sealed)
    assert [kind in kinds for kind in ("hidden", "turned", "drawn")] == [hides, bool(game.upturned), bool(game.drawn)]


def test_rows_in_words():
    terms = Terms.of("house")
    hidden = terms.actions + 1
    rows = [(2, 52, -1), (1, hidden, -1), (1, hidden, 9), (terms.table, terms.symbols - 1, -1), (-1, -1, -1)]
    texts = [entry.text(terms) for entry in decode(terms, rows)]
    assert texts == ["seat 2: action 52", "seat 1: 1 face down", "seat 1: 1 face down (action 9)", "table: AS"]
    terms = Terms.of("draw")
    texts = [entry.text(terms) for entry in decode(terms, [(2, terms.drawn, terms.first_turned), (2, terms.drawn, -1)])]
    assert texts == ["seat 2 draws 0-0", "seat 2 draws ??"]


def test_nothing_is_told_of_a_deal_before_the_first():
    told = TextEpisode(Terms.of("house", scope="match", rounds=2))
    told.begin(seed=1)
    past = {field.name for field in told.terms.game.record.fields if field.past}
    assert {name for name in told.terms.layout.parts if name.startswith("last_")} == past
    assert not past & told.as_json(0)["sees"].keys()
    while told.episode.view(0).deal == 1:
        told.act(text_observations.legal_ids(told.terms, told.episode.view(told.episode.mover), told.episode.mover)[0])
    assert len(set(told.as_json(0)["sees"]["last_kitty"])) == 4


@pytest.mark.parametrize("said", [None, 52, b"pass"])
def test_words_are_words(said):
    terms = Terms.of("pitch")
    episode = Episode(terms)
    episode.begin(1)
    with pytest.raises(IllegalAction, match="an action is words, not"):
        text_observations.action_of(terms, episode.view(episode.mover), episode.mover, said)
