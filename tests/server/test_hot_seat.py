"""Tables whose people pass one device round: what each connection is sent, what is refused, and consent to an undo."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from saleroom.games import NAMES, load
from saleroom.server.contests.challenges import Challenges
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.system_events import add_device, resolve_undo_request
from saleroom.server.core.hot_seat import hot_seat_table
from saleroom.server.core.project.results import results
from saleroom.server.protocol.bodies import HotSeatRequest
from saleroom.server.realtime.erasure import erase
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import HANDED_OVER, LiveTable
from tests.games import short
from tests.server.core_tables import ANN, BEN, CLEO, DAN, EVE, SEED, CoreTable
from tests.server.http_client import opened
from tests.server.http_refusals import PARTS
from tests.server.live_tables import Guest, holder, open_hub, token, until

pytestmark = pytest.mark.usefixtures("store_kind")

every_game = pytest.mark.parametrize("game", NAMES)
PEOPLE = ("Ben", "Cleo", "Dan")


def asked(game: str, seats: int, people: int = len(PEOPLE), **more: Any) -> HotSeatRequest:
    """Return a request for a table with people in the first seats, and bots in the rest."""
    chairs: list[dict[str, Any]] = [{"name": name} for name in PEOPLE[:people]]
    chairs += [{"player": "house"} for _ in range(seats - len(chairs))]
    return HotSeatRequest.model_validate({"game": game, "name": "Ann", "chairs": chairs, **more})


def core_table(game: str, seats: int = 4, **options: Any) -> CoreTable:
    """Return a table of Ann's device, with Ben, Cleo and Dan in the first seats."""
    header, events = hot_seat_table(
        asked(game, seats, options=options),
        table_id="table-1",
        owner=ANN,
        holders=[BEN, CLEO, DAN, *[EVE] * (seats - 3)],
        server_seed=SEED,
        now=0.0,
    )
    return CoreTable(header, events)


async def live_table(hub: Hub, game: str, **options: Any) -> LiveTable:
    """Return the same table in a hub; the names of the people stand for their tokens."""
    seats = max(3, load(game).usual_seats)
    header, events = hot_seat_table(
        asked(game, seats, options={**short.options(game), **options}),
        table_id=f"hot-{game}",
        owner=holder("Ann"),
        holders=[holder(name) for name in (*PEOPLE, *"xyzuv")][:seats],
        server_seed=random.Random(game).randbytes(32),
        now=time.time(),
    )
    await hub.bot_pool.ready(game)
    return await hub.create(header, events)


class Device:
    """One device: it connects as its owner or as one of its people, and never as two of them."""

    def __init__(self, hub: Hub, live: LiveTable) -> None:
        self.hub, self.live = hub, live
        self.connections: list[Guest] = []
        self.connect("Ann")

    def connect(self, name: str) -> Guest:
        """End the connection, and connect again as `name`."""
        if self.connections:
            self.connections[-1].leave()
        self.connections.append(Guest(self.hub, self.live, name))
        return self.connections[-1]

    async def play_on(self, rng: random.Random) -> None:
        """Play random moves to the end; the device returns to its owner after each."""
        state = self.live.state
        while not state.over:
            await until(lambda: state.over or state.people_to_act())
            for seat in rng.sample(state.people_to_act(), min(1, len(state.people_to_act()))):
                person = self.connect(PEOPLE[seat])
                assert state.match is not None
                action = rng.choice(state.match.legal(seat))
                assert (await person.do("act", at=person.asked, action=action))["type"] == "done"
                self.connect("Ann")


@every_game
async def test_a_device_is_sent_only_the_hand_of_the_person_who_holds_it(hub: Hub, game: str):
    live = await live_table(hub, game)
    device = Device(hub, live)
    await device.play_on(random.Random(game))
    seats_seen = set()
    for connection in device.connections:
        own = live.state.seat_of(connection.holder)
        private = [message["you"] for message in connection.told if "you" in message]
        assert private and {you["seat"] for you in private} == {own}
        assert all((you["mine"] is None) == (own is None) for you in private)
        settled = [message["settled"] for message in connection.told if message.get("settled")]
        assert all((each["mine"] is None) == (own is None) for each in settled)
        seats_seen.add(own)
    assert seats_seen == {None, 0, 1, 2}


@every_game
async def test_between_turns_a_device_is_sent_what_spectators_are_sent(hub: Hub, game: str):
    live = await live_table(hub, game)
    device, stranger = Guest(hub, live, "Ann"), Guest(hub, live, None)
    assert device.owner and not stranger.owner
    while not live.state.over:
        await until(lambda: live.state.over or live.state.people_to_act())
        for seat in live.state.people_to_act()[:1]:
            person = Guest(hub, live, PEOPLE[seat])
            await person.act()
            person.leave()
    public = [
        [{**message, "you": {**message["you"], "owner": None}} for message in guest.told if "you" in message]
        for guest in (device, stranger)
    ]
    assert public[0][1:] == public[1][1:] and len(public[0]) > 10


