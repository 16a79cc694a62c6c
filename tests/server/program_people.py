"""Bots that use the Bot API (*programs*), with their tokens, requests, and stream messages."""

from __future__ import annotations

import json
from typing import Any

from tests.server.live_tables import token

SHORT = {"deals": 1}


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


class Program:
    """A program that is a client of a server in the test's own process."""

    def __init__(self, browser: Any, name: str, owner: str = "Ann", scopes: list[str] | None = None) -> None:
        """Create a program that the person `owner` owns. By default, its token has all scopes."""
        self.browser, self.name = browser, name
        self.person = person = bearer(token(owner))
        made = browser.post("/api/me/programs", headers=person, json={"name": name})
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        asked = {"label": "test", **({"scopes": scopes} if scopes else {})}
        self.token = browser.post(f"/api/me/programs/{self.id}/tokens", headers=person, json=asked).json()
        self.headers = bearer(self.token["secret"])

    def post(self, path: str, **body: Any) -> Any:
        return self.browser.post(f"/api/bot/{path}", headers=self.headers, json=body or None)

    def get(self, path: str) -> Any:
        return self.browser.get(f"/api/bot/{path}", headers=self.headers)

    def events(self) -> list[dict[str, Any]]:
        """Return the current messages of its event stream."""
        return lines(self.get("stream/event?once=true"))

    def state(self, table: str) -> dict[str, Any]:
        """Return the state of a match."""
        *_, last = lines(self.get(f"tables/{table}/stream?once=true"))
        return last["state"] if last["type"] == "gameFull" else last

    def table(self, *chairs: Any, game: str = "auction-pitch", **more: Any) -> dict[str, Any]:
        """Create a table; each chair is ``me``, ``open``, ``bot``, or the name of a program."""
        kinds = [
            {"kind": chair} if chair in ("me", "open", "bot") else {"kind": "program", "program": chair}
            for chair in chairs
        ]
        made = self.post("tables", game=game, chairs=kinds, options=SHORT, **more)
        assert made.status_code == 201, made.text
        return made.json()


def lines(answer: Any) -> list[dict[str, Any]]:
    """Return the messages of a stream that has ended."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines() if line]
