"""Tests that an episode proceeds like a match with the same seed, and that a seat gets no information that it must not
have.
"""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

from saleroom.envs import text_observations
from saleroom.envs.episode import Episode
from saleroom.envs.history import Entry, decode
from saleroom.envs.terms import MOST_COVERED, Terms
from saleroom.games import load
from saleroom.match.errors import IllegalAction
from saleroom.match.events import TABLE, of_action
from saleroom.match.match import Match
from tests.contract.chance import few_tables, raw
from tests.contract.places import rows
from tests.envs.play import any_legal, decisions, every_scope, flat, short_terms


def beside_a_match(name, seats, scope, reward="score", law=""):
    """Return an episode, the match with the same seed, and a random generator."""
    rng = random.Random(f"{law} {name} {seats} {scope}")
    terms = short_terms(name, seats, scope, rng, reward)
    episode, seed = Episode(terms, history=4000), rng.getrandbits(64)
    episode.begin(seed)
    return episode, Match(terms.game, terms.options, ["x"] * seats, seed).run_table(), rng


@few_tables
@every_scope
def test_an_episode_goes_through_the_same_states_as_its_match(name, seats, scope):
    episode, match, rng = beside_a_match(name, seats, scope, law="states")
    sums = np.zeros(seats)
    while not episode.over:
        seat = episode.mover
        assert seat == match.to_act[0]
        assert np.flatnonzero(episode.mask(seat)).tolist() == match.legal_ids(seat)
        assert raw(episode.views(seat)) == raw(match.views(seat))
        action = any_legal(episode, rng)
        episode.act(action)
        match.act(seat, action)
        sums += episode.rewards
    assert episode.mover == -1
    if scope == "match":
        assert match.over
        start = int(match.options.get("chips", 0))
        assert sums.tolist() == [score - start for score in match.scores]
    elif not match.over:
        assert [deal.score is None for deal in match.deals] == [False, True]
        assert sums.tolist() == match.deals[0].score


def shown(entry: Entry) -> tuple[int | None, str, int | None]:
    return entry.seat, f"{entry.kind} {entry.value}", entry.private


def holder(match: Match, piece: int) -> int:
    """Return the seat that holds a piece."""
    hand = match.game.record.hand
    return next(seat for seat in range(match.seats) if rows(match.view(seat)[hand], match.seats)[seat] >> piece & 1)


@few_tables
def test_the_history_says_what_the_match_wrote_down(name, seats):
    episode, match, rng = beside_a_match(name, seats, "match", law="history")
    game, entries = match.game, []

    def add_turned(seen: int) -> int:
        for event in match.history[seen:]:
            actor, verb, *words = event.split(" ")
            pieces = [game.pieces.index(name) for name in (verb, *words) if name in game.pieces]
            if actor == TABLE and verb == "draw":
                entries.extend((holder(match, piece), "drawn 1", piece) for piece in pieces)
            elif actor == TABLE and verb != "deal" and game.upturned:
                entries.extend((None, f"turned {piece}", None) for piece in pieces)
        return len(match.history)

    seen = add_turned(0)
    while not episode.over and len(entries) < 1000:
        seat, action = episode.mover, any_legal(episode, rng)
        event = of_action(game, seat, game.format_action(match.view(seat), seat, action))
        is_hidden = event.verb in {*game.private, *game.sealed}
        entries.append((seat, f"hidden {len(event.pieces)}", action) if is_hidden else (seat, f"action {action}", None))
        episode.act(action)
        match.act(seat, action)
        seen = add_turned(seen)
    for watcher in range(seats):
        seen_by_watcher = [(actor, what, secret if actor == watcher else None) for actor, what, secret in entries]
        assert [shown(entry) for entry in decode(episode.terms, episode.history_of(watcher))] == seen_by_watcher


@few_tables
def test_the_history_of_a_version_without_private_symbols_is_as_it_was(name, seats):
    rng = random.Random(f"old {name} {seats}")
    game = load(name)
    public = [version for version in game.environment_ids if game.environments[version].public_history]
    if not public:
        pytest.skip("all versions of the game have private symbols")
    terms = short_terms(name, seats, "match", rng, version=public[0])
    assert (terms.history_columns, terms.symbols) == (2, terms.actions + MOST_COVERED + 1 + len(terms.game.pieces))
    for episode in decisions(terms, rng, 60, history=20):
        entries = decode(terms, episode.history)
        assert episode.history.shape[1] == 2 and episode.history.tobytes() == episode.history_of(0).tobytes()
        assert all(entry.private is None and entry.kind != "drawn" for entry in entries)


def test_a_short_history_keeps_its_last_rows():
    terms = Terms.of("flop", 4)
    long, short = Episode(terms, history=500), Episode(terms, history=5)
    rng = random.Random(1)
    long.begin(3)
    short.begin(3)
    while not long.over:
        action = any_legal(long, rng)
        long.act(action)
        short.act(action)
        assert (short.history == long.history[-5:]).all()


def test_rows_that_no_history_has_are_refused():
    terms = Terms.of("house")
    hidden = terms.actions + 1
    for row in (
        (0, terms.symbols),
        (4, 3),
        (5, 250),
        (2, terms.symbols - 1),
        (0, -2),
        (0, 3, 3),
        (0, hidden, terms.actions),
        (4, terms.symbols - 1, 0),
    ):
        with pytest.raises(ValueError, match="no history has a row"):
            decode(terms, [row])
    assert decode(terms, [(-1, -1, -1)]) == []
    assert decode(terms, [(0, hidden, 7), (0, hidden, -1)]) == [Entry(0, "hidden", 1, 7), Entry(0, "hidden", 1)]


