"""Tests of training: labels from self-play, learning from these labels, and runs that are stopped and continued."""

from __future__ import annotations

import contextlib
import io
import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import typer

from saleroom.bots.compiled.labelling import HOUSE, NET, RIVAL
from saleroom.bots.compiled.nets import VALUE_BITS
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import quantised, read, with_room
from saleroom.bots.sealed.processes import is_supported
from saleroom.cli import app, guarded
from saleroom.games import load, package
from saleroom.kernel.fields import SEATS
from saleroom.lab.runs.executors import in_threads
from saleroom.lab.training import command, learner, running, selfplay, storage
from saleroom.lab.training.dealing import Terms, drawn, facing, fresh
from saleroom.lab.training.replay_buffer import Store
from saleroom.lab.training.running import PACE, average, begun, rival, train
from saleroom.lab.training.selfplay import Plan
from saleroom.lab.training.storage import restore, save
from tests.bots.game_models import too_slow
from tests.bots.nets import moments, untrained, weighed
from tests.contract.chance import times

pytestmark = too_slow
PITCH = Terms(load("auction-pitch"), {})
ROOT = Path(__file__).parents[2]
SHORT = PACE._replace(chunks=1, by_house=0.3, deals=50, held=20_000)


def played(terms: Terms, plan: selfplay.Plan, threads: int):
    with in_threads(threads) as where:
        return selfplay.play(terms, plan, 2, np.random.default_rng(3), where)


def labels(threads: int = 1, net: bool = True, terms: Terms = PITCH, share: float = 0.2):
    features = selfplay.load(terms)
    plan = Plan(untrained(features) if net else None, share=share, stray=0.1, self_play=0.5, net_share=0.5)
    return features, played(terms, plan, threads)


@pytest.mark.integration
@pytest.mark.parametrize("net", [False, True])
def test_labels_are_whole(net):
    features, found = labels(net=net)
    assert found.decisions > 200
    for told, parts, options in zip(found.features, found.parts, found.options, strict=True):
        active = told[told >= 0].tolist()
        assert len(active) == len(set(active)) == (told >= 0).argmin()
        assert 2 <= options <= features.MOST_OPTIONS
        assert (parts[:options, 0] >= 0).all()
        assert (parts[options:] == -1).all()
        assert parts.max() < features.PARTS
        assert max(active) < features.FEATURES
    assert -4 <= found.scores.min() < found.scores.max() <= 4


def test_labels_are_the_same_on_any_number_of_threads():
    for one, two in zip(labels(1)[1], labels(2)[1], strict=True):
        assert (one == two).all()


def test_every_decision_is_labelled_or_none():
    assert labels(share=0.0)[1].decisions == 0
    assert labels(share=1.0)[1].decisions > 4 * labels(share=0.2)[1].decisions


def test_an_option_that_cannot_matter_scores_alike():
    """Check that some decisions have equal labels for all their options.

    In the last two tricks, options often cannot matter.
    """
    _, found = labels(share=1.0)
    alike = [len(set(row[:count].tolist())) == 1 for row, count in zip(found.scores, found.options, strict=True)]
    assert 0.2 < np.mean(alike) < 0.9


def test_half_of_the_deals_are_on_usual_terms_and_what_is_given_stays():
    chance = np.random.default_rng(0)
    terms = [drawn(Terms(PITCH.game, {"low": "taken"}), chance) for _ in range(300)]
    assert all(options["low"] == "taken" for options, _ in terms)
    usual = (PITCH.game.settle_options({"low": "taken"}, 4), 4)
    assert 0.4 < np.mean([found == usual for found in terms]) < 0.6
    assert {seats for _, seats in terms} == {4, 5, 6, 7}
    assert {options["dealer_match"] for options, _ in terms} == {"four", "any", "never"}


# Learning


def store_of(found) -> Store:
    store = Store(10_000)
    store.add(found)
    return store


@pytest.mark.integration
def test_a_learner_learns():
    features, found = labels(net=False)
    store, chance = store_of(found), np.random.default_rng(1)
    taught, losses = learner.beginner(features, 0), []
    for _ in range(3):
        taught, lost = learner.learn(taught, store.batches(256, 60, 1.5, chance), 2e-3)
        losses.append(lost)
    assert losses[0] > losses[1] > losses[2]
    assert int(taught.steps) == 180


