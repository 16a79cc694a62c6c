"""Tests of programs as players.

They play whole matches by exchanging messages, their failures are counted, and none of their processes is left behind.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import saleroom
from saleroom.bots import PlayerFailed, UnknownPlayer, players
from saleroom.bots.programs import player as programs
from saleroom.bots.programs import process as processes
from saleroom.games import NAMES, load
from saleroom.lab.arena import Plan, run, summarise
from saleroom.lab.arena.narration import table
from saleroom.lab.arena.playing import LAPSES
from saleroom.lab.arena.times import kept
from saleroom.lab.protocol_errors import ProtocolErrors, sentences
from saleroom.lab.simulate import Plan as Matches
from saleroom.lab.simulate import play_one
from saleroom.match.move_requests import MoveRequester

ROOT = Path(__file__).parents[2]
FIRST_BOT = f"cmd:{sys.executable} {ROOT / 'examples' / 'first_bot.py'}"
ODD = Path(__file__).parent / "programs" / "odd.py"
LENGTHS = {"auction-house": {"rounds": 2}}
GAME = load("auction-pitch")


def odd(kind: str, seconds: str = "") -> str:
    return f"cmd:{seconds}{sys.executable} {ODD} {kind}"


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch):
    """Forget the programs that were abandoned in earlier tests.

    After the test, check that no program is still running.
    """
    programs._hopeless.clear()
    yield
    processes.end_all()
    assert not processes._running


def simulated(name: str, *names: str, matches: int = 1, **options) -> tuple[list, ProtocolErrors]:
    """Return matches of a game between the players `names`, and the protocol errors of programs."""
    chosen = saleroom.game(name, **options)
    plan = Matches(name, chosen.options(len(names)), names, bytes(32), matches)
    errors = ProtocolErrors()
    return [play_one(plan, number, 1, errors) for number in range(matches)], errors


def one_match(kind: str, seconds: str = "") -> Counter[str]:
    """Play a match of one deal with the program `kind`. Return the program's protocol errors."""
    name = odd(kind, seconds)
    (match,), errors = simulated("auction-pitch", name, "house", "house", "house", deals=1)
    assert match.over
    return errors.counts[name]


# Names


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cmd:", "write cmd:COMMAND"),
        ("cmd:5s:", "there is no program 5s:"),
        ("cmd:no-such-program-here", "there is no program no-such-program-here"),
        ("cmd:'", "No closing quotation"),
        ("cmd:0s:true", "a move may take up to 3600 s"),
        ("cmd:9999s:true", "a move may take up to 3600 s"),
    ],
)
def test_a_name_without_a_program_is_refused(name, why):
    with pytest.raises(UnknownPlayer, match=why):
        players.check(name)


def test_a_name_may_say_how_long_a_move_takes():
    assert programs.parse("cmd:true --fast") == (programs.SECONDS, ["true", "--fast"])
    assert programs.parse("cmd:0.5s:true") == (0.5, ["true"])
    assert (
        players.is_known_player("cmd:true")
        and not players.any_searches(["cmd:true"])
        and not players.is_outside("cmd:a:b")
    )


def test_a_program_is_asked_by_messages_alone():
    match = saleroom.game("pitch").match(seed=1)
    with pytest.raises(PlayerFailed, match="programs play only in play, simulate, arena, evaluate, exploit and train"):
        saleroom.player("cmd:true", GAME).choose(match.views(0), 0)


# Matches


@pytest.mark.parametrize("name", NAMES)
def test_two_programs_play_a_whole_match_of_every_game(name):
    others = ["house"] * (load(name).usual_seats - 2)
    (match,), errors = simulated(name, FIRST_BOT, *others, FIRST_BOT, **LENGTHS.get(name, {"deals": 2}))
    assert match.over and not saleroom.verify(match.record())
    counted = errors.counts[FIRST_BOT]
    assert counted["moves"] > 4 and not any(counted[lapse] for lapse in programs.LAPSES)


def test_the_same_processes_play_the_next_match():
    _, errors = simulated("auction-pitch", FIRST_BOT, "house", "house", FIRST_BOT, matches=3, deals=1)
    assert len(processes._running) == 2 and errors.counts[FIRST_BOT]["moves"] >= 3 * 2 * 7


def test_an_arena_seats_programs_and_counts_what_they_fail_to_do(tmp_path):
    plan = Plan("pitch", {}, 4, (FIRST_BOT, odd("dies"), "house"), 2, bytes(32))
    rows = run(plan, tmp_path)
    assert run(plan, tmp_path) == rows  # the second run reads the results from the file
    assert [set(row[LAPSES]) for row in rows] == [set(plan.programs)] * len(rows)
    told = table(summarise(plan, rows, kept(tmp_path, plan.deals)))
    assert f"{FIRST_BOT}: {2 * plan.turns * 7} moves, all its own." in told
    first = r"First: it is gone: it ended with status 1: out of ideas, \d+\.\d s after it was asked\.$"
    assert re.search(rf"{re.escape(odd('dies'))}: .* \({2 * plan.turns} times it ended\)\. {first}", told, re.MULTILINE)


