"""Play a match of a game as a guest at a web table, through HTTP and a socket. The arguments are the game's name and a
folder.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.server.http_client import opened

BOT = {"kind": "bot", "player": "random"}
TABLE = {"name": "Ann", "chairs": [{"kind": "me"}, BOT, BOT], "pace": "quick", "start": True}
FACTS = {
    "auction-blind": {"bid", "bidder", "said"},
    "goofspiel": {"prize", "on_sale", "turned", "spent", "opened", "won"},
}
HIDDEN = "??"


class Guest:
    """Guest at a table, who records what a person there sees until the match is over."""

    def __init__(self, game: str, socket: Any) -> None:
        self.game, self.socket = game, socket
        self.facts: set[str] = set()
        self.events: list[str] = []

    def play(self) -> dict[str, Any]:
        """Answer each request for a move with the second legal action, and return the last board."""
        answered = None
        while True:
            told = self.socket.receive_json()
            assert told["type"] != "refused", told
            if "board" not in told:
                continue
            board, you = told["board"], told["you"]
            self.look(told)
            if board["winners"]:
                return board
            # If an update was sent before the guest's move arrived, the update repeats the request for this move.
            if you["mine"]["legal"] and you["asked"] != answered:
                answered = you["asked"]
                action = you["mine"]["legal"][:2][-1]
                move = {"type": "act", "id": f"bid-{told['version']:08}", "at": you["asked"], "action": action}
                self.socket.send_json(move)

    def look(self, told: dict[str, Any]) -> None:
        """Record what a message shows, and check that it includes what a player needs."""
        facts = {fact["name"]: fact["values"] for fact in told["board"]["facts"]}
        assert set(facts) <= FACTS[self.game]
        self.facts |= {name for name, values in facts.items() if any(values)}
        self.events += told["events"]
        if self.game == "goofspiel" and not told["board"]["winners"]:
            mine = told["you"]["mine"]
            assert len(facts["on_sale"][0]) >= 1, "the goods on sale are shown"
            prizes = sum(event.startswith("table prize") for event in self.events) - 13 * (told["board"]["deal"] - 1)
            assert len(mine["hand"]) + (mine["chosen"] is not None) == 14 - prizes


def main(game: str, folder: str) -> None:
    """Play one match and print its last board."""
    with opened(Path(folder) / "tables.sqlite3", leniency=100) as browser:
        offered = next(known for known in browser.get("/api/house").json()["games"] if known["name"] == game)
        assert offered["lesson"] is False
        token = browser.post("/api/guests").json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        table = browser.post("/api/tables", headers=headers, json={"game": game, **TABLE}).json()["id"]
        with browser.websocket_connect(f"/api/tables/{table}/socket", headers={"host": "127.0.0.1:8642"}) as socket:
            socket.send_json({"type": "hello", "token": token})
            guest = Guest(game, socket)
            board = guest.play()
    assert guest.facts == FACTS[game]
    if game == "goofspiel":
        hidden, opened_bids = (
            [event for event in guest.events if event.startswith("1 bid") and (HIDDEN in event) is sealed]
            for sealed in (True, False)
        )
        assert len(opened_bids) == 13 * 2 and len(hidden) <= len(opened_bids), (hidden, opened_bids)
    print(f"deal {board['deal']} of {board['last_deal']}, won by {board['winners']}")


main(*sys.argv[1:])
