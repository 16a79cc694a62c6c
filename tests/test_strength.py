"""Tests of the strength table: figures for invented clusters, storage, and IS-MCTS on Saleroom's games."""

from __future__ import annotations

import json
import re
from multiprocessing import active_children

import numpy as np
import pytest

from benchmarks.strength import __main__ as strength
from benchmarks.strength import equal, page, playing, running, verdicts
from benchmarks.strength.cells import (
    CALIBRATED,
    ENOUGH,
    ROWS,
    SETS,
    SETS_OF_OPTIONS,
    SEVERAL,
    Cell,
    cells,
    sets,
    tables,
)
from benchmarks.strength.playing import Kept
from benchmarks.strength.running import Course
from saleroom import games
from saleroom.kernel import loops
from saleroom.lab.runs.executors import executor
from saleroom.match.errors import BadRecord
from saleroom.statistics.sequences import FIRST, judgement, reach, remaining, sequence, widened
from tests.lab import slow

PITCH = "auction-pitch"
BY_NAME = {row.name: row for row in ROWS}


def cell(row="deals", game=PITCH, seats=4, most=64):
    return Cell(BY_NAME[row], game, seats, most)


def line(number, value=1.0, **more):
    return {"cluster": number, "value": value, "seconds": 0.1, **more}


def test_every_row_is_played_in_every_game_at_its_tables():
    every = cells([row.name for row in ROWS], list(games.NAMES), 5)
    assert len({one.key for one in every}) == len(every) == sum(len(tables(row.tables)) for row in ROWS)
    assert {(one.game, one.seats) for one in every} >= {(PITCH, 4), (PITCH, 6), (PITCH, 7), ("auction-house", 4)}
    assert all(plan.line_up.count(one.row.one) == 1 for one in every for plan in one.plans)
    same_cards = {one.plan_of(3).seed_of(3) for one in every}
    assert len(same_cards) == 1


def test_matches_are_played_at_the_usual_table_alone():
    for row in ROWS:
        assert len(tables(row.tables)) == (len(games.NAMES) if row.matches or row.tables == SETS_OF_OPTIONS else 11)


def test_where_only_the_better_is_asked_for_more_is_played():
    most = {one.row.name: one.most for one in cells(["ismcts-50", "deals"], [PITCH], 5000)}
    assert most == {"ismcts-50": 5000, "deals": ENOUGH}


@pytest.mark.parametrize("name", games.NAMES)
def test_sets_of_options_are_fixed_different_and_unusual(name):
    found = sets(name)
    assert len(found) == SETS
    assert all(one not in found[:at] for at, one in enumerate(found))
    game = games.load(name)
    assert (game.settle_options({}, game.usual_seats), game.usual_seats) not in found
    sets.cache_clear()
    assert sets(name) == found
    one = cell("options", name, SEVERAL)
    assert [plan.seats for plan in one.plans] == [seats for _, seats in found]
    assert one.plan_of(SETS + 3) is one.plans[3] and one.key == "options-" + name.removeprefix("auction-").split("-")[0]
    assert playing.seatings(one, 3) == list(range(found[3][1]))


def test_rows_bring_what_they_need():
    assert {one.row.name for one in cells(["clairvoyant"], [PITCH], 5)} == {"clairvoyant", "deals", "deals-master"}
    assert {one.row.name for one in cells(["trained"], [PITCH], 5)} == {"trained", "deals"}
    assert {one.game for one in cells(["calibration"], list(games.NAMES), 5)} == set(CALIBRATED)
    assert {one.row.name for one in cells(["matches"], [PITCH], 5)} == {"matches"}


def rows(one, other, *scores, **more):
    return [
        {"players": [other] * seat + [one] + [other] * (len(by_seat) - seat - 1), "scores": by_seat, **more}
        for seat, by_seat in enumerate(scores)
    ]


def test_a_deal_counts_against_the_mean_of_the_others():
    played = rows("hard", "house", [6, 1, 2, 3], [0, 4, 0, 0], [1, 1, 1, 1], [9, 0, 0, 3])
    assert playing.value(cell(), played) == pytest.approx((4 + 4 + 0 + 0) / 4)
    turned = rows("ismcts:50", "search:50", [6, 1, 2, 3], [0, 4, 0, 0], [1, 1, 1, 1], [9, 0, 0, 3])
    assert playing.value(cell("ismcts-50"), turned) == pytest.approx(-2)