async def test_the_hand_of_one_person_ends_the_connections_of_the_others(hub: Hub):
    live = await live_table(hub, "auction-pitch")
    owner, ben, again = Guest(hub, live, "Ann"), Guest(hub, live, "Ben"), Guest(hub, live, "Ben")
    assert (ben.dropped, again.dropped) == (None, None)
    cleo = Guest(hub, live, "Cleo")
    assert ben.dropped == again.dropped == (HANDED_OVER, "handed over")
    assert (owner.dropped, cleo.dropped) == (None, None)
    ordinary = Guest(hub, live, None)
    assert (cleo.dropped, ordinary.seat) == (None, None)


async def test_a_hand_shown_through_another_process_ends_the_connections_of_the_others(hub: Hub):
    live = await live_table(hub, "auction-pitch")
    owner, ben, spectator = Guest(hub, live, "Ann"), Guest(hub, live, "Ben"), Guest(hub, live, None)
    live.note_elsewhere("another", {"seats": [0], "watchers": 1})
    assert ben.dropped is None
    live.note_elsewhere("another", {"seats": [0, 2], "watchers": 1})
    assert ben.dropped == (HANDED_OVER, "handed over")
    dan = Guest(hub, live, "Dan")
    live.note_elsewhere("another", {"seats": [2], "watchers": 0})
    assert (owner.dropped, spectator.dropped, dan.dropped) == (None, None, None)


async def test_a_connection_that_was_ended_is_no_longer_reported_to_other_processes(hub: Hub):
    """Otherwise, the other process would end the connection of the person who holds the device now."""
    live = await live_table(hub, "auction-pitch")
    ben = Guest(hub, live, "Ben")
    assert live.presence.without("another")["seats"] == [0]
    live.note_elsewhere("another", {"seats": [1], "watchers": 0})
    assert ben.dropped == (HANDED_OVER, "handed over")
    assert live.presence.without("another")["seats"] == []


async def test_nobody_at_a_device_counts_as_away(hub: Hub):
    live = await live_table(hub, "auction-pitch", deals=1)
    await until(live.state.people_to_act)
    (seat,) = live.state.people_to_act()
    other = Guest(hub, live, PEOPLE[(seat + 1) % 3])
    assert not live.autoplay._is_missed(seat)
    answer = await other.do("nudge", seat=seat)
    assert (answer["type"], answer["key"]) == ("refused", "nudge.no-clock")


# What is refused


def test_a_request_that_cannot_be_is_refused_with_one_line(tmp_path: Path):
    body = asked("auction-pitch", 4).model_dump()
    with opened(tmp_path / "house.db") as browser:
        ann = {"authorization": f"Bearer {token('Ann')}"}
        for wrong, key in (
            ({"rated": True}, "hot-seat.casual"),
            ({"chairs": [{"name": "Ben"}, *[{"player": "house"}] * 3]}, "hot-seat.people"),
            ({"chairs": body["chairs"][:3]}, "make.chairs"),
            ({"options": {"nothing": 1}}, "no-option"),
        ):
            answer = browser.post("/api/hot-seats", json={**body, "seats": 4, **wrong}, headers=ann)
            assert (answer.status_code, list(answer.json())) == (422, PARTS)
            assert answer.json()["key"] == key, answer.json()
            assert "\n" not in answer.json()["detail"]
        assert browser.post("/api/hot-seats", json=body).status_code == 401
        assert browser.post("/api/hot-seats", json={**body, "clock": 30}, headers=ann).status_code == 422


def test_each_person_has_a_token_of_their_own(tmp_path: Path):
    body = {**asked("auction-pitch", 4).model_dump(), "chairs": [{"name": "Ben"}, {"name": "ben"}, {}, {}]}
    with opened(tmp_path / "house.db") as browser:
        ann = {"authorization": f"Bearer {token('Ann')}"}
        made = browser.post("/api/hot-seats", json=body, headers=ann).json()
        ben, other, *bots = made["tokens"]
        assert bots == [None, None] and len({ben, other, token("Ann")}) == 3
        mine, theirs = (
            browser.get(f"/api/tables/{made['id']}", headers={"authorization": f"Bearer {who}"}).json()
            for who in (token("Ann"), ben)
        )
        assert (mine["seat"], theirs["seat"]) == (None, 0)
        assert mine["names"][0] == "Ben" and mine["names"][1] != "ben"
        assert [table["id"] for table in browser.get("/api/tables", headers=ann).json()["yours"]] == [made["id"]]
        answer = browser.post(f"/api/tables/{made['id']}/pairing", headers=ann)
        assert answer.status_code in (403, 409), "the owner has no seat to share"