def test_the_same_is_said_of_results_whose_times_are_gone(tmp_path):
    plan = Plan("pitch", {}, 4, (odd("dies"), "house"), 1, bytes(32))
    rows = run(plan, tmp_path)
    assert table(summarise(plan, rows)).endswith("times it ended).")


AFTER = r"\d+\.\d s after it was asked"


@pytest.mark.parametrize(
    ("kind", "seconds", "words"),
    [
        ("dies", "", rf"\(1 time it ended\)\. First: it is gone: it ended with status 1: out of ideas, {AFTER}"),
        ("hesitates", "3s:", r"\(1 turn without a move in time\)\. First: it is silent, 3\.0 s after it was asked"),
        (
            "chatty",
            "",
            rf"\(\d+ lines .*\)\. First: it is garbled: lines that are no moves, first 'thinking …', {AFTER}",
        ),
        (
            "corrects",
            "",
            rf"\(\d+ refused.*\)\. First: its move was refused \(this is turn .+\), first '\{{.+\}}', {AFTER}",
        ),
    ],
)
def test_the_closing_line_names_the_first_failure_of_one_that_did_move(kind, seconds, words):
    name = odd(kind, seconds)
    _, errors = simulated("auction-pitch", name, "house", "house", "house", deals=1)
    assert 0 <= errors.counts[name]["by_house"] < errors.counts[name]["moves"]
    (line,) = sentences(errors.counts, errors.failures)
    assert re.fullmatch(rf"{re.escape(name)}: 7 moves.*{words}\.", line)


def test_the_first_failure_of_several_matches_is_named():
    errors = ProtocolErrors()
    errors.add({"cmd:a": {"moves": 1, "stray": 1}}, {"cmd:a": ""})
    errors.add({"cmd:a": {"moves": 6, "stray": 0}}, {"cmd:a": "the first"})
    errors.add({"cmd:a": {"moves": 1, "ended": 1}}, {"cmd:a": "the second"})
    (line,) = sentences(errors.counts, errors.failures)
    assert line == "cmd:a: 8 moves (1 line that was no move, 1 time it ended). First: the first."


class Played:
    """Python player that plays like the program `first_bot`."""

    def __init__(self, name, game, seed):
        self.game = game

    def choose(self, views, seat):
        from saleroom.bots import legal

        actions = legal(self.game, views, seat)
        rank = lambda words: "23456789TJQKA".find(words.rpartition(" ")[2][0])  # noqa: E731
        return actions["pass"] if "pass" in actions else actions[max(actions, key=rank)]


def test_what_an_arena_plays_is_the_same_match():
    plan = Plan("pitch", {}, 4, (FIRST_BOT, "house"), 2, bytes(32))
    alike = Plan("pitch", {}, 4, ("alike", "house"), 2, bytes(32))
    make = lambda name, *a, **m: Played(name, *a) if name == "alike" else saleroom.player(name, *a, **m)  # noqa: E731
    assert [row["scores"] for row in run(plan)] == [row["scores"] for row in run(alike, make=make)]


# Failures


def test_a_program_that_ends_is_replaced_by_the_house():
    counted = one_match("dies")
    assert (counted["ended"], counted["moves"], counted["by_house"]) == (1, 7, 6)


def test_a_program_that_says_nothing_is_left_alone_after_two_turns(monkeypatch):
    monkeypatch.setattr(programs, "START", 0.0)
    counted = one_match("silent", "0.05s:")
    assert (counted["late"], counted["moves"], counted["by_house"]) == (programs.LATE, 7, 7)
    assert not processes._running


def test_a_wrong_move_is_refused_with_the_reason_and_may_be_mended():
    counted = one_match("corrects")
    assert counted["moves"] == 7
    # At each turn, the first answer has an old turn number, the second is not an action, and the third is a pass. A
    # pass is legal only in the auction.
    assert counted["refused"] >= 3 and 0 < counted["by_house"] < 7


