"""Threads that do one piece of work together."""

import threading
import time
import weakref

import pytest

from saleroom.envs.teams import Team


def workers(team: Team) -> set[str]:
    """The names of those who did a piece of work, each of whom waited for all the others."""
    names: set[str] = set()
    meeting = threading.Barrier(team.helpers + 1, timeout=30)

    def work() -> None:
        meeting.wait()
        names.add(threading.current_thread().name)

    team.share(work)
    return names


def test_everybody_works_and_the_caller_too():
    team = Team(3)
    for _ in range(50):
        assert workers(team) == {"MainThread", "saleroom-1", "saleroom-2", "saleroom-3"}
    time.sleep(0.05)  # long enough to fall asleep
    assert len(workers(team)) == 4
    team.close()


def test_without_helpers_the_caller_works_alone():
    assert workers(Team(0)) == {"MainThread"}


def test_nobody_goes_on_before_all_are_done():
    team, done = Team(2), []

    def work() -> None:
        if threading.current_thread().name == "saleroom-2":
            time.sleep(0.05)
        done.append(1)

    team.share(work)
    assert len(done) == 3
    team.close()


@pytest.mark.parametrize("who", ["MainThread", "saleroom-1"])
def test_an_error_of_anybody_reaches_the_caller_and_the_team_works_on(who):
    team = Team(1)

    def work() -> None:
        if threading.current_thread().name == who:
            raise KeyError(who)

    for _ in range(3):
        with pytest.raises(KeyError, match=who):
            team.share(work)
    assert len(workers(team)) == 2
    team.close()


@pytest.mark.parametrize("end", ["closed", "forgotten"])
def test_helpers_go_when_the_team_is(end):
    before = set(threading.enumerate())
    team = Team(2)
    workers(team)
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2
    if end == "closed":
        team.close()
        assert workers(team) == {"MainThread"}
    else:
        gone = weakref.ref(team)
        del team
        assert gone() is None
    for helper in helpers:
        helper.join(30)
        assert not helper.is_alive()