def test_every_seat_is_taken_equally_often():
    assert playing.seatings(cell("deals", seats=6), 5) == list(range(6))
    taken = [seat for number in range(7) for seat in playing.seatings(cell("matches", seats=7), number)]
    assert sorted(taken) == sorted([*range(7), *range(7)])


def test_a_match_counts_the_share_of_wins_beyond_the_share_of_seats():
    played = rows("hard", "house", [9, 1, 2, 3], [9, 9, 2, 3], [9, 1, 2, 3], [9, 1, 2, 3])
    for row, wins in zip(played, [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]], strict=True):
        row["wins"] = wins
    assert playing.value(cell("matches"), played) == pytest.approx(1.5 / 4 - 1 / 4)


def test_the_share_of_the_edge():
    chance = np.random.default_rng(1)
    inside = 0
    for _ in range(200):
        cards = chance.normal(0, 1, 150)  # luck common to both players
        clairvoyant = 1 + cards + chance.normal(0, 0.5, 150)
        found = verdicts.share((0.6 + cards + chance.normal(0, 0.5, 150)).tolist(), clairvoyant.tolist())
        inside += abs((found.mean or 0) - 0.6) <= found.half
    assert inside >= 195  # an interval that holds at all times simultaneously holds at any single time even more often
    assert verdicts.share([2, 3, 4] * 20, [4, 6, 8] * 20).mean == pytest.approx(0.5)
    assert verdicts.share([2, 3, 4] * 20, [4, 6, 8] * 20).low is None  # without spread there is no interval
    assert verdicts.share([1, 2, 3] * 20, [-9, 0, 10] * 20).mean is None
    assert verdicts.share([2, 3, 4], [4, 6, 8]).mean is None  # too few values for a mean


def test_a_sequence_holds_the_truth_at_all_times_together():
    """Check that the confidence sequence ever excludes the true value in at most about 5 % of runs of many clusters."""
    chance, sizes = np.random.default_rng(2), np.arange(FIRST, 1025)
    wide = np.array([reach(int(size)) for size in sizes])
    missed = fixed = 0
    for _ in range(600):
        values = chance.normal(0, 1, 1024)
        means = np.cumsum(values)[FIRST - 1 :] / sizes
        squares = np.cumsum(values**2)[FIRST - 1 :] / sizes
        errors = np.sqrt((squares - means**2) / (sizes - 1))
        missed += bool((np.abs(means) > wide * errors).any())
        fixed += bool((np.abs(means) > 1.97 * errors).any())
    assert missed <= 600 * 0.06
    assert fixed > 600 * 0.2  # t-intervals exclude the true value far more often than the sequence


def test_a_sequence_by_hand():
    values = [1.0, 3.0] * FIRST
    found = sequence(values)
    assert (found.mean, found.count) == (2, 2 * FIRST)
    assert found.half == pytest.approx(reach(2 * FIRST) * np.std(values, ddof=1) / (2 * FIRST) ** 0.5)
    assert 3 < reach(FIRST) < 3.3 and 3 < reach(128) < 3.1 and reach(4096) < 3.5
    assert judgement(found) == "better" and judgement(sequence([-one for one in values])) == "worse"
    assert judgement(sequence([-1.0, 1.1] * FIRST)) == "not told apart"
    few = sequence(values[: FIRST - 1])
    assert (few.low, judgement(few)) == (None, "too few deals")
    assert judgement(sequence([1.0] * FIRST)) == "not told apart"
    assert widened(few) == few


def test_what_remains_until_a_decision():
    assert remaining(sequence([1.0, 3.0] * FIRST)) == 0
    assert remaining(sequence([1.0])) == float("inf")
    near, far = ([-1.0 + more, 1.0 + more] * FIRST for more in (0.2, 0.1))
    assert 0 < remaining(sequence(near)) < remaining(sequence(far)) < float("inf")
    found = sequence(near)
    assert remaining(found) == pytest.approx(2 * FIRST * ((found.half / 0.2) ** 2 - 1))


