"""Software authenticator that creates passkeys and signs with them, in the format of a browser."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec


def encoded(data: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Decode base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """Device with passkeys; `origin` is the origin of the page that the device's browser shows."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.keys: dict[str, ec.EllipticCurvePrivateKey] = {}
        self.signed = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Create a passkey, without attestation."""
        key, number = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self.keys[encoded(number)] = key
        point = key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        data = self._data(options["rp"]["id"], 0x45) + bytes(16) + len(number).to_bytes(2) + number + public
        response = {
            "clientDataJSON": self._client("webauthn.create", options),
            "attestationObject": encoded(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }
        return _credential(encoded(number), response)

    def use(self, options: dict[str, Any], number: str | None = None) -> dict[str, Any]:
        """Sign with the passkey `number`, by default with the first passkey."""
        number = number or next(iter(self.keys))
        self.signed += 1
        data, client = self._data(options["rpId"], 0x05), self._client("webauthn.get", options)
        signed = data + hashlib.sha256(decoded(client)).digest()
        signature = self.keys[number].sign(signed, ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": client,
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
        }
        return _credential(number, response)

    def _data(self, place: str, flags: int) -> bytes:
        return hashlib.sha256(place.encode()).digest() + bytes([flags]) + self.signed.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> str:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return encoded(json.dumps(told).encode())


def _credential(number: str, response: dict[str, Any]) -> dict[str, Any]:
    return {"id": number, "rawId": number, "type": "public-key", "response": response}