# Refusals


@few_tables
def test_an_illegal_action_is_refused_as_in_a_match_and_changes_nothing(name, seats):
    episode, match, rng = beside_a_match(name, seats, "deal", law="wrong")
    for _ in range(12):
        before = everything(episode)
        seat, legal = episode.mover, episode.mask(episode.mover)
        for action in [action for action in rng.sample(range(episode.terms.actions), 6) if not legal[action]]:
            assert refusal(episode.act, action) == f"action {action} is not legal: {refusal(match.act, seat, action)}"
        for action in (-1, episode.terms.actions):
            with pytest.raises(IllegalAction, match="the ids are 0 to"):
                episode.act(action)
        assert everything(episode) == before
        action = any_legal(episode, rng)
        match.act(episode.mover, action)
        episode.act(action)
        if episode.over:
            break


def refusal(act, *what) -> str:
    """Call `act` with illegal arguments, and return the reason given in the refusal."""
    with pytest.raises(IllegalAction) as error:
        act(*what)
    return str(error.value)


def everything(episode: Episode) -> list[bytes]:
    """Return all data of an episode."""
    return [array.tobytes() for array in episode._crowd]


@few_tables
def test_an_episode_that_is_over_stays_so(name, seats):
    episode, _, rng = beside_a_match(name, seats, "deal", law="over")
    while not episode.over:
        episode.act(any_legal(episode, rng))
    before = everything(episode)
    with pytest.raises(IllegalAction, match="over; reset"):
        episode.act(0)
    assert everything(episode) == before
    assert not any(episode.mask(seat).any() for seat in range(seats))
    assert (episode.observe(0) == flat(episode.terms, episode.view(0), 0)).all()
    episode.begin(1)
    assert not episode.over
    assert not any(episode.rewards)


def test_nothing_happens_before_the_first_deal():
    episode = Episode(Terms.of("pitch"), history=4)
    with pytest.raises(IllegalAction, match="the episode has not begun; reset"):
        episode.act(0)
    twin = episode.redeal(0, 1)
    assert everything(twin) == everything(episode)
    assert not episode.mask(0).any()
    episode.begin(1)
    twin.begin(1)
    assert everything(twin) == everything(episode)


@few_tables
def test_a_copy_lives_its_own_life(name, seats):
    episode, _, rng = beside_a_match(name, seats, "deal", law="copy")
    for make in (Episode.copy, copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))):
        twin, before = make(episode), everything(episode)
        action = any_legal(twin, rng)
        twin.act(action)
        assert everything(episode) == before
        episode.act(action)
        assert everything(episode) == everything(twin)
        if episode.over:
            break


# Secrecy


def given(episode: Episode, seat: int) -> list[bytes]:
    """Return everything that an episode shows to a seat."""
    arrays = episode.observe(seat), episode.mask(seat), episode.history_of(seat), episode.views(seat)
    return [array.tobytes() for array in arrays] + [repr((episode.mover, episode.over, episode.rewards)).encode()]


@few_tables
@every_scope
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_given(name, seats, scope):
    rng = random.Random(f"secrecy {name} {seats} {scope}")
    terms = short_terms(name, seats, scope, rng)
    other = 0
    for episode in decisions(terms, rng, 40, history=30):
        seat = rng.choice([episode.mover, rng.randrange(seats)])
        twin = episode.redeal(seat, rng.getrandbits(60))
        other += twin._crowd.raw.tobytes() != episode._crowd.raw.tobytes()
        assert given(twin, seat) == given(episode, seat)
        assert twin.mover == episode.mover
        if episode.mover == seat and not episode.over:
            action = any_legal(episode, rng)
            twin.act(action)  # the action is legal in both matches
    assert other > 30


@few_tables
def test_the_history_is_the_same_whatever_hidden_choice_was_made(name, seats):
    rng = random.Random(f"hidden {name} {seats}")
    terms = short_terms(name, seats, "deal", rng)
    game = terms.game
    hidden, seen = {*game.private, *game.sealed}, 0
    for episode in decisions(terms, rng, 60, history=terms.longest):
        if game.phases[episode.view(0).phase] not in hidden:
            continue
        by_number: dict[int, set[bytes]] = {}
        mover, own = episode.mover, set()
        for action in np.flatnonzero(episode.mask(episode.mover)):
            twin = episode.copy()
            written = len(twin.history)
            twin.act(int(action))
            last = {seat: twin.history_of(seat)[written : written + 1].tobytes() for seat in range(seats)}
            own.add(last.pop(mover))
            by_number.setdefault(game.covered(int(action)), set()).update(last.values())
        assert all(len(rows) == 1 for rows in by_number.values())
        assert len(own) == episode.mask(mover).sum()
        seen += len(by_number)
    assert bool(seen) == bool(hidden)


@pytest.mark.parametrize("seat", [-1, 4, 9, 100_000])
def test_a_seat_that_does_not_exist_is_refused_and_nothing_is_read_beyond_the_table(seat):
    episode = Episode(Terms.of("pitch", seats=4))
    episode.begin(7)
    view = episode.view(0)
    asked = (
        episode.observe,
        episode.view,
        episode.redeal,
        lambda wrong: text_observations.text(episode.terms, view, wrong),
        lambda wrong: text_observations.action_of(episode.terms, view, wrong, "pass"),
    )
    for ask in asked:
        with pytest.raises(ValueError, match=r"there is no seat .+; the seats are 0 to 3"):
            ask(seat)