def test_prices_stand_alone_or_in_groups():
    assert verdicts.groups([4, 2, 2, 3]) == [(2, 2), (3, 3), (4, 4)]
    many = verdicts.groups(list(range(1, 31)))
    assert many == [(1, 5), (6, 10), (11, 15), (16, 20), (21, 25), (26, 30)]
    assert verdicts.groups([1] * 90 + list(range(1, 11)))[0] == (1, 1)


def test_calibration(tmp_path):
    kept = Kept(cell(), tmp_path)
    for number in range(8):
        bids = [
            ["bid", 2, 1.0, 1 + (-1) ** number],
            ["bid", 3, 2.0, (-1) ** number / 2],
            ["won", 3, 2.0, 2 + (-1) ** number],
        ]
        kept.add(line(number, bids=bids))
    found = {(at["kind"], at["prices"]): at for at in verdicts.calibration([kept])}
    assert found["bid", (2, 2)]["made"] == found["bid", (2, 2)]["expected"] == 1
    assert found["bid", (2, 2)]["contains_0"] is True
    assert found["bid", (3, 3)]["error"]["mean"] == -2
    assert found["bid", (3, 3)]["contains_0"] is False
    assert found["bid", None]["bids"] == 16
    assert found["won", None]["contains_0"] is True
    assert ("laid", None) not in found


def test_bids_without_a_price_are_counted_together(tmp_path):
    kept = Kept(cell(game="auction-house"), tmp_path)
    for number in range(8):
        kept.add(line(number, bids=[["bid", None, 1.0, 2 + number % 2], ["laid", None, 1.0, 1]]))
    found = {(at["kind"], at["prices"]): at for at in verdicts.calibration([kept])}
    assert set(found) == {("bid", None), ("laid", None)}
    assert (found["bid", None]["bids"], found["bid", None]["made"]) == (8, 2.5)


def test_each_set_of_options_is_judged_among_all(tmp_path):
    kept = Kept(cell("options", PITCH, SEVERAL, 40 * SETS), tmp_path)
    for number in range(15 * SETS):
        which, turn = number % SETS, number // SETS
        kept.lines[number] = line(number, {0: -9.0, 1: 9.0}.get(which, 0.0) + (-1) ** turn)
    found = verdicts.by_set([kept])
    assert [one["verdict"] for one in found] == ["worse", "better", *["not told apart"] * (SETS - 2)]
    assert (found[0]["clusters"], found[0]["seats"]) == (15, sets(PITCH)[0][1])
    assert verdicts.by_set([Kept(cell(), tmp_path)]) == []


def test_how_much_quicker_the_trained_player_is(tmp_path):
    trained, hard = Kept(cell("trained"), tmp_path), Kept(cell("deals"), tmp_path)
    for number in range(2):
        trained.add(line(number, cpu={"trained": [10, 0.01], "house": [30, 0.02]}))
        hard.add(line(number, cpu={"hard": [10, 1 + number], "house": [30, 0.02]}))
    (found,) = verdicts.quickness([trained, hard])
    assert found["ratio"] == pytest.approx(150)
    assert verdicts.quickness([trained]) == verdicts.quickness([hard]) == []
    assert verdicts.judged(hard)["each"] == [pytest.approx(0.15), pytest.approx(0.02 / 30)]


def test_players_times_are_kept():
    told = playing.play(Cell(BY_NAME["trained"], PITCH, 4, 5), 0)
    assert {name: decisions for name, (decisions, _) in told["cpu"].items()} == {"trained": 28, "house": 84}
    assert all(cpu > 0 for _, cpu in told["cpu"].values())


def test_equal_time_is_found_once_and_kept(tmp_path, monkeypatch):
    every = cells(["search", "search-time"], [PITCH], 5)
    open_cells = [one for one in every if equal.is_open(one)]
    assert {one.row.name for one in open_cells} == {"search-time"} and len(open_cells) == 3
    monkeypatch.setattr(equal, "others", lambda at: f"search:{100 * at.seats}/house")
    with executor(1) as here:
        equal.find(open_cells[:1], tmp_path, here, float("inf"))
        equal.find(open_cells[1:], tmp_path, here, -1.0)  # no time is left
    found = equal.settled(every, tmp_path)
    assert [one.others for one in found if one.row.equal_time] == ["search:400/house", "", ""]
    assert [equal.is_open(one) for one in found if one.row.equal_time] == [False, True, True]
    first = next(one for one in found if one.others)
    assert first.plan_of(0).line_up[1] == "search:400/house"
    next(tmp_path.glob("*.others.json")).write_text('{"oth')
    with pytest.raises(BadRecord, match=r"others\.json is cut off"):
        equal.settled(every, tmp_path)


