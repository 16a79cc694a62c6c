"""Members of a club, who use a server over HTTP and play over WebSockets."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import urllib.request
from typing import Any

import websockets

PATIENCE = 120.0
"""Seconds that a request may take."""


class Person:
    """A person with a name and a guest's token, who makes random legal moves."""

    def __init__(self, url: str, name: str, chance: random.Random) -> None:
        self.url, self.name, self.chance = url, name, chance
        self.token = ""
        self.commands = itertools.count()

    async def come(self) -> None:
        """Get a token."""
        self.token = json.loads(await self.ask("POST", "guests"))["token"]

    async def ask(self, method: str, path: str, body: Any = None) -> str:
        """Return the server's answer as text."""
        headers = {"content-type": "application/json"} if body is not None else {}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}api/{path}", data, headers, method=method)
        return await asyncio.to_thread(_answer, request)

    async def get(self, path: str) -> Any:
        """Return the answer to a reading request."""
        return json.loads(await self.ask("GET", path))

    async def post(self, path: str, body: Any = None) -> Any:
        """Return the answer to a request that changes something."""
        return json.loads(await self.ask("POST", path, body))

    async def play(self, event: str) -> None:
        """Play at the table of the current round until its match is over, if there is such a table."""
        table = (await self.get(f"events/{event}"))["table"]
        if table is None:
            return
        address = f"ws{self.url.removeprefix('http')}api/tables/{table}/socket"
        async with websockets.connect(address, compression=None, max_queue=None) as connection:
            await connection.send(json.dumps({"type": "hello", "token": self.token}))
            asked = None
            async for text in connection:
                message = json.loads(text)
                if message["type"] not in ("snapshot", "update"):
                    continue
                if (message["table"] or {}).get("status") == "over":
                    return
                if message["you"]["asked"] not in (None, asked):
                    asked = message["you"]["asked"]
                    await connection.send(json.dumps(self._move(asked, message["you"]["mine"])))

    def _move(self, asked: int, mine: dict[str, Any]) -> dict[str, Any]:
        bids = mine["bids"]
        choices = [*mine["legal"], *([f"bid {self.chance.randint(bids['low'], bids['high'])}"] if bids else [])]
        command = f"{self.name}-{next(self.commands):08}"
        return {"type": "act", "id": command, "at": asked, "action": self.chance.choice(choices)}


def _answer(request: urllib.request.Request) -> str:
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read().decode()
