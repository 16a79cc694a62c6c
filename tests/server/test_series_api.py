"""Series over HTTP: roles, the invitation link, what each person sees, and what remains of erased members."""

from __future__ import annotations

import asyncio
import csv
import io
from typing import Any

import pytest

from saleroom.server.api import series as endpoints
from saleroom.server.http.rate_limits import TokenBuckets
from saleroom.server.storage import series as storage
from tests.server.http_client import opened
from tests.server.http_refusals import PARTS
from tests.server.live_tables import token

pytestmark = pytest.mark.usefixtures("store_kind")

ASKED = {"game": "auction-pitch", "title": "Fridays", "name": "Ann", "options": {"deals": 1}, "rounds": 1, "counted": 3}


class Club:
    """A series and its people, over HTTP."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.address = ""
        made = self.ask("Ann", "/api/series", ASKED)
        assert made.status_code == 201
        self.address = f"/api/series/{made.json()['id']}"

    def ask(self, name: str | None, path: str, body: Any = None, method: str = "POST") -> Any:
        """Send a request as a person; paths without ``/api`` are below the series."""
        address = path if path.startswith("/api") else f"{self.address}{path}"
        headers = {"authorization": f"Bearer {token(name)}"} if name else {}
        return self.browser.request(method, address, headers=headers, json=body)

    def look(self, name: str | None = "Ann") -> Any:
        """Return the page as a person gets it."""
        return self.ask(name, "", method="GET").json()

    def join(self, name: str, called: str | None = None) -> Any:
        """Join with the current link."""
        return self.ask(name, "/join", {"code": self.look()["invitation"], "name": called or name})

    def number(self, name: str) -> int:
        """Return the number of a member."""
        return next(one["number"] for one in self.look()["members"] if one["name"] == name)


@pytest.fixture
def club(tmp_path):
    with opened(tmp_path / "house.db") as browser:
        yield Club(browser)


def test_people_join_by_the_link_under_names_of_their_own(club):
    assert club.join("Ben").json()["you"] == 2
    assert club.join("Cleo", "Ann").json()["members"][2]["name"] == "Ann 2"
    assert club.join("Ben", "Benjamin").json()["members"][1]["name"] == "Ben"  # a member stays as they are
    page = club.look("Ben")
    assert (page["title"], page["role"], page["counted"], page["options"]["deals"]) == ("Fridays", "member", 3, 1)
    assert [(one["member"], one["rank"], one["total"]) for one in page["standings"]] == [
        (1, 1, 0),
        (2, 1, 0),
        (3, 1, 0),
    ]
    own = club.ask("Ben", "/api/me/series", method="GET").json()["series"]
    assert [(one["title"], one["role"]) for one in own] == [("Fridays", "member")]


def test_strangers_see_no_name_and_members_see_no_link(club):
    club.join("Ben")
    code = club.look()["invitation"]
    assert len(code) >= 22 and club.look("Ben")["invitation"] is None
    for who in (None, "Zoe"):
        for path in ("", "/standings.csv"):
            answer = club.ask(who, path, method="GET")
            assert answer.status_code in (401, 403) and list(answer.json()) == PARTS
            assert not any(word in answer.text for word in ("Ann", "Ben", "Fridays", code))
    invited = club.ask(None, "/invitation", {"code": code}).json()
    expected = {"title": "Fridays", "game_title": "Auction Pitch", "owner_name": "Ann", "members": 2}
    assert invited == {**expected, "member": False}
    assert club.ask("Ben", "/invitation", {"code": code}).json() == {**expected, "member": True}
    wrong = club.ask(None, "/invitation", {"code": "x" * 22})
    assert wrong.status_code == 403 and "Ann" not in wrong.text and "Fridays" not in wrong.text
    assert club.ask("Ann", "/api/series/nothing", method="GET").status_code == 404
    assert code not in club.browser.get(f"/series/{club.address.rsplit('/', 1)[1]}").text


def test_a_replaced_or_closed_link_admits_nobody(club):
    old = club.look()["invitation"]
    new = club.ask("Ann", "/invite", {"open": True}).json()["invitation"]
    assert new != old
    assert club.ask("Ben", "/join", {"code": old, "name": "Ben"}).status_code == 403
    assert club.ask("Ann", "/invite", {"open": False}).json()["invitation"] is None
    for code in (old, new, "None", "-"):
        assert club.ask("Ben", "/join", {"code": code, "name": "Ben"}).status_code == 403
        assert club.ask("Ben", "/invitation", {"code": code}).status_code == 403
    assert [one["name"] for one in club.look()["members"]] == ["Ann"]


CHANGES = {
    "/invite": {"open": True},
    "/settings": {"title": "Mondays"},
    "/evenings": {},
    "/remove": {"member": 1},
    "/role": {"member": 3, "role": "owner"},
    "/evenings/1/take": None,
}


def test_members_change_nothing_and_organisers_do_not_make_themselves_owners(club):
    for name in ("Ben", "Cleo", "Dan"):
        club.join(name)
    assert club.ask("Ann", "/evenings", {}).status_code == 201
    assert club.ask("Ann", "/role", {"member": 2, "role": "organiser"}).json()["members"][1]["role"] == "organiser"
    for path, body in CHANGES.items():
        for who, status in (("Cleo", 403), ("Zoe", 403), (None, 401)):
            answer = club.ask(who, path, body)
            assert (answer.status_code, list(answer.json())) == (status, PARTS), (path, who)
    for member, role in ((2, "owner"), (3, "owner"), (3, "organiser"), (1, "member")):
        assert club.ask("Ben", "/role", {"member": member, "role": role}).status_code == 403
    assert club.ask("Ben", "/remove", {"member": 1}).status_code == 403
    assert club.ask("Ann", "/role", {"member": 4, "role": "organiser"}).status_code == 200
    assert club.ask("Ben", "/remove", {"member": 4}).status_code == 403  # an organiser does not remove another
    assert club.ask("Ben", "/remove", {"member": 3}).status_code == 200
    assert club.ask("Ann", "/remove", {"member": 9}).status_code == 404
    assert [(one["name"], one["role"]) for one in club.look()["members"]] == [
        ("Ann", "owner"),
        ("Ben", "organiser"),
        ("Dan", "organiser"),
    ]


def test_a_removed_member_stays_away_although_they_have_the_link(club):
    club.join("Ben")
    club.ask("Ann", "/role", {"member": 2, "role": "organiser"})
    code = club.look("Ben")["invitation"]
    assert club.ask("Ann", "/remove", {"member": 2}).status_code == 200
    assert club.ask("Ben", "", method="GET").status_code == 403
    assert club.ask("Ben", "/join", {"code": code, "name": "Ben"}).status_code == 403
    assert club.ask("Ben", "/evenings", {}).status_code == 403
    assert club.ask("Ben", "/api/me/series", method="GET").json()["series"] == []


def test_the_owner_hands_over_before_they_leave(club):
    club.join("Ben")
    assert club.ask("Ann", "/leave").status_code == 409
    assert club.ask("Ann", "/role", {"member": 1, "role": "member"}).status_code == 409
    handed = club.ask("Ann", "/role", {"member": 2, "role": "owner"}).json()
    assert [one["role"] for one in handed["members"]] == ["organiser", "owner"]
    assert club.ask("Ann", "/role", {"member": 1, "role": "owner"}).status_code == 403
    assert club.ask("Ann", "/leave").status_code == 204
    assert [(one["name"], one["role"]) for one in club.look("Ben")["members"]] == [("Ben", "owner")]
    code = club.look("Ben")["invitation"]
    assert club.ask("Ann", "/join", {"code": code, "name": "Ann"}).json()["role"] == "member"  # not organiser again


def test_an_evening_has_the_rules_of_the_series(club):
    club.join("Ben")
    event = club.ask("Ann", "/evenings", {"begins_at": 2e9}).json()["id"]
    found = club.ask("Ben", f"/api/events/{event}", method="GET").json()
    assert (found["title"], found["begins_at"], found["options"]["deals"], found["rounds"]) == (
        "Fridays · 1",
        2e9,
        1,
        1,
    )
    assert [one["name"] for one in found["people"]] == ["Ann"]
    evening = club.look("Ben")["evenings"][0]
    assert (evening["event"], evening["status"], evening["people"], evening["takes_part"]) == (
        event,
        "gathering",
        1,
        False,
    )
    of_event = f"/api/events/{event}/series"
    assert [one["title"] for one in club.ask("Ben", of_event, method="GET").json()["series"]] == ["Fridays"]
    for name in ("Zoe", None):
        assert club.ask(name, of_event, method="GET").json() == {"series": []}
    assert club.ask("Ann", "/evenings", {"title": "Final", "plays": False}).status_code == 201
    assert club.ask("Ann", "/evenings/1", method="DELETE").status_code == 200
    assert [(one["number"], one["title"]) for one in club.look()["evenings"]] == [(2, "Final")]
    assert club.ask("Ben", f"/api/events/{event}", method="GET").status_code == 200


def test_another_organiser_takes_an_evening_over_without_its_call(club):
    club.join("Ben")
    club.ask("Ann", "/role", {"member": 2, "role": "organiser"})
    event = club.ask("Ann", "/evenings", {}).json()["id"]
    club.ask("Ann", f"/api/events/{event}/settings", {"call": "https://meet.example/secret"})
    assert club.look("Ben")["evenings"][0]["organises"] is False
    assert club.ask("Ben", "/evenings/1/take").json()["evenings"][0]["organises"] is True
    found = club.ask("Ben", f"/api/events/{event}", method="GET").json()
    assert (found["organiser"], found["organiser_name"], found["call"]) == (True, "Ben", None)
    assert club.ask("Ben", "/evenings/7/take").status_code == 404


def begin(club: Club) -> str:
    """Begin an evening with four members, and return its tournament."""
    event = club.ask("Ann", "/evenings", {}).json()["id"]
    for name in ("Ben", "Cleo", "Dan"):
        club.join(name)
        club.ask(name, f"/api/events/{event}/join", {"name": name})
    assert club.ask("Ann", f"/api/events/{event}/start", {"round": 1}).status_code == 200
    return event


def test_what_counts_stays_after_the_first_evening_has_begun(club):
    assert club.ask("Ann", "/settings", {"counted": 1}).json()["counted"] == 1
    assert club.ask("Ann", "/settings", {"counted": "all", "title": "Mondays"}).json()["counted"] is None
    begin(club)
    assert club.ask("Ann", "/settings", {"counted": 2}).status_code == 409
    assert club.ask("Ann", "/evenings/1", method="DELETE").status_code == 409
    assert club.ask("Ann", "/settings", {"title": "Fridays"}).json()["evenings"][0]["status"] == "playing"


def test_settings_without_a_change_change_nothing(club):
    club.join("Ben")
    before = club.look()
    answer = club.ask("Ann", "/settings", {})
    assert (answer.status_code, answer.json()) == (200, before)
    assert club.ask("Ben", "/settings", {}).status_code == 403


def test_people_who_left_count_towards_the_limit_of_a_series(club, monkeypatch):
    monkeypatch.setattr(storage, "MOST_ROWS", 3)
    for name in ("Ben", "Cleo"):
        assert club.join(name).status_code == 200
        assert club.ask(name, "/leave").status_code == 204
    answer = club.join("Dan")
    assert (answer.status_code, answer.json()["key"]) == (409, "series.full")
    assert club.join("Ben").json()["you"] == 2


def test_one_network_does_not_fill_a_series(club, monkeypatch):
    services = club.browser.app._open.state.services
    monkeypatch.setattr(services, "join_limits", TokenBuckets(1 / 300, 2, clock=lambda: 0.0))
    for name in ("Ben", "Cleo"):
        assert club.join(name).status_code == 200
        assert club.join(name).status_code == 200, "a member"
        wrong = club.ask("Dan", "/join", {"code": "no-such-code", "name": "Dan"})
        assert (wrong.status_code, wrong.json()["key"]) == (403, "series.no-invitation")
    answer = club.join("Dan")
    assert (answer.status_code, answer.json()["key"]) == (429, "series.too-fast")
    assert [one["name"] for one in club.look()["members"]] == ["Ann", "Ben", "Cleo"]


def test_all_members_of_a_series_can_join_from_one_network_at_once(club):
    limits = club.browser.app._open.state.services.join_limits
    assert all(limits.take("one address") for _ in range(storage.MOST_MEMBERS))


def test_standings_are_computed_outside_the_event_loop(club, monkeypatch):
    called = []

    def watch(name: str) -> None:
        compute = getattr(endpoints, name)

        def watched(*arguments: Any) -> Any:
            with pytest.raises(RuntimeError, match="no running event loop"):
                asyncio.get_running_loop()
            called.append(name)
            return compute(*arguments)

        monkeypatch.setattr(endpoints, name, watched)

    watch("series_page")
    watch("to_csv")
    assert club.look()["title"] == "Fridays"
    assert club.ask("Ann", "/standings.csv", method="GET").status_code == 200
    assert called == ["series_page", "to_csv"]


def test_a_name_is_no_formula_in_a_spreadsheet(club):
    for name, called in (("Ben", "=1+1"), ("Cleo", "@SUM(A1)"), ("Dan", "+49"), ("Eve", "-1")):
        club.join(name, called)
    rows = list(csv.reader(io.StringIO(club.ask("Ben", "/standings.csv", method="GET").text)))
    assert rows[0] == ["rank", "name", "total", "evenings", "counted"]
    assert [row[1] for row in rows[1:]] == ["Ann", "'=1+1", "'@SUM(A1)", "'+49", "'-1"]


def test_an_erased_owner_leaves_the_series_to_an_organiser(club):
    for name in ("Ben", "Cleo"):
        club.join(name)
    club.ask("Ann", "/role", {"member": 3, "role": "organiser"})
    exported = club.ask("Ann", "/api/me/export", method="GET").json()["series"]
    assert [(one["title"], one["name"], one["role"]) for one in exported] == [("Fridays", "Ann", "owner")]
    assert club.ask("Ann", "/api/me?sure=true", method="DELETE").status_code == 204
    assert club.ask("Ann", "", method="GET").status_code == 403
    found = club.look("Cleo")
    assert [(one["name"], one["role"]) for one in found["members"]] == [("Ben", "member"), ("Cleo", "owner")]
    assert "Ann" not in str(found)
    for name in ("Ben", "Cleo"):
        club.ask(name, "/api/me?sure=true", method="DELETE")
    assert club.ask("Cleo", "", method="GET").status_code == 404


def test_linked_devices_are_one_member_with_the_higher_role(club):
    club.join("Ben")
    code = club.ask("Ann", "/api/me/code").json()["code"]
    assert club.ask("Ben", "/api/me/devices", {"code": code}).status_code == 204
    found = club.look("Ben")
    assert (found["role"], [one["name"] for one in found["members"]]) == ("owner", ["Ann"])
    club.join("Cleo")
    club.ask("Ben", "/role", {"member": 3, "role": "owner"})
    assert club.ask("Cleo", "/remove", {"member": 1}).status_code == 200
    assert [club.ask(name, "", method="GET").status_code for name in ("Ann", "Ben")] == [403, 403]


def test_wrong_requests_are_refused(club):
    for wrong in ({"title": "\u200b"}, {"name": "\u200b"}, {"counted": 0}, {"game": "whist"}, {"options": {"x": 1}}):
        answer = club.ask("Ann", "/api/series", {**ASKED, **wrong})
        assert (answer.status_code, list(answer.json())) == (422, PARTS), wrong
    made = [club.ask("Ann", "/api/series", ASKED).status_code for _ in range(5)]
    assert made == [201] * 4 + [409]
    assert club.ask("Ben", "/api/series", ASKED).status_code == 201
