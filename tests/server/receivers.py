"""Receivers of HTTPS messages on this machine: local imitations of push services and chats."""

from __future__ import annotations

import datetime
import json
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from saleroom.server.workers.https_sender import HttpsSender

NAMES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "discord.com",
    "hooks.slack.com",
    "matrix.example.org",
    "chat.example.org",
)
"""Host names for which the receivers have a certificate."""
LOOPBACK = "127.0.0.1"

Reply = Callable[[Any], None]
"""Function that writes a response to a connection."""


class Request(NamedTuple):
    """A request that a receiver got."""

    line: str
    headers: dict[str, str]
    body: bytes
    server_name: str | None
    """Host name in the TLS handshake (SNI)."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@cache
def _certificate() -> tuple[bytes, bytes]:
    """Return a certificate for `NAMES` and its key, as PEM."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receivers of tests")])
    usage = dict.fromkeys(
        ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign"), False
    )
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(each) for each in NAMES]), False)
        .add_extension(x509.BasicConstraints(True, None), True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=True, key_cert_sign=True, encipher_only=False, decipher_only=False, **usage
            ),
            True,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(serialization.Encoding.PEM), private


def trust() -> ssl.SSLContext:
    """Return a TLS context that trusts only the receivers."""
    return ssl.create_default_context(cadata=_certificate()[0].decode())


class Receiver:
    """An HTTPS server on this machine that records its requests."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.connections = 0
        self.statuses: list[int] = []
        """Statuses of the next responses; then 204."""
        self.extra_headers = ""
        self.reply: Reply | None = None
        """Writes the response in place of the usual one."""
        self._names: list[str | None] = []
        receiver = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                receiver._handle(self)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads, block_on_close = True, False

            def finish_request(self, request: Any, client_address: Any) -> None:
                receiver.connections += 1
                try:
                    with receiver._tls.wrap_socket(request, server_side=True) as secured:
                        super().finish_request(secured, client_address)
                except OSError:
                    pass  # the client went away, or trusts another certificate

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        with TemporaryDirectory() as folder:
            certificate, key = Path(folder) / "certificate.pem", Path(folder) / "key.pem"
            certificate.write_bytes(_certificate()[0])
            key.write_bytes(_certificate()[1])
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(certificate, key)
        self._tls.sni_callback = lambda connection, name, context: self._names.append(name)
        self.server = Server((LOOPBACK, 0), Handler)
        self.port = self.server.server_address[1]

    def _handle(self, handler: socketserver.StreamRequestHandler) -> None:
        line = handler.rfile.readline().decode().strip()
        headers: dict[str, str] = {}
        while header := handler.rfile.readline().decode().strip():
            name, _, value = header.partition(":")
            headers[name.lower()] = value.strip()
        body = handler.rfile.read(int(headers["content-length"]))
        self.requests.append(Request(line, headers, body, self._names[-1] if self._names else None))
        if self.reply is not None:
            self.reply(handler.wfile)
            return
        status = self.statuses.pop(0) if self.statuses else 204
        handler.wfile.write(f"HTTP/1.1 {status} Status\r\n{self.extra_headers}content-length: 0\r\n\r\n".encode())

    def sender(self, resolve: Callable[[str], Sequence[str]] | None = None, **options: Any) -> HttpsSender:
        """Return a sender that finds each host name at this receiver, and may connect to it."""
        usual = {
            "is_allowed": lambda address: str(address) == LOOPBACK,
            "port": self.port,
            "trust": trust,
            "seconds": 60.0,
        }
        return HttpsSender(resolve or (lambda host: [LOOPBACK]), **{**usual, **options})


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Yield a receiver that runs in a thread of its own."""
    result = Receiver()
    thread = threading.Thread(target=result.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield result
    finally:
        result.server.shutdown()
        result.server.server_close()
