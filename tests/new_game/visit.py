"""A guest plays a match of Auction Blind at a web table: made over HTTP, played by a socket. Run with a data folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.server.http_client import opened

BOT = {"kind": "bot", "player": "random"}
TABLE = {"game": "auction-blind", "name": "Ann", "chairs": [{"kind": "me"}, BOT, BOT], "pace": "quick", "start": True}


def played(socket: Any) -> dict[str, Any]:
    """Bid one more whenever it is the guest's turn; the last board."""
    while True:
        told = socket.receive_json()
        assert told["type"] != "refused", told
        if "board" not in told:
            continue
        board, you = told["board"], told["you"]
        assert {fact["name"] for fact in board["facts"]} <= {"bid", "bidder", "said"}
        if board["winners"]:
            return board
        if you["mine"]["legal"]:
            assert len(you["mine"]["hand"]) == 1
            action = you["mine"]["legal"][:2][-1]
            socket.send_json({"type": "act", "id": f"bid-{told['version']:08}", "at": you["asked"], "action": action})


def main(folder: str) -> None:
    """Play one match and print its last board."""
    with opened(Path(folder) / "tables.sqlite3", leniency=100) as browser:
        offered = next(game for game in browser.get("/api/house").json()["games"] if game["name"] == "auction-blind")
        assert offered["lesson"] is False
        token = browser.post("/api/guests").json()["token"]
        table = browser.post("/api/tables", headers={"authorization": f"Bearer {token}"}, json=TABLE).json()["id"]
        with browser.websocket_connect(f"/api/tables/{table}/socket", headers={"host": "127.0.0.1:8642"}) as socket:
            socket.send_json({"type": "hello", "token": token})
            board = played(socket)
    print(f"deal {board['deal']} of {board['last_deal']}, won by {board['winners']}")


main(sys.argv[1])
