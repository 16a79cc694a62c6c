"""Tests of the example that trains a network: observations, actions, credit for rewards, and continued runs."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from saleroom.envs import vector
from saleroom.envs.terms import Terms
from saleroom.games import NAMES

jax = pytest.importorskip("jax")
pytest.importorskip("optax")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
features: Any = import_module("ppo.features")
keeping: Any = import_module("ppo.keeping")
learning: Any = import_module("ppo.learner")
measuring: Any = import_module("ppo.measuring")
train_ppo: Any = import_module("train_ppo")

SMALL = ["--episodes=8", "--steps=32", "--batch=32", "--hidden=8", "--deals=8", "--updates=4", "--every=2"]
GAME = "auction-pitch"


def rows_of(name: str, count: int = 8, steps: int = 30) -> np.ndarray:
    """Return observations from the middle of random deals."""
    env = vector.make(name, count, seed=1, scope="deal")
    for _ in range(steps):
        env.step(env.sample())
    return env.observations.copy()


def moved_on(terms: Terms, rows: np.ndarray, turn: int) -> np.ndarray:
    """Return the observations `rows` after all players have moved `turn` seats round the table."""
    moved = rows.copy()
    for part in terms.layout.parts.values():
        values = rows[:, part.at]
        if part.by_seat or part.unit == "seat set":
            values = np.roll(values.reshape(len(rows), terms.seats, -1), turn, 1).reshape(len(rows), -1)
        elif part.unit == "seat":
            values = np.where(values < 0, values, (values + turn) % terms.seats)
        moved[:, part.at] = values
    return moved


# Observations


@pytest.mark.parametrize("name", NAMES)
def test_the_same_position_looks_the_same_from_every_seat(name):
    terms = Terms.of(name)
    eyes, rows = features.eyes_of(terms), rows_of(name)
    seen = np.asarray(features.features(eyes, rows))
    for turn in range(1, terms.seats):
        moved = np.asarray(features.features(eyes, moved_on(terms, rows, turn)))
        # The first features encode the number of the seat itself, because some actions name seats.
        assert np.array_equal(seen[:, terms.seats :], moved[:, terms.seats :])
        assert np.array_equal(np.roll(seen[:, : terms.seats], turn, 1), moved[:, : terms.seats])


@pytest.mark.parametrize("name", NAMES)
def test_every_feature_is_of_the_size_that_networks_like(name):
    seen = np.asarray(features.features(features.eyes_of(Terms.of(name)), rows_of(name)))
    assert np.abs(seen).max() <= 4
    assert len({row.tobytes() for row in seen}) == len(seen)


def test_a_hand_and_the_trump_suit_are_told():
    terms = Terms.of(GAME)
    eyes, row = features.eyes_of(terms), rows_of(GAME, 1, 10)
    asked, seat = np.asarray(eyes.asked), row[0, 0]
    seen = np.asarray(features.features(eyes, row))[0, : asked.shape[1]]
    for name in ("hand", "trump"):
        part = terms.layout.parts[name]
        about = (asked[seat] >= part.at.start) & (asked[seat] < part.at.stop)
        values = row[0, part.at]
        assert np.array_equal(seen[about], values if name == "hand" else np.arange(part.low, part.high + 1) == values)


# Actions


@pytest.mark.integration
@pytest.mark.parametrize("size", [0.0, 1000.0])
def test_an_illegal_action_is_never_chosen_however_much_it_is_liked(size):
    env = vector.make(GAME, 8, seed=2, scope="deal")
    eyes = features.eyes_of(env.terms)
    params = learning.beginner(0, eyes, env.terms.actions, 8).params
    params = jax.tree.map(lambda each: size * (np.asarray(each) + np.float32(0.1)), params)
    for turn in range(40):
        actions, chances, _ = learning.choose(eyes, params, env.observations, env.masks, jax.random.key(1), turn)
        assert env.masks[np.arange(8), np.asarray(actions)].all() and (np.asarray(chances) > learning.NEVER / 2).all()
        best = measuring.network(eyes, params)(env, 0)()
        assert env.masks[np.arange(8), best].all()
        env.step(np.asarray(actions))


# Credit


def slow_advantages(played, trust):
    """Compute the advantage of each decision slowly, from the later decisions of the same seat in the same episode."""
    _, _, movers, _, _, values, rewards, ended = played
    gains, known = np.zeros(movers.shape), np.zeros(movers.shape, bool)
    steps, episodes = movers.shape
    for i in range(episodes):
        for seat in set(movers[:, i]):
            mine = [t for t in range(steps) if movers[t, i] == seat]
            ahead = 0.0
            for t, later in reversed(list(zip(mine, [*mine[1:], steps], strict=True))):
                end = next((u for u in range(t, later) if ended[u, i]), None)
                if end is None and later == steps:
                    continue
                brought = rewards[t : later if end is None else end + 1, i, seat].sum()
                after, ahead = (0.0, 0.0) if end is not None else (values[later, i], ahead)
                ahead = gains[t, i] = brought + after - values[t, i] + trust * ahead
                known[t, i] = True
    return gains, known


@pytest.mark.parametrize("trust", [0.0, 0.9, 1.0])
def test_what_decisions_brought_is_reckoned_along_each_seats_own(trust):
    rng = np.random.default_rng(0)
    movers, ended = rng.integers(3, size=(20, 6)), rng.random((20, 6)) < 0.15
    values, rewards = rng.normal(size=(20, 6)).astype("f4"), rng.normal(size=(20, 6, 3)).astype("f4")
    nothing = np.zeros((20, 6, 1))
    played = learning.Played(nothing, nothing, movers, nothing, nothing, values, rewards, ended)
    gains, known = learning.advantages(played, trust)
    expected, truly_known = slow_advantages(played, trust)
    assert np.array_equal(known, truly_known) and known.any() and not known.all()
    assert np.allclose(gains[known], expected[known], atol=1e-5)


def test_play_teaches_what_each_deal_brought():
    env = vector.make(GAME, 8, seed=3, scope="deal")
    eyes = features.eyes_of(env.terms)
    params = learning.beginner(0, eyes, env.terms.actions, 8).params
    found = learning.taught(learning.play(env, eyes, params, jax.random.key(1), 28, 2.0), 1.0)
    assert (found.masks.sum(1) > 1).all()
    assert found.masks[np.arange(len(found.actions)), found.actions].all()
    # A deal takes 28 steps. Without discounting, each return (sum of later rewards) is a whole number of points. Two
    # points are one unit here.
    assert np.allclose(2 * found.returns, np.round(2 * found.returns), atol=1e-4) and np.ptp(found.returns) > 0


def improved(restraint: Any):
    """Return the log-probabilities, values and figures after some steps in which action 53 was better than 52."""
    terms = Terms.of(GAME)
    eyes, rows = features.eyes_of(terms), np.repeat(rows_of(GAME, 1, 0), 64, 0)
    masks = np.zeros((64, terms.actions), bool)
    masks[:, 52:55] = True
    actions = np.where(np.arange(64) % 2, 52, 53)
    better = np.where(actions == 53, 1, -1).astype("f4")
    decisions = learning.Decisions(rows, masks, actions, np.full(64, np.log(1 / 3), "f4"), better, better + 2)
    learner = learning.beginner(0, eyes, terms.actions, 8)
    figures, previous = {}, learner.params
    for batch in learning.batches(decisions, 32, 15, np.random.default_rng(0)):
        learner, figures = learning.improve(eyes, learner, batch, 1e-2, previous, restraint)
    chances, values = jax.jit(learning.judge)(eyes, learner.params, rows[:1], masks[:1])
    return chances[0], values[0], figures


@pytest.mark.integration
def test_what_brought_more_becomes_likelier_and_expected():
    chances, value, figures = improved(learning.Restraint(0.01, 0.0))
    assert chances[53] > np.log(0.36) > np.log(0.30) > chances[52]
    assert 1 < value < 3 and figures["entropy"] < np.log(3)


@pytest.mark.integration
def test_restraint_keeps_the_policy_close_to_the_previous_policy():
    free, tied = (improved(learning.Restraint(0.0, weight))[2]["divergence"] for weight in (0.1, 10.0))
    assert 0 < tied < free / 4
    even, uneven = (improved(learning.Restraint(entropy, 0.0))[2]["entropy"] for entropy in (10.0, 0.0))
    assert even > uneven


# The command


def run(out: Path, *more: str) -> int:
    return train_ppo.main([GAME, f"--out={out}", *SMALL, *more])


def leaves(folder: Path) -> list[np.ndarray]:
    with np.load(folder / keeping.FILE) as file:
        return [file[name] for name in file.files if name.startswith("leaf")]


@pytest.mark.integration
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(train_ppo, "DEALS_AT_LAST", 8)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert run(whole) == 0
    update = train_ppo.Trainer._update

    def interrupted(self, rate):
        if self.run.updates == 2:
            raise KeyboardInterrupt
        update(self, rate)

    monkeypatch.setattr(train_ppo.Trainer, "_update", interrupted)
    assert run(broken) == 130
    assert capsys.readouterr().err == "stopped after update 2; everything is saved; continue with --resume\n"
    monkeypatch.setattr(train_ppo.Trainer, "_update", update)
    assert run(broken, "--resume") == 0
    assert all(np.array_equal(*both) for both in zip(leaves(whole), leaves(broken), strict=True))
    for folder in (whole, broken):
        rows = [json.loads(line) for line in (folder / keeping.LOG).read_text().splitlines()]
        assert [row["updates"] for row in rows] == [2, 4]
        assert all(row["house"]["clusters"] == row["random"]["clusters"] == 8 for row in rows)
        assert (folder / keeping.CURVE).read_bytes().startswith(b"\x89PNG")
        assert not list(folder.glob("*.part"))
        result = json.loads((folder / keeping.RESULT).read_text())
        assert result["learned"] == {other: rows[-1][other] for other in ("random", "house")}
        assert result["house"]["random"]["mean"] > 0 > result["random"]["house"]["mean"]


@pytest.mark.integration
def test_all_deals_begin_anew_where_a_run_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(train_ppo, "DEALS_AT_LAST", 8)
    update, anew, begun = train_ppo.Trainer._update, train_ppo.Trainer._deal_anew, []

    def interrupted(self, rate):
        if self.run.updates == 3:
            raise KeyboardInterrupt
        update(self, rate)

    monkeypatch.setattr(train_ppo.Trainer, "_deal_anew", lambda self: begun.append(self.run.updates) or anew(self))
    monkeypatch.setattr(train_ppo.Trainer, "_update", interrupted)
    assert run(tmp_path) == 130
    monkeypatch.setattr(train_ppo.Trainer, "_update", update)
    assert run(tmp_path, "--resume") == 0
    assert begun == [0, 2, 3, 4]  # only an interrupted run begins again at update 3


@pytest.mark.integration
def test_a_curve_of_one_measurement_is_seen(tmp_path, monkeypatch):
    figure, drawn = import_module("matplotlib.figure").Figure, []
    monkeypatch.setattr(train_ppo, "DEALS_AT_LAST", 8)
    saved = figure.savefig
    monkeypatch.setattr(figure, "savefig", lambda self, *a, **k: drawn.append(self) or saved(self, *a, **k))
    assert run(tmp_path, "--updates=1") == 0
    points = [line for line in drawn[-1].axes[0].lines if str(line.get_label()).startswith("among")]
    assert [(len(line.get_xdata()), line.get_marker()) for line in points] == [(1, "o")] * 2


def test_a_damaged_run_is_told_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(train_ppo.Trainer, "train", train_ppo.Trainer.keep)
    assert run(tmp_path) == 0
    whole = (tmp_path / keeping.FILE).read_bytes()
    for part in (0.0, 0.5, 0.99):
        (tmp_path / keeping.FILE).write_bytes(whole[: int(part * len(whole))])
        assert run(tmp_path, "--resume") == 2
        error = capsys.readouterr().err
        assert f"{keeping.FILE} is damaged" in error and error.count("\n") == 1


def test_trouble_is_told_in_one_line(tmp_path, capsys):
    (tmp_path / "else").write_text("")
    wrong = {
        ("--seats=3",): "auction-pitch has 4 to 7 seats, not 3",
        ("--option=target=0",): "target is 0",
        ("--option=target",): "option 'target': write it as name=value",
        ("--option=scope=match",): "auction-pitch has no option 'scope'",
        ("--seed=-1",): "--seed is -1; it must be a number from 0",
        ("--minutes=0",): "--minutes is 0.0; it must be above 0",
        ("--minutes=nan",): "--minutes is nan; it must be above 0",
        ("--updates=0",): "--updates is 0; it must be above 0",
        ("--hidden=0",): "--hidden is 0; it must be above 0",
        (): "is not empty; continue with --resume",
        ("--resume",): "holds no run to continue",
    }
    for more, words in wrong.items():
        assert run(tmp_path, *more) == 2
        error = capsys.readouterr().err
        assert words in error and error.count("\n") == 1


def test_it_can_be_interrupted_before_it_trains(tmp_path, monkeypatch):
    def interrupted(terms):
        raise KeyboardInterrupt

    monkeypatch.setattr(train_ppo, "spread", interrupted)
    assert run(tmp_path) == 130


def test_a_run_goes_on_only_as_what_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(train_ppo, "DEALS_AT_LAST", 8)
    assert run(tmp_path, "--updates=1") == 0
    assert run(tmp_path, "--resume", "--seed=1") == 2
    assert f"the run in {tmp_path} has another seed: 0" in capsys.readouterr().err