def test_equal_time_is_that_of_the_players():
    found = equal.others(Cell(BY_NAME["search-time"], PITCH, 4, 5))
    assert found.startswith("search:") and found.endswith("/house")


def test_an_interrupted_run_goes_on(tmp_path):
    kept = Kept(cell(), tmp_path)
    kept.add(line(0, 1))
    kept.add(line(2, 3))
    with kept.path.open("a") as file:
        file.write('{"cluster":1,"val')
    again = Kept(cell(), tmp_path)
    assert again.values == [1]  # the results of cluster 1 are missing, so cluster 2 does not count yet
    course = Course(again)
    assert course.next() == 1
    again.add(line(1, 2))
    assert Kept(cell(), tmp_path).values == [1, 2, 3]


@pytest.mark.parametrize("text", ["nonsense\n", '{"cluster":"0","value":1,"seconds":1}\n', '{"cluster":0}\n', "[]\n"])
def test_a_corrupt_file_is_left_alone(tmp_path, text):
    path = Kept(cell(), tmp_path).path
    path.write_text(text)
    with pytest.raises(BadRecord, match=r"deals-pitch-4-\w+\.jsonl"):
        Kept(cell(), tmp_path)
    assert path.read_text() == text


def test_a_cell_stops_once_it_is_decided(tmp_path):
    played, course = 0, Course(Kept(cell("matches"), tmp_path))
    while (number := course.next()) is not None:
        course.kept.add(line(number, 0.2 + (number % 2) * 0.1))
        course.look()
        played += 1
    assert course.done
    assert played == FIRST


@pytest.mark.parametrize(("row", "mean"), [("matches", 0), ("deals", 9)])
def test_an_open_cell_plays_on_and_so_does_one_whose_figure_is_wanted(tmp_path, row, mean):
    course = Course(Kept(cell(row), tmp_path))
    while (number := course.next()) is not None:
        course.kept.add(line(number, mean + (-1) ** number))
        course.look()
    assert len(course.kept.lines) == 64


def test_clusters_go_to_the_least_time_and_to_the_nearest_decision_in_turns(tmp_path):
    long, near, far = (Course(Kept(cell("matches", seats=seats, most=4096), tmp_path)) for seats in (4, 5, 6))
    for course, mean, seconds in ((long, 0.0001, 1.0), (near, 0.3, 2.0), (far, 0.1, 2.0)):
        for number in range(FIRST):
            course.kept.add(line(number, mean + (-1) ** number) | {"seconds": seconds})
        course.look()
    chosen = [running._next([long, near, far], turn)[0] for turn in range(4)]
    assert chosen == [long, near, long, near]
    assert long.nearest > far.nearest > near.nearest


@pytest.mark.integration
def test_processes_at_work_end_with_an_interruption(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "play", slow.line)
    monkeypatch.setattr(running, "warm_up", len)  # nothing to compile
    before, working = set(active_children()), []

    def interrupted(said):
        working.extend(set(active_children()) - before)
        raise KeyboardInterrupt

    courses = [Course(Kept(cell(most=most, seats=3 + most), tmp_path)) for most in (1, 3)]
    with pytest.raises(KeyboardInterrupt):
        running.run(courses, 2, 60, interrupted)
    assert len(working) == 2 and slow.ended(working)
    assert set(courses[0].kept.lines) == {0}


def a_page(tmp_path):
    path = tmp_path / "bots.md"
    begin, end = page.comments(page.STRENGTH)
    path.write_text(f"before\n{begin}\nold\n{end}\nafter\n")
    return path


def test_only_the_table_is_replaced(tmp_path):
    path = a_page(tmp_path)
    page.put("new\n", path)
    page.put("newer\n", path)
    begin, end = page.comments(page.STRENGTH)
    assert path.read_text() == f"before\n{begin}\n\nnewer\n\n{end}\nafter\n"