@pytest.mark.integration
def test_the_learner_and_the_net_agree():
    features, found = labels()
    taught = learner.beginner(features, 2)
    batch = next(store_of(found).batches(300, 1, 1.0, np.random.default_rng(1)))
    wanted = np.asarray(learner.values(taught.params, batch))
    net = with_room(quantised(learner.weights_of(taught.params)), features)
    for match, seat, _ in moments("auction-pitch", 4, 1, "learner and net"):
        views = match.views(seat)
        values = weighed(net, views, seat)
        told, parts = np.full((1, features.MOST_ACTIVE), -1), np.full((1, len(values), features.MOST_PARTS), -1)
        count = features.features(views[0], seat, net.ids, net.notes)
        told[0, :count] = net.ids[:count]
        for at, action in enumerate(values):
            many = features.parts(views[0], seat, action, net.part_ids, net.notes)
            parts[0, at, :many] = net.part_ids[:many]
        shown = batch._replace(features=told, parts=parts)
        found = np.asarray(learner.values(taught.params, shown))[0]
        assert np.abs(found - np.array(list(values.values())) / 2**VALUE_BITS).max() < 0.02
    assert wanted.shape == batch.scores.shape


def test_a_store_holds_the_newest():
    _, found = labels()
    store = Store(100)
    store.add(type(found)._make(column[:70] for column in found))
    assert store.held == 70
    store.add(type(found)._make(column[70:140] for column in found))
    assert store.held == 100
    held = {row.tobytes() for batch in store.batches(500, 4, 1.0, np.random.default_rng(0)) for row in batch.features}
    assert held <= {row.tobytes() for row in found.features[40:140]}


# Runs


@pytest.mark.integration
def test_a_run_goes_on_where_it_was_stopped(tmp_path):
    run = train(begun(PITCH, 5), tmp_path, 2 / 3600, 1, print, SHORT)
    again = restore(begun(PITCH, 5), tmp_path)
    assert again.labels == run.labels > 0
    assert again.rng.bit_generator.state == run.rng.bit_generator.state
    assert all(
        (a == b).all() for a, b in zip(run.learner.average.values(), again.learner.average.values(), strict=True)
    )
    lines: list[str] = []
    more = train(again, tmp_path, (run.seconds + 2) / 3600, 1, lines.append, SHORT)
    assert more.labels > run.labels
    assert more.seconds >= run.seconds + 2
    assert "among random" in lines[-1]
    rows = [json.loads(line) for line in (tmp_path / storage.LOG).read_text().splitlines()]
    assert len(rows) == len(more.log) > len(run.log)
    assert (tmp_path / storage.CURVE).read_bytes().startswith(b"\x89PNG")
    read(tmp_path / storage.NET, "auction-pitch", run.features)