@pytest.mark.parametrize(
    ("said", "reason", "text"),
    [
        ({"seq": 4, "action": "pass"}, "", ""),
        ({"seq": 3, "action": "pass"}, "stale", "this is turn 4"),
        ({"seq": 4, "action": "fly"}, "illegal", "'fly' is no action of this game"),
        ({"seq": True, "action": "pass"}, "malformed", "a move is"),
        ({"seq": 4, "action": 7}, "malformed", "a move is"),
        ({"action": "pass"}, "malformed", "a move is"),
    ],
)
def test_a_refusal_has_a_reason(said, reason, text):
    match = saleroom.game("pitch").match(seed=1)
    asker = MoveRequester(match, {match.to_act[0]: programs.Program("cmd:true", GAME, b"")}, "m")
    found, line = programs._wrong(said, 4, asker._seats[match.to_act[0]])
    assert found == reason and line.startswith(text)


def test_a_program_that_insists_on_a_wrong_move_loses_its_turn():
    counted = one_match("stubborn")
    assert counted["refused"] == programs.LATE * programs.ANSWERS and counted["by_house"] == 7


def test_stray_output_is_counted_and_ignored():
    counted = one_match("chatty")
    assert counted["by_house"] == counted["refused"] == 0 and counted["stray"] >= 7 * 5


def test_a_program_that_never_stops_writing_is_late(monkeypatch):
    monkeypatch.setattr(programs, "START", 0.0)
    counted = one_match("floods", "0.2s:")
    assert counted["late"] == programs.LATE and counted["by_house"] == 7


@pytest.mark.integration
@pytest.mark.parametrize(
    ("kind", "failure"),
    [
        ("fails", r"it is gone: it ended with status 1: I cannot, \d+\.\d s after it was asked"),
        ("silent", r"it is silent, 0\.2 s after it was asked"),
        ("garbled", r"it is garbled: lines that are no moves, first 'I bid three!', \d+\.\d s after it was asked"),
        ("floods", r"it floods: 1000 lines and more that are no moves, first '.+', \d+\.\d s after it was asked"),
        ("stubborn", r"its move was refused \(.+\), first '\{.+\}', \d+\.\d s after it was asked"),
    ],
)
def test_one_that_never_moves_is_no_player_and_the_reason_is_said(monkeypatch, kind, failure):
    monkeypatch.setattr(programs, "START", 5.0 if kind in ("floods", "garbled", "fails", "stubborn") else 0.0)
    name = odd(kind, "0.2s:")
    with pytest.raises(PlayerFailed, match=f"has made no move in 3 matches running: {failure}$"):
        simulated("auction-pitch", name, "house", "house", "house", matches=4, deals=1)


def test_it_is_told_at_the_table_that_the_house_moves():
    match, told = saleroom.game("pitch", deals=1).match(seed=1), []
    bot = programs.Program(odd("fails"), GAME, b"")
    bot.tell = told.append
    asker = MoveRequester(match, {match.to_act[0]: bot}, "m")
    for _ in range(2):
        assert asker.choose(match.to_act[0]) in match.legal_ids(match.to_act[0])
    assert told == [f"player {bot.name}: it ended with status 1: I cannot; the house moves in its place."]


def test_an_undo_is_seen_by_the_program():
    match = saleroom.game("pitch", deals=1).match(seed=1)
    seat = match.to_act[0]
    asker = MoveRequester(match, {seat: programs.Program(odd("first"), GAME, b"")}, "m")
    told = asker._seats[seat]
    match.act(seat, "bid 2")
    assert told.state(1.0)["events"][-1] == f"{seat} bid 2"
    match.undo()
    match.act(seat, "pass")
    assert told.state(1.0)["events"][-1] == f"{seat} pass"


# Processes that must end


def gone(number: int) -> bool:
    """Return whether the process with the given id has ended. A zombie process counts as ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def written(file: Path) -> list[int]:
    while not file.exists():
        time.sleep(0.01)
    return [int(number) for number in file.read_text().split()]


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux to see the processes")


@needs_proc
def test_all_that_a_program_has_started_ends_with_it(tmp_path):
    started = processes.Process(processes.Kept([sys.executable, str(ODD), "tree", str(tmp_path / "numbers")]))
    numbers = written(tmp_path / "numbers")
    assert not any(map(gone, numbers))
    started.close()
    assert all(map(gone, numbers))


@pytest.mark.integration
@needs_proc
def test_all_of_it_ends_when_whoever_plays_is_killed(tmp_path):
    args = [sys.executable, str(ODD), "tree", str(tmp_path / "numbers")]
    call = f"from saleroom.bots.programs.process import Kept, Process; p = Process(Kept({args!r})); input()"
    playing = subprocess.Popen([sys.executable, "-c", call], stdin=subprocess.PIPE)
    try:
        numbers = written(tmp_path / "numbers")
        assert not any(map(gone, numbers))
    finally:
        playing.kill()
        playing.communicate()
    while not all(map(gone, numbers)):
        time.sleep(0.01)
