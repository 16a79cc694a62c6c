"""Classes: a group answers from a seat of a finished match, and sees nothing else before the teacher opens the
question.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, insert

from saleroom.kernel.compile import COMPILED
from saleroom.server.contests import days
from saleroom.server.contests.access import Access
from saleroom.server.core.project import match_story
from saleroom.server.http.rate_limits import COSTS, HEAVY, TABLE_COST, cost
from saleroom.server.practice import classrooms
from saleroom.server.practice.classrooms import AGAIN, LIFETIME, MOST_CLASSES, PEOPLE_A_SECOND, next_decision
from saleroom.server.practice.question import match_at, seat_view
from saleroom.server.protocol.classroom_bodies import ClassRequest
from saleroom.server.realtime import autoplay
from saleroom.server.realtime.erasure import erase
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.operator_commands import apply_operator_log
from saleroom.server.storage import classrooms as stored
from saleroom.server.storage.administration import CLOSE
from saleroom.server.storage.columns import restrictions
from saleroom.server.workers import hints
from saleroom.server.workers.result_cache import AT_ONCE, MAX_RESULTS
from tests.browser.house import House
from tests.contract.chance import every_played_game
from tests.server.http_client import answer_when, opened
from tests.server.test_app import RANDOM, guest, line, make
from tests.server.test_play_from import finished, steps_of

PUPILS = 20
FIRST = 0
"""Step of the first deal at which the eldest bids, with several legal actions."""


# What a seat sees


@every_played_game
def test_every_step_shows_the_table_and_the_hand_of_the_seat_and_nothing_of_the_others(name, seats):
    state = finished(name).state
    match = state.match
    stories = {number: match_story.deal_story(match, number) for number in range(1, len(match.deals) + 1)}
    for deal, step in steps_of(state):
        shown = stories[deal].steps[step]
        now = match_at(match, deal, step)
        for seat in range(match.seats):
            seen = seat_view(now, seat, deal)
            assert json.loads(json.dumps(seen.board)) == json.loads(json.dumps(shown.board))
            assert seen.mine["hand"] == shown.hands[seat]
            assert bool(seen.mine["legal"] or seen.mine["bids"]) == (seat in now.to_act)
            assert not any(event.startswith("table deal") and "??" not in event for event in _of_others(seen))


def _of_others(seen: Any) -> list[str]:
    return [event for event in seen.events if not event.startswith(f"table deal {seen.seat} ")]


@every_played_game
def test_a_view_does_not_depend_on_what_happens_later(name, seats):
    state = finished(name).state
    match = state.match
    deal, step = steps_of(state)[len(match.deals[0].events) // 2]
    now = match_at(match, deal, step)
    start = match_story.prefix_of_step(match, deal, step)
    assert [[event.text() for event in known.events] for known in now.deals] == start.deals
    assert now.seed_text != match.seed_text


# A class over HTTP


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Yield one server for all tests of this module; its bots move immediately."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autoplay, "PACES", dict.fromkeys(autoplay.PACES, 0.0))
        if not COMPILED:
            patch.setattr(hints, "PLAYER", "search:50")
        with opened(tmp_path_factory.mktemp("house") / "tables.sqlite3", leniency=1000) as browser:
            yield browser


@pytest.fixture(scope="module")
def over(house):
    """Return a table whose match is over."""
    table = make(house, guest(house), *[RANDOM] * 4, options={"deals": 2}, start=True, pace="quick")
    answer_when(house, f"/api/tables/{table}", lambda told: told["status"] == "over")
    return table


@pytest.fixture(scope="module")
def teacher(house):
    return guest(house)


def step(house, table, number: int = FIRST) -> dict[str, Any]:
    """Return the step before a decision of the match: of the seat to act at step `number` of its first deal."""
    board = house.get(f"/api/tables/{table}/story/1").json()["steps"][number]["board"]
    return {"table": table, "deal": 1, "step": number, "seat": board["acting"][0]}


def new_class(house, teacher, table, number: int = FIRST) -> str:
    made = house.post("/api/classes", headers=teacher, json=step(house, table, number))
    assert made.status_code == 201, made.text
    return made.json()["id"]


def post(house, who, classroom: str, act: str, **body: Any) -> Any:
    return house.post(f"/api/classes/{classroom}/{act}", headers=who, json=body)


def page(house, classroom: str, who=()) -> dict[str, Any]:
    return house.get(f"/api/classes/{classroom}", headers=dict(who)).json()


def legal(house, classroom: str) -> list[str]:
    mine = house.get(f"/api/classes/{classroom}/question").json()["mine"]
    bids = mine["bids"]
    return mine["legal"] + ([f"bid {bid}" for bid in range(bids["low"], bids["high"] + 1)] if bids else [])


def joined(house, classroom: str, name: str = "Ben") -> dict[str, str]:
    pupil = guest(house)
    assert post(house, pupil, classroom, "join", name=name).status_code == 200
    return pupil


def test_a_class_of_twenty_answers_and_sees_the_answers_when_the_teacher_opens(house, over, teacher):
    classroom = new_class(house, teacher, over)
    choices = legal(house, classroom)
    pupils = [joined(house, classroom, f"Pupil {number}") for number in range(PUPILS)]
    for number, pupil in enumerate(pupils):
        told = post(house, pupil, classroom, "answer", number=1, action=choices[number % len(choices)]).json()
        assert told["answer"] == choices[number % len(choices)] and told["result"] is None
    told = page(house, classroom, teacher)
    assert told["progress"]["answered"] == PUPILS and len(told["progress"]["people"]) == PUPILS
    assert sum(row["count"] for row in told["progress"]["tally"]) == PUPILS and told["result"] is None
    opened_page = post(house, teacher, classroom, "open", number=1).json()
    result = page(house, classroom, pupils[0])["result"]
    assert result == opened_page["result"] and result["tally"] == told["progress"]["tally"]
    advice = result["advice"]
    assert advice["reasons"] and advice["action"] in choices
    assert f"{step(house, over)['seat']} {advice['played']}" == _next_event(house, over)


def _next_event(house, table, number: int = FIRST) -> str:
    return house.get(f"/api/tables/{table}/story/1").json()["steps"][number + 1]["event"]


def test_before_opening_no_byte_beyond_the_seat_reaches_the_class(house, over, teacher):
    """Check every answer that a person of the class gets before the question is open."""
    classroom, seat = new_class(house, teacher, over), step(house, over)["seat"]
    question = house.get(f"/api/classes/{classroom}/question")
    ben, cleo = joined(house, classroom), joined(house, classroom, "Zacharias")
    action = legal(house, classroom)[0]
    answers = [
        question,
        post(house, cleo, classroom, "answer", number=1, action=action),
        house.get(f"/api/classes/{classroom}", headers=ben),
        house.get(f"/api/classes/{classroom}"),
        post(house, ben, classroom, "join", name="Ben"),
        post(house, ben, classroom, "open", number=1),
        post(house, ben, classroom, "next", number=2),
        post(house, ben, classroom, "ask", number=2, **step(house, over)),
        house.get(f"/api/classes/{classroom}/answers.csv", headers=ben),
        house.get(f"/api/classes/{classroom}/answers.csv", headers=guest(house)),
    ]
    assert [answer.status_code for answer in answers] == [200] * 5 + [403] * 5
    everything = "".join(answer.text + str(answer.headers) for answer in answers)
    assert over not in everything
    others = "".join(answer.text for number, answer in enumerate(answers) if number != 1)
    assert "Zacharias" not in others
    hands = house.get(f"/api/tables/{over}/story/1").json()["steps"][FIRST]["hands"]
    others = {card for other, hand in enumerate(hands) if other != seat for card in hand}
    assert others.isdisjoint(json.dumps(question.json()["mine"]).replace('"', " ").split())
    for told in (page(house, classroom, ben), page(house, classroom)):
        assert told["result"] is None and told["progress"] is None and told["answer"] is None
    assert "tally" not in everything and "advice" not in everything and "played" not in question.json()


def test_after_opening_the_class_does_not_learn_which_match_it_is(house, over, teacher):
    classroom = new_class(house, teacher, over)
    ben = joined(house, classroom)
    post(house, teacher, classroom, "open", number=1)
    seen = house.get(f"/api/classes/{classroom}", headers=ben).text
    assert '"tally"' in seen and over not in seen and page(house, classroom, teacher)["progress"]["table"] == over


def test_a_person_has_one_answer_which_may_change_until_the_question_is_open(house, over, teacher):
    classroom = new_class(house, teacher, over)
    first, *_, last = legal(house, classroom)
    ben = joined(house, classroom)
    for action in (first, last):
        assert post(house, ben, classroom, "answer", number=1, action=action).json()["answer"] == action
    assert page(house, classroom, teacher)["progress"]["tally"] == [{"action": last, "count": 1}]
    assert "no longer change" not in post(house, teacher, classroom, "open", number=1).text
    assert "no longer change" in line(post(house, ben, classroom, "answer", number=1, action=first), 409)
    assert page(house, classroom, ben)["answer"] == last


def test_what_is_no_answer_is_refused_in_one_line(house, over, teacher):
    classroom = new_class(house, teacher, over)
    ben, action = joined(house, classroom), legal(house, classroom)[0]
    line(post(house, ben, classroom, "answer", number=1, action="bid 99"), 422)
    line(post(house, ben, classroom, "answer", number=2, action=action), 409)
    assert "Join the class" in line(post(house, guest(house), classroom, "answer", number=1, action=action), 409)
    line(post(house, (), classroom, "answer", number=1, action=action), 401)
    assert "no such class" in line(house.get("/api/classes/nothing"), 404)
    line(post(house, ben, "nothing", "join", name="Ben"), 404)
    assert "your own class" in line(post(house, teacher, classroom, "join", name="Ann"), 409)
    line(post(house, ben, classroom, "join", name="\u200b"), 422)
    line(post(house, ben, classroom, "join", name="x" * 25), 422)


def test_what_is_no_question_is_refused_in_one_line(house, over, teacher):
    def asked(**more: Any) -> Any:
        return house.post("/api/classes", headers=teacher, json={**step(house, over), **more})

    assert "has no deal 3" in line(asked(deal=3), 422)
    assert "Deal 1 has" in line(asked(step=9999), 422)
    assert "has 4 seats" in line(asked(seat=5), 422)
    line(asked(table="nothing"), 404)
    line(house.post("/api/classes", json=step(house, over)), 401)
    waiting = make(house, teacher, {"kind": "me"}, RANDOM, RANDOM, RANDOM, options={"deals": 2}, start=True)
    assert "still in play" in line(asked(table=waiting), 403)


def test_names_in_a_class_differ(house, over, teacher):
    classroom = new_class(house, teacher, over)
    ben, other = joined(house, classroom), joined(house, classroom)
    assert [page(house, classroom, who)["name"] for who in (ben, other)] == ["Ben", "Ben 2"]
    assert post(house, ben, classroom, "join", name="Benno").json()["name"] == "Benno"
    assert [each["name"] for each in page(house, classroom, teacher)["progress"]["people"]] == ["Benno", "Ben 2"]


def test_the_teacher_moves_the_class_to_later_decisions_and_to_other_steps(house, over, teacher):
    classroom = new_class(house, teacher, over)
    ben, action = joined(house, classroom), legal(house, classroom)[0]
    post(house, ben, classroom, "answer", number=1, action=action)
    for _ in range(2):  # a repeated request asks no further question
        assert post(house, teacher, classroom, "next", number=2).json()["number"] == 2
    told, where = page(house, classroom, ben), page(house, classroom, teacher)["progress"]
    assert (told["number"], told["answer"], told["result"]) == (2, None, None)
    assert (where["deal"], where["step"]) > (1, FIRST)
    question = house.get(f"/api/classes/{classroom}/question").json()
    assert question["number"] == 2 and question["seat"] in question["board"]["acting"]
    assert len(question["mine"]["legal"]) > 1 or question["mine"]["bids"]
    assert "another question" in line(post(house, ben, classroom, "answer", number=1, action=action), 409)
    assert post(house, teacher, classroom, "ask", number=3, **step(house, over, 1)).json()["number"] == 3
    assert house.get(f"/api/classes/{classroom}/question").json()["seat"] == step(house, over, 1)["seat"]


def test_there_is_a_next_decision_until_the_last():
    match = finished("auction-pitch").state.match
    places, place = [], (1, 0)
    while (place := next_decision(match, 1, *place)) is not None:
        places.append(place)
    assert places == sorted(set(places)) and len(places) > 3
    assert all(1 in match_at(match, *each).to_act for each in places)


def test_a_seat_that_has_nothing_to_choose_is_shown_and_cannot_be_opened(house, over, teacher):
    where = step(house, over)
    where["seat"] = (where["seat"] + 1) % 4
    classroom = house.post("/api/classes", headers=teacher, json=where).json()["id"]
    mine = house.get(f"/api/classes/{classroom}/question").json()["mine"]
    assert mine["hand"] and not mine["legal"] and not mine["bids"]
    assert "nothing to choose" in line(post(house, teacher, classroom, "open", number=1), 409)


def test_answers_as_csv_are_safe_in_spreadsheets(house, over, teacher):
    classroom = new_class(house, teacher, over)
    ben, action = joined(house, classroom, "=1+1"), legal(house, classroom)[0]
    joined(house, classroom, "@absent")
    post(house, ben, classroom, "answer", number=1, action=action)
    post(house, teacher, classroom, "open", number=1)
    post(house, teacher, classroom, "next", number=2)
    answer = house.get(f"/api/classes/{classroom}/answers.csv", headers=teacher)
    assert answer.headers["content-type"].startswith("text/csv")
    head, *rows = csv.reader(io.StringIO(answer.text))
    assert tuple(head) == classrooms.COLUMNS
    assert [(row[0], row[5], row[6]) for row in rows] == [
        ("1", "'=1+1", action),
        ("1", "'@absent", ""),
        ("2", "'=1+1", ""),
        ("2", "'@absent", ""),
    ]
    assert rows[0][7] and rows[0][8] and rows[0][9].endswith("+00:00") and not rows[2][7]


# Contests with the same cards


def test_a_later_challenge_closes_the_class(house, teacher):
    ann = guest(house)
    chairs = ({"kind": "me"}, RANDOM, RANDOM, RANDOM)
    table = make(house, ann, *chairs, options={"deals": 1}, start=True, pace="quick")
    _play(house, ann, table)
    classroom = new_class(house, teacher, table)
    ben, action = joined(house, classroom), legal(house, classroom)[0]
    assert house.post(f"/api/tables/{table}/challenge", headers=ann).status_code == 201
    for answer in (
        house.get(f"/api/classes/{classroom}", headers=ben),
        house.get(f"/api/classes/{classroom}/question"),
        post(house, ben, classroom, "answer", number=1, action=action),
        post(house, teacher, classroom, "open", number=1),
        post(house, teacher, classroom, "next", number=2),
        house.post("/api/classes", headers=ann, json={"table": table, "deal": 1, "step": 2, "seat": 0}),
    ):
        assert "still in play" in line(answer, 403)


def test_a_daily_deal_is_no_question_until_its_day_closes(house, over):
    services, day = _services(house), date(2099, 11, 23)
    now = days.closes_at(day) - 1
    access = Access(services.store.contests, lambda: now)
    (header, _) = house.portal.call(services.store.summary, over)
    daily = replace(header, contest=days.contest_name(day, header.game))
    assert not house.portal.call(access.is_open, daily, True)
    now += 1
    assert house.portal.call(access.is_open, daily, True) and not house.portal.call(access.is_open, header, False)


def _play(house, who, table: str) -> None:
    """Play a match to its end, with the first legal action at each turn."""
    headers = {"host": "127.0.0.1:8642", "origin": "http://127.0.0.1:8642"}
    with house.websocket_connect(f"/api/tables/{table}/socket", headers=headers) as socket:
        socket.send_json({"type": "hello", "token": who["authorization"].removeprefix("Bearer ")})
        number = 0
        while True:
            told = socket.receive_json()
            if told["type"] not in ("snapshot", "update"):
                continue
            if told["table"] and told["table"]["status"] == "over":
                return
            if told["you"]["asked"] is not None:
                number += 1
                action = told["you"]["mine"]["legal"][0]
                at = told["you"]["asked"]
                socket.send_json({"type": "act", "id": f"act-{number:08}", "at": at, "action": action})


# Tables that the operator has closed


@contextmanager
def closed(house, table: str) -> Iterator[None]:
    """Close a table for a while."""
    write, begun = _services(house).store.database.write, insert(restrictions).values(kind=CLOSE, subject=table)
    house.portal.call(write, lambda connection: connection.execute(begun))
    try:
        yield
    finally:
        reopen(house, table)


def reopen(house, table: str) -> None:
    ended = delete(restrictions).where(restrictions.c.subject == table)
    house.portal.call(_services(house).store.database.write, lambda connection: connection.execute(ended))


def test_a_table_that_the_operator_has_closed_is_in_no_class(house, over, teacher):
    classroom = new_class(house, teacher, over)
    ben, action, where = joined(house, classroom), legal(house, classroom)[0], step(house, over)
    csv_path = f"/api/classes/{classroom}/answers.csv"
    assert over in house.get(csv_path, headers=teacher).text
    with closed(house, over):
        for answer in (
            house.get(f"/api/classes/{classroom}", headers=ben),
            house.get(f"/api/classes/{classroom}/question"),
            post(house, ben, classroom, "join", name="Ben"),
            post(house, ben, classroom, "answer", number=1, action=action),
            post(house, teacher, classroom, "open", number=1),
            post(house, teacher, classroom, "next", number=2),
            post(house, teacher, classroom, "ask", number=2, **where),
            house.post("/api/classes", headers=teacher, json=where),
        ):
            assert "no such table" in line(answer, 404)
        assert over not in house.get(csv_path, headers=teacher).text
    assert house.get(f"/api/classes/{classroom}/question").json()["number"] == 1


# Work for the server


@pytest.fixture
def loads(house, monkeypatch) -> list[int]:
    """Return the number of simultaneous loads at the start of each load of a table from now on."""
    store, counts, running = _services(house).store, [], []
    load = store.load

    async def counted(table_id: str) -> Any:
        running.append(table_id)
        counts.append(len(running))
        await asyncio.sleep(0.05)
        try:
            return await load(table_id)
        finally:
            running.pop()

    monkeypatch.setattr(store, "load", counted)
    return counts


def test_stories_and_classes_do_not_drop_each_other_from_memory(house, over, teacher, loads):
    classroom, results = new_class(house, teacher, over), _services(house).results
    path = f"/api/classes/{classroom}/question"
    question = house.get(path).json()
    loads.clear()
    keys = [("story", number) for number in range(MAX_RESULTS)]
    for key in keys:
        house.portal.call(results.get, key, str)
    assert house.get(path).json() == question
    assert not loads and all(key in results for key in keys)


def test_classes_take_no_thread_of_the_players(house, over, teacher, monkeypatch):
    monkeypatch.setattr(_services(house).classrooms, "_bot_pool", None)
    classroom = new_class(house, teacher, over, 2)
    assert house.get(f"/api/classes/{classroom}/question").json()["number"] == 1
    assert post(house, teacher, classroom, "next", number=2).json()["number"] == 2
    assert house.get(f"/api/classes/{classroom}/answers.csv", headers=teacher).status_code == 200


def test_few_matches_are_loaded_simultaneously(house, over, loads):
    make_class = _services(house).classrooms.make

    async def make_many() -> None:
        steps = [ClassRequest(table=over, deal=2, step=number, seat=0) for number in range(8)]
        await asyncio.gather(*(make_class("a teacher", step) for step in steps))

    house.portal.call(make_many)
    assert len(loads) == 8 and max(loads) <= AT_ONCE


def test_the_same_next_decision_is_searched_for_once(house, over, teacher, loads):
    places = []
    for _ in range(2):
        loads.clear()
        classroom = new_class(house, teacher, over, 1)
        post(house, teacher, classroom, "next", number=2)
        places.append(page(house, classroom, teacher)["progress"]["step"])
    assert not loads and places[0] == places[1]


def test_a_table_that_is_closed_while_it_is_loaded_is_not_shown(house, over, teacher, monkeypatch):
    services = _services(house)
    classroom, load = new_class(house, teacher, over), services.store.load
    services.classrooms.forget(over)
    begun = insert(restrictions).values(kind=CLOSE, subject=over)

    async def loaded_too_late(table_id: str) -> Any:
        loaded = await load(table_id)
        await services.store.database.write(lambda connection: connection.execute(begun))
        return loaded

    monkeypatch.setattr(services.store, "load", loaded_too_late)
    try:
        line(house.get(f"/api/classes/{classroom}/question"), 404)
    finally:
        reopen(house, over)


def test_an_erased_name_leaves_the_questions(house):
    ann, teacher = guest(house), guest(house)
    table = make(house, ann, {"kind": "me"}, RANDOM, RANDOM, RANDOM, options={"deals": 1}, start=True, pace="quick")
    _play(house, ann, table)
    path = f"/api/classes/{new_class(house, teacher, table)}/question"
    before = house.get(path).json()["names"]
    assert house.delete("/api/me?sure=true", headers=ann).status_code == 204
    after = house.get(path).json()["names"]
    assert after[0] != before[0] and after[1:] == before[1:]


def test_a_name_that_an_operator_has_erased_leaves_the_story_and_the_questions(house):
    ann, teacher, services = guest(house), guest(house), _services(house)
    table = make(house, ann, {"kind": "me"}, RANDOM, RANDOM, RANDOM, options={"deals": 1}, start=True, pace="quick")
    _play(house, ann, table)
    paths = (f"/api/tables/{table}/story", f"/api/classes/{new_class(house, teacher, table)}/question")
    before = [house.get(path).json()["names"] for path in paths]

    async def erase_elsewhere() -> None:
        """Erase Ann as another process does, which does not reach the caches of this one."""
        person = (await services.hub.find(table)).state.owner
        account = await services.store.people.account_of(person)
        await erase(Hub(services.store, "", plays=False), account.devices, account.identity)
        await apply_operator_log(services.hub)

    house.portal.call(erase_elsewhere)
    for names, path in zip(before, paths, strict=True):
        after = house.get(path).json()["names"]
        assert after[0] != names[0] and after[1:] == names[1:], path


def test_an_operators_action_empties_the_caches(house, over, teacher):
    services, classroom = _services(house), new_class(house, teacher, over)
    house.get(f"/api/tables/{over}/story")
    house.get(f"/api/classes/{classroom}/question")
    caches = (services.results, services.classrooms._views, services.classrooms._moments)
    assert all(cache._tasks for cache in caches)
    services._forget_matches()
    assert not any(cache._tasks for cache in caches)


# Bounds, expiry, erasure, restarts


def test_classes_people_and_questions_are_bounded(house, over, monkeypatch):
    teacher = guest(house)
    monkeypatch.setattr(classrooms, "MOST_CLASSES", 1)
    monkeypatch.setattr(stored, "MOST_PEOPLE", 1)
    monkeypatch.setattr(stored, "MOST_QUESTIONS", 1)
    classroom = new_class(house, teacher, over)
    assert "1 class" in line(house.post("/api/classes", headers=teacher, json=step(house, over)), 409)
    joined(house, classroom)
    assert "full" in line(post(house, guest(house), classroom, "join", name="Cleo"), 409)
    assert "questions at most" in line(post(house, teacher, classroom, "next", number=2), 409)


def test_pages_of_a_large_class_ask_less_often(house, over, teacher, monkeypatch):
    monkeypatch.setattr(classrooms, "PEOPLE_A_SECOND", 0.5)
    classroom = new_class(house, teacher, over)
    pupils = [joined(house, classroom, f"Pupil {number}") for number in range(3)]
    assert page(house, classroom, pupils[0])["again_after"] == 6.0
    assert page(house, classroom, teacher)["again_after"] == AGAIN == 2.0
    assert stored.MOST_PEOPLE / PEOPLE_A_SECOND <= 10 and MOST_CLASSES == 50


def test_a_class_expires_and_is_deleted_when_another_is_made(house, over, monkeypatch):
    teacher, services = guest(house), _services(house)
    classroom = new_class(house, teacher, over)
    joined(house, classroom)
    late = services.classrooms._clock() + LIFETIME + 1
    monkeypatch.setattr(services.classrooms, "_clock", lambda: late)
    line(house.get(f"/api/classes/{classroom}"), 404)
    new_class(house, teacher, over)
    assert _count(house, classroom) == 0


def test_a_server_deletes_expired_classes_without_a_request(tmp_path):
    data = tmp_path / "tables.sqlite3"
    with opened(data) as house:
        old = stored.Classroom("old", "a teacher", 1, 0.0, 0.0)
        table = make(house, guest(house), {"kind": "me"}, RANDOM, RANDOM, RANDOM)
        question = stored.ClassQuestion("old", 1, table, 1, 0, 0)
        house.portal.call(_services(house).store.classrooms.make, old, question, 0.0, MOST_CLASSES)
        assert _count(house, "old") == 1
    with opened(data) as house:
        guest(house)
        answer_when(house, "/api/house", lambda _: _count(house, "old") == 0)


def _services(house) -> Any:
    return house.app._open.state.services


def _count(house, classroom: str) -> int:
    """Return the number of stored rows of a class."""
    from saleroom.server.storage.columns import class_answers, class_people, class_questions

    def counted(connection: Any) -> int:
        tables = (class_answers, class_people, class_questions)
        queries = [table.select().where(table.c.classroom == classroom) for table in tables]
        return sum(len(connection.execute(query).all()) for query in queries)

    return house.portal.call(_services(house).store.database.read, counted)


def test_an_export_has_classes_and_answers_and_an_erasure_removes_them(house, over):
    teacher = guest(house)
    classroom = new_class(house, teacher, over)
    ben, action = joined(house, classroom), legal(house, classroom)[0]
    post(house, ben, classroom, "answer", number=1, action=action)
    told = house.get("/api/me/export", headers=ben).json()["classes"]
    assert told["joined"][0]["name"] == "Ben" and told["answers"][0]["action"] == action and not told["taught"]
    assert house.get("/api/me/export", headers=teacher).json()["classes"]["taught"][0]["id"] == classroom
    assert house.delete("/api/me?sure=true", headers=ben).status_code == 204
    assert page(house, classroom, teacher)["progress"]["people"] == []
    assert _count(house, classroom) == 1
    assert house.delete("/api/me?sure=true", headers=teacher).status_code == 204
    line(house.get(f"/api/classes/{classroom}"), 404)
    assert _count(house, classroom) == 0


def test_devices_of_a_person_share_classes(house, over):
    teacher, phone = guest(house), guest(house)
    classroom = new_class(house, teacher, over)
    code = house.post("/api/me/code", headers=teacher).json()["code"]
    assert house.post("/api/me/devices", headers=phone, json={"code": code}).status_code == 204
    assert page(house, classroom, phone)["teacher"] and page(house, classroom, teacher)["teacher"]


def test_requests_that_make_classes_or_load_all_answers_cost_more():
    assert COSTS["/api/classes"] > 1 and HEAVY.match("/api/classes/some-class/answers.csv")
    assert not HEAVY.match("/api/classes/some-class") and not HEAVY.match("/api/classes/some-class/question")


@pytest.mark.parametrize(
    ("method", "path", "price"),
    [("POST", act, TABLE_COST) for act in ("ask", "next", "open")]
    + [("POST", act, 1) for act in ("join", "answer")]
    + [("GET", "question", 0.25)],
)
def test_requests_of_a_teacher_that_replay_a_match_cost_more_than_those_of_pupils(method, path, price):
    scope = {"type": "http", "method": method, "path": f"/api/classes/some-class/{path}"}
    assert cost(scope) == price


@pytest.mark.integration
def test_no_answer_that_was_confirmed_is_lost_when_the_server_is_killed(tmp_path: Path):
    house = House(tmp_path)
    try:
        with httpx.Client(base_url=house.url, timeout=60) as client:
            table = make(client, guest(client), *[RANDOM] * 4, options={"deals": 1}, start=True, pace="quick")
            answer_when(client, f"/api/tables/{table}", lambda told: told["status"] == "over")
            teacher = guest(client)
            classroom = new_class(client, teacher, table)
            action = legal(client, classroom)[0]
            pupils = [joined(client, classroom, f"Pupil {number}") for number in range(3)]
            for pupil in pupils:
                assert post(client, pupil, classroom, "answer", number=1, action=action).json()["answer"] == action
                house.close(kill=True)
                house.open()
            assert page(client, classroom, teacher)["progress"]["tally"] == [{"action": action, "count": 3}]
            told = post(client, teacher, classroom, "open", number=1).json()["result"]
            house.close(kill=True)
            house.open()
            assert page(client, classroom, pupils[0])["result"] == told
    finally:
        house.close()