def test_what_does_not_fit_is_said(tmp_path):
    with pytest.raises(ValueError, match="holds no run"):
        restore(begun(PITCH, 0), tmp_path)
    save(begun(PITCH, 0), tmp_path)
    with pytest.raises(ValueError, match="other options"):
        restore(begun(Terms(PITCH.game, {"low": "taken"}), 0), tmp_path)
    whole = (tmp_path / storage.FILE).read_bytes()
    for spoilt in (b"", whole[: len(whole) // 2], b"x" * 1000):
        (tmp_path / storage.FILE).write_bytes(spoilt)
        with pytest.raises(ValueError, match="damaged"):
            restore(begun(PITCH, 0), tmp_path)


# The command


def said(*arguments: str) -> str:
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        guarded(typer.main.get_command(app), ["train", *arguments])
    return errors.getvalue()


def test_what_is_missing_is_said_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "saleroom.lab.training.command", raising=False)
    text = said("pitch", "--out", str(tmp_path))
    assert text.startswith("saleroom: this needs the extra saleroom[train], which is not installed: ")
    assert text.count("\n") == 1


def test_trouble_is_said_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(package("auction-draw"), "features", lambda: None)
    save(begun(PITCH, 0), tmp_path)
    assert "holds a run" in said("pitch", "--out", str(tmp_path), "--hours", "0.001")
    assert "--hours is a number" in said("pitch", "--out", str(tmp_path), "--hours", "0")
    assert "has no features for nets" in said("draw", "--out", str(tmp_path / "new"), "--hours", "0.001")


@pytest.mark.skipif(not is_supported(), reason="no sealed processes here")
def test_a_third_party_player_is_trained_against_in_a_new_folder(tmp_path, monkeypatch):
    trained = []
    monkeypatch.setattr(command, "train", lambda *arguments, **keywords: trained.append(arguments[0]))
    new = tmp_path / "new" / "run"
    player = "tests.lab.test_exploit:FirstAction"
    command.run(PITCH.game, {}, 4, new, 1e-5, False, 0, 1, player)
    assert [run.terms.against for run in trained] == [player] and new.is_dir()


@pytest.mark.integration
def test_a_finished_run_plays_nothing_more(tmp_path, monkeypatch):
    run = train(begun(PITCH, 5), tmp_path, 1 / 3600, 1, print, SHORT)
    monkeypatch.setattr(running, "play", lambda *arguments: pytest.fail("deals are played"))
    assert train(restore(begun(PITCH, 5), tmp_path), tmp_path, 1 / 3600, 1, print, SHORT).labels == run.labels


# Learning a best response


@pytest.mark.parametrize(("against", "other"), [("house", HOUSE), ("trained", RIVAL)])
def test_a_best_response_has_one_seat_of_each_deal(against, other):
    terms, chance = Terms(PITCH.game, {}, 5, against), np.random.default_rng(1)
    players = facing(terms, fresh(terms, 64, chance), chance)
    assert ((players == NET).sum(1) == 1).all() and ((players == other).sum(1) == SEATS - 1).all()
    assert set((players == NET).argmax(1).tolist()) == set(range(5))


@pytest.mark.integration
def test_a_best_response_begins_with_the_games_net_and_is_measured_against_it(tmp_path):
    start = begun(replace(PITCH, against="trained"), 1)
    known = shipped("auction-pitch")
    assert known is not None and rival(start.terms) is known.weights
    for mine, theirs in zip(average(start), known.weights, strict=True):
        assert (mine == theirs).all()
    run = train(start, tmp_path, 1 / 3600, 1, print, SHORT)
    assert run.labels > 0 and run.log[-1]["past"]["clusters"] == SHORT.deals
    assert "--against trained" in read(tmp_path / "net.bin", "auction-pitch", run.features).about["command"]
    with pytest.raises(ValueError, match="has other"):
        restore(begun(PITCH, 1), tmp_path)


def test_a_best_response_to_a_player_outside_compiled_code_learns_from_explored_deals(monkeypatch):
    monkeypatch.setattr(selfplay, "EXPLORED", 1)
    terms = Terms(PITCH.game, {}, 4, "random")
    features = selfplay.load(terms)
    assert terms.by_exploration and not replace(terms, against="house").by_exploration
    batch = played(terms, Plan(untrained(features), 0.5, 0.1, 0.5, 0.5), 1)
    assert batch.decisions > 4
    assert (batch.options >= 2).all() and (batch.features[:, 0] >= 0).all() and (batch.spread > 0).all()
    for row, parts in zip(batch.options, batch.parts, strict=True):
        assert (parts[:row, 0] >= 0).all() and (parts[row:] == -1).all()


# Killed runs


@pytest.mark.integration
def test_a_run_that_was_killed_goes_on(tmp_path):
    """Kill the run at various moments, even during a write.

    Check that the saved data is complete, and that the run continues from this data.
    """
    program = (
        "import sys; from pathlib import Path; from tests.lab.test_training import PITCH, SHORT;"
        "from saleroom.lab.training.running import begun, train; from saleroom.lab.training.storage import restore;"
        "folder, start = Path(sys.argv[1]), begun(PITCH, 7);"
        "start = restore(start, folder) if (folder / 'training.npz').exists() else start;"
        "train(start, folder, 1.0, 1, print, SHORT._replace(saved=0.0))"
    )
    learned = [0]
    for number in range(times(1)):
        with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT) as process:
            while labels_of(tmp_path) <= learned[-1] and process.poll() is None:
                time.sleep(0.02)
            time.sleep(0.05 * (number % 7))
            process.kill()
        assert process.returncode == -signal.SIGKILL
        run = restore(begun(PITCH, 7), tmp_path)
        assert run.labels > learned[-1]
        assert read(tmp_path / "net.bin", PITCH.game.name, run.features).about["seed"] == 7
        learned.append(run.labels)


def labels_of(folder: Path) -> int:
    """Return the number of labels in the saved data of the run in `folder`."""
    if not (folder / "training.npz").exists():
        return 0
    with np.load(folder / "training.npz") as file:
        return json.loads(str(file["known"]))["labels"]