def test_a_page_without_a_place_is_refused_before_anything_is_played(tmp_path, capsys):
    path = tmp_path / "bots.md"
    path.write_text("no place\n")
    with pytest.raises(SystemExit) as stop:
        strength.main(["--page", str(path), "--out", str(tmp_path / "out")])
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "nonsense", [("--game", "chess"), ("--most", "0"), ("--minutes", "soon"), ("--minutes", "721"), ("--only", "luck")]
)
def test_nonsense_is_refused(nonsense, capsys):
    with pytest.raises(SystemExit) as stop:
        strength.main(nonsense)
    assert stop.value.code == 2
    assert nonsense[1] in capsys.readouterr().err


def invented_others(monkeypatch):
    """Replace the search for equal thinking time, so that it always returns 77 simulations."""

    def find(every, folder, where, until):
        for at in every:
            equal._path(at, folder).write_text('{"others": "search:77/house"}')

    monkeypatch.setattr(equal, "find", find)
    monkeypatch.setattr(strength, "warm_all", lambda submit, played: None)


@pytest.mark.integration
def test_the_whole_command(tmp_path, capsys, monkeypatch):
    """Run the command with invented results: `hard` is better by 1 in every cluster, and `clairvoyant` by 2."""

    def invented(at, number):
        bids = {"bids": [["bid", 2, 1.0, 1]]} if at.notes_bids else {}
        bids["cpu"] = {at.row.one: [10, {"hard": 1.0}.get(at.row.one, 0.01)]}
        return line(number, {"hard": 1.0, "clairvoyant": 2.0}.get(at.row.one, 0.1) + number % 2 * 0.01, **bids)

    pytest.importorskip("pyspiel")
    monkeypatch.setattr(running, "play", invented)
    monkeypatch.setattr(running, "warm_up", lambda game: None)
    invented_others(monkeypatch)
    path = a_page(tmp_path)
    figures = tmp_path / "strength.json"
    asked = ["--jobs", "1", "--most", "40", "--page", str(path), "--figures", str(figures)]
    asked += ["--out", str(tmp_path / "out")]
    asked += [word for row in ROWS for word in ("--only", row.name)]
    strength.main(asked)
    report = json.loads(figures.read_text())
    assert len(report["cells"]) == sum(len(tables(row.tables)) for row in ROWS)
    wanted = {row.name: FIRST if row.early else 40 for row in ROWS}
    assert all(at["clusters"] == wanted[at["row"]] and at["verdict"] == "better" for at in report["cells"])
    assert all(at["mean"] == pytest.approx(0.5, abs=0.01) for at in report["shares"] if at["row"] == "share-deals")
    assert len(report["sets"]) == SETS * len(games.NAMES)
    assert all(at["ratio"] == pytest.approx(100) for at in report["quickness"])
    table = path.read_text()
    assert len(re.findall(r"\+1\.0[01] ± 0\.00 ✓", table)) == len(tables()) + len(games.NAMES)
    assert "50 ± 0 %" in table and "100 ×" in table and "✓ (77/house)" in table
    assert "> +1.00 ✓" in table
    assert capsys.readouterr().out.count("\n") == 1  # no warning about missing results
    monkeypatch.setattr(running, "play", None)  # all results are stored, so nothing is played again
    strength.main(asked)
    assert json.loads(figures.read_text())["cells"] == report["cells"]


def test_sets_of_options_are_counted_only_where_one_of_them_has_enough_deals():
    few = [{"game": name, "verdict": "too few deals"} for name in games.NAMES]
    assert "| 0 |" not in page._sets({}, few)
    counted = page._sets({}, [*few, {"game": PITCH, "verdict": "better"}])
    assert "| Auction Pitch | 1 | 0 | 0 |" in counted and counted.count("Auction") == 1


def deal_of(name, seats, seed=1):
    ismcts = pytest.importorskip("benchmarks.ismcts")
    game = games.load(name)
    return ismcts.Deal(game, game.settle_options({}, seats), seats, seed)


