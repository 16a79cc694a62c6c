"""Web push: requests to push services. Each message is encrypted for a browser (RFC 8291) and signed (RFC 8292)."""

from __future__ import annotations

import base64
import json
import time
from typing import NamedTuple

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from saleroom.server.workers.https_sender import Post, parse_https

HOSTS = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
"""Hosts of push services, including their subdomains.

Each browser names its push service, and other hosts are refused.
"""
LIFETIME = 12 * 3600
"""Seconds for which a push service stores a message for an offline browser, and for which a signature is valid."""
CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # order of the curve's group (FIPS 186-5)


class PushTarget(NamedTuple):
    """Address of a browser at its push service, and the browser's keys."""

    endpoint: str
    p256dh: str
    """Public key of the browser, as base64url."""
    auth: str
    """Secret that the browser shares with the server, as base64url."""


def available() -> bool:
    """Return whether the encryption library is installed (extra `push`)."""
    try:
        import http_ece  # noqa: F401
    except ImportError:
        return False
    return True


def is_push_service(endpoint: str) -> bool:
    """Return whether an address is at a known push service."""
    try:
        host = parse_https(endpoint).host
    except ValueError:
        return False
    return any(host == known or host.endswith(f".{known}") for known in HOSTS)


def key_from(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """Return the server's key, derived from its 32 secret bytes."""
    return ec.derive_private_key(int.from_bytes(secret, "big") % (ORDER - 1) + 1, CURVE)


def public_part(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the public key in the form that browsers expect."""
    point = serialization.PublicFormat.UncompressedPoint
    return encode(key.public_key().public_bytes(serialization.Encoding.X962, point))


def post(key: ec.EllipticCurvePrivateKey, subject: str, browser: PushTarget, message: bytes) -> Post:
    """Return the request that brings a message to a browser. Raise `ValueError` if the browser's address or keys are
    invalid.
    """
    address = parse_https(browser.endpoint)
    return Post(address, headers(key, subject, address.host), seal(browser, message))


def seal(browser: PushTarget, message: bytes) -> bytes:
    """Return a message encrypted so that only this browser can read it."""
    import http_ece

    ours = ec.generate_private_key(CURVE)
    theirs, auth = decode(browser.p256dh), decode(browser.auth)
    return http_ece.encrypt(message, private_key=ours, dh=theirs, auth_secret=auth, version="aes128gcm")


def headers(key: ec.EllipticCurvePrivateKey, subject: str, host: str) -> dict[str, str]:
    """Return headers that identify this server to the push service `host`; `subject` is the operator's contact
    address.
    """
    claims = {"aud": f"https://{host}", "exp": int(time.time()) + LIFETIME, "sub": subject}
    return {
        "authorization": f"vapid t={sign(key, claims)}, k={public_part(key)}",
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(LIFETIME),
        "urgency": "normal",
    }


def sign(key: ec.EllipticCurvePrivateKey, claims: dict[str, object]) -> str:
    """Return a JSON Web Token with ES256 (RFC 7515, RFC 7518)."""
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    text = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    numbers = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{encode(b''.join(number.to_bytes(32, 'big') for number in numbers))}"


def encode(data: bytes) -> str:
    """Return `data` as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes that a base64url text encodes; the text can have padding or not."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
