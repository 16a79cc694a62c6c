"""Tests of the example for language models.

Models can reply in free form, their mistakes are counted, and all models play the same deals.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from saleroom.envs import text_observations
from saleroom.envs.terms import Terms
from saleroom.envs.text_episode import TextEpisode
from saleroom.games import NAMES
from saleroom.match.errors import IllegalAction

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
model_player: Any = import_module("language_models.model_player")
program: Any = import_module("language_models.program")
replies: Any = import_module("saleroom.envs.replies")
endpoint: Any = import_module("language_models.endpoint")
measuring: Any = import_module("language_models.measuring")
ask_a_model: Any = import_module("ask_a_model")

WAYS = ("{}", "  {}. ", '"{}"', "Well.\n\n**{}**\n", "Action: {}", "- `{}`", "> My answer is: {}!", "1. {}\n\n---")
ASKED = model_player.ASK


def begun(name: str, seed: int = 1) -> TextEpisode:
    """Return an episode of one deal that has begun, in which a seat is to move."""
    table = TextEpisode(Terms.of(name))
    table.begin(seed)
    return table


def asked(model: Any, legal: bool = True, out: Any = None) -> Any:
    return model_player.ModelPlayer("one", model, "The rules.", legal, out)


# Replies


@pytest.mark.parametrize("name", NAMES)
def test_every_action_is_understood_however_it_is_written(name):
    table, chance = begun(name), np.random.default_rng(1)
    while not table.episode.over:
        seat = table.episode.mover
        view = table.episode.view(seat)
        ids = text_observations.legal_ids(table.terms, view, seat)
        for turn, action in enumerate(ids[:8]):
            said = table.terms.game.format_action(view, seat, action)
            said = WAYS[turn % len(WAYS)].format(said.upper() if turn % 2 else said)
            assert replies.understood(table.terms, view, seat, said) == action
        table.act(int(chance.choice(ids)))


@pytest.mark.parametrize("reply", ["", "\n\n", "...", "bid 3\nor perhaps not", "bid 3 or 4", "bid", "play 3C"])
def test_what_is_no_action_is_refused_with_the_reason(reply):
    table = begun("auction-pitch")
    with pytest.raises(IllegalAction, match=r"\w"):
        replies.understood(table.terms, table.episode.view(0), table.episode.mover, reply)


def test_a_model_is_told_once_what_was_wrong():
    prompts = []

    def model(prompt: str) -> str:
        prompts.append(prompt)
        return "bid 9" if len(prompts) == 1 else "bid 3"

    table, one = begun("auction-pitch"), asked(model)
    seat = table.episode.mover
    action = one.choose(table, seat, np.random.default_rng(0))
    assert table.terms.game.format_action(table.episode.view(seat), seat, action) == "bid 3"
    assert (one.decisions, one.wrong, one.guessed) == (1, 1, 0)
    with pytest.raises(IllegalAction) as reason:
        table.hear("bid 9")
    assert prompts[1].startswith(prompts[0]) and f"{reason.value}." in prompts[1][len(prompts[0]) :]
    assert one.read == sum(map(len, prompts)) and one.written == len("bid 9bid 3")


def test_chance_decides_where_no_reply_will_do():
    prompts = []
    table, one = begun("auction-pitch"), asked(lambda prompt: prompts.append(prompt) or "I would rather sing.")
    seat = table.episode.mover
    chosen = {one.choose(table, seat, np.random.default_rng(seed)) for seed in range(40)}
    assert chosen == set(text_observations.legal_ids(table.terms, table.episode.view(seat), seat))
    assert (one.decisions, one.wrong, one.guessed, len(prompts)) == (40, 40, 40, 80)


def test_nobody_is_asked_where_there_is_no_choice():
    table = begun("auction-pitch")
    one = asked(lambda prompt: pytest.fail("it was asked"))
    while len(ids := np.flatnonzero(table.episode.mask(table.episode.mover))) > 1:
        table.act(int(ids[0]))
    assert one.choose(table, table.episode.mover, np.random.default_rng(0)) == ids[0]


@pytest.mark.parametrize("legal", [True, False])
def test_the_legal_actions_are_listed_only_when_they_should_be(legal):
    prompts = []
    table = begun("auction-pitch")
    seat = table.episode.mover
    asked(lambda prompt: prompts.append(prompt) or "pass", legal).choose(table, seat, np.random.default_rng(0))
    assert ("You may:" in prompts[0]) == legal
    assert prompts[0].endswith(ASKED) and table.text(seat, legal) in prompts[0]


@pytest.mark.parametrize("name", NAMES)
def test_the_preface_has_the_rules_and_a_word_for_every_kind_of_action(name):
    terms = Terms.of(name)
    told = model_player.preface(terms, rules=True)
    assert told.startswith(f"# {terms.game.title}") and "{" not in told
    examples = model_player.preface(terms, rules=False)
    assert told.endswith(examples) and " pass;" in examples


# Programs


def python(code: str, limit: float = 20.0) -> Any:
    return program.Program(f"'{sys.executable}' -c '{code}'", limit)


def test_a_program_is_a_model():
    assert python("import sys; print(sys.stdin.read()[::-1])")("é3 dib") == "bid 3é\n"


def test_a_program_that_takes_too_long_is_ended_with_all_that_it_started():
    with pytest.raises(program.Silent, match=r"0\.1 s"):
        program.Program("sh -c 'sleep 600 & sleep 600'", 0.1)("")
    # The program has ended, but a process that it left behind keeps its output open.
    with pytest.raises(program.Silent, match=r"0\.1 s"):
        program.Program("sh -c 'sleep 600 &'", 0.1)("")


def test_a_program_that_never_stops_writing_is_cut_short():
    assert len(program.Program("yes", 20)("")) == program.MOST


def test_a_program_that_fails_ends_the_measuring(capsys):
    assert ask_a_model.main(["pitch", "--deals=1", "--no-rules", "--command", "sh -c 'exit 3'"]) == 2
    assert capsys.readouterr().err == "ask_a_model: sh failed with status 3\n"


# Measuring


def rounds(name: str = "auction-draw", deals: int = 3, among: str = "random", **options: Any) -> Any:
    return measuring.Rounds(Terms.of(name, seats=2, hand=3, **options), deals, among, seed=5)


def test_all_play_the_same_deals_against_the_same_chance():
    played = rounds()
    first = measuring.measure(played, "a", measuring.yardstick(played, "house")).scores
    assert np.array_equal(first, measuring.measure(played, "b", measuring.yardstick(played, "house")).scores)
    seen: list[list[str]] = [[], []]
    for prompts in seen:
        one = asked(lambda prompt, prompts=prompts: prompts.append(prompt) or ask_a_model.stub(prompt))
        measuring.measure(played, "stub", one.sit)
    assert seen[0] == seen[1] and len(seen[0]) > 6


def test_the_house_does_better_than_chance_by_the_table_of_scores():
    played = rounds(deals=40)
    house, chance = (
        measuring.measure(played, name, measuring.yardstick(played, name)).scores for name in ("house", "random")
    )
    assert house.shape == (40, 2, 2)
    ours, theirs = (np.diagonal(made, axis1=1, axis2=2).mean() for made in (house, chance))
    assert ours > theirs


def test_a_run_tells_a_table_and_leaves_a_transcript(tmp_path, capsys):
    out = tmp_path / "talk.jsonl"
    given = ["draw", "--seats=2", "--option=hand=3", "--deals=2", "--no-rules", f"--out={out}"]
    assert ask_a_model.main(given) == 0
    told = capsys.readouterr()
    assert not told.err and all(name in told.out for name in ("stub", "random", "house", "characters"))
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    decisions = [line for line in lines if "prompt" in line]
    assert [(line["deal"], line["seat"]) for line in lines if "score" in line] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert f" {len(decisions)} " in told.out
    for line in decisions:
        assert line["guessed"] == (line["replies"][-1]["wrong"] is not None)
        assert line["guessed"] or replies.tidy(line["replies"][-1]["reply"]).casefold() == line["action"].casefold()
    assert ask_a_model.main(given) == 2  # the existing file is not overwritten
    assert capsys.readouterr().err == f"ask_a_model: {out} exists; name another file\n"


@pytest.mark.parametrize(("count", "words"), [(1, "1 match in"), (2, "2 matches in")])
def test_matches_are_counted_in_words(count, words, monkeypatch):
    monkeypatch.setattr(measuring, "measure", lambda played, *_: measuring.Measured(np.zeros((played.deals, 2, 2)), []))
    played = measuring.Rounds(Terms.of("auction-draw", 2, "match"), count, "random", 5)
    assert words in str(measuring.report(played, []).renderables[0].title)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["nogame"], "'nogame' is no game"),
        (["pitch", "--seats=2"], "auction-pitch has 4 to 7 seats, not 2"),
        (["pitch", "--among=bob"], "there is no player 'bob'"),
        (["pitch", "--option=low=x"], "low is 'x'; it must be dealt or taken"),
        (["pitch", "--option=low"], "option 'low': write it as name=value"),
        (["pitch", "--option=target=3", "--option=target=4"], "option 'target' is given twice"),
        (["pitch", "--option=seats=4"], "auction-pitch has no option 'seats'"),
        (["pitch", "--scope=match", "--option=reward=win"], "auction-pitch has no option 'reward'"),
        (["pitch", "--deals=0"], "--deals is 0; it must be above 0"),
        (["pitch", "--seed=-1"], "--seed is -1; it must not be below 0"),
        (["pitch", "--limit=nan"], "--limit is nan; it must be a number of seconds, such as 60"),
        (["pitch", "--limit=inf"], "--limit is inf; it must be a number of seconds, such as 60"),
        (["pitch", "--at-once=0"], "--at-once is 0; it must be above 0"),
        (["pitch", "--model=a"], "--endpoint and --model go together"),
        (["pitch", "--endpoint=http://127.0.0.1:1"], "--endpoint and --model go together"),
        (["pitch", "--endpoint=here", "--model=a"], "--endpoint 'here': write it like http://127.0.0.1:8000/v1"),
        (["pitch", "--command=cat", "--among=cat"], "--among cat: name another model"),
        (["pitch", "--command=cat", "--command=cat"], "--command is given more than once as 'cat'"),
        (["pitch", "--command=no-such-program"], "there is no program 'no-such-program'"),
        (["pitch", "--command='"], "No closing quotation"),
        (["pitch", "--judge=house"], "--judge house: name a search, such as search:400"),
        (["pitch", "--judge=search:9", "--scope=match"], "--judge needs --scope deal"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_before_anything_is_written(given, words, capsys, tmp_path):
    assert ask_a_model.main([*given, f"--out={tmp_path / 'talk.jsonl'}"]) == 2
    assert not list(tmp_path.iterdir())
    told = capsys.readouterr()
    assert not told.out and len(told.err.splitlines()) == 1 and told.err.startswith(f"ask_a_model: {words}")


def test_the_time_of_a_reply_is_a_mean_over_replies_not_over_decisions():
    one = asked(lambda prompt: "pass")
    refused, taken = ({"reply": "", "wrong": wrong, "read": 0, "seconds": 2.0} for wrong in ("no action", None))
    one.count([refused, taken], guessed=False)
    assert (one.decisions, one.replies) == (1, 2) and one.pause == 2.0