def test_a_device_keeps_its_table_to_its_own_people():
    table = core_table("auction-pitch")
    assert table.state.hot_seat and table.state.owner_seat is None
    assert table.refused(EVE, "sit", seat=3, name="Eve").key == "hot-seat.one-device"
    with pytest.raises(CommandRefusal) as refusal:
        add_device(table.state, 0, EVE, 1.0)
    assert refusal.value.key == "hot-seat.one-device"
    assert table.refused(ANN, "reseat", seat=1, to=None).key == "hot-seat.no-open-seat"
    assert table.refused(ANN, "settle", clock=30).key == "hot-seat.no-clock"
    table.do(DAN, "leave")
    assert table.refused(DAN, "sit", seat=2, name="Dan").key == "hot-seat.one-device"
    table.do(ANN, "reseat", seat=1, to="house")
    assert [place.kind for place in table.state.seats] == ["human", "bot", "bot", "bot"]


async def test_a_match_on_one_device_makes_no_challenge_and_no_results(hub: Hub):
    live = await live_table(hub, "auction-pitch", deals=1)
    await Device(hub, live).play_on(random.Random(2))
    with pytest.raises(CommandRefusal) as refusal:
        await Challenges(hub).make(live.state, holder("Ben"))
    assert refusal.value.key == "hot-seat.casual"
    stored = await hub.store.load(live.id)
    assert stored is not None and results(live.state, stored[1]) == []


# Consent


def moved(table: CoreTable, rng: random.Random) -> int:
    """Play until a person has made a move that can be undone and is no sealed choice; return the seat."""
    while True:
        seat = next(iter(table.state.progress.turn_versions))
        table.act(seat, rng.choice(table.state.match.legal(seat)))
        if table.state.is_human(seat) and table.state.may_undo(seat):
            return seat


def test_people_whose_hands_were_shown_have_to_agree():
    table = core_table("auction-pitch")
    seat = moved(table, random.Random(3))
    others = [other for other in range(3) if other != seat]
    shown = [other != others[1] for other in range(4)]
    assert table.do(table.state.seats[seat].holders[0], "undo", present=shown).data["waits_for"] == [others[0]]
    assert table.do(table.state.seats[others[0]].holders[0], "consent", yes=True).kind == "undo"


def test_nobody_has_to_agree_before_another_hand_is_shown():
    table = core_table("auction-pitch")
    seat = moved(table, random.Random(3))
    assert (
        table.do(table.state.seats[seat].holders[0], "undo", present=[each == seat for each in range(4)]).kind == "undo"
    )


def test_all_agree_though_only_one_is_connected_at_a_time():
    table = core_table("auction-pitch")
    seat = moved(table, random.Random(3))
    first, last = (other for other in range(3) if other != seat)
    holders = [place.holders[:1] for place in table.state.seats]
    table.do(*holders[seat], "undo", present=[True] * 4)
    nobody, late = [False] * 4, table.now + 1e6
    assert resolve_undo_request(table.state, nobody, late) is None, "the device has to be passed round"
    assert table.do(*holders[first], "consent", present=nobody, yes=True).kind == "agree"
    assert resolve_undo_request(table.state, nobody, late) is None
    assert table.do(*holders[last], "consent", present=nobody, yes=True).kind == "undo"


def test_a_request_is_granted_when_those_who_had_to_agree_have_left():
    table = core_table("auction-pitch")
    seat = moved(table, random.Random(3))
    holders = [place.holders[:1] for place in table.state.seats]
    table.do(*holders[seat], "undo", present=[True] * 4)
    for other in (other for other in range(3) if other != seat):
        table.do(*holders[other], "leave")
    event = resolve_undo_request(table.state, [False] * 4, table.now)
    assert event is not None and event.kind == "undo"


def test_a_sealed_choice_needs_consent_once_another_hand_was_shown():
    table = core_table("auction-house", 4)
    while table.state.match.game.phases[int(table.state.match.state.phase)] == "bid":
        table.act(next(iter(table.state.progress.turn_versions)), "pass")
    table.act(0)
    assert table.do(BEN, "undo", present=[True, False, False, False]).kind == "undo"
    table.act(0)
    assert table.do(BEN, "undo", present=[True, True, False, False]).data["waits_for"] == [1]


