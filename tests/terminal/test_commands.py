"""Tests of the entries that each prompt accepts."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

import saleroom
from saleroom.modes import MODE
from saleroom.terminal import seating

from .conftest import ANYTHING

COMPILER = "saleroom.terminal.progress.compile_game"


def saved(folder: Path) -> Path:
    (path,) = folder.glob("auction-*.jsonl")
    return path


def test_help_says_what_is_legal_and_what_may_be_typed(sit):
    out = sit("pitch", "?", "help", "quit").out
    assert out.count("Legal: pass, bid 1, bid 2, bid 3, bid 4.") == 2
    for command in ("rules", "score", "last", "hint", "undo", "save FILE", "quit"):
        assert f"{command}: " in out


def test_the_rules_are_those_of_this_table(sit):
    out = " ".join(sit("pitch", "rules", "quit", target=9, low="taken").out.split())
    assert "player at or above 9 points" in out
    assert "wins the trick with the lowest trump" in out
    assert "was dealt the lowest trump" not in out
    assert "[low=" not in out and "**" not in out


@pytest.mark.parametrize("colour", [False, True])
def test_score(sit, colour):
    out = sit("flop", "none", "score", "quit", seats=2, colour=colour).out
    assert ("You: 98 chips" if not colour else "chips") in out


def test_score_lists_the_last_deals(sit):
    seen = sit("pitch", *["p", *["1"] * 6] * 2, "score", "quit", colour=True)
    assert "deal 1" in seen.out


def test_last_trick(sit):
    out = sit("pitch", "last", *ANYTHING, "last", "quit").out
    assert "No trick has been finished yet." in out
    assert "The last trick:" in out
    assert "took it." in out


def test_last_moves_and_last_flop(sit):
    assert "The last moves:" in sit("draw", "1", "1 l", "1 r", "last", "quit").out
    assert "The last flop: " in sit("flop", "1 2", "last", "quit", seats=2).out


def test_an_illegal_entry_gets_its_reason_in_one_line_and_the_prompt_again(sit):
    seen = sit("pitch", "bid 9", "0", "play AS", "nonsense", "\x00" * 9 + "é" * 10_000, "quit")
    after = seen.lines[seen.lines.index("Your bid?") :]
    assert after.count("Your bid?") == 6
    assert "The bidding is not over." in after
    assert all(len(line) < 250 for line in after)


def test_an_empty_line_shows_the_table_again(sit):
    out = sit("pitch", "", "quit").out
    assert out.count("Your hand.") == 2


def test_undo_goes_back_to_before_the_last_decision(sit, tmp_path):
    seen = sit("pitch", "undo", "bid 4", "1", "undo", "undo", "quit")
    assert "You have not decided anything yet." in seen.out
    assert seen.out.index("Taken back: play") < seen.out.index("Taken back: bid 4.")
    events = json.loads(saved(tmp_path).read_text())["deals"][0]["events"]
    assert not [event for event in events if event.startswith("0 ")]


def test_undo_reaches_back_over_the_end_of_a_deal(sit, tmp_path):
    out = sit("pitch", "p", *["1"] * 12, "undo", "last", "quit").out
    assert "Deal 2." in out
    assert "Taken back: " in out


def test_a_person_is_named_and_never_numbered(sit):
    """Check Auction House, 2.3: if the starter must trade with a certain player, the message names this player."""
    offers = [f"1 {suit}" for suit in "cdhs"]
    tried = 0
    for seed in range(12):
        seen = sit("house", *offers, "trade 2", "1", "trade ben", "trade cleo", "trade dan", "last", "quit", seed=seed)
        if "Your trade?" not in seen.out:
            continue
        asked = seen.out[seen.out.index("Trade with ") :]
        assert asked.count("Type a name: Ben, Cleo or Dan.") >= 2
        assert not re.search(r"[Ss]eat \d", seen.out)
        tried += re.search(r"so trade with (Ben|Cleo|Dan)\.", asked) is not None
    assert tried


def test_undo_of_a_sealed_choice(sit):
    out = sit("house", "p", *["1"] * 2, "undo", "quit", seed=5).out
    assert "Taken back: " in out


def test_quit_saves_and_says_how_to_go_on(sit, tmp_path):
    seen = sit("pitch", "bid 4", "quit")
    assert seen.status == 0
    record = json.loads(saved(tmp_path).read_text())
    assert saleroom.verify(record) == []
    assert record["players"] == ["you", "random", "random", "random"]
    assert shlex.split(seen.lines[-1].partition("saleroom play --resume ")[2]) == [saved(tmp_path).name]


@pytest.mark.parametrize(
    ("name", "typed"),
    [("pitch", ["bid 4", "1"]), ("house", ["p"]), ("draw", ["1"]), ("flop", ["1 2"]), ("hearts", ["p"])],
)
def test_a_saved_match_goes_on_where_it_stood(sit, tmp_path, name, typed):
    sit(name, *typed, "quit")
    path = saved(tmp_path).rename(tmp_path / "kept.jsonl")
    before = json.loads(path.read_text())
    seen = sit(None, "quit", players=None, resume=path)
    assert seen.status == 0, seen.err
    assert json.loads(saved(tmp_path).read_text()) == before
    finished = sit(None, endless=ANYTHING, players=None, resume=path)
    assert finished.lines[-1].endswith("the match.") or finished.out.endswith("the match.\n")


def test_other_players_may_go_on(sit, tmp_path):
    sit("pitch", "quit")
    path = saved(tmp_path).rename(tmp_path / "kept.jsonl")
    assert sit(None, "quit", players="random,you,random,random", resume=path).status == 0
    assert json.loads(saved(tmp_path).read_text())["players"][1] == "you"


def test_save_goes_on_and_never_overwrites(sit, tmp_path):
    (tmp_path / "taken.jsonl").write_text("mine")
    seen = sit("pitch", "save here.jsonl", "save taken.jsonl", "save no/such/folder", "bid 4", "quit")
    assert "Saved. To continue: saleroom play --resume here.jsonl" in seen.out
    assert "It cannot be saved as taken.jsonl: file exists." in seen.out
    assert "It cannot be saved as no/such/folder: no such file or directory." in seen.out
    assert (tmp_path / "taken.jsonl").read_text() == "mine"
    assert "You bid 4." in seen.out


def test_save_and_quit_leave_one_file(sit, tmp_path):
    assert sit("pitch", "save", "quit").status == 0
    saved(tmp_path).unlink()
    assert sit("pitch", "save here.jsonl", "quit").status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["here.jsonl"]
    (tmp_path / "here.jsonl").unlink()
    assert sit("pitch", "save", "bid 4", "save", "quit").status == 0
    assert '"0 bid 4"' in saved(tmp_path).read_text()
    assert len(list(tmp_path.iterdir())) == 1


def test_what_happened_after_save_is_saved_at_the_end(sit, tmp_path):
    sit("pitch", "save", "bid 4", "quit")
    assert '"0 bid 4"' in saved(tmp_path).read_text()


def test_the_end_of_input_and_ctrl_c_save(sit, tmp_path):
    assert sit("pitch", "bid 4").status == 0
    assert '"0 bid 4"' in saved(tmp_path).read_text()
    saved(tmp_path).unlink()
    seen = sit("pitch", "bid 4", KeyboardInterrupt)
    assert seen.status is KeyboardInterrupt
    assert '"0 bid 4"' in saved(tmp_path).read_text()
    assert seen.err == ""


def test_where_nothing_can_be_written_the_match_is_kept_elsewhere(sit, tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr("saleroom.terminal.saving.file_name", lambda match: "away/there.jsonl")
    monkeypatch.setattr("saleroom.terminal.saving._refuges", lambda: iter([home]))
    seen = sit("pitch", "bid 4", "quit")
    assert seen.status == 0
    assert (home / "there.jsonl").exists()
    assert "It cannot be saved as away/there.jsonl" in seen.out


def test_a_full_disk_is_said_in_a_line_and_leaves_nothing_behind(sit, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    seen = sit("pitch", "save one.jsonl", KeyboardInterrupt)
    assert "It cannot be saved as one.jsonl: no space left on device." in seen.out
    assert seen.status == 2
    assert not list(tmp_path.glob("*.jsonl"))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "there is no match in it"),
        ("{}\n", "format is not"),
        ("\x00\xff noise", "not JSON"),
        ('{"format": "saleroom/1"}\n{}\n', "there are several matches in it"),
    ],
)
def test_a_broken_file_cannot_be_gone_on_with(sit, tmp_path, content, reason):
    (tmp_path / "x.jsonl").write_text(content)
    seen = sit(None, resume=tmp_path / "x.jsonl")
    assert seen.status == 2
    assert seen.err.startswith("saleroom: ") and reason in seen.err and seen.err.count("\n") == 1


def test_a_finished_match_or_a_missing_file_cannot_be_gone_on_with(sit, tmp_path):
    match = saleroom.game("pitch", deals=1).match(seed=3, players=["you", "random", "random", "random"])
    while not match.over:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    (tmp_path / "done.jsonl").write_text(json.dumps(match.record()) + "\n")
    assert "the match is finished" in sit(None, resume=tmp_path / "done.jsonl").err
    assert "no such file" in sit(None, resume=tmp_path / "none.jsonl").err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seats": 9}, "4 to 7 seats"),
        ({"players": "zork"}, "there is no player 'zork'"),
        ({"players": "you,search:many,house,house"}, "'many' is no budget"),
        ({"players": "search:0"}, "from 1 to"),
        ({"players": "you,random"}, "--players names 2 players, but auction-pitch has 4 to 7 seats"),
        ({"seats": 4, "players": "you,random"}, "2 players cannot take 4 seats"),
        ({"target": "many"}, "target"),
        ({"backs": "red"}, "no option"),
        ({"seed": "abc"}, "a seed is"),
    ],
)
def test_bad_arguments_are_one_line(sit, arguments, reason):
    seen = sit("pitch", **{"players": None, **arguments})
    assert seen.status == 2
    assert reason in seen.err and seen.err.count("\n") == 1 and seen.out == ""


def test_a_closed_pipe_saves_the_match(sit, monkeypatch, tmp_path):
    def closed(*_):
        raise BrokenPipeError

    monkeypatch.setattr("saleroom.terminal.screen.Screen.say", closed)
    seen = sit("pitch")
    assert (seen.status, seen.out, seen.err) == (BrokenPipeError, "", "")
    assert saved(tmp_path).exists()


def test_a_match_begins_while_its_game_is_compiled_elsewhere(sit, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "saleroom.terminal.progress.start_apart", lambda game, search: asked.append((game.name, search))
    )
    monkeypatch.setattr(COMPILER, lambda *_: pytest.fail("a person waits for the compiler"))
    assert sit("pitch", "quit").err == ""
    assert sit("pitch", "quit", players="you,random,easy,house").err == ""
    assert asked == [("auction-pitch", True)] * 2


def test_bots_that_search_among_themselves_wait_for_it_and_it_is_said(sit, monkeypatch):
    asked = []

    def compile_game(game, watch, search):
        asked.append(search)
        watch("a", 0, 2)
        watch("b", 1, 2)

    monkeypatch.setattr(COMPILER, compile_game)
    seen = sit("pitch", "quit", players="search:2,house,house,house", deals=1)
    assert seen.err == "Preparing Auction Pitch (once after an update) …\n" and asked == [True]


@pytest.mark.skipif(MODE != "compiled", reason="interpreted trials take minutes")
def test_until_its_search_is_compiled_a_player_goes_by_rules_of_thumb(sit, monkeypatch, tmp_path):
    ready = []
    monkeypatch.setattr("saleroom.terminal.seating.is_ready", lambda game, search: bool(ready))
    match = saleroom.game("pitch").match(4, 1)
    views, seat = match.views(match.to_act[0]), match.to_act[0]
    bot = seating.bots_for(match.game, ["hard"] * 4, 1)[seat]
    house = saleroom.player("house", match.game)
    assert bot.name == "hard" and bot.choose(views, seat) == house.choose(views, seat)
    assert bot.decide(views, seat).expected is None
    ready.append(True)
    assert bot.decide(views, seat).expected is not None


def test_a_hint_before_the_search_is_compiled_goes_by_a_rule_of_thumb(sit, monkeypatch):
    monkeypatch.setattr("saleroom.terminal.hinting.is_ready", lambda game, search: False)
    seen = sit("pitch", "hint", "quit", players="house")
    assert "Hint: " in seen.out and "rule of thumb" in seen.out


@pytest.mark.skipif(MODE != "compiled", reason="interpreted trials take minutes")
def test_players_of_every_kind_sit_down_together(sit, tmp_path):
    seen = sit("pitch", endless=ANYTHING, players="you,search:30,easy,house", deals=1)
    assert seen.status == 0, seen.err
    assert seen.lines[-1].endswith("the match.")
