"""Tests of Saleroom's games in OpenSpiel: OpenSpiel's own tests, and further tests."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pyspiel: Any = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts, outcome_sampling_mccfr  # noqa: E402
from open_spiel.python.bots.uniform_random import UniformRandomBot  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import saleroom.envs.open_spiel as adapter  # noqa: E402
from saleroom.envs import observation_history, open_spiel_types  # noqa: E402
from saleroom.envs.observers import longest  # noqa: E402
from saleroom.games import NAMES, load  # noqa: E402
from saleroom.kernel.compile import COMPILED  # noqa: E402
from saleroom.kernel.options import Option  # noqa: E402
from saleroom.match.match import Match  # noqa: E402
from tests.envs import playthroughs  # noqa: E402
from tests.games import short  # noqa: E402

pytestmark = pytest.mark.skipif(not COMPILED, reason="the adapter plays compiled rules")


def full(name: str, **given: Any) -> str:
    """Return the text from which OpenSpiel loads the game `name` with the given parameters."""
    return f"saleroom_{name.replace('-', '_')}({','.join(f'{key}={value}' for key, value in given.items())})"


def loaded(name: str, **given: Any) -> Any:
    return pyspiel.load_game(full(name, **given))


def states(game: Any, rng: random.Random, games: int = 1, most: int = 400) -> Iterator[Any]:
    """Play games at random, and yield each state, including chance nodes and terminal states."""
    for _ in range(games):
        state = game.new_initial_state()
        for _ in range(most):
            yield state
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))


def some(game: Any, rng: random.Random, every: int) -> list[Any]:
    """Play a game at random. Return a copy of every `every`-th state and of the last state."""
    found = [state.clone() for state in states(game, rng)]
    return [*found[::every], found[-1]]


def decided(game: Any, rng: random.Random) -> Any:
    """Return the state at the first decision of a new match, after random chance outcomes."""
    return next(state for state in states(game, rng) if state.current_player() >= 0)


every_game = pytest.mark.parametrize("name", NAMES)
every_chance = pytest.mark.parametrize("chance", ["explicit", "sampled"])


# OpenSpiel's own tests


@pytest.mark.integration
@every_game
@every_chance
def test_random_sim(name, chance):
    game = loaded(name, chance=chance)
    pyspiel.random_sim_test(game, num_sims=1, serialize=chance == "explicit", verbose=False)


@every_game
def test_random_sim_of_short_matches_for_the_win(name):
    game = loaded(name, scope="match", reward="win", **short.few(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@every_game
def test_being_ahead_of_the_others_is_zero_sum(name):
    game = loaded(name, scope="match", reward="ahead", **short.few(name))
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM and game.utility_sum() == 0
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_playthrough(name):
    assert playthroughs.played(name) == playthroughs.path(name).read_text("utf-8")


@every_game
def test_random_bots(name):
    game, rng = loaded(name), np.random.RandomState(3)
    bots = [UniformRandomBot(seat, rng) for seat in range(game.num_players())]
    assert len(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)) == game.num_players()


@every_game
def test_ismcts(name):
    game, rng = loaded(name), np.random.RandomState(3)
    state = decided(game, random.Random(4))
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 8, random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_outcome_sampling_mccfr():
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded("auction-draw", seats=2, hand=1, chips=3))
    for _ in range(20):
        solver.iteration()
    state = decided(solver._game, random.Random(1))
    chances = solver.average_policy().action_probabilities(state)
    assert sum(chances.values()) == pytest.approx(1)


# Parameters


def test_the_options_are_parameters():
    game = loaded("auction-pitch", seats=5, target=7, low="taken")
    terms = game.tree.terms
    assert (game.num_players(), terms.options["target"], terms.options["low"]) == (5, 7, "taken")
    assert loaded("auction-draw").tree.terms.options["set"] == 6
    assert loaded("auction-draw", seats=5).tree.terms.options["set"] == 9


@every_game
def test_every_option_may_be_named(name):
    terms = loaded(name).tree.terms
    again = loaded(name, **{open_spiel_types.parameter(o): terms.options[o.name] for o in terms.game.options})
    assert again.tree.terms.options == terms.options


def test_an_option_named_like_a_parameter_of_ours_is_another():
    options = [Option(name, range(1, 3), 1, "what it is") for name in ("chance", "target")]
    assert [open_spiel_types.parameter(option) for option in options] == ["option_chance", "target"]


# Chance


@every_game
def test_a_chance_node_is_one_piece_of_those_that_may_come(name):
    game, rng = loaded(name), random.Random(5)
    for state in states(game, rng, 3):
        if not state.is_chance_node():
            continue
        outcomes = state.chance_outcomes()
        assert [outcome for outcome, _ in outcomes] == state.legal_actions() == sorted(state.legal_actions())
        assert len(outcomes) > 1
        assert {weight for _, weight in outcomes} == {1 / len(outcomes)}
        assert max(state.legal_actions()) < game.max_chance_outcomes()
        piece = rng.choice(state.legal_actions())
        after = state.child(piece)
        assert not (after.is_chance_node() and piece in after.legal_actions() and state.move_number())


def test_a_seats_choice_is_no_outcome_of_chance():
    game = loaded("auction-pitch")
    for state in (decided(game, random.Random(5)), some(game, random.Random(5), 99)[-1]):
        with pytest.raises(pyspiel.SpielError, match="no chance node"):
            state.chance_outcomes()


@every_game
def test_what_came_is_what_was_dealt(name):
    game, rng = loaded(name), random.Random(6)
    for dealer in range(game.num_players()):
        state = game.new_initial_state()
        state.apply_action(dealer)
        came: dict[str, set[str]] = {}
        while state.is_chance_node():
            action = rng.choice(state.legal_actions())
            words = state.action_to_string(action).rsplit(" ", 1)
            came.setdefault(words[0], set()).add(words[1])
            state.apply_action(action)
        assert state.node.states["dealer"][0] == dealer
        for seat in range(game.num_players()):
            dealt = next(
                event for event in observation_history.whole(state.node) if event.startswith(f"table deal {seat}")
            )
            hand = set(dealt.split(" ")[3:])
            assert came.get(f"deal {seat}", hand) == hand


@every_game
def test_a_match_accepts_what_happened_and_tells_the_seats_the_same(name):
    """Check that a Saleroom match accepts the events of an OpenSpiel game, and that each seat sees the same in both."""
    game, rng = loaded(name, scope="match", **short.few(name)), random.Random(22)
    match: Match | None = None
    fed = 1
    for state in states(game, rng, most=1000):
        if state.is_chance_node() or (rng.random() < 0.8 and not state.is_terminal()):
            continue
        told, terms = observation_history.whole(state.node), game.tree.terms
        if match is None:
            players = [str(seat) for seat in range(terms.seats)]
            match = Match(terms.game, dict(terms.options), players, 0, int(told[0].split(" ")[-1]))
        for event in told[fed:]:
            if not event.startswith("settled "):
                match.apply_event(event)
        fed = len(told)
        if not state.is_terminal():
            _compare(state, match)
    assert match is not None
    assert match.over


def _compare(state: Any, match: Match) -> None:
    """Check that each seat has the same events, view and legal actions in an OpenSpiel state and in a match."""
    for seat in (None, *range(match.seats)):
        record = match.record("public" if seat is None else seat)
        events = [event for deal in record["deals"] for event in deal["events"]]
        ours = [
            event
            for event in observation_history.events(state.node, seat)
            if not event.startswith(("settled ", "table dealer "))
        ]
        assert sorted(ours) == sorted(events)
    for seat in range(match.seats):
        assert match.game.record.view(state.node.states, seat).tobytes() == match.views(seat).tobytes()
    assert match.legal_ids(state.current_player()) == state.legal_actions()


def test_an_old_stock_and_a_last_hand_are_certain():
    state, last = loaded("auction-hearts").new_initial_state(), []
    while state.is_chance_node():
        last = state.legal_actions()
        state.apply_action(last[0])
    assert len(last) == 14  # one of the last 14 cards completes the third hand; the other 13 are the fourth hand
    assert len(state.history()) == 1 + 39


def test_states_of_sampled_chance_follow_from_the_seed():
    texts = [[str(game.new_initial_state()) for _ in range(3)] for game in (_sampled(3), _sampled(3), _sampled(4))]
    assert texts[0] == texts[1]
    assert len({*texts[0], *texts[2]}) == 6


def _sampled(seed: int) -> Any:
    return loaded("auction-pitch", chance="sampled", rng_seed=seed)


# Output for a seat


@every_game
def test_equal_tensors_are_equal_strings(name):
    """Check that two information states have equal tensors if and only if they have equal strings."""
    game, rng = loaded(name), random.Random(7)
    if not game.get_type().provides_information_state_tensor:
        with pytest.raises(ValueError, match="no bound"):
            game.new_initial_state().information_state_tensor(0)
        return
    strings: dict[bytes, str] = {}
    tensors: dict[str, bytes] = {}
    for state in states(game, rng, 3):
        for seat in range(game.num_players()):
            tensor = np.array(state.information_state_tensor(seat)).tobytes()
            string = state.information_state_string(seat)
            assert strings.setdefault(tensor, string) == string
            assert tensors.setdefault(string, tensor) == tensor


@every_game
def test_an_information_state_recalls_what_was_seen(name):
    """Check that events that a seat has seen never change or disappear, except that sealed choices are opened."""
    game, rng = loaded(name, scope="match", **short.few(name)), random.Random(8)
    before: dict[int, list[str]] = {}
    for state in states(game, rng):
        for seat in range(game.num_players()):
            events = observation_history.events(state.node, seat)
            for was, now in zip(before.get(seat, []), events, strict=False):
                assert was == now or ("??" in was and was.split(" ")[:2] == now.split(" ")[:2])
            assert len(events) >= len(before.get(seat, []))
            before[seat] = events


@every_game
def test_observers_name_their_pieces(name):
    game, rng = loaded(name), random.Random(9)
    parts = game.tree.terms.layout.parts
    none = pyspiel.PrivateInfoType.NONE
    both = make_observation(game)
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=none))
    own = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False))
    assert set(both.dict) == set(parts) == {*public.dict, *own.dict}
    for state in states(game, rng):
        for seat in range(game.num_players()):
            both.set_from(state, seat)
            row = game.tree.terms.row(state.node.states, seat)
            assert both.dict["scores"].tolist() == row[parts["scores"].at].tolist()
            assert both.tensor.tolist() == row.tolist() == list(state.observation_tensor(seat))
            public.set_from(state, seat)
            assert public.string_from(state, seat) == public.string_from(state, 0)


def test_no_observer_sees_all():
    with pytest.raises(ValueError, match="all private information"):
        kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        loaded("auction-pitch").make_py_observer(kind)
    with pytest.raises(ValueError, match="leave public_info on"):
        loaded("auction-pitch").make_py_observer(pyspiel.IIGObservationType(perfect_recall=True, public_info=False))
    with pytest.raises(ValueError, match="parameters"):
        loaded("auction-pitch").make_py_observer(None, {"depth": 1})


@every_game
def test_bounds_hold(name):
    game, rng = loaded(name, scope="match", **short.few(name)), random.Random(10)
    state, chances, moves = game.new_initial_state(), 0, 0
    while not state.is_terminal() and moves < 2000:
        chances, moves = chances + state.is_chance_node(), moves + (not state.is_chance_node())
        state.apply_action(rng.choice(state.legal_actions()))
    assert moves <= game.max_game_length()
    assert chances <= game.max_chance_nodes_in_history()
    rows = longest(loaded(name).tree.terms)
    last = some(loaded(name), rng, 99)[-1]
    assert rows is None or len(observation_history.rows(last.node, 0)) <= rows


@every_game
def test_rewards_come_at_settlements_and_make_the_returns(name):
    game, rng = loaded(name, scope="match", **short.few(name)), random.Random(11)
    total, state = np.zeros(game.num_players()), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_chance_node():
            total += state.rewards()
            assert total.tolist() == state.returns()
    gained = state.node.states["scores"][0] - game.tree.blank["scores"][0]
    assert total.tolist() == gained[: game.num_players()].tolist()


# Other worlds


@pytest.mark.integration
@every_game
@every_chance
def test_a_seat_cannot_tell_a_resampled_world(name, chance):
    game, rng = loaded(name, chance=chance), random.Random(12)
    different = 0
    for state in states(game, rng):
        for seat in range(game.num_players()):
            if state.is_terminal() or rng.random() < 0.8:
                continue
            world = state.resample_from_infostate(seat, rng.random)
            assert given(world, seat) == given(state, seat)
            other = (seat + 1) % game.num_players()
            again = world.resample_from_infostate(other, rng.random)
            assert given(again, other) == given(world, other)
            different += world.information_state_string(other) != state.information_state_string(other)
            for _ in range(6):
                if not world.is_terminal():
                    world.apply_action(rng.choice(world.legal_actions()))
                    world.information_state_string(other)
    assert different > 2


def given(state: Any, seat: int) -> list[Any]:
    """Return everything that a state shows to a seat."""
    told = [state.current_player(), state.returns(), state.rewards(), state.information_state_string(seat)]
    told += [
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.to_observation_struct(seat).to_json(),
    ]
    return told + ([state.legal_actions()] if state.current_player() == seat else [])


@every_game
def test_a_resampled_world_knows_no_secret(name):
    """Check that the event log inside a resampled world contains only what the seat has seen."""
    game, rng = loaded(name), random.Random(13)
    for state in states(game, rng):
        seat = state.current_player()
        if seat < 0:
            continue
        world = state.resample_from_infostate(seat, rng.random)
        assert observation_history.whole(world.node) == [
            *observation_history.events(state.node, seat),
            f"imagined by {seat}",
        ]
        assert {type(entry) for entry in world.node.log} == {observation_history.Wording, observation_history.Imagined}


def test_sealed_choices_of_an_imagined_world_are_told_when_they_open():
    """Check that sealed choices in an imagined world (deal) are opened when play continues in this world."""
    rng = random.Random(14)
    game = loaded("auction-house")
    for state in states(game, rng, 12):
        node = state.node
        if state.current_player() < 0 or not node.log or node.states["phase"][0] != 2:
            continue
        seat = state.current_player()
        if not any(f"{other} lay ??" in observation_history.events(node, seat) for other in range(4)):
            continue
        world = state.resample_from_infostate(seat, rng.random)
        while world.node.states["phase"][0] == 2:
            world.apply_action(rng.choice(world.legal_actions()))
        opened = [event for event in observation_history.events(world.node, seat) if event.startswith("opened ")]
        assert len(opened) == 1
        assert "shown=" in opened[0]
        return
    pytest.fail("no auction was opened")


# Copies and structs


@every_game
@every_chance
def test_a_clone_goes_its_own_way(name, chance):
    state = loaded(name, chance=chance).new_initial_state()
    rng = random.Random(15)
    while not state.is_terminal():
        twin, before = state.clone(), str(state)
        while not twin.is_terminal() and rng.random() < 0.9:
            twin.apply_action(rng.choice(twin.legal_actions()))
        assert str(state) == before
        state.apply_action(rng.choice(state.legal_actions()))


@every_game
def test_a_state_comes_back_from_its_struct_and_from_its_pickle(name):
    game, rng = loaded(name), random.Random(16)
    for state in some(game, rng, 9):
        told = json.loads(state.to_json())
        structs = (told, state.to_json(), state.to_struct())
        for again in (*map(game.new_initial_state, structs), pickle.loads(pickle.dumps(state))):
            assert str(again) == str(state)
            assert again.history() == state.history()
            assert again.legal_actions() == state.legal_actions()
        assert told["current_player"] == state.current_player()


@every_chance
def test_no_struct_tells_of_a_resampled_state(chance):
    rng = random.Random(23)
    world = decided(loaded("auction-pitch", chance=chance), rng).resample_from_infostate(0, rng.random)
    worlds = [world, world.resample_from_infostate(1, rng.random), world.clone()]
    worlds[-1].apply_action(world.legal_actions()[0])
    for each in worlds:
        with pytest.raises(pyspiel.SpielError, match="a resampled state has no history, so it has no struct"):
            each.to_struct()
    for copied in (world.clone, lambda: pickle.loads(pickle.dumps(world)))[: 2 if chance == "explicit" else 1]:
        again = copied()
        assert again.node.states.tobytes() == world.node.states.tobytes()
        assert str(again) == str(world)


@every_game
@every_chance
def test_a_game_comes_back_from_its_pickle(name, chance):
    game = loaded(name, chance=chance, rng_seed=3)
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert type(again) is type(game) is getattr(adapter, type(game).__name__)
        assert str(again) == str(game)
        assert str(again.new_initial_state()) == str(loaded(name, chance=chance, rng_seed=3).new_initial_state())
    assert type(game).__name__.isidentifier()


@pytest.mark.integration
def test_a_fresh_process_unpickles_a_game():
    game = loaded("auction-pitch", seats=5)
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).new_initial_state().get_game())"
    kept = pickle.dumps(game)
    ran = subprocess.run([sys.executable, "-c", code], input=kept, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout.decode().strip()) == (0, str(game))


@every_game
def test_actions_in_words_and_structs(name):
    game, rng = loaded(name), random.Random(17)
    for state in states(game, rng):
        for action in state.legal_actions()[::5]:
            player = state.current_player()
            assert state.string_to_action(state.action_to_string(player, action)) == action
            struct = state.action_to_struct(player, action)
            assert list(state.struct_to_actions(struct)) == [action]


# Bad input


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (full("auction-pitch", colour="red"), "colour"),
        (full("auction-pitch", seats=9), "4 to 7 seats, not 9"),
        (full("auction-pitch", target=0), "target is 0; it must be a number from 1 to 50"),
        (full("auction-pitch", target=-1), "target is -1; it must be a number from 1 to 50"),
        (full("auction-pitch", chance="sampled", rng_seed=-5), "rng_seed is -5; it must be a number from 0"),
        (full("auction-pitch", low="lost"), "low is 'lost'; it must be dealt or taken"),
        (full("auction-pitch", scope="evening"), "scope is 'evening'"),
        (full("auction-pitch", reward="win"), "only a match is won"),
        (full("auction-pitch", chance="loaded"), "chance is 'loaded'"),
        (full("auction-draw", seats=5, set=6), "seats at most 4"),
        ("saleroom_auction_bridge", "Unknown game"),
    ],
)
def test_a_game_that_cannot_be(asked, complaint):
    with pytest.raises(pyspiel.SpielError) as found:
        pyspiel.load_game(asked)
    assert complaint in str(found.value)


@every_game
def test_minus_one_stands_for_a_default_that_depends_on_the_seats_alone(name):
    for option in load(name).options:
        asked = full(name, **{open_spiel_types.parameter(option): -1})
        if callable(option.default):
            assert pyspiel.load_game(asked).tree is loaded(name).tree
        else:
            with pytest.raises(pyspiel.SpielError):
                pyspiel.load_game(asked)


@every_game
def test_an_illegal_action_changes_nothing(name):
    game, rng = loaded(name), random.Random(18)
    for state in some(game, rng, 7):
        before = str(state), state.history(), state.node.states.tobytes()
        for action in {-2, 60, 10**6} - set(state.legal_actions()):
            with pytest.raises(pyspiel.SpielError) as found:
                state.apply_action(action)
            assert "\n" not in str(found.value)
        assert (str(state), state.history(), state.node.states.tobytes()) == before


def test_the_reason_is_told():
    state = decided(loaded("auction-pitch"), random.Random(19))
    with pytest.raises(pyspiel.SpielError, match="action 3 is not legal: the bidding is not over"):
        state.apply_action(3)
    with pytest.raises(pyspiel.SpielError, match="there is no action 99; the ids are 0 to 56"):
        state.apply_action(99)
    with pytest.raises(pyspiel.SpielError, match="chance cannot bring 52 now"):
        loaded("auction-pitch").new_initial_state().apply_action(52)
    with pytest.raises(pyspiel.SpielError, match="sampled"):
        loaded("auction-pitch", chance="sampled").new_initial_state({"history": []})


@every_game
def test_a_finished_game_cannot_go_on(name):
    state = some(loaded(name), random.Random(20), 99)[-1]
    assert state.is_terminal()
    assert state.legal_actions() == []
    with pytest.raises(pyspiel.SpielError, match="the game is over"):
        state.apply_action(0)


@pytest.mark.parametrize("seat", [4, -1, 9])
def test_nobody_is_seat_nine(seat):
    game = loaded("auction-pitch")
    recall, now = (make_observation(game, pyspiel.IIGObservationType(perfect_recall=kept)) for kept in (True, False))
    for state in (decided(game, random.Random(21)), game.new_initial_state()):
        for ask in (state.information_state_string, state.observation_tensor, state.to_observation_struct):
            with pytest.raises(pyspiel.SpielError):
                ask(seat)
        with pytest.raises(pyspiel.SpielError) as found:
            state.resample_from_infostate(seat, random.random)
        assert str(found.value) == f"there is no seat {seat}; the seats are 0 to 3"
        with pytest.raises(ValueError, match="there is no seat"):
            game.tree.terms.row(state.node.states, seat)
        for observer in (recall, now):
            with pytest.raises(ValueError, match="there is no seat"):
                observer.set_from(state, seat)
            with pytest.raises(ValueError, match="there is no seat"):
                observer.string_from(state, seat)


OTHER = {"game": "saleroom_auction_pitch()", "history": []}


@pytest.mark.parametrize(
    ("struct", "complaint"),
    [
        ({"x": 1}, "'history'"),
        ("[1]", "'history'"),
        ({"history": 3}, "'history'"),
        ({"history": ["0"]}, "'history'"),
        ({"history": [10**30]}, "'history'"),
        ({"history": [99]}, "99"),
        ("history", "not 'history'"),
        ("", "JSON"),
        ("[" * 100_000, "JSON"),
        (OTHER, "of another game"),
        (json.dumps(OTHER), "of another game"),
    ],
)
def test_a_struct_of_no_state(struct, complaint):
    with pytest.raises(pyspiel.SpielError) as found:
        loaded("auction-hearts").new_initial_state(struct)
    assert complaint in str(found.value)
    assert "\n" not in str(found.value)


@pytest.mark.integration
def test_an_interpreter_that_has_registered_the_games_ends_well():
    code = "import pyspiel, saleroom.envs.open_spiel; pyspiel.load_game('saleroom_auction_pitch').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert all(type(loaded(name)).spec is load(name) for name in NAMES)