def play_a_deal(name, seats, simulations):
    """Play one deal with IS-MCTS in every seat, and return the number of decisions."""
    ismcts = pytest.importorskip("benchmarks.ismcts")
    game = games.load(name)
    states = deal_of(name, seats).new_initial_state(bytes(range(32)))._states
    players = [ismcts.IsMcts(game, simulations, bytes([seat])) for seat in range(seats)]
    made = 0
    while states["deal"][0] == 1 and not states["winners"][0]:
        acting = int(states["acting"][0])
        seat = acting.bit_length() - 1  # the highest-numbered seat to act, because the order must not matter
        action = players[seat].choose(game.record.view(states, seat), seat)
        assert loops.permits(states, 0, seat, action)
        loops.act(states, 0, seat, action)
        loops.open_tables(states)
        made += 1
    return made


def test_ismcts_plays_a_deal():
    assert play_a_deal(PITCH, 5, 12) >= 35


@pytest.mark.soak
@pytest.mark.parametrize(
    ("row", "verdict", "text"),
    [
        ("medium", "better", "> +0.25 ✓"),  # a mean at the moment of the decision is biased
        ("medium", "worse", "< +1.75 ✗"),
        ("medium", "open", "+1.00 ± 0.75"),
        ("deals", "better", "+1.00 ± 0.75 ✓"),
        ("medium-matches", "better", "> 50.0 % of 25.0 % ✓"),
    ],
)
def test_a_cell_whose_play_ended_with_the_decision_has_only_its_bound(row, verdict, text):
    kind = "match" if BY_NAME[row].matches else "deal"
    figure = {"row": row, "seats": 4, "mean": 1.0, "low": 0.25, "high": 1.75, "verdict": verdict}
    assert page._figure(figure, kind) == text


def test_a_bound_near_the_bar_is_not_shown_as_the_bar():
    figure = {"row": "medium", "seats": 4, "mean": 1.0, "low": 0.0042, "high": 2.0, "verdict": "better"}
    assert page._figure(figure, "deal") == "> +0.004 ✓"


def test_a_bound_is_rounded_towards_the_bar():
    figure = {"row": "medium", "seats": 4, "mean": 1.0, "low": 0.1481, "high": 2.0, "verdict": "better"}
    assert page._figure(figure, "deal") == "> +0.14 ✓"
    assert page._figure(figure | {"low": -3.0, "high": -0.0281, "verdict": "worse"}, "deal") == "< -0.02 ✗"


@pytest.mark.parametrize(("name", "seats"), tables())
def test_ismcts_plays_every_game(name, seats):
    assert play_a_deal(name, seats, 30) > 0


def test_playouts_are_open_spiels_own():
    evaluators = pytest.importorskip("open_spiel.python.algorithms.mcts")
    ismcts = pytest.importorskip("benchmarks.ismcts")
    state = deal_of(PITCH, 4).new_initial_state(bytes(32))
    for _ in range(8):
        state.apply_action(state.legal_actions()[0])
    theirs = evaluators.RandomRolloutEvaluator(1, np.random.RandomState(1))
    slow = np.array([theirs.evaluate(state) for _ in range(400)])
    fast = np.array([ismcts.RandomPlayouts().evaluate(state.clone()) for _ in range(400)])
    error = np.sqrt((slow.var(axis=0) + fast.var(axis=0)) / 400)
    assert slow.std(axis=0).max() > 0.5
    assert (np.abs(slow.mean(axis=0) - fast.mean(axis=0)) <= 4 * error).all()


def test_a_resampled_state_looks_the_same():
    state = deal_of(PITCH, 4).new_initial_state(bytes(32))
    for _ in range(10):
        world = state.resample_from_infostate(state.current_player(), None)
        assert world.information_state_string() == state.information_state_string()
        assert world.legal_actions() == state.legal_actions()
        assert world._states["hand"].tobytes() != state._states["hand"].tobytes()
        state.apply_action(state.legal_actions()[0])


def test_one_deal_is_a_game():
    state, made = deal_of(PITCH, 4).new_initial_state(bytes(32)), 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        made += 1
    assert made == 4 + 24  # all seats pass, and every card is played
    assert state._states["deal"][0] == 2
    assert state.returns() == state._states["last_score"][0, :4].tolist()
    assert any(state.returns())


def test_the_searching_seat_moves_first_of_those_who_may():
    ismcts = pytest.importorskip("benchmarks.ismcts")
    state = games.load(PITCH).record.blank(1)
    state["acting"] = 0b0101
    assert [ismcts.mover(state[0], start) for start in range(4)] == [0, 2, 2, 0]
