"""Minimal reference server with rooms of sockets.

It answers each message, and sends the message to every socket of the room.

Run as `python -m benchmarks.tables.echo PORT BYTES`; BYTES is the size of a room's messages.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from benchmarks.tables.cores import SERVER, keep_to


def application(size: int) -> Starlette:
    """Return the application. A room opens with its first client."""
    rooms: dict[str, list[WebSocket]] = defaultdict(list)

    async def room(socket: WebSocket) -> None:
        members = rooms[socket.path_params["name"]]
        await socket.accept()
        members.append(socket)
        try:
            while True:
                said = await socket.receive_text()
                news = said.ljust(size)
                for member in members:
                    await socket_send(member, news)
                await socket_send(socket, said[:60])
        except WebSocketDisconnect:
            members.remove(socket)

    return Starlette(routes=[WebSocketRoute("/rooms/{name}", room)])


async def socket_send(socket: WebSocket, text: str) -> None:
    """Send `text` with as few layers of software in between as possible."""
    await socket.send({"type": "websocket.send", "text": text})


if __name__ == "__main__":
    keep_to(SERVER)
    uvicorn.run(
        application(int(sys.argv[2])),
        port=int(sys.argv[1]),
        log_level="warning",
        ws_per_message_deflate=False,
        access_log=False,
    )