async def test_the_server_knows_whose_hand_was_shown_since_a_move(hub: Hub):
    live = await live_table(hub, "auction-pitch")
    live.presence._away_since = [since and since - 100 for since in live.presence._away_since]
    device, state = Device(hub, live), live.state
    while True:
        await until(state.people_to_act)
        (seat,) = state.people_to_act()
        person = device.connect(PEOPLE[seat])
        await person.act()
        if state.may_undo(seat):
            break
    others = [other for other in range(3) if other != seat]
    live.presence._away_since = [None if since is None else since - 100 for since in live.presence._away_since]
    device.connect(PEOPLE[others[0]])
    person = device.connect(PEOPLE[seat])
    assert (await person.do("undo"))["type"] == "done"
    assert state.undo_request is not None and state.undo_request.waits_for == (others[0],)


async def test_after_a_restart_all_have_to_agree(hub: Hub):
    """A process that has just loaded a table does not know whose hands the device has shown."""
    live = await live_table(hub, "auction-pitch")
    device, state = Device(hub, live), live.state
    while True:
        await until(state.people_to_act)
        (seat,) = state.people_to_act()
        await device.connect(PEOPLE[seat]).act()
        if state.may_undo(seat):
            break
    hub.evict(live)
    loaded = await hub.find(live.id)
    assert loaded is not None and loaded is not live
    person = Guest(hub, loaded, PEOPLE[seat])
    assert (await person.do("undo"))["type"] == "done"
    assert loaded.state.undo_request is not None
    assert loaded.state.undo_request.waits_for == tuple(other for other in range(3) if other != seat)


# Rematch and erasure


async def test_a_rematch_keeps_the_device_and_begins_at_once(hub: Hub):
    live = await live_table(hub, "auction-pitch", deals=1)
    device = Device(hub, live)
    await device.play_on(random.Random(2))
    assert (await Guest(hub, live, "Eve").do("rematch"))["type"] == "refused"
    assert (await device.connections[-1].do("rematch"))["type"] == "done"
    again = await hub.find(live.state.rematch or "")
    assert again is not None and again.state.hot_seat and again.state.status == "playing"
    assert again.state.is_owner(holder("Ann")) and again.state.owner_seat is None
    assert [again.state.seat_of(holder(name)) for name in PEOPLE] == [0, 1, 2]


async def test_a_rematch_of_a_seated_person_belongs_to_the_device_too(hub: Hub):
    live = await live_table(hub, "auction-pitch", deals=1)
    device = Device(hub, live)
    await device.play_on(random.Random(2))
    assert (await device.connect("Ben").do("rematch"))["type"] == "done"
    again = await hub.find(live.state.rematch or "")
    assert again is not None and again.state.is_owner(holder("Ann")) and not again.state.is_owner(holder("Ben"))


async def test_the_next_game_of_the_device_keeps_the_seats(hub: Hub):
    live = await live_table(hub, "auction-pitch", deals=1)
    device = Device(hub, live)
    await device.play_on(random.Random(2))
    refused = await device.connections[-1].do("rematch", draw=True)
    assert refused["key"] == "hot-seat.same-seats" and live.state.rematch is None
    assert (await device.connections[-1].do("rematch", game="auction-hearts"))["type"] == "done"
    again = await hub.find(live.state.rematch or "")
    assert again is not None and again.state.hot_seat and again.state.status == "playing"
    assert [again.state.seat_of(holder(name)) for name in PEOPLE] == [0, 1, 2]


def test_the_device_is_sent_the_score_of_the_evening(tmp_path: Path):
    async def play() -> str:
        async with open_hub(tmp_path) as hub:
            live = await live_table(hub, "auction-pitch", deals=1)
            await Device(hub, live).play_on(random.Random(2))
            return live.id

    address = f"/api/tables/{asyncio.run(play())}/evening"
    with opened(tmp_path / "house.db") as browser:
        score, refused = (
            browser.get(address, headers={"authorization": f"Bearer {token(name)}"}) for name in ("Ann", "Eve")
        )
        assert [line["played"] for line in score.json()["lines"]] == [1, 1, 1, 1]
        assert refused.status_code == 403


async def test_the_erasure_of_the_devices_owner_erases_its_people(hub: Hub):
    live = await live_table(hub, "auction-pitch")
    await erase(hub, [holder("Ann")], holder("Ann"))
    stored = await hub.store.load(live.id)
    assert stored is not None
    header, events = stored
    assert [event.data["name"] for event in events if event.kind == "sit"] == ["player 1", "player 2", "player 3"]
    everything = repr((header, events))
    assert not [name for name in (*PEOPLE, "Ann") if holder(name) in everything] and header.owner_name != "Ann"
