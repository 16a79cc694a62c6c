"""Addresses of this machine in the local network, and a function that opens the server to that network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable
from errno import errorcode

from saleroom.kernel.refusals import Refusal
from saleroom.server.http.security import is_loopback
from saleroom.server.ops.settings import Settings

Listen = Callable[[list[str]], Awaitable[None]]
# A packet to one of these addresses would use the local network's interface; no packet is sent.
PROBE_ADDRESSES = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "198.51.100.1")
ALL_INTERFACES = ("0.0.0.0", "::", "")


class NetworkError(Refusal):
    """Error: the server cannot be opened to the network."""


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses in the local network; the address that most likely works comes first."""
    addresses: list[str] = []
    for far in PROBE_ADDRESSES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
                addresses.append(probe.getsockname()[0])
            except OSError:
                continue
    usable = [ipaddress.ip_address(text) for text in dict.fromkeys(addresses)]
    return [str(address) for address in usable if not (address.is_loopback or address.is_unspecified)]


class Network:
    """Addresses at which the local network can reach the server."""

    def __init__(self, settings: Settings, port: int, listen: Listen | None) -> None:
        """Start with the address in `settings`; `port` is the server's port, and `listen` makes the server listen on
        more addresses.
        """
        self.public = str(settings.public) if settings.public else None
        self.public_origin = settings.public.origin if settings.public else None
        self._port = port
        self._listen = listen
        self._open: list[str] = []
        if settings.host in ALL_INTERFACES:
            self._open = lan_addresses()
        elif not is_loopback(settings.host):
            self._open = [settings.host]

    @property
    def urls(self) -> list[str]:
        """URLs at which the local network can reach the server; empty while the server is not open to that network."""
        return [f"http://{f'[{name}]' if ':' in name else name}:{self._port}/" for name in self._open]

    @property
    def can_open(self) -> bool:
        """Whether the server can be opened to a network."""
        return not self._open and self._listen is not None and bool(lan_addresses())

    async def let_in(self) -> None:
        """Also listen on each of this machine's addresses; raise `NetworkError` if that is impossible."""
        if self._open:
            return
        addresses = lan_addresses()
        if self._listen is None or not addresses:
            raise NetworkError("network.none")
        try:
            await self._listen(addresses)
        except OSError as error:
            code = errorcode.get(error.errno or 0, "?")
            raise NetworkError("network.port", port=str(self._port), code=code) from None
        self._open = addresses
