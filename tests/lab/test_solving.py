"""Tests of solving small games.

The tree matches the game, and all methods, including OpenSpiel's, agree on the equilibrium.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from saleroom.bots.compiled.solving import TERMINAL
from saleroom.cli.arguments import Trouble
from saleroom.cli.solving import solve as program
from saleroom.games import SMALL, load
from saleroom.kernel.compile import COMPILED
from saleroom.lab.solving import command, efg, linear, solution_store
from saleroom.lab.solving.perfect_information import clairvoyant_values
from saleroom.lab.solving.regret import Solver, answers, deal_values, exploitability, normalised
from saleroom.lab.solving.trees import TooLarge, grow, grow_against_all
from saleroom.statistics.estimates import estimate

pytestmark = pytest.mark.skipif(not COMPILED, reason="whole trees")
TINY = {"dealt": 1}


@pytest.fixture(scope="module")
def tiny():
    return grow("mini-pitch", **TINY)


def alike(tree):
    return normalised(tree, np.zeros(len(tree.owner)))


def test_the_tree_has_every_deal_and_every_way_to_play_it(tiny):
    tree = tiny.tree
    assert tiny.sizes == {"deals": 112, "nodes": 2464, "terminals": 672, "sets": 832, "sequences": 912}
    assert tree.chance.sum() == pytest.approx(1)
    assert (np.diff(tree.first_slot) > 0).all()
    below = tree.slot >= 0
    assert (tree.player[tree.parent[below]] == tree.owner[tree.slot[below]]).all()
    assert (tree.parent[below] < np.flatnonzero(below)).all()
    for node in np.flatnonzero(tree.player == TERMINAL)[:50]:  # play by the game's rules reaches the same node
        state, deal = tiny.deals[[tiny.deal_of(node)]], tiny.path(node)
        from saleroom.kernel import loops

        for action in deal:
            loops.act(state, 0, int(state["acting"][0]).bit_length() - 1, action)
        assert state["deal"][0] == 2 and state["scores"][0, 0] == tree.payoff[node]


def test_in_an_information_set_a_seat_sees_the_same_and_nowhere_else(tiny):
    tree, record = tiny.tree, tiny.game.record
    from saleroom.kernel import loops

    seen = {}
    for node in np.flatnonzero(tree.player != TERMINAL):
        state, views = tiny.deals[[tiny.deal_of(node)]], []
        seat = int(tree.player[node])
        views.append(record.view(state, seat).tobytes())
        for action in tiny.path(node):
            loops.act(state, 0, int(state["acting"][0]).bit_length() - 1, action)
            views.append(record.view(state, seat).tobytes())
        child = int(np.flatnonzero(tree.parent == node)[0])
        seen.setdefault(int(tree.set_of[tree.slot[child]]), set()).add((seat, *views))
    assert all(len(views) == 1 for views in seen.values())
    assert len({view for views in seen.values() for view in views}) == len(seen)


@pytest.mark.parametrize("variant", ["cfr", "cfr+", "dcfr"])
def test_regret_leads_where_the_linear_program_is(tiny, variant):
    value, exact = linear.solve(tiny.tree)
    assert exploitability(tiny.tree, exact) == pytest.approx(0, abs=1e-9)
    assert value == pytest.approx(0, abs=1e-9)  # the game is symmetric, with a random dealer
    solver = Solver(tiny.tree, variant)
    left = [exploitability(tiny.tree, solver.strategy)]
    for _ in range(4):
        solver.iterate(100)
        left.append(exploitability(tiny.tree, solver.strategy))
    assert left[0] > 0.5 and left[-1] < 0.01 and left[-1] < left[1]
    first, second = answers(tiny.tree, solver.strategy)
    assert first >= -1e-12 and second >= -1e-12


def test_samples_lead_where_all_of_the_tree_does(tiny):
    solver = Solver(tiny.tree, "mccfr", seed=7)
    solver.iterate(2_000)
    early = exploitability(tiny.tree, solver.strategy)
    solver.iterate(98_000)
    late = exploitability(tiny.tree, solver.strategy)
    assert early > 4 * late and late < 0.003  # 100,000 iterations reach 0.001


def test_samples_follow_from_the_seed(tiny):
    solvers = [Solver(tiny.tree, "mccfr", seed=seed) for seed in (1, 1, 2)]
    for solver in solvers:
        solver.iterate(100)
    assert (solvers[0].strategy == solvers[1].strategy).all() and (solvers[0].strategy != solvers[2].strategy).any()


def test_a_game_with_an_open_card_and_bids_in_turn_is_solved():
    solved = grow("mini-flop-poker", dealt=1)
    assert solved.sizes == {"deals": 672, "nodes": 7392, "terminals": 3360, "sets": 672, "sequences": 1120}
    value, exact = linear.solve(solved.tree)
    assert value == pytest.approx(0, abs=1e-9) and exploitability(solved.tree, exact) == pytest.approx(0, abs=1e-9)
    assert exploitability(solved.tree, alike(solved.tree)) > 0.1


@pytest.mark.parametrize("variant", ["cfr+", "mccfr"])
def test_iterations_in_one_go_are_those_in_several(tiny, variant):
    one, several = Solver(tiny.tree, variant), Solver(tiny.tree, variant)
    one.iterate(9)
    for count in (2, 3, 4):
        several.iterate(count)
    assert (one.strategy == several.strategy).all()


def test_openspiel_finds_the_same_in_the_file_and_its_solver_goes_the_same_way(tiny, tmp_path):
    pyspiel = pytest.importorskip("pyspiel")
    efg.write(tiny, tmp_path / "tiny.efg")
    game = pyspiel.load_game(f"efg_game(filename={tmp_path / 'tiny.efg'})")
    uniform = pyspiel.UniformRandomPolicy(game)
    assert pyspiel.exploitability(game, uniform) == pytest.approx(exploitability(tiny.tree, alike(tiny.tree)))
    for theirs, ours in ((pyspiel.CFRPlusSolver(game), "cfr+"), (pyspiel.CFRSolver(game), "cfr")):
        solver = Solver(tiny.tree, ours)
        solver.iterate(5)
        for _ in range(5):
            theirs.evaluate_and_update_policy()
        found = pyspiel.exploitability(game, theirs.average_policy())
        assert found == pytest.approx(exploitability(tiny.tree, solver.strategy), rel=1e-6)


@pytest.mark.integration
def test_openspiels_own_exploitability_of_the_registered_game_is_ours(tiny):
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability as theirs

    import saleroom.envs.open_spiel  # noqa: F401  # it registers the games

    game = pyspiel.load_game("saleroom_mini_pitch(seats=2,dealt=1)")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    found = theirs.exploitability(game, policy.UniformRandomPolicy(game))
    assert found == pytest.approx(exploitability(tiny.tree, alike(tiny.tree)))


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("auction-hearts", {}, "auction-hearts is not for two seats, as solved games are; try mini-hearts"),
        ("pitch", {}, "try mini-pitch"),
        ("house", {}, "try mini-pitch or mini-hearts or mini-flop-poker"),
        ("flop", {}, "try mini-flop-poker"),
        ("auction-flop-poker", {}, "hides what is done"),
        ("mini-pitch", {"ranks": 6, "dealt": 9}, "dealt is 9"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_line(game, options, said):
    with pytest.raises(ValueError, match=said) as refusal:
        grow(game, **options)
    assert "\n" not in str(refusal.value)


def test_a_variant_that_there_is_none_of_is_refused(tiny):
    with pytest.raises(ValueError, match=r"the variant is 'fictitious'; it must be cfr, .*, mccfr"):
        Solver(tiny.tree, "fictitious")


def test_the_program_keeps_what_it_finds(tmp_path, capsys):
    out, game = tmp_path / "tiny.npz", tmp_path / "tiny.efg"
    program("mini-pitch", ["dealt=1"], "cfr+", 1e-3, out, game)
    said = capsys.readouterr().out
    assert "112 deals" in said and "by cfr+" in said
    solution = solution_store.read(out)
    assert solution.found["exploitability"] <= 1e-3 and solution.found["sizes"]["deals"] == 112
    left = exploitability(solution.solved.tree, solution.strategy)
    assert left == pytest.approx(solution.found["exploitability"], abs=1e-6)
    assert game.read_text().startswith("EFG 2 R")


def test_what_comes_with_the_package_is_an_equilibrium_of_the_game_as_it_is():
    for game, eldest in (("mini-pitch", 0.714286), ("mini-hearts", -0.571429), ("mini-flop-poker", -0.013342)):
        solution = solution_store.solution(game, dealt=1)
        assert exploitability(solution.solved.tree, solution.strategy) < 1e-6
        assert solution.found["value"] == pytest.approx(0, abs=1e-9)
        found = solution.solved.to_eldest(deal_values(solution.solved.tree, solution.strategy))
        assert found == pytest.approx(solution.found["to_eldest"], abs=1e-6) == pytest.approx(eldest, abs=1e-6)


def test_every_kept_solution_is_found_by_its_options():
    for game in SMALL:
        names = [file.name for file in solution_store.folder(load(game)).iterdir()]
        assert "usual.npz" in names and "dealt=1.npz" in names
        for name in names:
            with (solution_store.folder(load(game)) / name).open("rb") as file, np.load(file) as data:
                found = json.loads(str(data["found"]))
            assert found["game"] == game and solution_store.file_name(load(game), found["options"]) == name
            assert found["exploitability"] < 1e-9


def test_a_solution_of_other_rules_is_refused(tmp_path, tiny):
    solution_store.write(tmp_path / "one.npz", {"game": "mini-pitch", "options": {"dealt": 1}}, alike(tiny.tree), tiny)
    assert len(solution_store.read(tmp_path / "one.npz").strategy) == 912
    solution_store.write(tmp_path / "two.npz", {"game": "mini-hearts", "options": {"dealt": 1}}, alike(tiny.tree), tiny)
    with pytest.raises(solution_store.NoSolution, match="is for other rules; compute it again"):
        solution_store.read(tmp_path / "two.npz")
    with pytest.raises(solution_store.NoSolution, match=r"no solution of mini-pitch .* there is dealt=1, usual"):
        solution_store.solution("mini-pitch", ranks=6)
    with pytest.raises(solution_store.NoSolution, match="there is none"):
        solution_store.solution("auction-flop-poker")


def test_trouble_is_said_in_one_line(tmp_path):
    for arguments, said in (
        ({"method": "magic"}, "--method is 'magic'"),
        ({"within": 0.0}, "--within is a number above 0"),
        ({"out": tmp_path}, "cannot be written"),
    ):
        with pytest.raises(Trouble, match=said):
            program(
                "mini-pitch", **{"option": None, "method": None, "within": 1e-6, "out": None, "efg": None, **arguments}
            )


def test_a_tree_with_too_many_deals_is_refused(monkeypatch):
    from saleroom.lab.solving import trees

    monkeypatch.setattr(trees, "MOST_DEALS", 100)
    with pytest.raises(TooLarge, match="more than 100 deals"):
        grow("mini-pitch", dealt=1)


def test_keys_that_do_not_fit_into_one_number_are_no_equal_groups():
    from saleroom.lab.solving import trees

    keys = np.array([[0, 2**24, 0], [0, 0, 2**40 - 1]])  # the second column is 2 ** 64, which is 0 in 64 bits
    with pytest.raises(ValueError, match="array size"):
        trees._numbered(keys)


def test_a_game_that_hides_more_than_hands_has_no_tree_of_all_others_together():
    with pytest.raises(TooLarge, match="hides what is done"):
        grow_against_all("auction-house", 4, 0, (1, 0))


def test_a_large_tree_is_solved_by_regret(monkeypatch):
    monkeypatch.setattr(command, "BY_PROGRAM", 10)
    _, found, _ = command.solve("mini-pitch", dict(TINY), None, 1e-2, lambda words: None)
    assert found["method"] == "cfr+" and found["exploitability"] <= 1e-2


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_guarantees_itself_no_more_than_all_others_together_let_it(seats):
    trees = [grow_against_all("mini-pitch", seats, lone, dealt=1) for lone in range(seats)]
    values = [linear.solve(solved.tree)[0] for solved in trees]
    if seats == 2:  # the other seat is alone too, so this is the game itself
        assert values[1] == pytest.approx(0.714286, abs=1e-6) and sum(values) == pytest.approx(0, abs=1e-9)
    else:
        assert sum(values) < -0.1
    for solved, value in zip(trees, values, strict=True):
        random = alike(solved.tree)
        guaranteed = -clairvoyant_values(solved.tree, random, 1).mean()
        assert guaranteed <= value < clairvoyant_values(solved.tree, random, 0).mean()
        assert answers(solved.tree, random)[0] < clairvoyant_values(solved.tree, random, 0).mean()


def test_random_deals_estimate_what_all_deals_have():
    whole = grow_against_all("mini-pitch", 3, 1, dealt=1)
    some = grow_against_all("mini-pitch", 3, 1, sample=(200, 7), dealt=1)
    means = [estimate(clairvoyant_values(one.tree, alike(one.tree), 0)) for one in (whole, some)]
    assert len(some.deals) == 200 and means[1].contains(means[0].mean) and means[1].half < 0.5
